/* SPDX-License-Identifier: MIT */
/* bytes.h - numbers read from byte strings and written to them
 * Idea       every multi-byte number that leaves or enters berth has a stated byte order; these
 *            helpers are the only place that knows the machine's. memcpy makes them safe at any
 *            address; the swap disappears where the machine has the same order.
 * Cost       one load or store, one swap at most */
#ifndef BERTH_BYTES_H
#define BERTH_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined(__BYTE_ORDER__)
#error "bytes.h: this compiler does not say its byte order; define __BYTE_ORDER__"
#endif
#define BYTES_MACHINE_IS_BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

static inline uint32_t swap32(uint32_t x)
{
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

static inline uint64_t swap64(uint64_t x)
{
    return (uint64_t)swap32((uint32_t)x) << 32 | swap32((uint32_t)(x >> 32));
}

static inline uint32_t read32le(const void *p)
{
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return BYTES_MACHINE_IS_BIG ? swap32(x) : x;
}

static inline uint64_t read64le(const void *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return BYTES_MACHINE_IS_BIG ? swap64(x) : x;
}

static inline uint32_t read32be(const void *p)
{
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return BYTES_MACHINE_IS_BIG ? x : swap32(x);
}

static inline uint64_t read64be(const void *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return BYTES_MACHINE_IS_BIG ? x : swap64(x);
}

static inline void store32le(void *p, uint32_t x)
{
    x = BYTES_MACHINE_IS_BIG ? swap32(x) : x;
    memcpy(p, &x, sizeof x);
}

static inline void store64le(void *p, uint64_t x)
{
    x = BYTES_MACHINE_IS_BIG ? swap64(x) : x;
    memcpy(p, &x, sizeof x);
}

/* Reads n bytes, n = 0..8, as a little-endian number whose higher bytes are zero. Two overlapping
 * loads take the place of a loop or of a memcpy whose length the compiler does not know: that would
 * cost more time than most of the hashes that read their last bytes with this. */
static inline uint64_t read_tail_le(const void *at, size_t n)
{
    const uint8_t *p = at;
    if (n >= 4)
        return read32le(p) | (uint64_t)read32le(p + n - 4) << 8 * (n - 4);
    if (n == 0)
        return 0;
    return p[0] | (uint32_t)p[n / 2] << 8 * (n / 2) | (uint32_t)p[n - 1] << 8 * (n - 1);
}

/* Widens a byte the way a signed char is widened: 0x80..0xff become negative numbers. */
static inline uint32_t widen_signed32(uint8_t c)
{
    return (c ^ 0x80u) - 0x80u;
}

static inline uint64_t widen_signed64(uint8_t c)
{
    return (uint64_t)(c ^ 0x80u) - 0x80u;
}

static inline uint32_t rotl32(uint32_t x, unsigned n)
{
    return x << (n & 31) | x >> (-n & 31);
}

static inline uint64_t rotl64(uint64_t x, unsigned n)
{
    return x << (n & 63) | x >> (-n & 63);
}

#endif
