/* SPDX-License-Identifier: MIT */
/* berth_route.c - berth's lookups, one by one and in batches, by its public calls */
#include <stdlib.h>

#include "loop.h"
#include "ways.h"

struct route {
    const berth_map *map;
    enum key_kind keys;
};

static uint32_t route_string(const void *map, const struct keys *keys, size_t i, uint64_t tie)
{
    return berth_map_route(map, loop_text(keys, i, tie), keys->length);
}

static uint32_t route_integer(const void *map, const struct keys *keys, size_t i, uint64_t tie)
{
    return berth_map_route_u64(map, keys->integers[i] + tie);
}

static uint32_t route_hash(const void *map, const struct keys *keys, size_t i, uint64_t tie)
{
    return berth_map_route_hash(map, keys->hashes[i] + tie);
}

static void route_strings(const void *map, const struct keys *keys, size_t from, size_t n,
                          uint32_t *out)
{
    berth_map_route_many(map, keys->strings + from, n, out);
}

static void route_integers(const void *map, const struct keys *keys, size_t from, size_t n,
                           uint32_t *out)
{
    berth_map_route_many_u64(map, keys->integers + from, n, out);
}

static void route_hashes(const void *map, const struct keys *keys, size_t from, size_t n,
                         uint32_t *out)
{
    berth_map_route_many_hash(map, keys->hashes + from, n, out);
}

static uint64_t route_batches(const struct route *route, const struct slice *slice)
{
    switch (route->keys) {
    case KEY_STRINGS:
        return loop_batches(route_strings, route->map, slice);
    case KEY_INTEGERS:
        return loop_batches(route_integers, route->map, slice);
    default:
        return loop_batches(route_hashes, route->map, slice);
    }
}

static uint64_t route_run(void *state, const struct slice *slice)
{
    const struct route *route = state;
    if (slice->mode == MODE_BATCH)
        return route_batches(route, slice);
    switch (route->keys) {
    case KEY_STRINGS:
        return loop_lookups(route_string, route->map, slice);
    case KEY_INTEGERS:
        return loop_lookups(route_integer, route->map, slice);
    default:
        return loop_lookups(route_hash, route->map, slice);
    }
}

static void *route_open(const struct setting *setting)
{
    struct route *route = malloc(sizeof *route);
    if (!route)
        return NULL;
    *route = (struct route){.map = nodes_map(setting), .keys = setting->keys};
    if (route->map)
        return route;
    free(route);
    return NULL;
}

const struct way berth_route = {
    .name = "berth", .open = route_open, .close = free, .run = route_run, .answers = true};
