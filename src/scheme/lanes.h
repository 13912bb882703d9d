/* SPDX-License-Identifier: MIT */
/* lanes.h - work on many keys, nodes or slots side by side, with the results of one-by-one work
 * Idea       while it computes a single score, the CPU waits for multiplications, divisions and
 *            mispredicted branches. Several scores in the lanes of wide registers share each wait.
 *
 *                lanes.c        chooses the level for this CPU (as cpu.h reports it)
 *                lanes_plain.c  any CPU
 *                lanes_avx2.c   4 lanes  \  a dozen operations each, and the same loops over them:
 *                lanes_avx512.c 8 lanes  /  lanes_rank.h, lanes_numbers.h on top of lanes_wide.h
 *
 *            A state keeps the level it was built with, so that lookups need not choose.
 * Exact      every level gives the same answers; lanes_test.c compares all levels */
#ifndef BERTH_LANES_H
#define BERTH_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "scheme/clock_law.h"

/* SPARE entries are room for a whole register after the last entry of an array. CHUNK is how many
 * entries callers handle in one call. */
enum { LANES_SPARE = 8, LANES_TINY_SPARE = 32, LANES_CHUNK = 256 };

/* Writes the number of hashes[i], below `numbers` > 1, to out[i]. It handles the first hashes of
 * the batch and returns how many; the caller handles the rest one by one. */
typedef size_t lanes_batch(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out);

/* The functions of one level. The u of a hash and a node g is bits_mix(hash ^ g). */
struct lanes {
    const char *name;
    uint32_t few; /* with fewer nodes, a call of `largest` is slower than a loop */
    lanes_batch *jump, *jumpback;

    /* The position in g of the largest u, the first of equal ones; count >= few. */
    uint32_t (*largest)(const uint64_t *g, uint32_t count, uint64_t hash);

    /* The same for each of n hashes; count > 0. Handles the first hashes and returns how many. */
    size_t (*largest_many)(const uint64_t *g, uint32_t count, const uint64_t *hashes, size_t n,
                           uint32_t *out);

    /* For different weights. For each of n hashes, writes the position with the smallest quotient
     * ~u / part to `out`, and the smallest quotient of all others, in units of 2^12, to `runner`.
     * Quotients are rounded, with relative errors below 2^-48. Handles the first hashes and returns
     * how many. */
    size_t (*nearest_many)(const uint64_t *g, const uint32_t *part, uint32_t count,
                           const uint64_t *hashes, size_t n, uint32_t *out, double *runner);

    /* The first position from `at` on whose u >= floor; count when there is none. */
    uint32_t (*reaching)(const uint64_t *g, uint32_t count, uint64_t hash, uint32_t at,
                         uint64_t floor);

    /* The first position from `at` on whose ~u <= rate * part[position]; rate < 2^32. */
    uint32_t (*within)(const uint64_t *g, const uint32_t *part, uint32_t count, uint64_t hash,
                       uint32_t at, uint64_t rate);

    /* The functions below compute visits (clock_law.h). Columns, and the arrays of 16 bits that are
     * written, have LANES_TINY_SPARE more entries than the call asks for. */
    /* out[i] = the step at which node i comes to the place. */
    void (*clock_steps)(const struct clock_columns *nodes, size_t count, uint16_t place,
                        struct clock_shape shape, uint16_t *out);
    /* out[i] = the place of node i at the step. Here and in clock_path, scales are inverses. */
    void (*clock_places)(const struct clock_columns *nodes, size_t count, uint16_t step,
                         struct clock_shape shape, uint16_t *out);
    /* out[i] = the place of one node at the step first + i. */
    void (*clock_path)(const struct clock_key *back, uint16_t first, size_t n,
                       struct clock_shape shape, uint16_t *out);
    /* The node that comes to the place at the smallest step, the first of several; count > 0. */
    uint32_t (*clock_soonest)(const struct clock_columns *nodes, size_t count, uint16_t place,
                              struct clock_shape shape);
    /* The same for each of n places, with the step; 0 < count < 2^16. `places` has LANES_TINY_SPARE
     * further entries, of any value. */
    void (*clock_soonest_many)(const struct clock_columns *nodes, size_t count,
                               const uint16_t *places, size_t n, struct clock_shape shape,
                               uint16_t *at, uint16_t *step);
    /* Visit i of a node, i < n, is at the step first + i to places[i], where keys[rivals[i]] is the
     * key of its rival. Writes the numbers of the visits that are no later than the rival's step to
     * `out`, ascending, and returns how many there are. */
    size_t (*clock_contest)(const struct clock_key *keys, const uint32_t *rivals,
                            const uint16_t *places, uint16_t first, size_t n,
                            struct clock_shape shape, uint16_t *out);
    /* For visits in the order of their times: sets owners[places[i]] to members[i] where it still
     * is BERTH_NONE. */
    void (*clock_claim)(uint32_t *owners, const uint16_t *places, const uint32_t *members,
                        size_t n);
    /* out[i] = the u (clock_law.h) of the tick at which g[i] comes to the place. `out` has
     * LANES_SPARE more entries. */
    void (*clock_u)(const uint64_t *g, size_t count, uint64_t salt, uint32_t place,
                    struct clock_shape shape, uint64_t *out);
    /* Writes the keys of n nodes in the block of the salt: columns to `out`, phases to `phase`. */
    void (*clock_keys)(const uint64_t *g, size_t n, uint64_t salt, const struct clock_columns *out,
                       uint32_t *phase);
    uint32_t clock_few; /* up to so many nodes, clock_soonest_many is the fastest way to a table */
};

/* The widest level that this CPU can run. */
const struct lanes *lanes_best(void);

/* Level i of those that this CPU can run, from the plain level up; NULL after the last. */
const struct lanes *lanes_level(unsigned i);

extern const struct lanes lanes_plain;
#ifdef CPU_X86
extern const struct lanes lanes_avx2;
extern const struct lanes lanes_avx512;
#endif

#endif
