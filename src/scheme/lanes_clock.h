/* SPDX-License-Identifier: MIT */
/* lanes_clock.h - clock_law.h's rounds, CLOCK_LANES of them side by side in 16-bit lanes
 *
 * A level defines LANES_TARGET and CLOCK_LANES and includes this file. The plain level includes it,
 * too, with eight lanes: the compiler turns them into SSE2, NEON or plain arithmetic. */
#ifndef BERTH_LANES_CLOCK_H
#define BERTH_LANES_CLOCK_H

#include <string.h>

#include "scheme/lanes.h"

#ifndef LANES_INLINE
#define LANES_INLINE LANES_TARGET static inline __attribute__((always_inline))
#endif

typedef uint16_t tiny __attribute__((vector_size(2 * CLOCK_LANES)));

struct tiny_key {
    tiny scale[CLOCK_ROUNDS], shift[CLOCK_ROUNDS];
};

LANES_INLINE tiny tiny_all(uint16_t x)
{
    return x - (tiny){0};
}

LANES_INLINE tiny tiny_load(const uint16_t *from)
{
    tiny x;
    memcpy(&x, from, sizeof x);
    return x;
}

LANES_INLINE void tiny_store(uint16_t *to, tiny x)
{
    memcpy(to, &x, sizeof x);
}

/* first, first + 1, ... */
LANES_INLINE tiny tiny_from(uint16_t first)
{
    static const uint16_t ascending[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                           11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                           22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    return tiny_load(ascending) + first;
}

/* One node's key in every lane. */
LANES_INLINE struct tiny_key tiny_spread(const struct clock_key *key)
{
    struct tiny_key all;
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        all.scale[r] = tiny_all(key->scale[r]);
        all.shift[r] = tiny_all(key->shift[r]);
    }
    return all;
}

/* The keys of the nodes from `at` on. */
LANES_INLINE struct tiny_key tiny_keys(const struct clock_columns *nodes, size_t at)
{
    struct tiny_key keys;
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        keys.scale[r] = tiny_load(nodes->scale[r] + at);
        keys.shift[r] = tiny_load(nodes->shift[r] + at);
    }
    return keys;
}

LANES_INLINE tiny tiny_step(tiny x, const struct tiny_key *key, struct clock_shape shape)
{
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        x = (x * key->scale[r] + key->shift[r]) & shape.mask;
        x ^= x >> (uint16_t)shape.fold;
    }
    return x;
}

LANES_INLINE tiny tiny_place(tiny p, const struct tiny_key *back, struct clock_shape shape)
{
    for (unsigned r = CLOCK_ROUNDS; r-- > 0;) {
        p ^= p >> (uint16_t)shape.fold;
        p = ((p - back->shift[r]) * back->scale[r]) & shape.mask;
    }
    return p;
}

LANES_INLINE tiny tiny_choose(tiny mask, tiny a, tiny b)
{
    return (mask & a) | (~mask & b);
}

LANES_TARGET static void lanes_clock_steps(const struct clock_columns *nodes, size_t count,
                                           uint16_t place, struct clock_shape shape, uint16_t *out)
{
    for (size_t at = 0; at < count; at += CLOCK_LANES) {
        struct tiny_key keys = tiny_keys(nodes, at);
        tiny_store(out + at, tiny_step(tiny_all(place), &keys, shape));
    }
}

LANES_TARGET static void lanes_clock_places(const struct clock_columns *nodes, size_t count,
                                            uint16_t step, struct clock_shape shape, uint16_t *out)
{
    for (size_t at = 0; at < count; at += CLOCK_LANES) {
        struct tiny_key keys = tiny_keys(nodes, at);
        tiny_store(out + at, tiny_place(tiny_all(step), &keys, shape));
    }
}

LANES_TARGET static void lanes_clock_path(const struct clock_key *back, uint16_t first, size_t n,
                                          struct clock_shape shape, uint16_t *out)
{
    struct tiny_key key = tiny_spread(back);
    for (size_t i = 0; i < n; i += CLOCK_LANES)
        tiny_store(out + i, tiny_place(tiny_from((uint16_t)(first + i)), &key, shape));
}

