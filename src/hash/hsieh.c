/* SPDX-License-Identifier: MIT */
/* hsieh.c - SuperFastHash as twemproxy computes it
 * Frozen     bit for bit; recorded answers of twemproxy
 * From       written from the rule as its author states it */
#include "hash/hsieh.h"

#include <stdbool.h>

#include "base/bytes.h"

static inline uint32_t hsieh_tail(uint32_t h, const uint8_t *p, size_t n, bool sign)
{
    if (n == 3) {
        h += (uint32_t)read_tail_le(p, 2);
        h ^= h << 16;
        /* The author's quirk: the third byte is a plain char. */
        h ^= (sign ? widen_signed32(p[2]) : p[2]) << 18;
        h += h >> 11;
    } else if (n == 2) {
        h += (uint32_t)read_tail_le(p, 2);
        h ^= h << 11;
        h += h >> 17;
    } else if (n == 1) {
        h += p[0];
        h ^= h << 10;
        h += h >> 1;
    }
    return h;
}

static inline uint32_t hsieh_finish(uint32_t h)
{
    h ^= h << 3;
    h += h >> 5;
    h ^= h << 4;
    h += h >> 17;
    h ^= h << 25;
    return h + (h >> 6);
}

static inline uint32_t hsieh(const uint8_t *p, size_t len, bool sign)
{
    uint32_t h = 0; /* twemproxy's quirk: the author starts from the length */
    for (; len >= 4; len -= 4, p += 4) {
        const uint32_t word = read32le(p);
        h += word & 0xffff;
        h ^= h << 16 ^ (word >> 16) << 11;
        h += h >> 11;
    }
    return hsieh_finish(hsieh_tail(h, p, len, sign));
}

uint32_t hsieh_signed(const void *data, size_t len)
{
    return hsieh(data, len, true);
}

uint32_t hsieh_unsigned(const void *data, size_t len)
{
    return hsieh(data, len, false);
}
