/* SPDX-License-Identifier: MIT */
/* plan.c - what moves from one map to another: making, reading and freeing a plan */
#include "plan/plan.h"

#include "base/fail.h"
#include "place/map.h"

static int plan_measure(struct berth_plan *plan)
{
    if (by_table_fits(plan))
        return by_table_measure(plan);
    if (by_law_fits(plan))
        return by_law_measure(plan);
    return by_sample_measure(plan);
}

static int plan_fill(struct berth_plan *plan)
{
    int code =
        match_build(&plan->match, &plan->alloc, plan->maps[MATCH_BEFORE], plan->maps[MATCH_AFTER]);
    if (code != BERTH_E_OK)
        return code;
    size_t tallies = (size_t)plan->match.count + 1;
    plan->tallies = alloc_zeroed(&plan->alloc, tallies, sizeof *plan->tallies);
    if (!plan->tallies)
        return BERTH_E_MEMORY;
    code = plan_measure(plan);
    return code == BERTH_E_OK ? summary_settle(plan) : code;
}

/* PLAN_NODE_BYTES is what a plan holds for each node of a map, with what matching needs for it. */
enum {
    PLAN_NODE_BYTES = sizeof(struct match_node) + sizeof(struct plan_tally) + 2 * sizeof(uint32_t) +
                      2 * sizeof(double)
};

/* A map of a count of numbers stores no nodes, so the count may be huge. A plan stores every
 * number, so it is held to the limit of bytes here. */
static int plan_check(const berth_map *before, const berth_map *after, berth_error *error)
{
    if (!before || !after)
        return fail(error, BERTH_E_ARGUMENT,
                    "a plan needs two maps, one before and one after the change");
    u128 bytes = (u128)PLAN_NODE_BYTES * ((uint64_t)before->count + after->count);
    if (before->bare != after->bare && before->count > 0 && after->count > 0)
        return fail(error, BERTH_E_UNSUPPORTED,
                    "one map counts numbers, the other names nodes; make both of one kind");
    if ((before->bare || after->bare) && bytes > before->options.max_bytes)
        return fail(error, BERTH_E_LIMIT,
                    "a plan for %llu and %llu numbers would need %llu bytes and %zu are allowed",
                    (unsigned long long)before->count, (unsigned long long)after->count,
                    (unsigned long long)bytes, before->options.max_bytes);
    return BERTH_E_OK;
}

berth_plan *berth_plan_new(const berth_map *before, const berth_map *after, berth_error *error)
{
    if (plan_check(before, after, error))
        return NULL;
    const struct berth_alloc *alloc = &before->alloc;
    berth_plan *plan = alloc_zeroed(alloc, 1, sizeof *plan);
    if (!plan) {
        fail_memory(error);
        return NULL;
    }
    plan->alloc = *alloc;
    plan->maps[MATCH_BEFORE] = before;
    plan->maps[MATCH_AFTER] = after;
    flows_init(&plan->flows, &plan->alloc);
    if (plan_fill(plan) == BERTH_E_OK)
        return plan;
    berth_plan_free(plan);
    fail_memory(error);
    return NULL;
}

void berth_plan_free(berth_plan *plan)
{
    if (!plan)
        return;
    const struct berth_alloc alloc = plan->alloc;
    size_t tallies = (size_t)plan->match.count + 1;
    flows_free(&plan->flows);
    alloc_free(&alloc, plan->ranges, plan->range_room, sizeof *plan->ranges);
    alloc_free(&alloc, plan->tallies, tallies, sizeof *plan->tallies);
    match_free(&plan->match, &alloc);
    alloc_free(&alloc, plan, 1, sizeof *plan);
}

static uint32_t plan_index(const struct berth_plan *plan, enum match_side side, uint32_t number)
{
    return number < plan->match.count ? plan->match.nodes[number].index[side] : BERTH_NONE;
}

static const char *plan_name(const struct berth_plan *plan, uint32_t number)
{
    return number < plan->match.count ? plan->match.nodes[number].name : NULL;
}

bool berth_plan_flow(berth_plan *plan, size_t i, struct berth_flow *out)
{
    if (!plan || !out || i >= plan->flows.count)
        return false;
    const struct flow *flow = flows_ranked(&plan->flows, i);
    *out = (struct berth_flow){
        .from = plan_name(plan, flow->from),
        .to = plan_name(plan, flow->to),
        .index_from = plan_index(plan, MATCH_BEFORE, flow->from),
        .index_to = plan_index(plan, MATCH_AFTER, flow->to),
        .share = flow->share,
        .keys = flow->keys,
        .bytes = flow->bytes,
        .needless = plan_is_needless(plan, flow->from, flow->to),
    };
    return true;
}

bool berth_plan_range(const berth_plan *plan, size_t i, struct berth_range *out)
{
    if (!plan || !out || i >= plan->range_count)
        return false;
    *out = plan->ranges[i];
    return true;
}
