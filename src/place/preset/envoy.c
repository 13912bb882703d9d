/* SPDX-License-Identifier: MIT */
/* envoy.c - the two hashing load balancers of Envoy: ring_hash and maglev */
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/table_row.h"

#include "hash/murmur.h"
#include "hash/xxh3.h"

#define ENVOY_NAMES                                                                                \
    "A node's name is its hash key: \"ip:port\", the hostname, or the endpoint's hash_key "        \
    "metadata.\n"

#define ENVOY_ATTEMPT(what)                                                                        \
    {                                                                                              \
        .name = "attempt", .shape = BERTH_INTEGER, .min = 0, .max = 1000, .preset = "0",           \
        .help = what                                                                               \
    }

/* ---- ring_hash ----------------------------------------------------------------------------- */

/* libstdc++'s _Hash_bytes, which Envoy calls MURMUR_HASH_2. */
static uint64_t envoy_murmur2(const void *data, size_t len)
{
    return murmur64a(data, len, 0xc70f6907);
}

static continuum_hash *const envoy_hashes[] = {plain_xxh64, envoy_murmur2};

static const struct berth_param envoy_ring_params[] = {
    CONTINUUM_SIZES("8388608"),
    {.name = "hash",
     .aliases = "hash_function",
     .words = "xx murmur2",
     .shape = BERTH_WORD,
     .preset = "xx",
     .help = "hash of the points; keys are always hashed by xxHash64"},
    ENVOY_ATTEMPT("retry attempt: so many points on from the point found"),
};

static const struct continuum_row envoy_ring = {
    .points = {.counts = continuum_counts_envoy, .bits = 64},
    .label = {.pattern = "$n_$j", .hash_param = 3, .hashes = envoy_hashes},
    .key = {.hash = plain_xxh64, .attempt_param = 4},
    .rules = {.whole_weights = true},
};

static const struct key_hash envoy_key_hash = {"xxh64", NULL, 64};

const struct scheme preset_envoy_ring_hash = {
    .info = {.name = "envoy-ring-hash",
             .summary = "Envoy's ring_hash (Istio consistentHash): xxHash64 points by weight",
             .compatible = "Envoy ring_hash, all versions with these defaults; x86-64 builds",
             .quirks = ENVOY_NAMES
             "A running sum in double precision decides which host gets the next point, so the "
             "order of hosts counts when the ring is capped, and the ring may be one "
             "point longer than max.\n"
             "Counts depend on the sum of weights, so a change touches other nodes too.\n"
             "Hosts that are down or drain are not in the ring.\n",
             .example = "envoy-ring-hash:min=1024",
             .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT,
             .params = envoy_ring_params,
             .param_count = 4},
    .row = &envoy_ring,
    .key_hash = &envoy_key_hash,
    .drops_down = true,
    .drops_drain = true,
    .ops = &continuum_row_ops,
};

/* ---- maglev -------------------------------------------------------------------------------- */

static void envoy_permute(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                          uint64_t *skip)
{
    const struct node *node = table_node(fill, place);
    *offset = XXH64(node->text, node->name_len, 0) % fill->size;
    *skip = XXH64(node->text, node->name_len, 1) % (fill->size - 1) + 1;
}

/* The first round after `round` in which the node's share has caught up with its target. The
 * quotient may be off by its rounding; Envoy's own comparison decides. */
static uint64_t envoy_due(uint64_t round, double share, double target)
{
    const double guess = target / share;
    if (guess >= TURNS_NEVER)
        return TURNS_NEVER;
    uint64_t due = round + 1;
    if (guess > (double)due + 1)
        due = (uint64_t)guess - 1;
    while ((double)due * share < target)
        due++;
    return due;
}

/* Shares and targets are doubles; a node takes part once its share has caught up. */
static int envoy_fill(struct table_fill *fill, double *target, berth_error *error)
{
    (void)error;
    double sum = (double)table_weight_sum(fill), largest = (double)table_largest(fill) / sum;
    for (uint32_t i = 0; i < fill->count; i++) {
        target[i] = 0;
        turns_seat(&fill->turns, i, 1);
    }
    turns_open(&fill->turns);
    while (fill->filled < fill->size) {
        const uint32_t i = turns_place(&fill->turns);
        const double share = (double)fill->weight[i] / sum;
        target[i] += largest;
        table_take(fill, i);
        turns_move(&fill->turns, i, envoy_due(turns_round(&fill->turns), share, target[i]));
    }
    return 0;
}

static const struct berth_param envoy_maglev_params[] = {
    TABLE_SIZE("table", "table_size size slots", "65537"),
    ENVOY_ATTEMPT("retry attempt"),
};

static const struct table_row envoy_maglev = {
    .permute = envoy_permute,
    .fill = envoy_fill,
    .hash = plain_xxh64,
    .size_param = 1,
    .attempt_param = 2,
};

const struct scheme preset_envoy_maglev = {
    .info = {.name = "envoy-maglev",
             .summary = "Envoy's maglev load balancer",
             .compatible = "Envoy maglev, all versions, table sizes as configured; x86-64 builds",
             .quirks =
                 ENVOY_NAMES "Not minimal: a change moves some keys between untouched nodes.\n"
                             "Hosts that are down or drain are not in the table.\n",
             .example = "envoy-maglev:table=65537",
             .promises = BERTH_WEIGHTS | BERTH_SET | BERTH_EXACT,
             .params = envoy_maglev_params,
             .param_count = 2},
    .row = &envoy_maglev,
    .key_hash = &envoy_key_hash,
    .ops = &table_row_ops,
    .drops_down = true,
    .drops_drain = true,
};
