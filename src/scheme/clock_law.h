/* SPDX-License-Identifier: MIT */
/* clock_law.h - the order in which a node visits the slots of a block, and the times of its visits
 * Idea       slots come in blocks of b = 2^m places, m <= 16. A node visits every place of a block
 *            once, one place at each step. Its order is a bijection of 16 bits, with constants of
 *            the node's own in each block. Both directions cost a few 16-bit operations:
 *
 *                place --three rounds: multiply, add, fold--> step
 *                step  --the same rounds backwards----------> place
 *
 *            The time of a visit is its tick: the step, then the node's phase in this block.
 *
 *                tick   [ step, m bits | phase, 32 - m bits ]
 *
 *            Ticks are turned into the u of hrw_rank.h: an early tick is a large u. So two visits
 *            are compared by the rule that compares two scores: L / W, larger u, earlier name.
 * Frozen     docs/placement.md */
#ifndef BERTH_CLOCK_LAW_H
#define BERTH_CLOCK_LAW_H

#include <stddef.h>

#include "base/bits.h"

enum { CLOCK_ROUNDS = 3, CLOCK_BITS_MAX = 16 };

/* How the rounds work in every block of a table, whatever the node. */
struct clock_shape {
    unsigned bits; /* m */
    unsigned fold; /* x ^= x >> fold */
    uint16_t mask; /* b - 1 */
};

/* A node's constants in one block. Each `scale` is odd; in a key for the way back from step to
 * place it is the inverse. */
struct clock_key {
    uint16_t scale[CLOCK_ROUNDS], shift[CLOCK_ROUNDS];
    uint32_t phase; /* F: 32 bits, of which a tick holds the upper 32 - m */
};

/* The same constants of many nodes: one array for each constant. */
struct clock_columns {
    uint16_t *scale[CLOCK_ROUNDS], *shift[CLOCK_ROUNDS];
};

/* The columns without their first i nodes. */
static inline struct clock_columns clock_columns_from(const struct clock_columns *columns, size_t i)
{
    struct clock_columns rest = *columns;
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        rest.scale[r] += i;
        rest.shift[r] += i;
    }
    return rest;
}

static inline struct clock_shape clock_shape(uint64_t slots)
{
    unsigned bits = bits_log2(slots);
    if (bits > CLOCK_BITS_MAX)
        bits = CLOCK_BITS_MAX;
    return (struct clock_shape){bits, (bits + 1) / 2, (uint16_t)((1u << bits) - 1)};
}

/* A number by which a node's constants in one block differ from those in another. */
static inline uint64_t clock_salt(uint64_t block)
{
    return bits_mix((block + 1) * BITS_GOLDEN);
}

static inline struct clock_key clock_key(uint64_t g, uint64_t salt)
{
    uint64_t r = g ^ salt, u = bits_mix(r + BITS_GOLDEN), v = bits_mix(r + 2 * BITS_GOLDEN);
    return (struct clock_key){
        .scale = {(uint16_t)(u | 1), (uint16_t)(u >> 32 | 1), (uint16_t)(v | 1)},
        .shift = {(uint16_t)(u >> 16), (uint16_t)(u >> 48), (uint16_t)(v >> 16)},
        .phase = (uint32_t)(v >> 32),
    };
}

/* The inverse of an odd number modulo 2^16. The first line gets 4 bits right, and each further line
 * doubles that number. */
static inline uint16_t clock_inverse(uint16_t n)
{
    uint32_t y = (3u * n) ^ 2u;
    y *= 2u - n * y;
    y *= 2u - n * y;
    return (uint16_t)y;
}

static inline struct clock_key clock_back(struct clock_key key)
{
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++)
        key.scale[r] = clock_inverse(key.scale[r]);
    return key;
}

static inline uint16_t clock_step(const struct clock_key *key, uint32_t place,
                                  struct clock_shape shape)
{
    uint32_t x = place;
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        x = (x * key->scale[r] + key->shift[r]) & shape.mask;
        x ^= x >> shape.fold;
    }
    return (uint16_t)x;
}

/* The place at which the node is at the given step. `back` is a key from clock_back. */
static inline uint16_t clock_place(const struct clock_key *back, uint32_t step,
                                   struct clock_shape shape)
{
    uint32_t p = step;
    for (unsigned r = CLOCK_ROUNDS; r-- > 0;) {
        p ^= p >> shape.fold;
        p = ((p - back->shift[r]) * back->scale[r]) & shape.mask;
    }
    return (uint16_t)p;
}

/* The tick of a step, with the phase of the key. */
static inline uint32_t clock_tick(uint32_t step, uint32_t phase, struct clock_shape shape)
{
    return (uint32_t)(((uint64_t)step << (32 - shape.bits)) + (phase >> shape.bits));
}

/* The u of a tick: 2^64 - (2 tick + 1) x 2^31 is u + 1. */
static inline uint64_t clock_u(uint32_t tick)
{
    return ~((2 * (uint64_t)tick + 1) << 31);
}

#endif
