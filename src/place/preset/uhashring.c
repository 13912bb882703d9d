/* SPDX-License-Identifier: MIT */
/* uhashring.c - Python's uhashring, and its MetaRing as vLLM's session router uses it */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"

#include "base/fail.h"
#include "base/number.h"
#include "hash/digest.h"

#include <string.h>

enum { UHASHRING_HASH_FN, UHASHRING_VNODES, UHASHRING_REPLICAS, UHASHRING_PARAMS };
enum { UHASHRING_DEFAULT, UHASHRING_KETAMA };
enum { UHASHRING_VNODES_MAX = 1000000 };

/* vnodes of one node: its own, else the ring's, else what the mode has. */
static int uhashring_vnodes(const struct continuum_in *in, uint32_t node, uint64_t common,
                            uint64_t *vnodes, berth_error *error)
{
    const char *own = node_attribute(in->nodes->items[node], "vnodes");
    char shown[FAIL_SHOWN_MAX];
    *vnodes = common;
    if (own &&
        (number_integer(own, strlen(own), vnodes) != NUMBER_OK || *vnodes > UHASHRING_VNODES_MAX))
        return fail(error, BERTH_E_RANGE, "vnodes=%s is not a whole number up to %d",
                    fail_shown(own, strlen(own), shown), UHASHRING_VNODES_MAX);
    return 0;
}

static int uhashring_counts_default(const struct continuum_in *in, uint64_t *count,
                                    berth_error *error)
{
    uint64_t common = in->values[UHASHRING_VNODES].number;
    int code = BERTH_E_OK;
    for (uint32_t i = 0; i < in->count && code == BERTH_E_OK; i++) {
        code = uhashring_vnodes(in, i, common ? common : 160, &count[i], error);
        count[i] *= in->build->members[i].weight / NUMBER_MILLION;
    }
    return code;
}

/* floor(vnodes x nodes x weight / sum of weights), whole; nodes of weight 0 are nodes too. */
static int uhashring_counts_ketama(const struct continuum_in *in, uint64_t *count,
                                   berth_error *error)
{
    uint64_t common = in->values[UHASHRING_VNODES].number, sum = continuum_counts_sum(in);
    int code = BERTH_E_OK;
    for (uint32_t i = 0; i < in->count && code == BERTH_E_OK; i++) {
        uint64_t weight = in->build->members[i].weight / NUMBER_MILLION;
        code = uhashring_vnodes(in, i, common ? common : 40, &count[i], error);
        count[i] = (uint64_t)((u128)count[i] * in->count * weight / sum);
    }
    return code;
}

static int uhashring_adapt(const struct continuum_in *in, struct continuum_row *row,
                           berth_error *error)
{
    (void)error;
    if (in->values[UHASHRING_HASH_FN].number == UHASHRING_DEFAULT)
        return 0;
    row->points.counts = uhashring_counts_ketama;
    row->key.hash = md5_le32;
    row->points.wide = CONTINUUM_NARROW;
    row->points.md5_words = (unsigned)in->values[UHASHRING_REPLICAS].number;
    row->points.bits = 32;
    return 0;
}

static const struct continuum_row uhashring_row = {
    .adapt = uhashring_adapt,
    .points = {.counts = uhashring_counts_default, .wide = CONTINUUM_WIDE_BIG, .bits = 64},
    .label = {.pattern = "$n-$j"},
    .key = {.hash = md5_be64},
    .order = {.tie = CONTINUUM_LAST_WINS, .search = CONTINUUM_AFTER},
    .rules = {.whole_weights = true},
};

static const struct berth_param uhashring_params[UHASHRING_PARAMS] = {
    {.name = "hash_fn",
     .words = "default ketama",
     .shape = BERTH_WORD,
     .preset = "default",
     .help = "default: 128-bit points; ketama: 32-bit points, counts by share of weight"},
    {.name = "vnodes",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = UHASHRING_VNODES_MAX,
     .preset = "0",
     .help = "labels per node and unit of weight; 0 = 160, with ketama 40"},
    {.name = "replicas",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 4,
     .preset = "4",
     .help = "ketama: points per label"},
};

static const struct key_hash uhashring_key_hashes[] = {
    {"md5-be64", "MD5 as a number, its upper 64 bits", 64},
    {"md5-32", NULL, 32},
};

const struct scheme preset_uhashring = {
    .info = {.name = "uhashring",
             .summary = "Python's uhashring: 160 MD5 points of 128 bits a node, or its ketama mode",
             .compatible = "uhashring 2.1",
             .quirks = "A key that hashes onto a point belongs to the next one, also in ketama "
                       "mode, where the real ketama says otherwise.\n"
                       "Of equal points the node added last wins; in ketama mode that happens, so "
                       "the order of listing counts.\n"
                       "Ketama counts are exact where libketama's are rounded in floating point, "
                       "and depend on the sum of weights, so a change touches other nodes too.\n"
                       "Attribute vnodes= is a node's own number of labels.\n"
                       "A bytes key is hashed as what Python prints of it (b'...').\n",
             .example = "uhashring:hash_fn=ketama",
             .attributes = "vnodes",
             .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT,
             .params = uhashring_params,
             .param_count = UHASHRING_PARAMS},
    .row = &uhashring_row,
    .key_hash = uhashring_key_hashes,
    .key_hash_param = 1,
    .ops = &continuum_row_ops,
};

/* ---- MetaRing ------------------------------------------------------------------------------ */

static const struct continuum_row uhashring_meta_row = {
    .points = {.counts = continuum_counts_times_weight, .wide = CONTINUUM_WIDE_BIG, .bits = 64},
    .label = {.pattern = "$n-$j"},
    .key = {.hash = md5_be64},
    .order = {.search = CONTINUUM_AFTER},
    .rules = {.whole_weights = true},
};

static const struct berth_param uhashring_meta_params[] = {
    {.name = "vnodes",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = UHASHRING_VNODES_MAX,
     .preset = "160",
     .help = "points per node and unit of weight"},
};

const struct scheme preset_uhashring_meta = {
    .info = {.name = "uhashring-meta",
             .summary = "uhashring's default ring as the vLLM session router uses it",
             .compatible = "uhashring 2.x MetaRing; vLLM production-stack SessionRouter (2025)",
             .quirks = "A key that hashes onto a point belongs to the next one.\n"
                       "Names are the engines' URLs, keys the session ids.\n",
             .example = "uhashring-meta:vnodes=160",
             .promises = BERTH_MINIMAL | BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT,
             .params = uhashring_meta_params,
             .param_count = 1},
    .row = &uhashring_meta_row,
    .key_hash = &uhashring_key_hashes[0],
    .ops = &continuum_row_ops,
};
