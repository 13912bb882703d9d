/* SPDX-License-Identifier: MIT */
/* shares.c - how much of the key space each node owns */
#include "place/walk.h"

#include "base/alloc.h"
#include "base/number.h"

#include <string.h>

/* ---- shares -------------------------------------------------------------------------------- */

bool map_space(const struct berth_map *map, struct space *out)
{
    if (!map->state || !map->ops->space || !map->ops->span)
        return false;
    *out = (struct space){.kind = SPACE_NONE, .key = (uint64_t)(uintptr_t)map->digest};
    map->ops->space(map->state, out);
    return out->kind != SPACE_NONE;
}

/* Sums the positions of each node exactly; a 64-bit line has 2^64 of them, hence 128 bits. */
static bool shares_by_table(const struct berth_map *map, const struct space *space, double *share)
{
    u128 *sum = alloc_zeroed(&map->alloc, map->count, sizeof *sum);
    u128 whole = space->kind == SPACE_LINE ? (u128)1 << space->size : space->size;
    struct span span;
    if (!sum)
        return false;
    for (uint64_t cursor = 0; map->ops->span(map->state, &cursor, &span);)
        if (span.owner != BERTH_NONE)
            sum[span.owner] += (u128)(span.last - span.first) + 1;
    for (uint32_t i = 0; i < map->count; i++)
        share[i] = (double)sum[i] / (double)whole;
    alloc_free(&map->alloc, sum, map->count, sizeof *sum);
    return true;
}

static void shares_by_law(const struct berth_map *map, double *share)
{
    bool weighted = map->scheme->info.promises & BERTH_WEIGHTS;
    double sum = 0;
    for (uint32_t i = 0; i < map->count; i++) {
        uint64_t weight = map_weight(map, i);
        share[i] = weighted ? (double)weight : (double)(weight > 0);
        sum += share[i];
    }
    for (uint32_t i = 0; i < map->count && sum > 0; i++)
        share[i] /= sum;
}

static void shares_by_sample(const struct berth_map *map, double *share)
{
    memset(share, 0, map->count * sizeof *share);
    for (uint64_t i = 0; i < BERTH_SHARE_SAMPLES; i++) {
        struct walk walk;
        walk_begin_u64(&walk, map, bits_mix(i + 1));
        uint32_t owner = walk_owner(map, &walk);
        if (owner != BERTH_NONE)
            share[owner] += 1.0 / BERTH_SHARE_SAMPLES;
    }
}

/* Whether a node can own anything at all; presets that know no weights may do as they like. */
static bool shares_any(const struct berth_map *map)
{
    bool weighs = map->scheme->info.promises & (BERTH_NATIVE | BERTH_WEIGHTS);
    for (uint32_t i = 0; i < map->count; i++)
        if (!weighs || map_weight(map, i) > 0)
            return true;
    return false;
}

enum berth_measure berth_map_shares(const berth_map *map, double *share)
{
    struct space space;
    if (!shares_any(map)) {
        for (uint32_t i = 0; i < map->count; i++)
            share[i] = 0;
        return BERTH_BY_LAW;
    }
    if (map_space(map, &space) && shares_by_table(map, &space, share))
        return BERTH_BY_TABLE;
    if (map->scheme->proportional) {
        shares_by_law(map, share);
        return BERTH_BY_LAW;
    }
    shares_by_sample(map, share);
    return BERTH_BY_SAMPLE;
}

bool berth_map_mark(const berth_map *map, size_t i, struct berth_mark *out)
{
    return map->state && map->ops->mark && map->ops->mark(map->state, i, out);
}

bool berth_map_rooms(const berth_map *map, uint64_t *room)
{
    memset(room, 0, map->count * sizeof *room); /* a node that can own nothing has no room */
    return map->state && map->ops->rooms && map->ops->rooms(map->state, room);
}

size_t berth_map_lost_points(const berth_map *map, size_t *lost)
{
    size_t sum = 0;
    for (uint32_t i = 0; i < map->count; i++)
        lost[i] = 0;
    if (map->state && map->ops->lost)
        map->ops->lost(map->state, lost);
    for (uint32_t i = 0; i < map->count; i++)
        sum += lost[i];
    return sum;
}
