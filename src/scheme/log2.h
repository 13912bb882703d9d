/* SPDX-License-Identifier: MIT */
/* log2.h - minus the binary logarithm of a hash, in whole numbers
 * Idea       a 64-bit hash u stands for the fraction (u + 1) / 2^64, above 0 and at most 1.
 *            Weighted placement needs minus the logarithm of the fraction, in bits. It must be the
 *            same on every machine, so libm is not used. The place of the top bit gives the whole
 *            bits; the 11 bits after it choose two neighbouring entries of a table, and the 18 bits
 *            after those interpolate between them.
 *
 *                x = u + 1 = 1iiiiiiiiiiiffffffffffffffffff.........  moved up to the top bit
 *                             11 bits    18 bits           not looked at
 *
 * Monotone   a larger u never has a larger loss: steps of the table are not negative, a larger f
 *            takes more of a step, f < 2^18 stays below the next entry, and the table ends with
 *            T[2048] = 2^56, where the next power of two begins.
 * Cost       two loads from 16 KiB, one multiplication
 * Frozen     docs/placement.md; log2_test.c checks the table */
#ifndef BERTH_LOG2_H
#define BERTH_LOG2_H

#include "base/bits.h"

#define LOG2_STEPS 2048
#define LOG2_ONE   (UINT64_C(1) << 56) /* one bit of loss */

/* T[k] = round(2^56 x log2(1 + k / 2048)) */
extern const uint64_t log2_table[LOG2_STEPS + 1];

/* 2^56 x (64 - log2(u + 1)) by the table: 0 for the largest u, 2^62 for u = 0. */
static inline uint64_t log2_loss(uint64_t u)
{
    uint64_t x = u + 1;
    if (x == 0)
        return 0;
    unsigned whole = bits_log2(x);
    x <<= 63 - whole;
    const uint64_t *entry = log2_table + (x >> 52) % LOG2_STEPS;
    uint64_t between = (x >> 34) & 0x3ffff;
    uint64_t part = entry[0] + ((entry[1] - entry[0]) * between >> 18);
    return LOG2_ONE * (64 - whole) - part;
}

#endif
