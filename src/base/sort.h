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

/* Sorts pairs[0..n) in ascending order of value; pairs of equal value keep their order. `spare` has
 * room for n pairs. Two or three passes over the highest bits that differ leave evenly spread
 * values almost sorted, and insertion finishes; other values are sorted by all their digits.
 * Costs O(n). */
void sort_pairs(struct sort_pair *pairs, struct sort_pair *spare, size_t n);

#endif
