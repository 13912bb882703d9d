/* SPDX-License-Identifier: MIT */
/* by_table.c - comparing two rings or tables whole
 * Idea       both maps divide the same positions (the line of all hashes, or the residues of the
 *            hash) into spans. Walked in step, the spans give pieces with one owner on each side,
 *            and a piece whose owners differ moves: it is a range. Where an owner is down, or a
 *            draining node would take what it did not have, the ranking of the position says where
 *            the piece goes. Then the ranges are sorted into heaps, one for each node that loses
 *            them, and each heap is added up by the nodes that gain, in an array that fits the
 *            nearest cache. Lengths are added up as integers.
 * Cost       O(spans of both + flows); 24 bytes for each range that moves, 28 while it runs */
#include "plan/plan.h"

#include "place/walk.h"
#include "plan/spans.h"

/* A map in which no node owns anything divides no positions, so it fits every space. */
static bool by_table_space(const berth_map *map, const struct space *other, struct space *out)
{
    if (map->state)
        return map_space(map, out);
    *out = *other;
    return true;
}

static bool by_table_same(const struct space *a, const struct space *b)
{
    return a->kind != SPACE_NONE && a->kind == b->kind && a->size == b->size && a->key == b->key;
}

/* The space that both maps divide; false when there is none. */
static bool by_table_common(const struct berth_plan *plan, struct space *space)
{
    struct space any = {SPACE_LINE, 64, 0}, other;
    const berth_map *before = plan->maps[MATCH_BEFORE], *after = plan->maps[MATCH_AFTER];
    return by_table_space(after, &any, &any) && by_table_space(before, &any, space) &&
           by_table_space(after, space, &other) && by_table_same(space, &other);
}

bool by_table_fits(const struct berth_plan *plan)
{
    struct space space;
    const berth_map *before = plan->maps[MATCH_BEFORE], *after = plan->maps[MATCH_AFTER];
    return map_ranks_positions(before, &before->down) &&
           map_ranks_positions(after, &after->closed) && by_table_common(plan, &space);
}

static struct spans_stream by_table_stream(const berth_map *map, const uint64_t *last)
{
    if (!map->state)
        return spans_unowned(last);
    if (map->closed.bits)
        return (struct spans_stream){.span = map_answer_span, .state = map};
    return (struct spans_stream){.span = map->ops->span, .state = map->state};
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
    uint32_t from = match_number(&plan->match, MATCH_BEFORE, piece->before), to;
    uint32_t after = plan_arrives(plan, from, piece->first, piece->after, &to);
    u128 length = (u128)(piece->last - piece->first) + 1;
    plan->tallies[from].units[MATCH_BEFORE] += length;
    plan->tallies[to].units[MATCH_AFTER] += length;
    plan->total += length;
    if (from == to)
        return true;
    const struct berth_range range = {piece->first, piece->last, piece->before, after};
    return by_table_add_range(plan, &range);
}

/* ---- ranges -> flows ------------------------------------------------------------------------- */

/* What one node loses, by the nodes that gain it. */
struct by_table_heap {
    u128 *units;   /* by the gaining node's number; all 0 between two heaps */
    uint32_t *met; /* the numbers whose units are not 0, in the order of their first range */
    uint32_t count;
};

static uint32_t by_table_from(const struct berth_plan *plan, const struct berth_range *range)
{
    return match_number(&plan->match, MATCH_BEFORE, range->index_from);
}

/* Writes the indices of the ranges to `dealt`, sorted by the node that loses them. `starts`, all 0
 * on entry, then holds where the heap of each node ends. */
static void by_table_deal(const struct berth_plan *plan, uint32_t *starts, uint32_t *dealt)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < plan->range_count; i++)
        starts[by_table_from(plan, &plan->ranges[i])]++;
    for (uint32_t f = 0; f <= plan->match.count; f++) {
        uint32_t some = starts[f];
        starts[f] = sum;
        sum += some;
    }
    for (size_t i = 0; i < plan->range_count; i++)
        dealt[starts[by_table_from(plan, &plan->ranges[i])]++] = (uint32_t)i;
}

static void by_table_add_up(const struct berth_plan *plan, struct by_table_heap *heap,
                            const uint32_t *dealt, uint32_t n)
{
    heap->count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct berth_range *range = &plan->ranges[dealt[i]];
        uint32_t to = match_number(&plan->match, MATCH_AFTER, range->index_to);
        if (heap->units[to] == 0)
            heap->met[heap->count++] = to;
        heap->units[to] += (u128)(range->last - range->first) + 1;
    }
}

static void by_table_put(struct berth_plan *plan, struct by_table_heap *heap, uint32_t from)
{
    for (uint32_t i = 0; i < heap->count; i++) {
        flows_append(&plan->flows, from, heap->met[i])->units = heap->units[heap->met[i]];
        heap->units[heap->met[i]] = 0;
    }
}

/* A heap gives at most one flow for each of its ranges, and at most one for each other node. */
static bool by_table_reserve(struct berth_plan *plan, const uint32_t *starts)
{
    size_t flows = 0;
    for (uint32_t from = 0, done = 0; from <= plan->match.count; done = starts[from++]) {
        uint32_t ranges = starts[from] - done;
        flows += ranges < plan->match.count ? ranges : plan->match.count;
    }
    return flows_reserve(&plan->flows, flows);
}

static bool by_table_flows(struct berth_plan *plan)
{
    uint32_t numbers = plan->match.count + 1, from = 0, done = 0;
    struct by_table_heap heap = {
        .units = alloc_zeroed(&plan->alloc, numbers, sizeof *heap.units),
        .met = alloc_array(&plan->alloc, numbers, sizeof *heap.met),
    };
    uint32_t *starts = alloc_zeroed(&plan->alloc, numbers, sizeof *starts);
    uint32_t *dealt = alloc_array(&plan->alloc, plan->range_count, sizeof *dealt);
    bool room = heap.units && heap.met && starts && dealt && plan->range_count < UINT32_MAX;
    if (room)
        by_table_deal(plan, starts, dealt);
    room = room && by_table_reserve(plan, starts);
    for (; from < numbers && room; done = starts[from++]) {
        by_table_add_up(plan, &heap, dealt + done, starts[from] - done);
        by_table_put(plan, &heap, from);
    }
    alloc_free(&plan->alloc, heap.units, numbers, sizeof *heap.units);
    alloc_free(&plan->alloc, heap.met, numbers, sizeof *heap.met);
    alloc_free(&plan->alloc, starts, numbers, sizeof *starts);
    alloc_free(&plan->alloc, dealt, plan->range_count, sizeof *dealt);
    return room;
}

int by_table_measure(struct berth_plan *plan)
{
    struct space space;
    struct spans spans;
    struct spans_piece piece;
    if (!by_table_common(plan, &space))
        return BERTH_E_UNSUPPORTED;
    bool cycle = space.kind == SPACE_CYCLE;
    uint64_t last = cycle ? space.size - 1 : UINT64_MAX >> (64 - space.size);
    spans_start(&spans, by_table_stream(plan->maps[MATCH_BEFORE], &last),
                by_table_stream(plan->maps[MATCH_AFTER], &last));
    while (spans_next(&spans, &piece))
        if (!by_table_add(plan, &piece))
            return BERTH_E_MEMORY;
    if (!by_table_flows(plan))
        return BERTH_E_MEMORY;
    plan->settled.measure = BERTH_BY_TABLE;
    plan->settled.residues = cycle;
    return BERTH_E_OK;
}
