/* SPDX-License-Identifier: MIT */
/* naive_hrw.h - rendezvous hashing the slow way, and members to try it on
 * The rule of docs/placement.md word by word: every pair scored, everything sorted; nothing of
 * src/scheme but the logarithm's table, which log2_test.c checks. */
#ifndef BERTH_NAIVE_HRW_H
#define BERTH_NAIVE_HRW_H

#include "scheme/scheme.h"

/* One (hash, member) pair. `item` tells apart what is ranked for one member: slots. */
struct naive_pair {
    uint64_t u, loss, weight, g;
    uint32_t member, item;
};

struct naive_pair naive_pair(uint64_t hash, const struct member *members, uint32_t member);

/* L of a u. */
uint64_t naive_loss(uint64_t u);

/* < 0 when a ranks before b; for qsort. */
int naive_compare(const void *a, const void *b);

/* The whole ranking; returns its length. out has room for count. */
size_t naive_ranking(uint64_t hash, const struct member *members, uint32_t count, uint32_t *out);

/* The x with bits_mix(x) = u. */
uint64_t naive_unmix(uint64_t u);

/* Kinds of memberships; the same seed gives the same. */
enum naive_kind {
    NAIVE_EVEN,
    NAIVE_SMALL,   /* weights 1..9 */
    NAIVE_ZEROS,   /* a third has weight 0, the others are even */
    NAIVE_SPREAD,  /* any weight up to 10^12, any magnitude */
    NAIVE_EXTREME, /* one millionth or 10^12 or 0 */
    NAIVE_TWINS,   /* few different g, weights 1 or 2 */
    NAIVE_LAST,
};
void naive_members(enum naive_kind kind, uint64_t seed, struct member *out, uint32_t count);

/* What a scheme is built from, all set but the parameters' values. */
struct build naive_build(const struct scheme *scheme, const struct berth_alloc *alloc,
                         const struct member *members, uint32_t count, const struct value *values);

#endif
