/* SPDX-License-Identifier: MIT */
/* naive_hrw.h - rendezvous hashing in the slow, plain way, and members for tests of it
 *
 * It follows the rule of docs/placement.md word by word: every pair is scored, and all pairs are
 * sorted. Of src/scheme it uses only the table of the logarithm, which log2_test.c checks. */
#ifndef BERTH_NAIVE_HRW_H
#define BERTH_NAIVE_HRW_H

#include "scheme/scheme.h"

/* A pair of a hash and a member. `item` distinguishes pairs of one member, such as its slots. */
struct naive_pair {
    uint64_t u, loss, weight, g;
    uint32_t member, item;
};

struct naive_pair naive_pair(uint64_t hash, const struct member *members, uint32_t member);

/* Returns the L of a u. */
uint64_t naive_loss(uint64_t u);

/* Returns a negative number when pair a ranks before pair b; for qsort. */
int naive_compare(const void *a, const void *b);

/* Writes the whole ranking to `out`, which has room for `count` members; returns its length. */
size_t naive_ranking(uint64_t hash, const struct member *members, uint32_t count, uint32_t *out);

/* Returns the x for which bits_mix(x) is u. */
uint64_t naive_unmix(uint64_t u);

/* Kinds of memberships; the same kind and seed always give the same membership. */
enum naive_kind {
    NAIVE_EVEN,
    NAIVE_SMALL,   /* weights from 1 to 9 */
    NAIVE_ZEROS,   /* a third of the members has weight 0; the other weights are equal */
    NAIVE_SPREAD,  /* weights of any magnitude up to 10^12 */
    NAIVE_EXTREME, /* weights are one millionth, 10^12 or 0 */
    NAIVE_TWINS,   /* many members have the same g; weights are 1 or 2 */
    NAIVE_LAST,
};
void naive_members(enum naive_kind kind, uint64_t seed, struct member *out, uint32_t count);

/* Returns what a scheme is built from; the caller must set the values of the parameters. */
struct build naive_build(const struct scheme *scheme, const struct berth_alloc *alloc,
                         const struct member *members, uint32_t count, const struct value *values);

#endif
