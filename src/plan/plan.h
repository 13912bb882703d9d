/* SPDX-License-Identifier: MIT */
/* plan.h - what a plan holds while it is made and read
 *
 *   match      nodes of both maps under one numbering           match.c
 *   measure    units or shares per direction and per node       by_table.c, by_law.c, by_sample.c
 *   settle     units -> shares, peaks, least, needless          summary.c
 *   feed       keys per direction and per node                  feed.c
 *   nodes      one node of both maps, what differs about it     plan_nodes.c
 *
 * Amounts that are measured in whole units (positions, sampled keys) stay integers until they are
 * settled, and are divided once. */
#ifndef BERTH_PLAN_H
#define BERTH_PLAN_H

#include "plan/flows.h"
#include "plan/match.h"

#include "place/walk.h"

/* What a node owns on either side; or what no node owns. */
struct plan_tally {
    u128 units[MATCH_SIDES];
    double share[MATCH_SIDES];
    double fair[MATCH_SIDES];
    uint64_t keys[MATCH_SIDES], bytes[MATCH_SIDES];
    uint64_t in, out; /* sampled keys that move to the node, and from it */
    int64_t gain[2];  /* in - out of either half of the sampled keys */
};

struct berth_plan {
    struct berth_alloc alloc;
    const berth_map *maps[MATCH_SIDES];
    struct match match;
    struct plan_tally *tallies; /* match.count + 1 of them: the last is of "no node" */
    struct flows flows;
    struct berth_range *ranges;
    size_t range_count, range_room;
    bool known[MATCH_SIDES]; /* the sampled shares of this side were replaced by exact ones */
    u128 total;              /* units in the whole key space; 0 = shares were measured, not units */
    double untouched;        /* share of the flows between untouched nodes */
    struct berth_plan_summary settled; /* all figures that do not depend on fed keys */
    uint64_t keys, bytes;              /* that were fed so far */
};

/* There are three ways to measure what moves. The _fits functions say whether a way can compare the
 * plan's maps; the sample always can. The _measure functions fill flows and tallies, either with
 * units, and plan->total, or with shares. They return 0 or BERTH_E_MEMORY. */
bool by_table_fits(const struct berth_plan *plan);
int by_table_measure(struct berth_plan *plan);
bool by_law_fits(const struct berth_plan *plan);
int by_law_measure(struct berth_plan *plan);
int by_sample_measure(struct berth_plan *plan);

/* Turns units into shares, and fills plan->settled and the fair shares. Returns 0 or
 * BERTH_E_MEMORY. */
int summary_settle(struct berth_plan *plan);

/* Adds byte counts; a sum that would overflow is UINT64_MAX. */
static inline uint64_t plan_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* What a node has on this side depends on what it had before: a node drains. */
static inline bool plan_drains(const struct berth_plan *plan, enum match_side side)
{
    const berth_map *map = plan->maps[side];
    return side == MATCH_AFTER && map->closed.bits != map->down.bits;
}

/* Where a hash goes that was with `from` and answers at `after` now, as an index of the map after and
 * as a number: what would move to a draining node is placed elsewhere. */
static inline uint32_t plan_arrives(const struct berth_plan *plan, uint32_t from, uint64_t hash,
                                    uint32_t after, uint32_t *to)
{
    const berth_map *map = plan->maps[MATCH_AFTER];
    *to = match_number(&plan->match, MATCH_AFTER, after);
    if (from != *to && after != BERTH_NONE && map_skips(&map->closed, after)) {
        after = walk_answer(map, hash, after, &map->closed);
        *to = match_number(&plan->match, MATCH_AFTER, after);
    }
    return after;
}

/* Whether what moves from `from` to `to` need not have moved: both nodes are untouched. */
static inline bool plan_is_needless(const struct berth_plan *plan, uint32_t from, uint32_t to)
{
    const struct match *match = &plan->match;
    return from < match->count && to < match->count && match->nodes[from].untouched &&
           match->nodes[to].untouched;
}

#endif
