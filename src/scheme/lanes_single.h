/* SPDX-License-Identifier: MIT */
/* lanes_single.h - lanes.h one by one: what every level must answer
 * Inline, because few nodes are ranked faster than a function is called through a pointer; also for
 * what is left behind the last full register. */
#ifndef BERTH_LANES_SINGLE_H
#define BERTH_LANES_SINGLE_H

#include "base/bits.h"
#include "scheme/slots.h"

/* Without a branch on the comparison: it would be guessed wrong ln N times. */
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

static inline size_t single_slots_won(uint64_t g, const uint64_t *slots, const uint64_t *rivals,
                                      size_t n, uint64_t *out)
{
    size_t won = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t hash = slots_hash(slots[i]);
        out[won] = slots[i];
        won += bits_mix(hash ^ g) >= bits_mix(hash ^ rivals[i]);
    }
    return won;
}

#endif
