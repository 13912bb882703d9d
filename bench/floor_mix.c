/* SPDX-License-Identifier: MIT */
/* floor_mix.c - the bare loop of rendezvous hashing: one mix and one compare for each node
 *
 * The hashes of the nodes are in an array, the best score so far in a register. A better score
 * comes about ln N times for each key, so a branch is predicted well. The empty asm keeps the
 * compiler from using a conditional move instead, which takes 1.44 ns a node on Zen 4 where the
 * branch takes 1.11 ns. */
#include <stdlib.h>

#include "key_digest.h"
#include "ways.h"

struct floor_mix {
    uint64_t *node;
    uint32_t count;
};

static void *floor_mix_open(const struct setting *setting)
{
    struct floor_mix *floor = malloc(sizeof *floor);
    if (!floor)
        return NULL;
    floor->count = setting->nodes;
    floor->node = malloc(setting->nodes * sizeof *floor->node);
    for (uint32_t i = 0; i < setting->nodes; i++)
        floor->node[i] = digest_node(i);
    return floor;
}

static void floor_mix_close(void *state)
{
    struct floor_mix *floor = state;
    free(floor->node);
    free(floor);
}

static uint32_t floor_mix_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    const struct floor_mix *floor = state;
    const uint64_t hash = keys->hashes[i] + tie, *node = floor->node;
    const uint32_t count = floor->count;
    uint64_t best = 0;
    uint32_t owner = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint64_t u = keys_mix(hash ^ node[k]);
        if (u > best) {
            best = u;
            owner = k;
            __asm__ volatile("");
        }
    }
    return owner;
}

static uint64_t floor_mix_run(void *state, const struct slice *slice)
{
    return loop_lookups(floor_mix_one, state, slice);
}

const struct way floor_mix = {.name = "mix and compare",
                              .open = floor_mix_open,
                              .close = floor_mix_close,
                              .run = floor_mix_run,
                              .answers = true};
