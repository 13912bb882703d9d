/* SPDX-License-Identifier: MIT */
/* plan.h - what a plan holds while it is made and read
 *
 *   match      nodes of both maps under one numbering           match.c
 *   measure    units or shares per direction and per node       by_table.c, by_law.c, by_sample.c
 *   settle     units -> shares, peaks, least, needless          summary.c
 *   feed       keys per direction and per node                  feed.c
 *   look       one node of both maps, what differs about it     plan_nodes.c
 *
 * Whatever is measured in whole units (positions, sampled keys) stays an integer until it is
 * settled, and is divided once. */
#ifndef BERTH_PLAN_H
#define BERTH_PLAN_H

#include "plan/flows.h"
#include "plan/match.h"

/* What a node, or nobody, owns on either side. */
struct plan_tally {
    u128 units[MATCH_SIDES];
    double share[MATCH_SIDES];
    double fair[MATCH_SIDES];
    uint64_t keys[MATCH_SIDES], bytes[MATCH_SIDES];
};

struct berth_plan {
    struct berth_alloc alloc;
    const berth_map *maps[MATCH_SIDES];
    struct match match;
    struct plan_tally *tallies; /* match.count + 1: the last is nobody's */
    struct flows flows;
    struct berth_range *ranges;
    size_t range_count, range_room;
    u128 total; /* units in the whole key space; 0 = the shares came without units */
    struct berth_plan_summary settled; /* all that does not depend on keys */
    uint64_t keys, bytes;              /* fed */
};

/* Each measure says whether it can compare the plan's maps whole (the sample always can) and fills
 * units and total, or shares, of tallies and flows. 0 or BERTH_E_MEMORY. */
bool by_table_fits(const struct berth_plan *plan);
int by_table_measure(struct berth_plan *plan);
bool by_law_fits(const struct berth_plan *plan);
int by_law_measure(struct berth_plan *plan);
int by_sample_measure(struct berth_plan *plan);

/* Turns units into shares, and fills plan->settled and the fair shares. 0 or BERTH_E_MEMORY. */
int summary_settle(struct berth_plan *plan);

/* Sums of bytes stop at the largest number instead of starting again at 0. */
static inline uint64_t plan_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* What moves between two nodes that did not change need not have moved. */
static inline bool plan_is_needless(const struct berth_plan *plan, uint32_t from, uint32_t to)
{
    const struct match *match = &plan->match;
    return from < match->count && to < match->count && match->nodes[from].untouched &&
           match->nodes[to].untouched;
}

#endif
