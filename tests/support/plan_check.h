/* SPDX-License-Identifier: MIT */
/* plan_check.h - plans compared with brute force, for any scheme
 *
 *   struct plan_pair pair;
 *   plan_pair_open(&pair, spec, seed);      two maps over random memberships, a few changes apart
 *   plan_check_...(&pair, ...);             each fails the test on the first thing that is wrong
 *   plan_pair_close(&pair);
 *
 * A membership has 3 to 60 nodes of weight 1 to 9, of which 1 to 5 are added, removed or given
 * another weight. Every seed gives another pair. */
#ifndef BERTH_PLAN_CHECK_H
#define BERTH_PLAN_CHECK_H

#include "berth.h"

struct plan_pair {
    berth_map *before, *after;
    berth_plan *plan, *back; /* before -> after, after -> before */
};

/* Runs all checks below on one pair and n keys, and checks that nothing moves needlessly where the
 * scheme promises that. Returns how the pair was measured. */
enum berth_measure plan_check_pair(const char *spec, const struct berth_scheme_info *scheme,
                                   uint64_t seed, size_t n);

/* Whether a map can be made of nodes that have only a name and a weight of 1 to 9. For native
 * schemes it must be possible. A preset may need other attributes; it is then tested with its
 * vectors. */
bool plan_check_buildable(const char *spec, const struct berth_scheme_info *scheme);

/* Returns the spec with which a scheme can be built from nodes without numbers. */
const char *plan_check_spec(const struct berth_scheme_info *scheme, char *room, size_t cap);

void plan_pair_open(struct plan_pair *pair, const char *spec, uint64_t seed);
void plan_pair_close(struct plan_pair *pair);

/* Feeds the keys k0 .. k(n-1) into both plans and counts them by two lookups for each key. The
 * numbers of every pair of nodes, the totals, least, needless and bytes must be the same. */
void plan_check_keys(const struct plan_pair *pair, size_t n);

/* Flows must add up to `moved` and, for each node, to the difference of berth_map_shares, to
 * 1e-12. */
void plan_check_shares(const struct plan_pair *pair);

/* Ranges must ascend without touching, contain exactly those of the keys k0 .. k(n-1) that move,
 * and add up to `moved`. The hashes at the ends of a range must move in its direction, and those
 * beside it must not. */
void plan_check_ranges(const struct plan_pair *pair, size_t n);

/* The plan back must be the plan reversed: each figure, flow and range, to the last bit. */
void plan_check_reversed(const struct plan_pair *pair);

/* In the plan from a map to itself nothing must move. */
void plan_check_same(const berth_map *map);

#endif
