/* SPDX-License-Identifier: MIT */
/* murmur.c - Austin Appleby's MurmurHash family
 * Idea       each word of input is multiplied and shifted or rotated, then joined to the state, and
 *            the state is mixed. The last bytes are one more word, padded with zeros, and a
 *            finaliser ends the hash. Words are little-endian on every machine.
 * Cost       about 5 ns for 17 bytes (x64_128)
 * Frozen     bit for bit; tests/vectors/hash, and compared with libmurmurhash and libhashkit
 * From       SMHasher (public domain) */
#include "hash/murmur.h"

#include <stdbool.h>

#include "base/bytes.h"
#include "base/utf8.h"
#include "hash/mix.h"

static uint32_t murmur3_word32(uint32_t k)
{
    return rotl32(k * 0xcc9e2d51u, 15) * 0x1b873593u;
}

static uint32_t murmur3_join32(uint32_t h, uint32_t k)
{
    return rotl32(h ^ murmur3_word32(k), 13) * 5 + 0xe6546b64u;
}

uint32_t murmur3_x86_32(const void *data, size_t len, uint32_t seed)
{
    const uint8_t *p = data;
    uint32_t h = seed;
    size_t left = len;
    for (; left >= 4; left -= 4, p += 4)
        h = murmur3_join32(h, read32le(p));
    h ^= murmur3_word32((uint32_t)read_tail_le(p, left));
    return fmix32(h ^ (uint32_t)len);
}

uint32_t murmur3_x86_32_hashkit(const void *data, size_t len)
{
    return murmur3_x86_32(data, len, 0xdeadbeefu * (uint32_t)len);
}

void murmur3_x86_32_push(struct murmur3_pieces *pieces, uint8_t byte)
{
    pieces->word |= (uint32_t)byte << 8 * (pieces->count & 3);
    if ((++pieces->count & 3) == 0) {
        pieces->h = murmur3_join32(pieces->h, pieces->word);
        pieces->word = 0;
    }
}

uint32_t murmur3_x86_32_end(const struct murmur3_pieces *pieces)
{
    return fmix32(pieces->h ^ murmur3_word32(pieces->word) ^ pieces->count);
}

void murmur3_x86_32_push_code_points(struct murmur3_pieces *pieces, const char *utf8, size_t len)
{
    const uint8_t *p = (const uint8_t *)utf8;
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += utf8_next(p + at, len - at, &code);
        murmur3_x86_32_push(pieces, (uint8_t)(code & 255));
    }
}

#define MURMUR3_C1 0x87c37b91114253d5u
#define MURMUR3_C2 0x4cf5ad432745937fu

static uint64_t murmur3_word64_1(uint64_t k)
{
    return rotl64(k * MURMUR3_C1, 31) * MURMUR3_C2;
}

static uint64_t murmur3_word64_2(uint64_t k)
{
    return rotl64(k * MURMUR3_C2, 33) * MURMUR3_C1;
}

const uint8_t *murmur3_x64_128_blocks(const void *data, size_t len, uint64_t h[2])
{
    const uint8_t *p = data;
    uint64_t h1 = h[0], h2 = h[1];
    for (; len >= 16; len -= 16, p += 16) {
        h1 ^= murmur3_word64_1(read64le(p));
        h1 = (rotl64(h1, 27) + h2) * 5 + 0x52dce729u;
        h2 ^= murmur3_word64_2(read64le(p + 8));
        h2 = (rotl64(h2, 31) + h1) * 5 + 0x38495ab5u;
    }
    h[0] = h1;
    h[1] = h2;
    return p;
}

void murmur3_x64_128_finish(uint64_t h[2], uint64_t tail1, uint64_t tail2, size_t len)
{
    uint64_t h1 = h[0] ^ murmur3_word64_1(tail1) ^ len;
    uint64_t h2 = h[1] ^ murmur3_word64_2(tail2) ^ len;
    h1 += h2;
    h2 += h1;
    h1 = fmix64(h1);
    h2 = fmix64(h2);
    h[0] = h1 + h2;
    h[1] = h2 + h[0];
}

