/* SPDX-License-Identifier: MIT */
/* jenkins.c - Bob Jenkins' one-at-a-time and lookup3
 * Idea       lookup3 adds twelve bytes a round to three words and mixes them reversibly. The last
 *            one to twelve bytes are padded with zeros, added, and mixed irreversibly.
 * Frozen     bit for bit; tests/vectors/hash, and compared with libhashkit
 * From       written from the description at burtleburtle.net/bob/hash (public domain) */
#include "hash/jenkins.h"

#include <stdbool.h>

#include "base/bytes.h"

static inline uint32_t oaat(const uint8_t *p, size_t len, bool sign)
{
    uint32_t h = 0;
    for (size_t i = 0; i < len; i++) {
        h += sign ? widen_signed32(p[i]) : p[i];
        h += h << 10;
        h ^= h >> 6;
    }
    h += h << 3;
    h ^= h >> 11;
    return h + (h << 15);
}

uint32_t jenkins_oaat(const void *data, size_t len)
{
    return oaat(data, len, false);
}

uint32_t jenkins_oaat_signed(const void *data, size_t len)
{
    return oaat(data, len, true);
}

struct lookup3 {
    uint32_t a, b, c;
};

static inline void lookup3_turn(uint32_t *x, uint32_t y, uint32_t *z, unsigned rotation)
{
    *x = (*x - *z) ^ rotl32(*z, rotation);
    *z += y;
}

static void lookup3_mix(struct lookup3 *s)
{
    lookup3_turn(&s->a, s->b, &s->c, 4);
    lookup3_turn(&s->b, s->c, &s->a, 6);
    lookup3_turn(&s->c, s->a, &s->b, 8);
    lookup3_turn(&s->a, s->b, &s->c, 16);
    lookup3_turn(&s->b, s->c, &s->a, 19);
    lookup3_turn(&s->c, s->a, &s->b, 4);
}

static inline void lookup3_settle(uint32_t *x, uint32_t y, unsigned rotation)
{
    *x = (*x ^ y) - rotl32(y, rotation);
}

static uint32_t lookup3_final(struct lookup3 *s)
{
    lookup3_settle(&s->c, s->b, 14);
    lookup3_settle(&s->a, s->c, 11);
    lookup3_settle(&s->b, s->a, 25);
    lookup3_settle(&s->c, s->b, 16);
    lookup3_settle(&s->a, s->c, 4);
    lookup3_settle(&s->b, s->a, 14);
    lookup3_settle(&s->c, s->b, 24);
    return s->c;
}

static void lookup3_add(struct lookup3 *s, uint64_t ab, uint32_t c)
{
    s->a += (uint32_t)ab;
    s->b += (uint32_t)(ab >> 32);
    s->c += c;
}

uint32_t jenkins_hashlittle(const void *data, size_t len, uint32_t initval)
{
    const uint8_t *p = data;
    const uint32_t start = 0xdeadbeefu + (uint32_t)len + initval;
    struct lookup3 s = {start, start, start};
    if (len == 0)
        return start; /* lookup3's quirk: the empty key is not mixed */
    for (; len > 12; len -= 12, p += 12) {
        lookup3_add(&s, read64le(p), read32le(p + 8));
        lookup3_mix(&s);
    }
    if (len > 8)
        lookup3_add(&s, read64le(p), (uint32_t)read_tail_le(p + 8, len - 8));
    else
        lookup3_add(&s, read_tail_le(p, len), 0);
    return lookup3_final(&s);
}
