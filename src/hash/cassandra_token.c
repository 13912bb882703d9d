/* SPDX-License-Identifier: MIT */
/* cassandra_token.c - Murmur3_x64_128 with Cassandra's sign-extended tail
 * Frozen     bit for bit; tests/vectors/hash
 * From       written from the behaviour of Cassandra's Murmur3Partitioner */
#include "hash/cassandra_token.h"

#include "base/bytes.h"
#include "hash/murmur.h"

/* Reads bytes `from` to `to` of the tail as a word. Cassandra's quirk: each byte is widened as a
 * signed number before it is shifted into its place. */
static uint64_t cassandra_tail(const uint8_t *p, size_t from, size_t to)
{
    uint64_t k = 0;
    for (size_t i = from; i < to; i++)
        k ^= widen_signed64(p[i]) << 8 * (i - from);
    return k;
}

void murmur3_x64_128_signed_tail(const void *data, size_t len, uint64_t seed, uint64_t out[2])
{
    out[0] = out[1] = seed;
    const uint8_t *tail = murmur3_x64_128_blocks(data, len, out);
    const size_t left = len % 16;
    const size_t first = left < 8 ? left : 8;
    murmur3_x64_128_finish(out, cassandra_tail(tail, 0, first), cassandra_tail(tail, first, left),
                           len);
}

int64_t cassandra_token(const void *key, size_t len)
{
    uint64_t h[2];
    murmur3_x64_128_signed_tail(key, len, 0, h);
    const uint64_t least = (uint64_t)1 << 63;
    const uint64_t bits = h[0] == least ? least - 1 : h[0];
    return bits < least ? (int64_t)bits : -(int64_t)(~bits) - 1;
}
