/* SPDX-License-Identifier: MIT */
/* by_table.c - comparing two rings or tables whole
 * Idea       both maps divide the same positions (the line of all hashes, or the residues of the
 *            hash) into spans; walked in step they give pieces with one owner on each side, and
 * each piece whose owners differ moves. Lengths are added up as integers. Cost       O(spans of
 * both); 24 bytes a range that moves */
#include "plan.h"

#include "place/map.h"
#include "spans.h"

/* A map in which nobody owns anything fits every space. */
static bool by_table_space(const berth_map *map, const struct berth_space *other,
                           struct berth_space *out)
{
    if (map->state)
        return map_space(map, out);
    *out = *other;
    return true;
}

static bool by_table_same(const struct berth_space *a, const struct berth_space *b)
{
    return a->kind != BERTH_SPACE_NONE && a->kind == b->kind && a->size == b->size &&
           a->key == b->key;
}

/* The space that both maps divide; false when there is none. */
static bool by_table_common(const struct berth_plan *plan, struct berth_space *space)
{
    struct berth_space any = {BERTH_SPACE_LINE, 64, 0}, other;
    const berth_map *before = plan->maps[MATCH_BEFORE], *after = plan->maps[MATCH_AFTER];
    return by_table_space(after, &any, &any) && by_table_space(before, &any, space) &&
           by_table_space(after, space, &other) && by_table_same(space, &other);
}

bool by_table_fits(const struct berth_plan *plan)
{
    struct berth_space space;
    return by_table_common(plan, &space);
}

static struct spans_stream by_table_stream(const berth_map *map, const uint64_t *last)
{
    if (!map->state)
        return spans_nobody(last);
    return (struct spans_stream){.span = map->scheme->span, .state = map->state};
}

static bool by_table_goes_on(const struct berth_range *range, const struct berth_range *next)
{
    return range->last + 1 == next->first && range->index_from == next->index_from &&
           range->index_to == next->index_to;
}

static bool by_table_add_range(struct berth_plan *plan, const struct berth_range *next)
{
    struct berth_range *latest = plan->range_count ? &plan->ranges[plan->range_count - 1] : NULL;
    if (latest && by_table_goes_on(latest, next)) {
        latest->last = next->last;
        return true;
    }
    void *ranges = plan->ranges;
    bool grown = alloc_grow(&plan->alloc, &ranges, &plan->range_room, plan->range_count + 1,
                            sizeof *plan->ranges);
    plan->ranges = ranges;
    if (grown)
        plan->ranges[plan->range_count++] = *next;
    return grown;
}

static bool by_table_add(struct berth_plan *plan, const struct spans_piece *piece)
{
    uint32_t from = match_number(&plan->match, MATCH_BEFORE, piece->before);
    uint32_t to = match_number(&plan->match, MATCH_AFTER, piece->after);
    u128 length = (u128)(piece->last - piece->first) + 1;
    plan->tallies[from].units[MATCH_BEFORE] += length;
    plan->tallies[to].units[MATCH_AFTER] += length;
    plan->total += length;
    if (from == to)
        return true;
    struct flow *flow = flows_at(&plan->flows, from, to);
    if (!flow)
        return false;
    flow->units += length;
    const struct berth_range range = {piece->first, piece->last, piece->before, piece->after};
    return by_table_add_range(plan, &range);
}

int by_table_measure(struct berth_plan *plan)
{
    struct berth_space space;
    struct spans spans;
    struct spans_piece piece;
    if (!by_table_common(plan, &space))
        return BERTH_E_UNSUPPORTED;
    bool cycle = space.kind == BERTH_SPACE_CYCLE;
    uint64_t last = cycle ? space.size - 1 : UINT64_MAX >> (64 - space.size);
    spans_start(&spans, by_table_stream(plan->maps[MATCH_BEFORE], &last),
                by_table_stream(plan->maps[MATCH_AFTER], &last));
    while (spans_next(&spans, &piece))
        if (!by_table_add(plan, &piece))
            return BERTH_E_MEMORY;
    plan->settled.measure = BERTH_BY_TABLE;
    plan->settled.residues = cycle;
    return BERTH_E_OK;
}
