/* SPDX-License-Identifier: MIT */
/* mcrouter_rendezvous.c - mcrouter's Rendezvous and WeightedRendezvous, by tags
 *
 * log() is libm's: its last bit is part of the placement, and glibc, Go and CPython agree on every
 * recorded value. */
#include "place/mechanism/score_row.h"

#include "hash/mix.h"
#include "hash/murmur.h"

#include <math.h>

#define MCROUTER_NODE 4193360111u
#define MCROUTER_KEY  2718281828u

static void mcrouter_seed(const struct value *values, struct score_node *node)
{
    (void)values;
    node->seed = murmur64a(node->name, node->len, MCROUTER_NODE);
}

static uint64_t mcrouter_key(const void *key, size_t len)
{
    return murmur64a(key, len, MCROUTER_KEY);
}

/* The pair's hash is compared as a double: 53 bits, so ties are 2048 times likelier. */
static uint64_t mcrouter_score(const struct score_node *node, uint64_t hash)
{
    return score_bits((double)mix_128_to_64(node->seed, hash));
}

static uint64_t mcrouter_weighted_score(const struct score_node *node, uint64_t hash)
{
    uint64_t low = mix_128_to_64(node->seed, hash) & ((UINT64_C(1) << 53) - 1);
    double u = (double)low / 9007199254740992.0;
    return score_bits(node->weight * (1.0 / -log(u)));
}

static const struct score_row mcrouter_rendezvous = {.prepare = mcrouter_seed,
                                                     .score_hash = mcrouter_score,
                                                     .key_hash = mcrouter_key,
                                                     .real = true,
                                                     .last_wins = true};

static const struct key_hash mcrouter_key_hash = {"murmur64a:seed=2718281828", NULL, 64};

const struct scheme preset_mcrouter_rendezvous = {
    .info = {.name = "mcrouter-rendezvous",
             .summary = "mcrouter's Rendezvous hash function, by tags",
             .compatible = "facebook/mcrouter RendezvousHashFunc",
             .quirks = "Scores are compared as doubles; of equal ones the higher index wins.\n"
                       "A node's name is its tag. A salt is to be appended to the key.\n"
                       "Weights are ignored; see mcrouter-weighted-rendezvous.\n",
             .example = "mcrouter-rendezvous",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS},
    .row = &mcrouter_rendezvous,
    .scoring = 11,
    .key_hash = &mcrouter_key_hash,
    .ops = &score_row_hash_ops,
};

static const struct score_row mcrouter_weighted_rendezvous = {.prepare = mcrouter_seed,
                                                              .score_hash = mcrouter_weighted_score,
                                                              .key_hash = mcrouter_key,
                                                              .real = true,
                                                              .zero_loses = true};

const struct scheme preset_mcrouter_weighted_rendezvous = {
    .info = {.name = "mcrouter-weighted-rendezvous",
             .summary = "mcrouter's WeightedRendezvous hash function",
             .compatible = "facebook/mcrouter WeightedRendezvousHashFunc",
             .quirks = "A node's name is its tag. Of equal scores the lower index wins.\n",
             .example = "mcrouter-weighted-rendezvous",
             .promises = BERTH_MINIMAL | BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_SET},
    .row = &mcrouter_weighted_rendezvous,
    .scoring = 18,
    .key_hash = &mcrouter_key_hash,
    .proportional = true,
    .ops = &score_row_hash_ops,
};
