/* SPDX-License-Identifier: MIT */
/* berth_replicas.c - berth's replicas: the first setting.count nodes of a key's ranking */
#include <stdlib.h>

#include "loop.h"
#include "ways.h"

struct replicas {
    const berth_map *map;
    uint32_t count;
};

static uint32_t replicas_of_hash(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    const struct replicas *replicas = state;
    uint32_t nodes[FOLD_MAX];
    berth_map_replicas_hash(replicas->map, keys->hashes[i] + tie, nodes, replicas->count);
    return fold(nodes, replicas->count);
}

static uint64_t replicas_run(void *state, const struct slice *slice)
{
    return loop_lookups(replicas_of_hash, state, slice);
}

static void *replicas_open(const struct setting *setting)
{
    struct replicas *replicas = malloc(sizeof *replicas);
    if (!replicas)
        return NULL;
    *replicas = (struct replicas){.map = nodes_map(setting), .count = setting->count};
    if (replicas->map)
        return replicas;
    free(replicas);
    return NULL;
}

const struct way berth_replicas = {.name = "berth, replicas",
                                   .open = replicas_open,
                                   .close = free,
                                   .run = replicas_run,
                                   .answers = true};
