/* SPDX-License-Identifier: MIT */
/* way_hrw_log.c - weighted rendezvous as it is usually written: the hash of each pair of key and
 *                 node becomes a fraction u, and the node with the largest -weight / log(u) wins;
 *                 the logarithm is libm's */
#include <math.h>
#include <stdlib.h>

#include "key_digest.h"
#include "ways.h"

struct pairs {
    uint64_t *node;
    double *weight;
    uint32_t count;
};

static void pairs_close(void *state)
{
    struct pairs *pairs = state;
    free(pairs->node);
    free(pairs->weight);
    free(pairs);
}

static void *pairs_open(const struct setting *setting)
{
    struct pairs *pairs = malloc(sizeof *pairs);
    if (!pairs)
        return NULL;
    pairs->count = setting->nodes;
    pairs->node = malloc(setting->nodes * sizeof *pairs->node);
    pairs->weight = malloc(setting->nodes * sizeof *pairs->weight);
    for (uint32_t i = 0; i < setting->nodes; i++) {
        pairs->node[i] = digest_node(i);
        pairs->weight[i] = nodes_weight(setting, i);
    }
    return pairs;
}

/* The hash of a pair is as cheap as berth's, a single mix, so only the logarithms are compared. */
static uint32_t pairs_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    const struct pairs *pairs = state;
    const uint64_t hash = keys->hashes[i] + tie;
    double best = -1;
    uint32_t owner = 0;
    for (uint32_t k = 0; k < pairs->count; k++) {
        const double u = ((double)(keys_mix(hash ^ pairs->node[k]) >> 11) + 0.5) * 0x1p-53;
        const double score = -pairs->weight[k] / log(u);
        if (score > best) {
            best = score;
            owner = k;
        }
    }
    return owner;
}

static uint64_t pairs_run(void *state, const struct slice *slice)
{
    return loop_lookups(pairs_one, state, slice);
}

const struct way way_hrw_log = {
    .name = "-w / log u", .open = pairs_open, .close = pairs_close, .run = pairs_run};
