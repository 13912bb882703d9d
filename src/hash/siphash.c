/* SPDX-License-Identifier: MIT */
/* siphash.c - SipHash-c-d
 * Idea       the state is four words. Each eight bytes of input are joined by an xor before and an
 *            xor after c rounds of additions, rotations and xors. The last word also holds the
 *            length, and d more rounds end the hash.
 * Frozen     bit for bit; reference vectors in the tests
 * From       Aumasson, Bernstein 2012, "SipHash: a fast short-input PRF" */
#include "hash/siphash.h"

#include "hash/hash.h"

#include "base/bytes.h"

struct sip {
    uint64_t v0, v1, v2, v3;
};

static inline void sip_rounds(struct sip *s, int n)
{
    for (; n > 0; n--) {
        s->v0 += s->v1;
        s->v2 += s->v3;
        s->v1 = rotl64(s->v1, 13) ^ s->v0;
        s->v3 = rotl64(s->v3, 16) ^ s->v2;
        s->v0 = rotl64(s->v0, 32) + s->v3;
        s->v2 += s->v1;
        s->v3 = rotl64(s->v3, 21) ^ s->v0;
        s->v1 = rotl64(s->v1, 17) ^ s->v2;
        s->v2 = rotl64(s->v2, 32);
    }
}

static inline void sip_word(struct sip *s, uint64_t word, int compress)
{
    s->v3 ^= word;
    sip_rounds(s, compress);
    s->v0 ^= word;
}

static inline uint64_t sip_hash(const uint8_t *p, size_t len, uint64_t k0, uint64_t k1,
                                int compress, int finish)
{
    struct sip s = {k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u,
                    k1 ^ 0x7465646279746573u};
    size_t left = len;
    for (; left >= 8; left -= 8, p += 8)
        sip_word(&s, read64le(p), compress);
    sip_word(&s, read_tail_le(p, left) | (uint64_t)len << 56, compress);
    s.v2 ^= 0xff;
    sip_rounds(&s, finish);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

uint64_t siphash_2_4(const void *data, size_t len, uint64_t k0, uint64_t k1)
{
    return sip_hash(data, len, k0, k1, 2, 4);
}

uint64_t siphash_1_3(const void *data, size_t len, uint64_t k0, uint64_t k1)
{
    return sip_hash(data, len, k0, k1, 1, 3);
}

uint32_t hsiphash_u32(uint32_t value, uint64_t k0, uint64_t k1)
{
    uint8_t bytes[4];
    store32le(bytes, value);
    return (uint32_t)siphash_1_3(bytes, sizeof bytes, k0, k1);
}

/* ---- rows of the registry ------------------------------------------------------------------ */

static uint64_t siphash_key_0(const void *data, size_t len)
{
    return siphash_2_4(data, len, 0, 0);
}

static uint64_t siphash13_key_0(const void *data, size_t len)
{
    return siphash_1_3(data, len, 0, 0);
}

const struct hash_row hash_siphash = {{"siphash", "SipHash-2-4, key 0", 64, siphash_key_0},
                                      "siphash24 "};

const struct hash_row hash_siphash13 = {{"siphash13", "SipHash-1-3, key 0", 64, siphash13_key_0},
                                        ""};
