/* SPDX-License-Identifier: MIT */
/* lanes_wide.h - arithmetic in the lanes of one register, shared by the wide levels
 *
 * lanes_avx2.c and lanes_avx512.c define LANES_TARGET (the attribute of each function), LANES and
 * WIDE_BIAS, and include this file. Then they define the operations for which the compiler's
 * vectors have no notation, under the same names:
 *
 *     wide_mask                 which lanes, for & | ~; wide_bits(mask): lane 0 lowest
 *     wide_above(a, b)          a > b, of numbers that carry the bias
 *     wide_below_real(a, b)     a < b
 *     wide_larger(a, b)         the larger one, of numbers that carry the bias
 *     wide_times(x, y)          x y modulo 2^64
 *     wide_smaller(a, b)        the smaller one
 *     wide_choose(mask, a, b)   a where the mask is set, else b
 *     wide_product(a, b)        of the low halves
 *     wide_odd(x)               1 where the number of set bits is odd
 *     wide_whole(x)             cut to a whole number
 *     wide_pack(mask, x)        the chosen lanes, moved together to the front
 *     wide_deal(mask, x, rest)  the front of x into the chosen lanes, rest in the others
 *
 * Bias       AVX2 compares signed numbers only. There, numbers are compared with their top bit
 *            flipped: they "carry the bias". */
#ifndef BERTH_LANES_WIDE_H
#define BERTH_LANES_WIDE_H

#include <string.h>

#include "scheme/lanes.h"
#include "scheme/lanes_single.h"

#define LANES_INLINE LANES_TARGET static inline __attribute__((always_inline))

typedef uint64_t wide __attribute__((vector_size(8 * LANES)));
typedef uint32_t wide_half __attribute__((vector_size(4 * LANES)));
typedef uint16_t wide_quarter __attribute__((vector_size(2 * LANES)));
typedef double wide_real __attribute__((vector_size(8 * LANES)));

LANES_INLINE wide wide_all(uint64_t x)
{
    return x - (wide){0};
}

LANES_INLINE wide wide_load(const uint64_t *from)
{
    wide x;
    memcpy(&x, from, sizeof x);
    return x;
}

LANES_INLINE void wide_store(uint64_t *to, wide x)
{
    memcpy(to, &x, sizeof x);
}

LANES_INLINE wide wide_load_half(const uint32_t *from)
{
    wide_half x;
    memcpy(&x, from, sizeof x);
    return __builtin_convertvector(x, wide);
}

LANES_INLINE void wide_store_half(uint32_t *to, wide x)
{
    wide_half half = __builtin_convertvector(x, wide_half);
    memcpy(to, &half, sizeof half);
}

/* first, first + 1, ... */
LANES_INLINE wide wide_from(uint64_t first)
{
    static const uint64_t ascending[] = {0, 1, 2, 3, 4, 5, 6, 7};
    return wide_load(ascending) + first;
}

LANES_INLINE wide wide_times(wide x, uint64_t y);

LANES_INLINE wide wide_mix(wide x)
{
    x ^= x >> 30;
    x = wide_times(x, UINT64_C(0xbf58476d1ce4e5b9));
    x ^= x >> 27;
    x = wide_times(x, UINT64_C(0x94d049bb133111eb));
    return x ^ (x >> 31);
}

/* Mixes two registers, their steps interleaved, so that a step of one runs while the other waits.
 * The CPU itself looks ahead over some two mixes only. */
LANES_INLINE void wide_mix_two(wide *x, wide *y)
{
    wide a = *x, b = *y;
    a ^= a >> 30, b ^= b >> 30;
    a = wide_times(a, UINT64_C(0xbf58476d1ce4e5b9));
    b = wide_times(b, UINT64_C(0xbf58476d1ce4e5b9));
    a ^= a >> 27, b ^= b >> 27;
    a = wide_times(a, UINT64_C(0x94d049bb133111eb));
    b = wide_times(b, UINT64_C(0x94d049bb133111eb));
    *x = a ^ (a >> 31);
    *y = b ^ (b >> 31);
}

/* Converts numbers below 2^52 exactly: x becomes the fraction of the double 2^52 + x. */
#define WIDE_TWO_52 0x1p52

LANES_INLINE wide_real wide_to_real(wide x)
{
    wide_real magic = WIDE_TWO_52 - (wide_real){0};
    return (wide_real)(x | (wide)magic) - WIDE_TWO_52;
}

LANES_INLINE wide wide_to_number(wide_real x)
{
    wide_real magic = WIDE_TWO_52 - (wide_real){0};
    return (wide)(x + WIDE_TWO_52) ^ (wide)magic;
}

/* floor(log2 x), which is the exponent of x as a double; 0 < x < 2^52. */
LANES_INLINE wide wide_log2(wide x)
{
    return ((wide)wide_to_real(x) >> 52) - 1023;
}

#endif
