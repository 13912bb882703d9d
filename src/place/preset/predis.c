/* SPDX-License-Identifier: MIT */
/* predis.c - the two rings of Predis, the PHP client of Redis */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/key_cut.h"
#include "place/mechanism/plain_hash.h"

#include "base/number.h"
#include "hash/digest.h"

#include <math.h>

static uint64_t predis_weight(const struct continuum_in *in, uint32_t node)
{
    return in->build->members[node].weight / NUMBER_MILLION;
}

static uint64_t predis_owners(const struct continuum_in *in)
{
    uint64_t owners = 0;
    for (uint32_t i = 0; i < in->count; i++)
        owners += in->build->members[i].weight > 0;
    return owners;
}

/* ---- HashRing ---------------------------------------------------------------------------------- */

/* The first parameter x nodes x weight / sum of weights, to the nearest whole number. PHP's round
 * takes away the errors of floating point, so a half goes up as it does in whole numbers. */
static int predis_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    const uint64_t sum = continuum_counts_sum(in), owners = predis_owners(in);
    (void)error;
    for (uint32_t i = 0; i < in->count; i++) {
        const u128 twice = (u128)2 * in->values[0].number * owners * predis_weight(in, i);
        count[i] = (uint64_t)((twice + sum) / ((u128)2 * sum));
    }
    return 0;
}

static const struct berth_param predis_params[] = {CONTINUUM_POINTS("replicas", "points", "128")};

static const struct continuum_row predis_row = {
    .points = {.counts = predis_counts},
    .label = {.pattern = "$n:$j", .hash = plain_crc32},
    .key = {.cut = key_cut_braces},
    .order = {.tie = CONTINUUM_LAST_WINS, .search = CONTINUUM_BEFORE, .distinct = true},
    .rules = {.whole_weights = true},
};

static const struct key_hash predis_key_hash = {"predis-crc32",
                                                "CRC-32 of the key, or of its tag in braces", 32};

const struct scheme preset_predis = {
    .info = {.name = "predis",
             .summary = "Predis's own cluster: 128 CRC-32 points a node",
             .compatible =
                 "Predis 1.x and 2.x, cluster => predis, 64-bit PHP; recorded from 1.1.10",
             .quirks = "Names are host:port, or the alias of a connection where it has one.\n"
                       "A key belongs to the last point not above its hash.\n"
                       "Counts depend on the sum of weights, so a change touches other nodes "
                       "too.\n"
                       "Of equal points the node listed last wins, so the order of listing "
                       "counts.\n"
                       "To Predis no weight, and a weight of 0, is 100: give weights to all or to "
                       "none. Here a node of weight 0 is left out.\n"
                       "It does not fail over.\n",
             .example = "predis",
             .promises = BERTH_WEIGHTS | BERTH_EXACT,
             .params = predis_params,
             .param_count = 1},
    .row = &predis_row,
    .key_hash = &predis_key_hash,
    .ops = &continuum_row_unranked_ops,
};

/* ---- KetamaRing -------------------------------------------------------------------------------- */

/* floor(weight / sum x nodes x 40) in double: with 49 nodes of one weight each has 39 labels. */
static int predis_ketama_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    const double sum = (double)continuum_counts_sum(in), owners = (double)predis_owners(in);
    (void)error;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = (uint64_t)floor((double)predis_weight(in, i) / sum * owners * 40);
    return 0;
}

static const struct continuum_row predis_ketama_row = {
    .points = {.counts = predis_ketama_counts, .md5_words = 4},
    .label = {.pattern = "$n-$j"},
    .key = {.hash = md5_le32, .cut = key_cut_braces},
    .order = {.tie = CONTINUUM_LAST_WINS},
    .rules = {.whole_weights = true},
};

static const struct key_hash predis_ketama_key_hash = {
    "predis-md5-32", "MD5, first 32 bits, of the key, or of its tag in braces", 32};

const struct scheme preset_predis_ketama = {
    .info = {.name = "predis-ketama",
             .summary = "Predis's KetamaRing: four points from each of 40 MD5 labels",
             .compatible =
                 "Predis 1.x and 2.x with KetamaRing as the distributor; recorded from 1.1.10",
             .quirks = "Counts are rounded down in floating point: some numbers of equal nodes get "
                       "39 labels, not 40.\n"
                       "Names, weights and equal points are as in predis.\n",
             .example = "predis-ketama",
             .promises = BERTH_WEIGHTS | BERTH_EXACT},
    .row = &predis_ketama_row,
    .key_hash = &predis_ketama_key_hash,
    .ops = &continuum_row_unranked_ops,
};
