/* SPDX-License-Identifier: MIT */
/* unowned.c - how much of the key space has no node that answers for it
 *
 * This is the only definition of a key without an owner: the tool's verdicts and the tests ask here.
 * Two things leave a key without a node: its position belongs to no node (a slot that no master of a
 * Redis Cluster has), or its owner is down and nothing in its ranking takes over. */
#include "place/walk.h"

#include "base/alloc.h"

#include <math.h>

enum { UNOWNED_SAMPLES = 1 << 16 };

/* What becomes of the keys of nodes that are passed over. */
enum unowned_fate {
    UNOWNED_GOES_ON, /* each finds another node */
    UNOWNED_STOPS,   /* none finds one */
    UNOWNED_VARIES,  /* it depends on the key */
};

/* Each ranking holds every node that can own something, so what one of them ends in, all do. */
static enum unowned_fate unowned_fate(const struct berth_map *map)
{
    struct walk walk;
    if (!map->ops->next_ranked || map->down.rest == 0)
        return UNOWNED_STOPS;
    if (!(map->scheme->info.promises & BERTH_REPLICAS))
        return UNOWNED_VARIES;
    walk_begin_u64(&walk, map, 0);
    uint32_t next = walk_pass_over(map, walk.key, walk.len, walk.hash, &map->down);
    return next != BERTH_NONE ? UNOWNED_GOES_ON : UNOWNED_STOPS;
}

static bool unowned_by_table(const struct berth_map *map, struct berth_unowned *out)
{
    struct space space;
    struct span span;
    u128 none = 0, down = 0;
    if (!map_space(map, &space))
        return false;
    u128 whole = space.kind == SPACE_LINE ? (u128)1 << space.size : space.size;
    for (uint64_t cursor = 0; map->ops->span(map->state, &cursor, &span);) {
        u128 length = (u128)(span.last - span.first) + 1;
        if (span.owner == BERTH_NONE)
            none += length;
        else if (map_skips(&map->down, span.owner))
            down += length;
    }
    enum unowned_fate fate = down > 0 ? unowned_fate(map) : UNOWNED_STOPS;
    if (fate == UNOWNED_VARIES)
        return false;
    down = fate == UNOWNED_STOPS ? down : 0;
    *out = (struct berth_unowned){.share = (double)(none + down) / (double)whole,
                                  .down = (double)down / (double)whole,
                                  .measure = BERTH_BY_TABLE};
    return true;
}

static bool unowned_by_law(const struct berth_map *map, struct berth_unowned *out)
{
    if (!map->scheme->proportional)
        return false;
    enum unowned_fate fate = map->down.bits ? unowned_fate(map) : UNOWNED_STOPS;
    double *share = alloc_array(&map->alloc, map->count, sizeof *share), kept = 0, down = 0;
    bool known = share && fate != UNOWNED_VARIES && berth_map_shares(map, share) == BERTH_BY_LAW;
    for (uint32_t i = 0; known && i < map->count; i++) {
        if (fate == UNOWNED_STOPS && map_skips(&map->down, i))
            down += share[i];
        else
            kept += share[i];
    }
    *out = (struct berth_unowned){.measure = BERTH_BY_LAW};
    out->down = down > 0 ? down / (down + kept) : 0; /* exactly 1 where nothing is kept */
    out->share = down + kept > 0 ? out->down : 1;
    alloc_free(&map->alloc, share, map->count, sizeof *share);
    return known;
}

static void unowned_by_sample(const struct berth_map *map, struct berth_unowned *out)
{
    const uint64_t most = berth_map_samples(map);
    const uint64_t samples = most < UNOWNED_SAMPLES ? most : UNOWNED_SAMPLES;
    uint64_t none = 0, down = 0;
    for (uint64_t i = 0; i < samples; i++) {
        struct walk walk;
        walk_begin_u64(&walk, map, bits_mix(i + 1));
        if (walk_pick(map, &walk, &map->down) != BERTH_NONE)
            continue;
        none++;
        down += walk_owner(map, &walk) != BERTH_NONE;
    }
    double share = (double)none / (double)samples;
    *out = (struct berth_unowned){.share = share,
                                  .down = (double)down / (double)samples,
                                  .error = sqrt(share * (1 - share) / (double)samples),
                                  .measure = BERTH_BY_SAMPLE};
}

void berth_map_unowned(const berth_map *map, struct berth_unowned *out)
{
    if (!map->state)
        *out = (struct berth_unowned){.share = 1, .measure = BERTH_BY_LAW};
    else if (!unowned_by_table(map, out) && !unowned_by_law(map, out))
        unowned_by_sample(map, out);
}
