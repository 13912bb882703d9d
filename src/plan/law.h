/* SPDX-License-Identifier: MIT */
/* law.h - what moves under weighted rendezvous hashing, by integration instead of by trying
 * Idea       each node draws L, exponential with mean 1, for each key; the owner is the node with
 *            the smallest L / w before and the smallest L / w' after. The owner changes from a to b
 *            exactly when a is ahead under w and b is ahead under w', and the probability of that
 * is
 *
 *              F(a, b) = w_a w'_b x integral from w_b/w'_b to w_a/w'_a of dr / (A(r) + B(r) r)^2
 *
 *            where A(r) adds up w of the nodes whose ratio w / w' is above r, and B(r) adds up w'
 * of all others. Between two neighbouring ratios A and B stand still and the integral is (r2 - r1)
 * / ((A + B r1)(A + B r2)). So with the nodes sorted by their ratio and C the running sum of those
 * pieces,
 *
 *              F(a, b) = w_a w'_b (C(a) - C(b))      when a's ratio is above b's, else 0.
 *
 *            Nodes with the same ratio exchange nothing: untouched nodes among themselves never do.
 * Cost       O(n log n + flows); 12 bytes a node for the time of the call */
#ifndef BERTH_LAW_H
#define BERTH_LAW_H

#include "base/alloc.h"

/* Receives one flow after the other, each direction once; false = no memory, stop. */
struct law_sink {
    bool (*emit)(void *context, uint32_t from, uint32_t to, double share);
    void *context;
    bool (*expect)(void *context, size_t flows); /* told first how many at most; NULL = not */
};

/* Weights of nodes 0..n-1 in any one unit, at most 10^12 each, 0 = owns nothing or is not there.
 * "Nobody" is node n. 0 or BERTH_E_MEMORY. */
int law_flows(const struct berth_alloc *alloc, const uint64_t *before, const uint64_t *after,
              uint32_t n, struct law_sink sink);

#endif
