/* SPDX-License-Identifier: MIT */
/* spooky.c - SpookyHash V2
 * Idea       short input (under 192 bytes): four words take 32 bytes a round. Long input: twelve
 *            words in a circle take 96 bytes a round. Word i takes its input, then changes its
 *            neighbours:   s[i-1] <- s[i] <- data[i],   s[i+2] <- s[i-2]
 *            The remainder is padded with zeros, and its last byte holds its length.
 * Frozen     bit for bit; tests/vectors/hash holds values of the original
 * From       written from the rules of Bob Jenkins 2012, burtleburtle.net/bob/hash/spooky.html
 *            (public domain) */
#include "hash/spooky.h"

#include "base/bytes.h"

#define SPOOKY_WORDS 12
#define SPOOKY_BLOCK 96
#define SPOOKY_LONG  192 /* bytes: the least length of a long input */
#define SPOOKY_CONST 0xdeadbeefdeadbeefu

static inline void spooky_short_turn(uint64_t *x, uint64_t y, uint64_t *z, unsigned rotation)
{
    *x = rotl64(*x, rotation) + y;
    *z ^= *x;
}

static void spooky_short_mix(uint64_t h[4])
{
    static const uint8_t rotation[12] = {50, 52, 30, 41, 54, 48, 38, 37, 62, 34, 5, 36};
    for (unsigned i = 0; i < 12; i++)
        spooky_short_turn(&h[(i + 2) & 3], h[(i + 3) & 3], &h[i & 3], rotation[i]);
}

static void spooky_short_end(uint64_t h[4])
{
    static const uint8_t rotation[11] = {15, 52, 26, 51, 28, 9, 47, 54, 32, 25, 63};
    for (unsigned i = 0; i < 11; i++) {
        uint64_t *const x = &h[(i + 3) & 3], *const y = &h[(i + 2) & 3];
        *x ^= *y;
        *y = rotl64(*y, rotation[i]);
        *x += *y;
    }
}

/* Adds the last 0 to 15 bytes of a short input, and its length in the top byte. */
static void spooky_short_tail(uint64_t h[4], const uint8_t *p, size_t left, size_t len)
{
    h[3] += (uint64_t)len << 56;
    if (left == 0) {
        h[2] += SPOOKY_CONST;
        h[3] += SPOOKY_CONST;
    } else if (left < 8) {
        h[2] += read_tail_le(p, left);
    } else {
        h[2] += read64le(p);
        h[3] += read_tail_le(p + 8, left - 8);
    }
}

static void spooky_short(const uint8_t *p, size_t len, uint64_t hash[2])
{
    uint64_t h[4] = {hash[0], hash[1], SPOOKY_CONST, SPOOKY_CONST};
    size_t left = len;
    for (; left >= 16; left -= 16, p += 16) {
        h[2] += read64le(p);
        h[3] += read64le(p + 8);
        spooky_short_mix(h);
        if (left < 32)
            continue; /* half a round: no sixteen bytes are left for h[0] and h[1] */
        left -= 16;
        p += 16;
        h[0] += read64le(p);
        h[1] += read64le(p + 8);
    }
    spooky_short_tail(h, p, left, len);
    spooky_short_end(h);
    hash[0] = h[0];
    hash[1] = h[1];
}

#define NEXT(i, k) s[((i) + (k)) % SPOOKY_WORDS]

static void spooky_mix(uint64_t s[SPOOKY_WORDS], const uint8_t *p)
{
    static const uint8_t rotation[SPOOKY_WORDS] = {11, 32, 43, 31, 17, 28, 39, 57, 55, 54, 22, 46};
    for (unsigned i = 0; i < SPOOKY_WORDS; i++) {
        s[i] += read64le(p + 8 * i);
        NEXT(i, 2) ^= NEXT(i, 10);
        NEXT(i, 11) ^= s[i];
        s[i] = rotl64(s[i], rotation[i]);
        NEXT(i, 11) += NEXT(i, 1);
    }
}

static void spooky_end_part(uint64_t s[SPOOKY_WORDS])
{
    static const uint8_t rotation[SPOOKY_WORDS] = {44, 15, 34, 21, 38, 33, 10, 13, 38, 53, 42, 54};
    for (unsigned i = 0; i < SPOOKY_WORDS; i++) {
        NEXT(i, 11) += NEXT(i, 1);
        NEXT(i, 2) ^= NEXT(i, 11);
        NEXT(i, 1) = rotl64(NEXT(i, 1), rotation[i]);
    }
}

static void spooky_long(const uint8_t *p, size_t len, uint64_t hash[2])
{
    uint64_t s[SPOOKY_WORDS];
    for (unsigned i = 0; i < SPOOKY_WORDS; i++)
        s[i] = i % 3 == 2 ? SPOOKY_CONST : hash[i % 3];
    for (; len >= SPOOKY_BLOCK; len -= SPOOKY_BLOCK, p += SPOOKY_BLOCK)
        spooky_mix(s, p);
    uint8_t last[SPOOKY_BLOCK] = {0};
    memcpy(last, p, len);
    last[SPOOKY_BLOCK - 1] = (uint8_t)len;
    for (unsigned i = 0; i < SPOOKY_WORDS; i++)
        s[i] += read64le(last + 8 * i);
    for (int part = 0; part < 3; part++)
        spooky_end_part(s);
    hash[0] = s[0];
    hash[1] = s[1];
}

void spooky_v2_128(const void *data, size_t len, uint64_t hash[2])
{
    if (len < SPOOKY_LONG)
        spooky_short(data, len, hash);
    else
        spooky_long(data, len, hash);
}

uint64_t spooky_v2_64(const void *data, size_t len, uint64_t seed)
{
    uint64_t hash[2] = {seed, seed};
    spooky_v2_128(data, len, hash);
    return hash[0];
}

uint32_t spooky_v2_32(const void *data, size_t len, uint32_t seed)
{
    return (uint32_t)spooky_v2_64(data, len, seed);
}
