/* SPDX-License-Identifier: MIT */
/* bitset.h - a set of small numbers, such as node indices: one bit each in 64-bit words
 * Idea       number i is bit i % 64 of word i / 64. The caller allocates the words, all zero. */
#ifndef BERTH_BITSET_H
#define BERTH_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many words hold the numbers 0 to n - 1. */
#define BITSET_WORDS(n) (((size_t)(n) + 63) / 64)

static inline bool bitset_has(const uint64_t *set, size_t i)
{
    return set[i / 64] >> (i % 64) & 1;
}

static inline void bitset_add(uint64_t *set, size_t i)
{
    set[i / 64] |= UINT64_C(1) << (i % 64);
}

#endif
