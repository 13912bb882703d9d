/* SPDX-License-Identifier: MIT */
/* mix.h - finalisers: bijections that let every input bit reach every output bit
 * Frozen     bit for bit: presets depend on them (the native schemes have bits_mix)
 * From       Appleby, MurmurHash3 (fmix); Vigna 2014, xorshift64* (mix_xorshift); Pike and
 *            Alakuijala, CityHash (mix_128_to_64) */
#ifndef BERTH_MIX_H
#define BERTH_MIX_H

#include <stdint.h>

static inline uint32_t fmix32(uint32_t h)
{
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return h ^ h >> 16;
}

static inline uint64_t fmix64(uint64_t h)
{
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdu;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 33;
}

/* Used by go-rendezvous, go-redis v8 and v9, and VictoriaMetrics. */
static inline uint64_t mix_xorshift(uint64_t x)
{
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    return x * 2685821657736338717u;
}

/* CityHash's Hash128to64, by which mcrouter combines the hash of a node with that of a key. */
static inline uint64_t mix_128_to_64(uint64_t upper, uint64_t lower)
{
    const uint64_t mul = 0x9ddfea08eb382d69u;
    uint64_t a = (lower ^ upper) * mul;
    a ^= a >> 47;
    uint64_t b = (upper ^ a) * mul;
    b ^= b >> 47;
    return b * mul;
}

#endif
