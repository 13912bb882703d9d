/* SPDX-License-Identifier: MIT */
/* feed.c - counting real keys
 * Idea       each key is looked up in both maps as a client would look it up, so that down nodes
 *            are passed over, and is counted for its direction. Keys are not kept: memory grows
 *            with the number of directions only. A key that moves is new to the node where it
 *            arrives, so it does not move to a draining node.
 * Cost       two lookups for each key, in batches */
#include "plan/plan.h"

#include "base/fail.h"
#include "place/map.h"

enum { FEED_BATCH = 512 };

/* The keys of one call. They are either `strings` or `numbers`; the other pointer is NULL. */
struct feed {
    const struct berth_key *strings;
    const uint64_t *numbers;
    const uint64_t *bytes; /* the size of each key's value; NULL = sizes are not counted */
    struct berth_fed *fed; /* receives what each key did; NULL = the caller does not ask */
    size_t n;
};

/* ---- keys of either kind -------------------------------------------------------------------- */

static void feed_route(const struct feed *feed, const berth_map *map, size_t from, size_t n,
                       uint32_t *out)
{
    if (feed->strings)
        berth_map_route_many(map, feed->strings + from, n, out);
    else
        berth_map_route_many_u64(map, feed->numbers + from, n, out);
}

static uint32_t feed_place(const struct feed *feed, const berth_map *map, size_t i)
{
    return feed->strings ? berth_map_place(map, feed->strings[i].data, feed->strings[i].len)
                         : berth_map_place_u64(map, feed->numbers[i]);
}

/* ---- counting ------------------------------------------------------------------------------- */

static bool feed_count(struct berth_plan *plan, uint32_t from, uint32_t to, uint64_t bytes)
{
    if (from != to) {
        struct flow *flow = flows_at(&plan->flows, from, to);
        if (!flow)
            return false;
        flow->keys++;
        flow->bytes = plan_add(flow->bytes, bytes);
    }
    struct plan_tally *giver = &plan->tallies[from], *taker = &plan->tallies[to];
    giver->keys[MATCH_BEFORE]++;
    taker->keys[MATCH_AFTER]++;
    giver->bytes[MATCH_BEFORE] = plan_add(giver->bytes[MATCH_BEFORE], bytes);
    taker->bytes[MATCH_AFTER] = plan_add(taker->bytes[MATCH_AFTER], bytes);
    plan->keys++;
    plan->bytes = plan_add(plan->bytes, bytes);
    return true;
}

/* Counts key i, whose nodes are `before` and `after`, and writes what it did to feed->fed. Returns
 * false when there is no memory. */
static bool feed_one(struct berth_plan *plan, const struct feed *feed, size_t i, uint32_t before,
                     uint32_t after)
{
    const struct berth_map *map = plan->maps[MATCH_AFTER];
    uint32_t from = match_number(&plan->match, MATCH_BEFORE, before);
    uint32_t to = match_number(&plan->match, MATCH_AFTER, after);
    if (from != to && after != BERTH_NONE && map_skips(&map->closed, after)) {
        after = feed_place(feed, map, i);
        to = match_number(&plan->match, MATCH_AFTER, after);
    }
    if (feed->fed)
        feed->fed[i] = (struct berth_fed){before, after, from != to,
                                          from != to && plan_is_needless(plan, from, to)};
    return feed_count(plan, from, to, feed->bytes ? feed->bytes[i] : 0);
}

static int feed_all(struct berth_plan *plan, const struct feed *feed, berth_error *error)
{
    uint32_t before[FEED_BATCH], after[FEED_BATCH];
    flows_unsort(&plan->flows);
    for (size_t done = 0; done < feed->n; done += FEED_BATCH) {
        size_t some = feed->n - done < FEED_BATCH ? feed->n - done : FEED_BATCH;
        feed_route(feed, plan->maps[MATCH_BEFORE], done, some, before);
        feed_route(feed, plan->maps[MATCH_AFTER], done, some, after);
        for (size_t i = 0; i < some; i++)
            if (!feed_one(plan, feed, done + i, before[i], after[i]))
                return fail_memory(error);
    }
    return 0;
}

/* ---- public --------------------------------------------------------------------------------- */

static int feed_refuse(const void *plan, berth_error *error)
{
    return fail(error, BERTH_E_ARGUMENT, "%s is missing",
                plan ? "the array of keys" : "the plan that is to count the keys");
}

int berth_plan_feed(berth_plan *plan, const struct berth_key *keys, const uint64_t *bytes, size_t n,
                    struct berth_fed *fed, berth_error *error)
{
    if (!plan || (!keys && n > 0))
        return feed_refuse(plan, error);
    return feed_all(plan, &(struct feed){.strings = keys, .bytes = bytes, .fed = fed, .n = n},
                    error);
}

int berth_plan_feed_u64(berth_plan *plan, const uint64_t *keys, const uint64_t *bytes, size_t n,
                        struct berth_fed *fed, berth_error *error)
{
    if (!plan || (!keys && n > 0))
        return feed_refuse(plan, error);
    return feed_all(plan, &(struct feed){.numbers = keys, .bytes = bytes, .fed = fed, .n = n},
                    error);
}
