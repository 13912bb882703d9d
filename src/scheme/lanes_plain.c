/* SPDX-License-Identifier: MIT */
/* lanes_plain.c - the level for any CPU: loops, one score after the other
 * Idea       without wide registers only jump gains from working side by side: eight divisions are
 *            under way instead of one. */
#include "scheme/lanes_single.h"

#define LANES_TARGET
#define CLOCK_LANES 8
#include "scheme/lanes_clock.h"

/* ---- jump: eight keys in step until the last of them has arrived ----------------------------- */

#define PLAIN_MULTIPLIER UINT64_C(2862933555777941757)
#define PLAIN_TWO_31     2147483648.0

enum { PLAIN_LANES = 8, PLAIN_FEW = 128 };

static void lanes_jump_eight(const uint64_t *hashes, double numbers, uint32_t *out)
{
    uint64_t key[PLAIN_LANES];
    double at[PLAIN_LANES] = {0}, end[PLAIN_LANES]; /* end = 0 when the key has arrived */
    unsigned running = PLAIN_LANES;
    for (unsigned l = 0; l < PLAIN_LANES; l++) {
        key[l] = hashes[l];
        end[l] = numbers;
    }
    while (running > 0) {
        running = 0;
        for (unsigned l = 0; l < PLAIN_LANES; l++) {
            key[l] = key[l] * PLAIN_MULTIPLIER + 1;
            const double part = PLAIN_TWO_31 / ((double)(int32_t)(key[l] >> 33) + 1.0);
            const double jump = (at[l] + 1.0) * part;
            const double next = (double)(int32_t)(jump < numbers ? jump : numbers);
            const bool on = next < end[l];
            at[l] = on ? next : at[l];
            end[l] = on ? numbers : 0;
            running += on;
        }
    }
    for (unsigned l = 0; l < PLAIN_LANES; l++)
        out[l] = (uint32_t)at[l];
}

static size_t lanes_jump(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out)
{
    size_t i = 0;
    for (; n - i >= PLAIN_LANES; i += PLAIN_LANES)
        lanes_jump_eight(hashes + i, numbers, out + i);
    return i;
}

static size_t lanes_jumpback(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out)
{
    (void)hashes;
    (void)n;
    (void)numbers;
    (void)out;
    return 0;
}

/* ---- ranking --------------------------------------------------------------------------------- */

/* A larger u turns up some ln N times, so among many nodes the branch is mostly predicted right. */
static uint32_t lanes_largest(const uint64_t *g, uint32_t count, uint64_t hash)
{
    uint64_t best = bits_mix(hash ^ g[0]);
    uint32_t at = 0;
#pragma GCC unroll 4
    for (uint32_t i = 1; i < count; i++) {
        uint64_t u = bits_mix(hash ^ g[i]);
        if (__builtin_expect_with_probability(u > best, 0, 0.999)) {
            best = u;
            at = i;
        }
    }
    return at;
}

static size_t lanes_largest_many(const uint64_t *g, uint32_t count, const uint64_t *hashes,
                                 size_t n, uint32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = count < PLAIN_FEW ? single_largest(g, count, hashes[i])
                                   : lanes_largest(g, count, hashes[i]);
    return n;
}

static size_t lanes_nearest_many(const uint64_t *g, const uint32_t *part, uint32_t count,
                                 const uint64_t *hashes, size_t n, uint32_t *out, double *runner)
{
    (void)g;
    (void)part;
    (void)count;
    (void)hashes;
    (void)n;
    (void)out;
    (void)runner;
    return 0;
}

static uint32_t lanes_reaching(const uint64_t *g, uint32_t count, uint64_t hash, uint32_t at,
                               uint64_t floor)
{
    return single_reaching(g, count, hash, at, floor);
}

static uint32_t lanes_within(const uint64_t *g, const uint32_t *part, uint32_t count, uint64_t hash,
                             uint32_t at, uint64_t rate)
{
    return single_within(g, part, count, hash, at, rate);
}

static void lanes_clock_u(const uint64_t *g, size_t count, uint64_t salt, uint32_t place,
                          struct clock_shape shape, uint64_t *out)
{
    for (size_t i = 0; i < count; i++) {
        struct clock_key key = clock_key(g[i], salt);
        out[i] = clock_u(clock_tick(clock_step(&key, place, shape), key.phase, shape));
    }
}

static void lanes_claim(uint32_t *owners, const uint16_t *places, const uint32_t *members, size_t n)
{
    single_claim(owners, places, members, n);
}

static size_t lanes_contest(const struct clock_key *keys, const uint32_t *rivals,
                            const uint16_t *places, uint16_t first, size_t n,
                            struct clock_shape shape, uint16_t *out)
{
    return single_contest(keys, rivals, places, first, 0, n, shape, out, 0);
}

static void lanes_clock_keys(const uint64_t *g, size_t n, uint64_t salt,
                             const struct clock_columns *out, uint32_t *phase)
{
    single_keys(g, 0, n, salt, out, phase);
}

const struct lanes lanes_plain = {
    .name = "plain",
    .few = PLAIN_FEW,
    .jump = lanes_jump,
    .jumpback = lanes_jumpback,
    .largest = lanes_largest,
    .largest_many = lanes_largest_many,
    .nearest_many = lanes_nearest_many,
    .reaching = lanes_reaching,
    .within = lanes_within,
    .clock_steps = lanes_clock_steps,
    .clock_places = lanes_clock_places,
    .clock_path = lanes_clock_path,
    .clock_soonest = lanes_clock_soonest,
    .clock_soonest_many = lanes_clock_soonest_many,
    .clock_claim = lanes_claim,
    .clock_contest = lanes_contest,
    .clock_u = lanes_clock_u,
    .clock_keys = lanes_clock_keys,
    .clock_few = 16,
};
