/* SPDX-License-Identifier: MIT */
/* by_law.c - weighted rendezvous hashing, by the closed form of law.h
 * Idea       without a node the others keep their scores, so a node that is down is one of weight 0.
 *            A draining node keeps what it has and takes nothing: what it owned before moves as if
 *            no node drained, and all the rest as if draining nodes had no weight. That holds while
 *            nothing moves from one draining node to another, so while they all change alike.
 *            The form reads the same backwards, but its doubles would not round the same; so it is
 *            always computed from the side whose weights come first in order, and turned round when
 *            that is the map after. Then the plan back is this plan reversed, to the last bit. */
#include "plan/plan.h"

#include "plan/law.h"
#include "place/map.h"

#include <string.h>

/* Weight of a node of one side by its number; 0 when the node is not there or passed over. */
static uint64_t by_law_weight(const struct berth_plan *plan, enum match_side side, uint32_t number,
                              const struct map_skip *skip)
{
    uint32_t index = plan->match.nodes[number].index[side];
    if (index == BERTH_NONE || map_skips(skip, index))
        return 0;
    return map_weight(plan->maps[side], index);
}

/* The node keeps its keys in the map after and takes no others. */
static bool by_law_drains(const struct berth_plan *plan, uint32_t number)
{
    const berth_map *after = plan->maps[MATCH_AFTER];
    return by_law_weight(plan, MATCH_AFTER, number, &after->down) > 0 &&
           by_law_weight(plan, MATCH_AFTER, number, &after->closed) == 0;
}

static bool by_law_any_drains(const struct berth_plan *plan)
{
    for (uint32_t i = 0; i < plan->match.count; i++)
        if (by_law_drains(plan, i))
            return true;
    return false;
}

/* Draining nodes have the same ratio of weights, so that nothing moves between them. */
static bool by_law_drain_alike(const struct berth_plan *plan)
{
    const berth_map *before = plan->maps[MATCH_BEFORE], *after = plan->maps[MATCH_AFTER];
    uint64_t was = 0, is = 0;
    for (uint32_t i = 0; i < plan->match.count; i++) {
        if (!by_law_drains(plan, i))
            continue;
        uint64_t a = by_law_weight(plan, MATCH_BEFORE, i, &before->down);
        uint64_t b = by_law_weight(plan, MATCH_AFTER, i, &after->down);
        if (is > 0 && (u128)was * b != (u128)a * is)
            return false;
        was = a;
        is = b;
    }
    return true;
}

bool by_law_fits(const struct berth_plan *plan)
{
    const berth_map *before = plan->maps[MATCH_BEFORE], *after = plan->maps[MATCH_AFTER];
    return before->scheme->rendezvous && after->scheme->rendezvous &&
           before->digest == after->digest &&
           strcmp(berth_map_spec(before), berth_map_spec(after)) == 0 && by_law_drain_alike(plan);
}

/* Writes the weight of every node of one side to weights[number], 0 for a node that this side does
 * not have or passes over, and fills the shares that follow from them. */
static void by_law_weigh(struct berth_plan *plan, enum match_side side, const struct map_skip *skip,
                         uint64_t *weights)
{
    const struct match *match = &plan->match;
    u128 sum = 0;
    for (uint32_t i = 0; i < match->count; i++) {
        weights[i] = by_law_weight(plan, side, i, skip);
        sum += weights[i];
    }
    for (uint32_t i = 0; i < match->count; i++)
        plan->tallies[i].share[side] = sum > 0 ? (double)weights[i] / (double)sum : 0;
    plan->tallies[match->count].share[side] = sum > 0 ? 0 : 1;
}

/* ---- flows --------------------------------------------------------------------------------- */

/* Which flows of one run of the law count. */
struct by_law_run {
    struct berth_plan *plan;
    bool back;     /* the run goes from the map after to the map before */
    bool part;     /* only the flows from nodes that drain, or from those that do not */
    bool draining; /* which of the two */
};

static bool by_law_emit(void *context, uint32_t from, uint32_t to, double share)
{
    const struct by_law_run *run = context;
    struct berth_plan *plan = run->plan;
    bool drains = run->part && from < plan->match.count && by_law_drains(plan, from);
    if (run->part && drains != run->draining)
        return true;
    struct flow *flow =
        run->back ? flows_append(&plan->flows, to, from) : flows_append(&plan->flows, from, to);
    if (flow)
        flow->share = share;
    return flow != NULL;
}

static bool by_law_expect(void *context, size_t flows)
{
    const struct by_law_run *run = context;
    return flows_reserve(&run->plan->flows, run->plan->flows.count + flows);
}

static int by_law_run(struct berth_plan *plan, const uint64_t *before, const uint64_t *after,
                      struct by_law_run run)
{
    uint32_t count = plan->match.count;
    run.plan = plan;
    struct law_sink sink = {by_law_emit, &run, by_law_expect};
    return run.back ? law_flows(&plan->alloc, after, before, count, sink)
                    : law_flows(&plan->alloc, before, after, count, sink);
}

/* Nodes have after what they had before, less what they lose, with what they gain. */
static void by_law_carry(struct berth_plan *plan)
{
    struct plan_tally *tallies = plan->tallies;
    for (uint32_t i = 0; i <= plan->match.count; i++)
        tallies[i].share[MATCH_AFTER] = tallies[i].share[MATCH_BEFORE];
    for (size_t i = 0; i < plan->flows.count; i++) {
        const struct flow *flow = &plan->flows.list[i];
        tallies[flow->from].share[MATCH_AFTER] -= flow->share;
        tallies[flow->to].share[MATCH_AFTER] += flow->share;
    }
}

static int by_law_drain(struct berth_plan *plan, const uint64_t *before, uint64_t *after)
{
    int code = by_law_run(plan, before, after, (struct by_law_run){.part = true, .draining = true});
    if (code != BERTH_E_OK)
        return code;
    by_law_weigh(plan, MATCH_AFTER, &plan->maps[MATCH_AFTER]->closed, after);
    code = by_law_run(plan, before, after, (struct by_law_run){.part = true});
    by_law_carry(plan);
    return code;
}

static bool by_law_is_backwards(const uint64_t *before, const uint64_t *after, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (before[i] != after[i])
            return before[i] > after[i];
    return false;
}

int by_law_measure(struct berth_plan *plan)
{
    uint32_t count = plan->match.count;
    uint64_t *before = alloc_array(&plan->alloc, count, sizeof *before);
    uint64_t *after = alloc_array(&plan->alloc, count, sizeof *after);
    int code = BERTH_E_MEMORY;
    if (before && after) {
        by_law_weigh(plan, MATCH_BEFORE, &plan->maps[MATCH_BEFORE]->down, before);
        by_law_weigh(plan, MATCH_AFTER, &plan->maps[MATCH_AFTER]->down, after);
        plan->settled.measure = BERTH_BY_LAW;
        bool back = by_law_is_backwards(before, after, count);
        code = by_law_any_drains(plan)
                   ? by_law_drain(plan, before, after)
                   : by_law_run(plan, before, after, (struct by_law_run){.back = back});
    }
    alloc_free(&plan->alloc, before, count, sizeof *before);
    alloc_free(&plan->alloc, after, count, sizeof *after);
    return code;
}
