/* SPDX-License-Identifier: MIT */
/* lanes_rank.h - the loops of ranking, over the registers of the level that includes this file
 * Idea       for a single key, the lanes hold nodes. Each lane keeps the largest u that it has
 *            seen, and the run of four registers in which it was; at the end the lanes are
 *            compared, and the run is searched for the node. For many keys, the lanes hold keys and
 *            take the nodes one after the other, so no comparison between lanes is left. */
#ifndef BERTH_LANES_RANK_H
#define BERTH_LANES_RANK_H

#include <math.h>

#include "scheme/lanes_wide.h"

struct wide_best {
    wide u, at; /* u carries the bias (lanes_wide.h) */
};

LANES_INLINE wide wide_score(wide hash, wide g)
{
    return wide_mix(hash ^ g) ^ WIDE_BIAS;
}

/* Replaces the best where u is larger; of equal ones the first stays. */
LANES_INLINE void wide_better(struct wide_best *best, wide u, wide at)
{
    wide_mask above = wide_above(u, best->u);
    best->u = wide_choose(above, u, best->u);
    best->at = wide_choose(above, at, best->at);
}

/* ---- the largest u of one key ---------------------------------------------------------------- */

enum { WIDE_RUN = 4 * LANES };

/* In each lane, the larger u of two registers of nodes. */
LANES_INLINE wide wide_largest_of_two(const uint64_t *g, wide hash)
{
    wide a = hash ^ wide_load(g), b = hash ^ wide_load(g + LANES);
    wide_mix_two(&a, &b);
    return wide_larger(a ^ WIDE_BIAS, b ^ WIDE_BIAS);
}

LANES_INLINE wide wide_largest_of_run(const uint64_t *g, wide hash)
{
    return wide_larger(wide_largest_of_two(g, hash), wide_largest_of_two(g + 2 * LANES, hash));
}

/* Finds the node of the largest u in the run of the lane that saw it. No branch depends on which
 * lane or node it is: it would be mispredicted. */
LANES_INLINE uint32_t wide_place(const struct wide_best *best, const uint64_t *g, uint32_t count,
                                 uint64_t hash)
{
    uint64_t u[LANES], at[LANES];
    wide_store(u, best->u ^ WIDE_BIAS);
    wide_store(at, best->at);
    uint64_t largest = 0;
    uint32_t first = 0, ties = 0, place = 0, found = 0;
    for (unsigned l = 0; l < LANES; l++)
        largest = u[l] > largest ? u[l] : largest;
    for (unsigned l = 0; l < LANES; l++) {
        const uint32_t is = u[l] == largest;
        first |= (uint32_t)at[l] & -is;
        ties += is;
    }
    if (ties > 1)
        return single_reaching(g, count, hash, 0, largest);
    for (uint32_t i = 0; i < WIDE_RUN; i += LANES) {
        const uint32_t there = first + i < count ? first + i : first;
        const uint32_t is = bits_mix(hash ^ g[there]) == largest;
        place |= there & -(is & ~found);
        found |= is;
    }
    return place;
}

/* The last register overlaps the register before it; seeing a node twice changes nothing. */
LANES_TARGET static uint32_t lanes_largest(const uint64_t *g, uint32_t count, uint64_t hash)
{
    const wide h = wide_all(hash), lanes = wide_from(0);
    struct wide_best best = {wide_all(WIDE_BIAS), lanes}; /* u = 0 */
    uint32_t i = 0;
    for (wide at = lanes; i + WIDE_RUN <= count; i += WIDE_RUN, at += WIDE_RUN)
        wide_better(&best, wide_largest_of_run(g + i, h), at);
    for (; i + LANES <= count; i += LANES)
        wide_better(&best, wide_score(h, wide_load(g + i)), lanes + i);
    i = count - LANES;
    wide_better(&best, wide_score(h, wide_load(g + i)), lanes + i);
    return wide_place(&best, g, count, hash);
}