void murmur3_x64_128(const void *data, size_t len, uint64_t seed, uint64_t out[2])
{
    out[0] = out[1] = seed;
    const uint8_t *tail = murmur3_x64_128_blocks(data, len, out);
    const size_t left = len % 16;
    const bool two = left > 8;
    murmur3_x64_128_finish(out, two ? read64le(tail) : read_tail_le(tail, left),
                           two ? read_tail_le(tail + 8, left - 8) : 0, len);
}

uint64_t murmur3_h1(const void *data, size_t len)
{
    uint64_t h[2];
    murmur3_x64_128(data, len, 0, h);
    return h[0];
}

uint64_t murmur3_low32(const void *data, size_t len)
{
    return (uint32_t)murmur3_h1(data, len);
}

#define MURMUR2_M 0x5bd1e995u

static uint32_t murmur2_word32(uint32_t k)
{
    k *= MURMUR2_M;
    return (k ^ k >> 24) * MURMUR2_M;
}

static uint32_t murmur2_join32(uint32_t h, uint32_t k)
{
    return h * MURMUR2_M ^ murmur2_word32(k);
}

/* Joins all whole words. Returns where the last len % 4 bytes begin. */
static inline const uint8_t *murmur2_words32(uint32_t *h, const uint8_t *p, size_t len)
{
    for (; len >= 4; len -= 4, p += 4)
        *h = murmur2_join32(*h, read32le(p));
    return p;
}

static uint32_t murmur2_finish32(uint32_t h)
{
    h = (h ^ h >> 13) * MURMUR2_M;
    return h ^ h >> 15;
}

uint32_t murmur2_32(const void *data, size_t len, uint32_t seed)
{
    uint32_t h = seed ^ (uint32_t)len;
    const uint8_t *tail = murmur2_words32(&h, data, len);
    if (len % 4 > 0)
        h = (h ^ (uint32_t)read_tail_le(tail, len % 4)) * MURMUR2_M;
    return murmur2_finish32(h);
}

uint32_t murmur2_32_hashkit(const void *data, size_t len)
{
    return murmur2_32(data, len, 0xdeadbeefu * (uint32_t)len);
}

uint32_t murmur2a_32(const void *data, size_t len, uint32_t seed)
{
    uint32_t h = seed;
    const uint8_t *tail = murmur2_words32(&h, data, len);
    h = murmur2_join32(h, (uint32_t)read_tail_le(tail, len % 4));
    return murmur2_finish32(murmur2_join32(h, (uint32_t)len));
}

#define MURMUR64A_M 0xc6a4a7935bd1e995u

static uint64_t murmur64a_join(uint64_t h, uint64_t word)
{
    const uint64_t k = word * MURMUR64A_M;
    return (h ^ (k ^ k >> 47) * MURMUR64A_M) * MURMUR64A_M;
}

void murmur64a_start(struct murmur64a_pieces *pieces, size_t len, uint64_t seed)
{
    *pieces = (struct murmur64a_pieces){.h = seed ^ len * MURMUR64A_M};
}

void murmur64a_push(struct murmur64a_pieces *pieces, const void *data, size_t len)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < len; i++) {
        pieces->word |= (uint64_t)p[i] << 8 * pieces->filled;
        if (++pieces->filled == 8) {
            pieces->h = murmur64a_join(pieces->h, pieces->word);
            pieces->word = 0;
            pieces->filled = 0;
        }
    }
}

uint64_t murmur64a_end(const struct murmur64a_pieces *pieces)
{
    uint64_t h = pieces->h;
    if (pieces->filled)
        h = (h ^ pieces->word) * MURMUR64A_M;
    h = (h ^ h >> 47) * MURMUR64A_M;
    return h ^ h >> 47;
}

uint64_t murmur64a(const void *data, size_t len, uint64_t seed)
{
    struct murmur64a_pieces pieces;
    const uint8_t *p = data;
    size_t left = len;
    murmur64a_start(&pieces, len, seed);
    for (; left >= 8; left -= 8, p += 8)
        pieces.h = murmur64a_join(pieces.h, read64le(p));
    murmur64a_push(&pieces, p, left);
    return murmur64a_end(&pieces);
}
