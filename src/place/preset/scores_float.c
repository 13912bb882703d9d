/* SPDX-License-Identifier: MIT */
/* scores_float.c - rendezvous of deployed systems that score by doubles: Traefik, mcrouter
 *
 * Their scores are positive doubles; a positive double's bits, read as a whole number, have the
 * same order. log() is libm's: its last bit is part of the placement, and glibc, Go and CPython
 * agree on every recorded value. */
#include "place/mechanism/score_row.h"

#include "hash/fnv.h"
#include "hash/mix.h"
#include "hash/murmur.h"

#include <math.h>
#include <string.h>

static uint64_t scores_bits(double score)
{
    uint64_t bits;
    if (!(score > 0))
        return 0;
    memcpy(&bits, &score, sizeof bits);
    return bits;
}

/* ---- Traefik ------------------------------------------------------------------------------- */

static uint64_t scores_traefik(const struct value *values, const struct score_node *node,
                               const void *key, size_t len)
{
    (void)values;
    uint64_t hash = fnv1a_64_continue(fnv1a_64(key, len), node->name, node->len);
    double u = (double)hash / 18446744073709551616.0;
    return scores_bits(node->weight * (1.0 / -log(u)));
}

static const struct score_row scores_traefik_row = {.score_key = scores_traefik,
                                                    .zero_loses = true};

const struct scheme preset_traefik_hrw = {
    .info = {.name = "traefik-hrw",
             .summary = "Traefik's highestRandomWeight: FNV-1a of key then name, weighted by log",
             .compatible = "Traefik 3.6 and later (hrw services, upstream-hash-by)",
             .quirks = "The bytes that differ between nodes come last, where FNV-1a hardly mixes "
                       "them: with names that differ in one digit half of the nodes may get "
                       "nothing, and weights 9:1 can become 100:0.\n",
             .example = "traefik-hrw",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET},
    .row = &scores_traefik_row,
    .ops = &score_row_key_ops,
};

/* ---- mcrouter ------------------------------------------------------------------------------ */

#define SCORES_MCROUTER_NODE 4193360111u
#define SCORES_MCROUTER_KEY  2718281828u

static void scores_mcrouter_seed(const struct value *values, struct score_node *node)
{
    (void)values;
    node->seed = murmur64a(node->name, node->len, SCORES_MCROUTER_NODE);
}

static uint64_t scores_mcrouter_key(const void *key, size_t len)
{
    return murmur64a(key, len, SCORES_MCROUTER_KEY);
}

/* The pair's hash is compared as a double: 53 bits, so ties are 2048 times likelier. */
static uint64_t scores_mcrouter(const struct score_node *node, uint64_t hash)
{
    return scores_bits((double)mix_128_to_64(node->seed, hash));
}

static uint64_t scores_mcrouter_weighted(const struct score_node *node, uint64_t hash)
{
    uint64_t low = mix_128_to_64(node->seed, hash) & ((UINT64_C(1) << 53) - 1);
    double u = (double)low / 9007199254740992.0;
    return scores_bits(node->weight * (1.0 / -log(u)));
}

static const struct score_row scores_mcrouter_row = {.prepare = scores_mcrouter_seed,
                                                     .score_hash = scores_mcrouter,
                                                     .key_hash = scores_mcrouter_key,
                                                     .last_wins = true};

const struct scheme preset_mcrouter_rendezvous = {
    .info = {.name = "mcrouter-rendezvous",
             .summary = "mcrouter's Rendezvous hash function, by tags",
             .compatible = "facebook/mcrouter RendezvousHashFunc",
             .quirks = "Scores are compared as doubles; of equal ones the higher index wins.\n"
                       "A node's name is its tag. A salt is to be appended to the key.\n"
                       "Weights are ignored; see mcrouter-weighted-rendezvous.\n",
             .example = "mcrouter-rendezvous",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS},
    .row = &scores_mcrouter_row,
    .ops = &score_row_hash_ops,
};

static const struct score_row scores_mcrouter_weighted_row = {.prepare = scores_mcrouter_seed,
                                                              .score_hash =
                                                                  scores_mcrouter_weighted,
                                                              .key_hash = scores_mcrouter_key,
                                                              .zero_loses = true};

const struct scheme preset_mcrouter_weighted_rendezvous = {
    .info = {.name = "mcrouter-weighted-rendezvous",
             .summary = "mcrouter's WeightedRendezvous hash function",
             .compatible = "facebook/mcrouter WeightedRendezvousHashFunc",
             .quirks = "A node's name is its tag. Of equal scores the lower index wins.\n",
             .example = "mcrouter-weighted-rendezvous",
             .promises = BERTH_MINIMAL | BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_SET},
    .row = &scores_mcrouter_weighted_row,
    .proportional = true,
    .ops = &score_row_hash_ops,
};
