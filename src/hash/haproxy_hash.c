/* SPDX-License-Identifier: MIT */
/* haproxy_hash.c - sdbm, djb2, wt6 and the avalanche
 * Frozen     bit for bit; recorded answers of HAProxy in tests/vectors/hash
 * From       written from the stated rules, no code taken */
#include "hash/haproxy_hash.h"

#include "base/bytes.h"

uint32_t haproxy_sdbm(const void *data, size_t len)
{
    const uint8_t *p = data;
    uint32_t h = 0;
    for (size_t i = 0; i < len; i++)
        h = h * 65599 + p[i];
    return h;
}

uint32_t haproxy_djb2(const void *data, size_t len)
{
    const uint8_t *p = data;
    uint32_t h = 5381;
    for (size_t i = 0; i < len; i++)
        h = h * 33 + p[i];
    return h;
}

/* Two words that change places, rotated by amounts the data choose. */
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
        h0 = rotl32(old, s0); /* by 0: unchanged, as x86 has it; undefined in HAProxy's C */
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
