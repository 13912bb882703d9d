/* SPDX-License-Identifier: MIT */
/* match.c - the nodes of two maps under one numbering: sort by name, merge */
#include "plan/match.h"

#include "base/order.h"
#include "place/map.h"

static bool match_name_less(const void *context, uint32_t a, uint32_t b)
{
    const berth_map *map = context;
    return berth_name_compare(berth_map_name(map, a), berth_map_name(map, b)) < 0;
}

/* Writes the map's indices to `order`, in natural order of the names; those of numbered nodes are
 * in order already. */
static void match_sort(uint32_t *order, const berth_map *map, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    if (!map->bare)
        order_sort(order, count, match_name_less, map);
}

static bool match_same_state(const berth_map *before, uint32_t i, const berth_map *after,
                             uint32_t j)
{
    struct berth_node a, b;
    if (before->bare)
        return true;
    return berth_map_node(before, i, &a) && berth_map_node(after, j, &b) && a.state == b.state;
}

static void match_add(struct match *match, const berth_map *before, uint32_t i,
                      const berth_map *after, uint32_t j)
{
    struct match_node *node = &match->nodes[match->count];
    *node = (struct match_node){.index = {i, j}};
    node->name = i != BERTH_NONE ? berth_map_name(before, i) : berth_map_name(after, j);
    node->untouched = i != BERTH_NONE && j != BERTH_NONE && !map_touched(before, i, after, j) &&
                      match_same_state(before, i, after, j);
    if (i != BERTH_NONE)
        match->numbers[MATCH_BEFORE][i] = match->count;
    if (j != BERTH_NONE)
        match->numbers[MATCH_AFTER][j] = match->count;
    match->count++;
}

/* Compares the next names of both maps: below 0 when the next one is in the map before only, above
 * 0 when it is in the map after only, 0 when it is in both. */
static int match_compare(const berth_map *before, const uint32_t *a, size_t a_left,
                         const berth_map *after, const uint32_t *b, size_t b_left)
{
    if (a_left == 0 || b_left == 0)
        return a_left == 0 ? 1 : -1;
    if (before->bare)
        return (*a > *b) - (*a < *b);
    return berth_name_compare(berth_map_name(before, *a), berth_map_name(after, *b));
}

static void match_merge(struct match *match, const berth_map *before, const uint32_t *a,
                        const berth_map *after, const uint32_t *b)
{
    size_t a_left = match->counts[MATCH_BEFORE], b_left = match->counts[MATCH_AFTER];
    while (a_left > 0 || b_left > 0) {
        int side = match_compare(before, a, a_left, after, b, b_left);
        uint32_t i = BERTH_NONE, j = BERTH_NONE;
        if (side <= 0) {
            i = *a++;
            a_left--;
        }
        if (side >= 0) {
            j = *b++;
            b_left--;
        }
        match_add(match, before, i, after, j);
    }
}

static bool match_take(struct match *match, const struct berth_alloc *alloc)
{
    size_t both = (size_t)match->counts[MATCH_BEFORE] + match->counts[MATCH_AFTER];
    match->nodes = alloc_array(alloc, both, sizeof *match->nodes);
    for (int side = 0; side < MATCH_SIDES; side++)
        match->numbers[side] = alloc_array(alloc, match->counts[side], sizeof(uint32_t));
    return match->nodes && match->numbers[MATCH_BEFORE] && match->numbers[MATCH_AFTER];
}

int match_build(struct match *match, const struct berth_alloc *alloc, const berth_map *before,
                const berth_map *after)
{
    uint32_t a_count = (uint32_t)berth_map_count(before);
    uint32_t b_count = (uint32_t)berth_map_count(after);
    match->counts[MATCH_BEFORE] = a_count;
    match->counts[MATCH_AFTER] = b_count;
    uint32_t *a = alloc_array(alloc, a_count, sizeof *a);
    uint32_t *b = alloc_array(alloc, b_count, sizeof *b);
    bool done = match_take(match, alloc) && a && b;
    if (done) {
        match_sort(a, before, a_count);
        match_sort(b, after, b_count);
        match_merge(match, before, a, after, b);
    }
    alloc_free(alloc, a, a_count, sizeof *a);
    alloc_free(alloc, b, b_count, sizeof *b);
    return done ? BERTH_E_OK : BERTH_E_MEMORY;
}

void match_free(struct match *match, const struct berth_alloc *alloc)
{
    size_t both = (size_t)match->counts[MATCH_BEFORE] + match->counts[MATCH_AFTER];
    alloc_free(alloc, match->nodes, both, sizeof *match->nodes);
    for (int side = 0; side < MATCH_SIDES; side++)
        alloc_free(alloc, match->numbers[side], match->counts[side], sizeof(uint32_t));
}