/* A step may be UINT16_MAX, the value with which a lane starts. A lane whose nodes all come at that
 * step is therefore left with the first node, which is the right answer. */
LANES_TARGET static void lanes_clock_soonest_many(const struct clock_columns *nodes, size_t count,
                                                  const uint16_t *places, size_t n,
                                                  struct clock_shape shape, uint16_t *at,
                                                  uint16_t *step)
{
    for (size_t i = 0; i < n; i += CLOCK_LANES) {
        tiny place = tiny_load(places + i), found = tiny_all(0), soonest = tiny_all(UINT16_MAX);
        for (size_t node = 0; node < count; node++) {
            struct tiny_key key;
            for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
                key.scale[r] = tiny_all(nodes->scale[r][node]);
                key.shift[r] = tiny_all(nodes->shift[r][node]);
            }
            tiny x = tiny_step(place, &key, shape), sooner = (tiny)(x < soonest);
            found = tiny_choose(sooner, tiny_all((uint16_t)node), found);
            soonest = tiny_choose(sooner, x, soonest);
        }
        tiny_store(at + i, found);
        tiny_store(step + i, soonest);
    }
}

/* Returns the smallest step of the lanes; *at is the first node that has it. */
LANES_INLINE uint32_t tiny_soonest(tiny soonest, tiny found, uint32_t *at)
{
    uint16_t steps[CLOCK_LANES], runs[CLOCK_LANES], least = UINT16_MAX;
    tiny_store(steps, soonest);
    tiny_store(runs, found);
    for (uint32_t l = 0; l < CLOCK_LANES; l++)
        least = steps[l] < least ? steps[l] : least;
    *at = UINT32_MAX;
    for (uint32_t l = 0; l < CLOCK_LANES; l++) {
        uint32_t node = steps[l] == least ? (uint32_t)runs[l] * CLOCK_LANES + l : UINT32_MAX;
        *at = node < *at ? node : *at;
    }
    return least;
}

/* Looks through `runs` whole runs of nodes, at most UINT16_MAX; returns the smallest step, and in
 * *at the node that has it. */
LANES_INLINE uint32_t tiny_runs(const struct clock_columns *nodes, size_t from, size_t runs,
                                uint16_t place, struct clock_shape shape, uint32_t *at)
{
    tiny soonest = tiny_all(UINT16_MAX), found = tiny_all(0);
    for (size_t run = 0; run < runs; run++) {
        struct tiny_key keys = tiny_keys(nodes, from + run * CLOCK_LANES);
        tiny x = tiny_step(tiny_all(place), &keys, shape), sooner = (tiny)(x < soonest);
        found = tiny_choose(sooner, tiny_all((uint16_t)run), found);
        soonest = tiny_choose(sooner, x, soonest);
    }
    uint32_t least = tiny_soonest(soonest, found, at);
    *at += (uint32_t)from;
    return least;
}

/* The same for the nodes after the last whole run. Lanes without a node get the largest step. */
LANES_INLINE uint32_t tiny_rest(const struct clock_columns *nodes, size_t from, size_t count,
                                uint16_t place, struct clock_shape shape, uint32_t *at)
{
    struct tiny_key keys = tiny_keys(nodes, from);
    tiny x = tiny_step(tiny_all(place), &keys, shape);
    tiny beyond = (tiny)(tiny_from(0) >= tiny_all((uint16_t)(count - from)));
    uint32_t least = tiny_soonest(x | beyond, tiny_all(0), at);
    *at += (uint32_t)from;
    return least;
}

LANES_TARGET static uint32_t lanes_clock_soonest(const struct clock_columns *nodes, size_t count,
                                                 uint16_t place, struct clock_shape shape)
{
    uint32_t step = UINT32_MAX, best = 0, at;
    size_t from = 0;
    for (size_t runs; (runs = (count - from) / CLOCK_LANES) > 0; from += runs * CLOCK_LANES) {
        if (runs > UINT16_MAX)
            runs = UINT16_MAX;
        uint32_t found = tiny_runs(nodes, from, runs, place, shape, &at);
        if (found < step) {
            step = found;
            best = at;
        }
    }
    if (from < count && tiny_rest(nodes, from, count, place, shape, &at) < step)
        best = at;
    return best;
}

#endif
