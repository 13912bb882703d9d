/* SPDX-License-Identifier: MIT */
/* law.h - what moves under weighted rendezvous hashing, by integration instead of by trying
 * Idea       each node draws L, exponential with mean 1, for each key; the owner is the node with
 *            the smallest L / w before and the smallest L / w' after. The owner changes from a to b
 *            exactly when a is ahead under w and b is ahead under w', which has the probability
 *
 *              F(a, b) = w_a w'_b x integral from w_b/w'_b to w_a/w'_a of dr / (A(r) + B(r) r)^2
 *
 *            where A(r) adds up w of the nodes whose ratio w / w' is above r, and B(r) adds up w'
 *            of all others. Between two neighbouring ratios r1 < r2 both are constant, and the
 *            integral is (r2 - r1) / ((A + B r1)(A + B r2)). So with the nodes sorted by their
 *            ratio and C the running sum of those pieces,
 *
 *              F(a, b) = w_a w'_b (C(a) - C(b))      when a's ratio is above b's, else 0.
 *
 *            Nodes with the same ratio exchange nothing; all untouched nodes have the ratio 1.
 * Cost       O(n log n + flows); 12 bytes for each node during the call */
#ifndef BERTH_LAW_H
#define BERTH_LAW_H

#include "base/alloc.h"

/* Receives the flows one by one, each direction once. Both functions return false when there is no
 * memory; law_flows then stops. */
struct law_sink {
    bool (*emit)(void *context, uint32_t from, uint32_t to, double share);
    void *context;
    bool (*expect)(void *context, size_t flows); /* called first, with the most flows; or NULL */
};

/* Emits what moves between nodes 0..n-1 when their weights change from `before` to `after`. All
 * weights are in the same unit and at most 10^12; 0 means that the node owns nothing on that side
 * or is not part of it. The number n stands for "no node". Returns 0 or BERTH_E_MEMORY. */
int law_flows(const struct berth_alloc *alloc, const uint64_t *before, const uint64_t *after,
              uint32_t n, struct law_sink sink);

#endif
