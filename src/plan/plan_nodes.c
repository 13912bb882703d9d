/* SPDX-License-Identifier: MIT */
/* plan_nodes.c - one node as a plan sees it: before, after, and what differs about it
 *
 * A difference decides when one of the two schemes reads the attribute: then keys of the node may
 * move, and what moves from or to the node is not needless. The place floor says which attributes a
 * scheme reads. */
#include "plan/plan.h"

#include "place/map.h"

#include <string.h>

/* ---- attributes ---------------------------------------------------------------------------- */

/* Goes through the attributes of a node in both maps, merged by name. Attribute k[side] of each
 * side comes next. */
struct plan_merge {
    const berth_map *maps[MATCH_SIDES];
    uint32_t index[MATCH_SIDES];
    size_t k[MATCH_SIDES];
};

static struct plan_merge plan_merge_of(const struct berth_plan *plan, size_t i)
{
    const struct match_node *node = &plan->match.nodes[i];
    struct plan_merge merge = {.k = {0, 0}};
    for (int side = 0; side < MATCH_SIDES; side++) {
        merge.maps[side] = plan->maps[side];
        merge.index[side] = node->index[side];
    }
    return merge;
}

/* Writes the next attribute that either side has; returns false at the end. */
static bool plan_merge_next(struct plan_merge *merge, struct berth_plan_change *out)
{
    const char *key[MATCH_SIDES], *value[MATCH_SIDES];
    bool there[MATCH_SIDES];
    for (int side = 0; side < MATCH_SIDES; side++)
        there[side] = berth_map_attribute(merge->maps[side], merge->index[side], merge->k[side],
                                          &key[side], &value[side]);
    if (!there[MATCH_BEFORE] && !there[MATCH_AFTER])
        return false;
    int order = !there[MATCH_BEFORE]  ? 1
                : !there[MATCH_AFTER] ? -1
                                      : strcmp(key[MATCH_BEFORE], key[MATCH_AFTER]);
    *out = (struct berth_plan_change){.attribute = key[order > 0 ? MATCH_AFTER : MATCH_BEFORE]};
    if (order <= 0) {
        out->before = value[MATCH_BEFORE];
        merge->k[MATCH_BEFORE]++;
    }
    if (order >= 0) {
        out->after = value[MATCH_AFTER];
        merge->k[MATCH_AFTER]++;
    }
    out->decides = map_attribute_decides(merge->maps[MATCH_BEFORE], out->attribute) ||
                   map_attribute_decides(merge->maps[MATCH_AFTER], out->attribute);
    return true;
}

static bool plan_merge_next_changed(struct plan_merge *merge, struct berth_plan_change *out)
{
    while (plan_merge_next(merge, out))
        if (!out->before || !out->after || strcmp(out->before, out->after) != 0)
            return true;
    return false;
}

static bool plan_has_both(const struct berth_plan *plan, size_t i)
{
    const uint32_t *index = plan->match.nodes[i].index;
    return index[MATCH_BEFORE] != BERTH_NONE && index[MATCH_AFTER] != BERTH_NONE;
}

bool berth_plan_change(const berth_plan *plan, size_t i, size_t k, struct berth_plan_change *out)
{
    if (!plan || !out || i >= plan->match.count || !plan_has_both(plan, i))
        return false;
    struct plan_merge merge = plan_merge_of(plan, i);
    struct berth_plan_change change;
    for (size_t skipped = 0; plan_merge_next_changed(&merge, &change); skipped++) {
        if (skipped == k) {
            *out = change;
            return true;
        }
    }
    return false;
}

/* ---- what differs -------------------------------------------------------------------------- */

static unsigned plan_touch_of(const struct berth_plan_change *change)
{
    if (strcmp(change->attribute, "zone") == 0)
        return BERTH_TOUCH_ZONE;
    if (strcmp(change->attribute, "addr") == 0)
        return BERTH_TOUCH_ADDRESS;
    return change->decides ? BERTH_TOUCH_ATTRIBUTE : 0;
}

static unsigned plan_touched(const struct berth_plan *plan, size_t i)
{
    const uint32_t *index = plan->match.nodes[i].index;
    struct berth_node a, b;
    struct berth_plan_change change;
    unsigned touched = 0;
    if (index[MATCH_BEFORE] == BERTH_NONE)
        return BERTH_TOUCH_ADDED;
    if (index[MATCH_AFTER] == BERTH_NONE)
        return BERTH_TOUCH_REMOVED;
    if (!berth_map_node(plan->maps[MATCH_BEFORE], index[MATCH_BEFORE], &a) ||
        !berth_map_node(plan->maps[MATCH_AFTER], index[MATCH_AFTER], &b))
        return 0; /* a numbered node without a name has no weight, state or attribute to differ */
    touched |= map_weight(plan->maps[MATCH_BEFORE], index[MATCH_BEFORE]) !=
                       map_weight(plan->maps[MATCH_AFTER], index[MATCH_AFTER])
                   ? BERTH_TOUCH_WEIGHT
                   : 0;
    touched |= a.state != b.state ? BERTH_TOUCH_STATE : 0;
    touched |= a.slot != b.slot ? BERTH_TOUCH_SLOT : 0;
    struct plan_merge merge = plan_merge_of(plan, i);
    while (plan_merge_next_changed(&merge, &change))
        touched |= plan_touch_of(&change);
    return touched;
}

bool berth_plan_node(const berth_plan *plan, size_t i, struct berth_plan_node *out)
{
    if (!plan || !out || i >= plan->match.count)
        return false;
    const struct match_node *node = &plan->match.nodes[i];
    const struct plan_tally *tally = &plan->tallies[i];
    *out = (struct berth_plan_node){
        .name = node->name,
        .index_before = node->index[MATCH_BEFORE],
        .index_after = node->index[MATCH_AFTER],
        .share_before = tally->share[MATCH_BEFORE],
        .share_after = tally->share[MATCH_AFTER],
        .fair_before = tally->fair[MATCH_BEFORE],
        .fair_after = tally->fair[MATCH_AFTER],
        .keys_before = tally->keys[MATCH_BEFORE],
        .keys_after = tally->keys[MATCH_AFTER],
        .bytes_before = tally->bytes[MATCH_BEFORE],
        .bytes_after = tally->bytes[MATCH_AFTER],
        .touched = plan_touched(plan, i),
        .decides = !node->untouched,
    };
    return true;
}
