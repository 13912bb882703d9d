/* SPDX-License-Identifier: MIT */
/* plan_check.h - plans against brute force, for any scheme
 *
 *   struct plan_pair pair;
 *   plan_pair_open(&pair, spec, seed);      two maps over random memberships, a few changes apart
 *   plan_check_...(&pair, ...);             each fails the test on the first thing that is wrong
 *   plan_pair_close(&pair);
 *
 * Memberships: 3 to 60 nodes of weight 1 to 9; 1 to 5 nodes added, removed or given another weight;
 * each seed its own. */
#ifndef BERTH_PLAN_CHECK_H
#define BERTH_PLAN_CHECK_H

#include "berth.h"

struct plan_pair {
    berth_map *before, *after;
    berth_plan *plan, *back; /* before -> after, after -> before */
};

/* All of the checks below on one pair and n keys, and no needless move where the scheme promises
 * none. Returns how the pair was measured. */
enum berth_measure plan_check_pair(const char *spec, const struct berth_scheme_info *scheme,
                                   uint64_t seed, size_t n);

/* Whether a map can be made of nodes that have but a name and a weight of 1 to 9. Native schemes
 * must; a preset may ask for something else, and is then tested beside its vectors. */
bool plan_check_buildable(const char *spec, const struct berth_scheme_info *scheme);

/* The spec with which a scheme can be built from nodes without numbers. */
const char *plan_check_spec(const struct berth_scheme_info *scheme, char *room, size_t cap);

void plan_pair_open(struct plan_pair *pair, const char *spec, uint64_t seed);
void plan_pair_close(struct plan_pair *pair);

/* Feeds keys k0 .. k(n-1) into both plans and counts them by two lookups each: every pair of nodes,
 * the totals, least, needless and bytes must be the same numbers. */
void plan_check_keys(const struct plan_pair *pair, size_t n);

/* Flows add up to moved and, per node, to the difference of berth_map_shares, to 1e-12. */
void plan_check_shares(const struct plan_pair *pair);

/* Ranges ascend without touching, hold exactly the keys k0 .. k(n-1) that move, and add up to
 * moved; their ends move as they say and the hashes beside them do not. */
void plan_check_ranges(const struct plan_pair *pair, size_t n);

/* The plan back is the plan reversed: each figure, flow and range, to the last bit. */
void plan_check_reversed(const struct plan_pair *pair);

/* A map and itself: nothing moves. */
void plan_check_same(const berth_map *map);

#endif
