/* SPDX-License-Identifier: MIT */
/* lanes_single.h - the functions of lanes.h for one entry at a time; every level must agree
 *
 * They are inline, because a few nodes are ranked faster than a function is called through a
 * pointer. The wide levels use them for the entries after the last full register. */
#ifndef BERTH_LANES_SINGLE_H
#define BERTH_LANES_SINGLE_H

#include <stddef.h>

#include "scheme/clock_law.h"

/* There is no branch on the comparison: it would be mispredicted some ln N times. */
static inline uint32_t single_largest(const uint64_t *g, uint32_t count, uint64_t hash)
{
    uint64_t best = bits_mix(hash ^ g[0]);
    uint32_t at = 0;
    for (uint32_t i = 1; i < count; i++) {
        uint64_t u = bits_mix(hash ^ g[i]);
        bool larger = u > best;
        best = larger ? u : best;
        at = larger ? i : at;
    }
    return at;
}

static inline uint32_t single_reaching(const uint64_t *g, uint32_t count, uint64_t hash,
                                       uint32_t at, uint64_t floor)
{
    while (at < count && bits_mix(hash ^ g[at]) < floor)
        at++;
    return at;
}

static inline uint32_t single_within(const uint64_t *g, const uint32_t *part, uint32_t count,
                                     uint64_t hash, uint32_t at, uint64_t rate)
{
    while (at < count && ~bits_mix(hash ^ g[at]) > rate * part[at])
        at++;
    return at;
}

/* There is no branch on whether a place is free: it could not be predicted. */
static inline void single_claim(uint32_t *owners, const uint16_t *places, const uint32_t *members,
                                size_t n)
{
#pragma GCC unroll 8
    for (size_t i = 0; i < n; i++) {
        uint32_t owner = owners[places[i]];
        owners[places[i]] = owner == UINT32_MAX ? members[i] : owner;
    }
}

/* Does clock_contest for the visits from `i` on; `found` visits are in `out` already. */
static inline size_t single_contest(const struct clock_key *keys, const uint32_t *rivals,
                                    const uint16_t *places, uint16_t first, size_t i, size_t n,
                                    struct clock_shape shape, uint16_t *out, size_t found)
{
    for (; i < n; i++) {
        out[found] = (uint16_t)i;
        found += first + i <= clock_step(keys + rivals[i], places[i], shape);
    }
    return found;
}

static inline void single_keys(const uint64_t *g, size_t i, size_t n, uint64_t salt,
                               const struct clock_columns *out, uint32_t *phase)
{
    for (; i < n; i++) {
        struct clock_key key = clock_key(g[i], salt);
        for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
            out->scale[r][i] = key.scale[r];
            out->shift[r][i] = key.shift[r];
        }
        phase[i] = key.phase;
    }
}

#endif
