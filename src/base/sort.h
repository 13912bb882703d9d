/* SPDX-License-Identifier: MIT */
/* sort.h - stable radix sort of (value, tag) pairs */
#ifndef BERTH_SORT_H
#define BERTH_SORT_H

#include <stddef.h>
#include <stdint.h>

struct sort_pair {
    uint64_t value;
    uint32_t tag;
};

/* Sorts pairs[0..n) ascending by value; equal values keep their order. spare has room for n pairs.
 * Two or three passes over the highest bits that differ leave well-spread values nearly in order,
 * and insertion finishes; values that are not well spread are sorted by all their digits. O(n) */
void sort_pairs(struct sort_pair *pairs, struct sort_pair *spare, size_t n);

#endif
