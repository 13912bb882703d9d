/* SPDX-License-Identifier: MIT */
/* haproxy_hash.c - sdbm, djb2, wt6 and the "avalanche" modifier
 * Frozen     bit for bit; recorded answers of HAProxy in tests/vectors/hash
 * From       written from the stated rules, no code taken */
#include "hash/haproxy_hash.h"

#include "base/bytes.h"

static inline uint32_t haproxy_times(uint32_t h, uint32_t factor, const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        h = h * factor + p[i];
    return h;
}

uint32_t haproxy_sdbm(const void *data, size_t len)
{
    return haproxy_times(0, 65599, data, len);
}

uint32_t haproxy_djb2(const void *data, size_t len)
{
    return haproxy_times(5381, 33, data, len);
}

/* The state is two words that change places at each byte. How far they are rotated depends on the
 * data. */
uint32_t haproxy_wt6(const void *data, size_t len)
{
    const uint8_t *p = data;
    uint32_t h0 = 0xa53c965au, h1 = 0x5ca6953au;
    unsigned s0 = 6, s1 = 18;
    for (size_t i = 0; i < len; i++) {
        h0 = ~(h0 ^ p[i]);
        h1 = ~(h1 + p[i]);
        const uint32_t old = h1;
        h1 = rotl32(h0, s1);
        /* HAProxy's C is undefined for a rotation by 0; on x86 it leaves the word unchanged. */
        h0 = rotl32(old, s0);
        const uint32_t next = (h0 >> 16 ^ h1) & 0xffff;
        s0 = next & 31;
        s1 = next >> 11;
    }
    return h0 ^ h1;
}

uint32_t haproxy_avalanche(uint32_t a)
{
    a = a + 0x7ed55d16u + (a << 12);
    a = a ^ 0xc761c23cu ^ a >> 19;
    a = a + 0x165667b1u + (a << 5);
    a = (a + 0xd3a2646cu) ^ a << 9;
    a = a + 0xfd7046c5u + (a << 3);
    a = a ^ 0xb55a4f09u ^ a >> 16;
    return a * 3221225473u;
}
