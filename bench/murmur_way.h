/* SPDX-License-Identifier: MIT */
/* murmur_way.h - MurmurHash3 x64 128, first half, seed 0, for way_rwlock_ring.c
 *
 * Written from the description of the algorithm (Appleby, public domain). The last 0 to 15 bytes
 * are read one by one, which is faster than a memcpy whose length the compiler does not know. */
#ifndef BENCH_MURMUR_WAY_H
#define BENCH_MURMUR_WAY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t murmur_rotate(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static inline uint64_t murmur_first(uint64_t k)
{
    return murmur_rotate(k * UINT64_C(0x87c37b91114253d5), 31) * UINT64_C(0x4cf5ad432745937f);
}

static inline uint64_t murmur_second(uint64_t k)
{
    return murmur_rotate(k * UINT64_C(0x4cf5ad432745937f), 33) * UINT64_C(0x87c37b91114253d5);
}

static inline uint64_t murmur_end(uint64_t h)
{
    h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ h >> 33;
}

/* Reads `len` bytes, 0 to 8, as a little-endian number. */
static inline uint64_t murmur_tail(const unsigned char *p, size_t len)
{
    uint64_t word = 0;
    for (size_t i = 0; i < len; i++)
        word |= (uint64_t)p[i] << 8 * i;
    return word;
}

static inline uint64_t murmur_way(const void *data, size_t len)
{
    const unsigned char *p = data;
    uint64_t h1 = 0, h2 = 0, k[2];
    size_t left = len;
    for (; left >= 16; left -= 16, p += 16) {
        memcpy(k, p, 16);
        h1 = (murmur_rotate(h1 ^ murmur_first(k[0]), 27) + h2) * 5 + 0x52dce729;
        h2 = (murmur_rotate(h2 ^ murmur_second(k[1]), 31) + h1) * 5 + 0x38495ab5;
    }
    h1 ^= murmur_first(murmur_tail(p, left < 8 ? left : 8)) ^ len;
    h2 ^= murmur_second(left > 8 ? murmur_tail(p + 8, left - 8) : 0) ^ len;
    h1 += h2;
    h2 += h1;
    return murmur_end(h1) + murmur_end(h2);
}

#endif