/* ---- many keys, and bars --------------------------------------------------------------------- */

/* The lanes of two registers hold keys, which take the nodes one after the other. */
LANES_TARGET static size_t lanes_largest_many(const uint64_t *g, uint32_t count,
                                              const uint64_t *hashes, size_t n, uint32_t *out)
{
    size_t done = 0;
    for (; done + 2 * LANES <= n; done += 2 * LANES) {
        const wide h = wide_load(hashes + done), k = wide_load(hashes + done + LANES);
        struct wide_best a = {wide_score(h, wide_all(g[0])), wide_all(0)};
        struct wide_best b = {wide_score(k, wide_all(g[0])), wide_all(0)};
        for (uint32_t i = 1; i < count; i++) {
            wide_better(&a, wide_score(h, wide_all(g[i])), wide_all(i));
            wide_better(&b, wide_score(k, wide_all(g[i])), wide_all(i));
        }
        wide_store_half(out + done, a.at);
        wide_store_half(out + done + LANES, b.at);
    }
    return done;
}

/* The smallest quotient of each lane, its node, and the smallest quotient of all other nodes. */
struct wide_nearest {
    wide_real quotient, runner;
    wide at;
};

LANES_INLINE void wide_nearer(struct wide_nearest *nearest, wide u, double inverse, uint32_t at)
{
    const wide_real q = wide_to_real(~u >> 12) * inverse;
    const wide_mask nearer = wide_below_real(q, nearest->quotient);
    const wide_real other = wide_smaller(q, nearest->runner);
    nearest->runner = (wide_real)wide_choose(nearer, (wide)nearest->quotient, (wide)other);
    nearest->quotient = (wide_real)wide_choose(nearer, (wide)q, (wide)nearest->quotient);
    nearest->at = wide_choose(nearer, wide_all(at), nearest->at);
}

LANES_TARGET static size_t lanes_nearest_many(const uint64_t *g, const uint32_t *part,
                                              uint32_t count, const uint64_t *hashes, size_t n,
                                              uint32_t *out, double *runner)
{
    const wide_real none = HUGE_VAL - (wide_real){0};
    size_t done = 0;
    for (; done + 2 * LANES <= n; done += 2 * LANES) {
        const wide h = wide_load(hashes + done), k = wide_load(hashes + done + LANES);
        struct wide_nearest a = {none, none, wide_all(0)}, b = a;
        for (uint32_t i = 0; i < count; i++) {
            const double inverse = 1.0 / part[i];
            wide_nearer(&a, wide_mix(h ^ g[i]), inverse, i);
            wide_nearer(&b, wide_mix(k ^ g[i]), inverse, i);
        }
        wide_store_half(out + done, a.at);
        wide_store_half(out + done + LANES, b.at);
        memcpy(runner + done, &a.runner, sizeof a.runner);
        memcpy(runner + done + LANES, &b.runner, sizeof b.runner);
    }
    return done;
}

LANES_TARGET static uint32_t lanes_reaching(const uint64_t *g, uint32_t count, uint64_t hash,
                                            uint32_t at, uint64_t floor)
{
    const wide h = wide_all(hash), bar = wide_all(floor ^ WIDE_BIAS);
    for (; at + 2 * LANES <= count; at += 2 * LANES) {
        wide x = h ^ wide_load(g + at), y = h ^ wide_load(g + at + LANES);
        wide_mix_two(&x, &y);
        unsigned low = wide_bits(wide_above(bar, x ^ WIDE_BIAS));
        unsigned high = wide_bits(wide_above(bar, y ^ WIDE_BIAS));
        unsigned below = low | high << LANES, all = (1u << 2 * LANES) - 1;
        if (below != all)
            return at + (uint32_t)__builtin_ctz(~below);
    }
    return single_reaching(g, count, hash, at, floor);
}

