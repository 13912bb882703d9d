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

/* What gives a map's spans one after the other. */
typedef bool shares_span(const void *state, uint64_t *cursor, struct span *out);

/* Sums the positions of each node exactly; a 64-bit line has 2^64 of them, hence 128 bits. */
static bool shares_by_table(const struct berth_map *map, const struct space *space,
                            shares_span *next, const void *state, double *share)
{
    u128 *sum = alloc_zeroed(&map->alloc, map->count, sizeof *sum);
    u128 whole = space->kind == SPACE_LINE ? (u128)1 << space->size : space->size;
    struct span span;
    if (!sum)
        return false;
    for (uint64_t cursor = 0; next(state, &cursor, &span);)
        if (span.owner != BERTH_NONE)
            sum[span.owner] += (u128)(span.last - span.first) + 1;
    for (uint32_t i = 0; i < map->count; i++)
        share[i] = (double)sum[i] / (double)whole;
    alloc_free(&map->alloc, sum, map->count, sizeof *sum);
    return true;
}

/* Nodes in `skip`, which may be NULL, leave their shares to the others. */
static void shares_by_law(const struct berth_map *map, const struct map_skip *skip, double *share)
{
    bool weighted = map->scheme->info.promises & BERTH_WEIGHTS;
    double sum = 0;
    for (uint32_t i = 0; i < map->count; i++) {
        uint64_t weight = skip && map_skips(skip, i) ? 0 : map_weight(map, i);
        share[i] = weighted ? (double)weight : (double)(weight > 0);
        sum += share[i];
    }
    for (uint32_t i = 0; i < map->count && sum > 0; i++)
        share[i] /= sum;
}

/* How many lookups a second or two are enough for, where each scores every node at a price. */
static uint64_t shares_affordable(const struct berth_map *map)
{
    const uint64_t budget = UINT64_C(1) << 30, least = UINT64_C(1) << 14;
    if (map->scheme->scoring == 0 || map->count == 0)
        return UINT64_MAX;
    const uint64_t lookups = budget / map->scheme->scoring / map->count;
    return lookups < least ? least : lookups;
}

uint64_t berth_map_samples(const berth_map *map)
{
    const uint64_t least = UINT64_C(1) << 20, a_node = UINT64_C(1) << 12;
    const uint64_t most = berth_map_kind(map) == BERTH_KIND_SCORE ? least << 1 : least << 3;
    const uint64_t affordable = shares_affordable(map);
    uint64_t samples = a_node * map->count;
    samples = samples < least ? least : samples > most ? most : samples;
    return samples < affordable ? samples : affordable;
}

static void shares_by_sample(const struct berth_map *map, double *share)
{
    uint64_t samples = berth_map_samples(map);
    memset(share, 0, map->count * sizeof *share);
    for (uint64_t i = 0; i < samples; i++) {
        struct walk walk;
        walk_begin_u64(&walk, map, bits_mix(i + 1));
        uint32_t owner = walk_owner(map, &walk);
        if (owner != BERTH_NONE)
            share[owner]++;
    }
    for (uint32_t i = 0; i < map->count; i++)
        share[i] /= (double)samples;
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
    if (map_space(map, &space) && shares_by_table(map, &space, map->ops->span, map->state, share))
        return BERTH_BY_TABLE;
    if (map->scheme->proportional) {
        shares_by_law(map, NULL, share);
        return BERTH_BY_LAW;
    }
    shares_by_sample(map, share);
    return BERTH_BY_SAMPLE;
}

/* ---- shares of the nodes that answer ------------------------------------------------------- */

bool map_ranks_positions(const struct berth_map *map, const struct map_skip *skip)
{
    return !skip->bits || !map->ops->next_ranked || (!map->scheme->redraws && !map->ops->route_key);
}

/* The *cursor-th run of positions with one ranking. */
static bool shares_grain(const struct berth_map *map, uint64_t *cursor, struct span *out)
{
    struct space space;
    const uint64_t grain = map->ops->grain(map->state), first = *cursor * grain;
    if (!map_space(map, &space))
        return false;
    uint64_t last = space.kind == SPACE_CYCLE ? space.size - 1 : UINT64_MAX >> (64 - space.size);
    if (*cursor > last / grain)
        return false;
    (*cursor)++;
    *out = (struct span){first, first + (grain - 1), map->ops->route(map->state, first)};
    return true;
}

bool map_answer_span(const void *of, uint64_t *cursor, struct span *out)
{
    const struct berth_map *map = of;
    if (map->ops->grain ? !shares_grain(map, cursor, out)
                        : !map->ops->span(map->state, cursor, out))
        return false;
    out->owner = walk_answer(map, out->first, out->owner, &map->down);
    return true;
}

/* By law: without a ranking, what a node that is down owns is nobody's. */
static void shares_of_answering(const struct berth_map *map, double *share)
{
    shares_by_law(map, map->ops->next_ranked ? &map->down : NULL, share);
    for (uint32_t i = 0; i < map->count; i++)
        share[i] = map_skips(&map->down, i) ? 0 : share[i];
}

bool map_answers(const struct berth_map *map, double *share)
{
    struct space space;
    if (!map->down.bits && (map->scheme->proportional || map_space(map, &space)))
        return berth_map_shares(map, share) != BERTH_BY_SAMPLE;
    if (map_space(map, &space) && map_ranks_positions(map, &map->down))
        return shares_by_table(map, &space, map_answer_span, map, share);
    if (map->scheme->proportional)
        shares_of_answering(map, share);
    return map->scheme->proportional;
}

/* ---- marks --------------------------------------------------------------------------------- */

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
