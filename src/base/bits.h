/* SPDX-License-Identifier: MIT */
/* bits.h - the arithmetic of the native schemes (docs/placement.md), exact on every CPU */
#ifndef BERTH_BITS_H
#define BERTH_BITS_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 u128;

/* The constant G of the native rules: 2^64 divided by the golden ratio, made odd. */
#define BITS_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* The SplitMix64 finaliser: a bijection on 64 bits. */
static inline uint64_t bits_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* The high half of a 64 x 64 bit product. */
static inline uint64_t bits_mulhi(uint64_t a, uint64_t b)
{
    return (uint64_t)(((u128)a * b) >> 64);
}

/* floor(log2(x)); x must not be 0. */
static inline unsigned bits_log2(uint64_t x)
{
    return 63u ^ (unsigned)__builtin_clzll(x); /* compiles to one bsr; 63 - clz does not */
}

static inline bool bits_is_power2(uint64_t x)
{
    return x != 0 && (x & (x - 1)) == 0;
}

/* Trial division: meant for table sizes, x below 2^32. */
static inline bool bits_is_prime(uint64_t x)
{
    if (x < 4)
        return x > 1;
    if (x % 2 == 0 || x % 3 == 0)
        return false;
    for (uint64_t d = 5; d * d <= x; d += 6)
        if (x % d == 0 || x % (d + 2) == 0)
            return false;
    return true;
}

#endif
