/* SPDX-License-Identifier: MIT */
/* oracle_rank.c - hrw by its rule (docs/placement.md): every node is scored for each key
 *
 * Weighted scores are -log2(u) / weight in long double. When the two best scores of a key are too
 * close for that precision, the answer is ORACLE_UNSURE and is not compared. */
#include <math.h>
#include <stdlib.h>

#include "key_digest.h"
#include "ways.h"

struct oracle_rank {
    uint64_t *node;
    struct setting set;
};

/* Finds the first nodes of the ranking by descending u, in one pass for each. */
static uint32_t oracle_even(const struct oracle_rank *rank, uint64_t hash)
{
    const uint32_t wanted = rank->set.count ? rank->set.count : 1;
    uint32_t nodes[FOLD_MAX] = {0};
    uint64_t before = UINT64_MAX;
    for (uint32_t found = 0; found < wanted; found++) {
        uint64_t best = 0;
        for (uint32_t k = 0; k < rank->set.nodes; k++) {
            const uint64_t u = keys_mix(hash ^ rank->node[k]);
            if (u < best || u >= before)
                continue;
            best = u;
            nodes[found] = k;
        }
        before = best;
    }
    return fold(nodes, wanted);
}

static uint32_t oracle_weighted(const struct oracle_rank *rank, uint64_t hash)
{
    long double best = INFINITY, second = INFINITY;
    uint32_t owner = 0;
    for (uint32_t k = 0; k < rank->set.nodes; k++) {
        const long double u = ((long double)keys_mix(hash ^ rank->node[k]) + 1) * 0x1p-64L;
        const long double score = -log2l(u) / (long double)nodes_weight(&rank->set, k);
        second = score < best ? best : score < second ? score : second;
        owner = score < best ? k : owner;
        best = score < best ? score : best;
    }
    return second - best < 1e-6L * (second + best) ? ORACLE_UNSURE : owner;
}

static uint32_t oracle_rank_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    const struct oracle_rank *rank = state;
    uint64_t hash = digest_key(rank->set.keys, keys, i, tie);
    return rank->set.weighted ? oracle_weighted(rank, hash) : oracle_even(rank, hash);
}

static uint64_t oracle_rank_run(void *state, const struct slice *slice)
{
    return loop_lookups(oracle_rank_one, state, slice);
}

static void *oracle_rank_open(const struct setting *setting)
{
    struct oracle_rank *rank = calloc(1, sizeof *rank);
    if (!rank)
        return NULL;
    rank->set = *setting;
    rank->node = malloc(setting->nodes * sizeof *rank->node);
    for (uint32_t i = 0; i < setting->nodes; i++)
        rank->node[i] = digest_node(i);
    return rank;
}

static void oracle_rank_close(void *state)
{
    struct oracle_rank *rank = state;
    free(rank->node);
    free(rank);
}

const struct way oracle_hrw = {.name = "hrw by its rule",
                               .open = oracle_rank_open,
                               .close = oracle_rank_close,
                               .run = oracle_rank_run,
                               .answers = true};
