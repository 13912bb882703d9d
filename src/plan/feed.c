/* SPDX-License-Identifier: MIT */
/* feed.c - counting real keys
 * Idea       each key is looked up in both maps as a client would, down nodes and all, and counted
 *            under its direction. Keys are not kept: memory grows with directions only. What moves
 * is new where it arrives, so none of it goes to a node that drains. Cost       two lookups a key,
 * in batches */
#include "plan/plan.h"

#include "base/fail.h"
#include "place/map.h"

enum { FEED_BATCH = 512 };

static bool feed_one(struct berth_plan *plan, uint32_t from, uint32_t to, uint64_t bytes)
{
    if (from != to) {
        struct flow *flow = flows_at(&plan->flows, from, to);
        if (!flow)
            return false;
        flow->keys++;
        flow->bytes = plan_add(flow->bytes, bytes);
    }
    plan->tallies[from].keys[MATCH_BEFORE]++;
    plan->tallies[to].keys[MATCH_AFTER]++;
    plan->keys++;
    plan->bytes = plan_add(plan->bytes, bytes);
    return true;
}

/* bytes NULL = none. */
static bool feed_batch(struct berth_plan *plan, const uint32_t *before, const uint32_t *after,
                       const uint64_t *bytes, size_t n)
{
    flows_unsort(&plan->flows);
    for (size_t i = 0; i < n; i++) {
        uint32_t from = match_number(&plan->match, MATCH_BEFORE, before[i]);
        uint32_t to = match_number(&plan->match, MATCH_AFTER, after[i]);
        if (!feed_one(plan, from, to, bytes ? bytes[i] : 0))
            return false;
    }
    return true;
}

/* The key would move to a node that takes nothing new. */
static bool feed_is_refused(const struct berth_plan *plan, uint32_t before, uint32_t after)
{
    return after != BERTH_NONE && map_is_closed(plan->maps[MATCH_AFTER], after) &&
           match_number(&plan->match, MATCH_BEFORE, before) !=
               match_number(&plan->match, MATCH_AFTER, after);
}

static int feed_refuse(const void *plan, berth_error *error)
{
    return fail(error, BERTH_E_ARGUMENT, "%s is missing",
                plan ? "the array of keys" : "the plan that is to count the keys");
}

int berth_plan_feed(berth_plan *plan, const struct berth_key *keys, const uint64_t *bytes, size_t n,
                    berth_error *error)
{
    if (!plan || (!keys && n > 0))
        return feed_refuse(plan, error);
    uint32_t before[FEED_BATCH], after[FEED_BATCH];
    for (size_t i = 0; i < n; i += FEED_BATCH) {
        size_t some = n - i < FEED_BATCH ? n - i : FEED_BATCH;
        berth_map_route_many(plan->maps[MATCH_BEFORE], keys + i, some, before);
        berth_map_route_many(plan->maps[MATCH_AFTER], keys + i, some, after);
        for (size_t j = 0; j < some; j++)
            if (feed_is_refused(plan, before[j], after[j]))
                after[j] =
                    berth_map_place(plan->maps[MATCH_AFTER], keys[i + j].data, keys[i + j].len);
        if (!feed_batch(plan, before, after, bytes ? bytes + i : NULL, some))
            return fail_memory(error);
    }
    return BERTH_E_OK;
}

int berth_plan_feed_u64(berth_plan *plan, const uint64_t *keys, const uint64_t *bytes, size_t n,
                        berth_error *error)
{
    if (!plan || (!keys && n > 0))
        return feed_refuse(plan, error);
    uint32_t before[FEED_BATCH], after[FEED_BATCH];
    for (size_t i = 0; i < n; i += FEED_BATCH) {
        size_t some = n - i < FEED_BATCH ? n - i : FEED_BATCH;
        berth_map_route_many_u64(plan->maps[MATCH_BEFORE], keys + i, some, before);
        berth_map_route_many_u64(plan->maps[MATCH_AFTER], keys + i, some, after);
        for (size_t j = 0; j < some; j++)
            if (feed_is_refused(plan, before[j], after[j]))
                after[j] = berth_map_place_u64(plan->maps[MATCH_AFTER], keys[i + j]);
        if (!feed_batch(plan, before, after, bytes ? bytes + i : NULL, some))
            return fail_memory(error);
    }
    return BERTH_E_OK;
}