/* A bit for each lane whose node does not pass the bar. */
LANES_INLINE unsigned wide_beyond(const uint64_t *g, const uint32_t *part, wide h, wide rate)
{
    wide limit = wide_product(wide_load_half(part), rate) ^ WIDE_BIAS;
    return wide_bits(wide_above(~wide_score(h, wide_load(g)), limit));
}

LANES_TARGET static uint32_t lanes_within(const uint64_t *g, const uint32_t *part, uint32_t count,
                                          uint64_t hash, uint32_t at, uint64_t rate)
{
    const wide h = wide_all(hash), r = wide_all(rate);
    for (; at + 2 * LANES <= count; at += 2 * LANES) {
        unsigned low = wide_beyond(g + at, part + at, h, r);
        unsigned high = wide_beyond(g + at + LANES, part + at + LANES, h, r);
        unsigned beyond = low | high << LANES, all = (1u << 2 * LANES) - 1;
        if (beyond != all)
            return at + (uint32_t)__builtin_ctz(~beyond);
    }
    return single_within(g, part, count, hash, at, rate);
}

/* ---- visits (clock_law.h): the lanes hold nodes ---------------------------------------------- */

LANES_INLINE wide wide_field(wide x, unsigned from)
{
    return x >> from & 0xffff;
}

LANES_INLINE wide wide_round(wide x, wide scale, wide shift, struct clock_shape shape)
{
    x = (wide_product(x, scale) + shift) & shape.mask;
    return x ^ (x >> shape.fold);
}

LANES_INLINE wide wide_visit(wide g, uint64_t salt, uint32_t place, struct clock_shape shape)
{
    wide u = (g ^ salt) + BITS_GOLDEN, v = u + BITS_GOLDEN;
    wide_mix_two(&u, &v);
    wide x = wide_all(place);
    x = wide_round(x, wide_field(u, 0) | 1, wide_field(u, 16), shape);
    x = wide_round(x, wide_field(u, 32) | 1, u >> 48, shape);
    x = wide_round(x, wide_field(v, 0) | 1, wide_field(v, 16), shape);
    wide tick = (x << (32 - shape.bits)) + (v >> 32 >> shape.bits);
    return ~((2 * tick + 1) << 31);
}

LANES_TARGET static void lanes_clock_u(const uint64_t *g, size_t count, uint64_t salt,
                                       uint32_t place, struct clock_shape shape, uint64_t *out)
{
    size_t i = 0;
    for (; count - i >= LANES; i += LANES)
        wide_store(out + i, wide_visit(wide_load(g + i), salt, place, shape));
    for (; i < count; i++) {
        struct clock_key key = clock_key(g[i], salt);
        out[i] = clock_u(clock_tick(clock_step(&key, place, shape), key.phase, shape));
    }
}

LANES_INLINE void wide_store_quarter(uint16_t *to, wide x)
{
    wide_quarter quarter = __builtin_convertvector(x, wide_quarter);
    memcpy(to, &quarter, sizeof quarter);
}

LANES_TARGET static void lanes_clock_keys(const uint64_t *g, size_t n, uint64_t salt,
                                          const struct clock_columns *out, uint32_t *phase)
{
    size_t i = 0;
    for (; n - i >= LANES; i += LANES) {
        wide u = (wide_load(g + i) ^ salt) + BITS_GOLDEN, v = u + BITS_GOLDEN;
        wide_mix_two(&u, &v);
        wide_store_quarter(out->scale[0] + i, wide_field(u, 0) | 1);
        wide_store_quarter(out->shift[0] + i, wide_field(u, 16));
        wide_store_quarter(out->scale[1] + i, wide_field(u, 32) | 1);
        wide_store_quarter(out->shift[1] + i, u >> 48);
        wide_store_quarter(out->scale[2] + i, wide_field(v, 0) | 1);
        wide_store_quarter(out->shift[2] + i, wide_field(v, 16));
        wide_store_half(phase + i, v >> 32);
    }
    single_keys(g, i, n, salt, out, phase);
}

#endif
