/* SPDX-License-Identifier: MIT */
/* by_law.c - weighted rendezvous hashing, by the closed form of law.h
 * Idea       the closed form is symmetric: with the two maps exchanged, it gives the same flows in
 *            the other direction. Its doubles would round differently, though. Therefore it is
 *            always computed from the map with the smaller fingerprint to the other one, and the
 *            flows are turned round when that map is the map after. So plan(B, A) is plan(A, B)
 *            reversed, to the last bit. */
#include "plan/plan.h"

#include "plan/law.h"
#include "place/map.h"

#include <string.h>

bool by_law_fits(const struct berth_plan *plan)
{
    const berth_map *before = plan->maps[MATCH_BEFORE], *after = plan->maps[MATCH_AFTER];
    return before->scheme->rendezvous && after->scheme->rendezvous &&
           before->digest == after->digest &&
           strcmp(berth_map_spec(before), berth_map_spec(after)) == 0;
}

/* Writes the weight of every node of one side to weights[number], 0 for a node that this side does
 * not have, and fills the shares that follow from them. */
static void by_law_weigh(struct berth_plan *plan, enum match_side side, uint64_t *weights)
{
    const struct match *match = &plan->match;
    u128 sum = 0;
    for (uint32_t i = 0; i < match->count; i++) {
        uint32_t index = match->nodes[i].index[side];
        weights[i] = index == BERTH_NONE ? 0 : map_weight(plan->maps[side], index);
        sum += weights[i];
    }
    for (uint32_t i = 0; i < match->count && sum > 0; i++)
        plan->tallies[i].share[side] = (double)weights[i] / (double)sum;
    plan->tallies[match->count].share[side] = sum > 0 ? 0 : 1;
}

static bool by_law_emit(void *context, uint32_t from, uint32_t to, double share)
{
    struct berth_plan *plan = context;
    struct flow *flow = flows_append(&plan->flows, from, to);
    if (flow)
        flow->share = share;
    return flow != NULL;
}

static bool by_law_expect(void *context, size_t flows)
{
    struct berth_plan *plan = context;
    return flows_reserve(&plan->flows, flows);
}

static bool by_law_emit_back(void *context, uint32_t from, uint32_t to, double share)
{
    return by_law_emit(context, to, from, share);
}

static bool by_law_is_backwards(const struct berth_plan *plan)
{
    struct berth_fingerprint a = berth_map_fingerprint(plan->maps[MATCH_BEFORE]);
    struct berth_fingerprint b = berth_map_fingerprint(plan->maps[MATCH_AFTER]);
    return a.hi != b.hi ? a.hi > b.hi : a.lo > b.lo;
}

int by_law_measure(struct berth_plan *plan)
{
    uint32_t count = plan->match.count;
    uint64_t *before = alloc_array(&plan->alloc, count, sizeof *before);
    uint64_t *after = alloc_array(&plan->alloc, count, sizeof *after);
    int code = BERTH_E_MEMORY;
    if (before && after) {
        by_law_weigh(plan, MATCH_BEFORE, before);
        by_law_weigh(plan, MATCH_AFTER, after);
        plan->settled.measure = BERTH_BY_LAW;
        bool back = by_law_is_backwards(plan);
        struct law_sink sink = {back ? by_law_emit_back : by_law_emit, plan, by_law_expect};
        code = law_flows(&plan->alloc, back ? after : before, back ? before : after, count, sink);
    }
    alloc_free(&plan->alloc, before, count, sizeof *before);
    alloc_free(&plan->alloc, after, count, sizeof *after);
    return code;
}
