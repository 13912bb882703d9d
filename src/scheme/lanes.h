/* SPDX-License-Identifier: MIT */
/* lanes.h - many keys, nodes or slots side by side: the same numbers as one by one
 * Idea       a single score waits: for a multiplication, for a division, for a branch that nobody
 *            could foresee. Several in the lanes of wide registers wait together.
 *
 *                lanes.c        which level this CPU is for (cpu.h asks)
 *                lanes_plain.c  any CPU
 *                lanes_avx2.c   4 lanes  \  a dozen operations each, and the same loops over them:
 *                lanes_avx512.c 8 lanes  /  lanes_rank.h, lanes_numbers.h on top of lanes_wide.h
 *
 *            A state keeps the level it was built with, so that a lookup does not ask again.
 * Exact      every level gives the same answers; lanes_test.c compares them all */
#ifndef BERTH_LANES_H
#define BERTH_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "scheme/clock_law.h"

/* Room for one register behind what is given as "out, and LANES_SPARE more". */
enum { LANES_SPARE = 8, LANES_TINY_SPARE = 32, LANES_CHUNK = 256 };

/* Owners by number; numbers > 1. Does the first keys of a batch and returns how many, the caller
 * does the rest one by one. out[i] = number of hashes[i]. */
typedef size_t lanes_batch(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out);

/* u of a hash and a node g, here and below: bits_mix(hash ^ g). */
struct lanes {
    const char *name;
    uint32_t few; /* so few nodes are not worth a call of `largest` */
    lanes_batch *jump, *jumpback;

    /* Where in g the largest u is, the first of equal ones; count >= few. */
    uint32_t (*largest)(const uint64_t *g, uint32_t count, uint64_t hash);

    /* The same for each of n hashes, count > 0: does the first and returns how many. */
    size_t (*largest_many)(const uint64_t *g, uint32_t count, const uint64_t *hashes, size_t n,
                           uint32_t *out);

    /* Weights differ. For each of n hashes the position where ~u / part is smallest, more or less;
     * in runner[i] what no other's is below, in units of 2^12, rounding errors of less than one in
     * 2^48 aside. Does the first and returns how many. */
    size_t (*nearest_many)(const uint64_t *g, const uint32_t *part, uint32_t count,
                           const uint64_t *hashes, size_t n, uint32_t *out, double *runner);

    /* The first position from `at` on with u >= floor; count when there is none. */
    uint32_t (*reaching)(const uint64_t *g, uint32_t count, uint64_t hash, uint32_t at,
                         uint64_t floor);

    /* The same with ~u <= rate * part[position]; rate < 2^32. */
    uint32_t (*within)(const uint64_t *g, const uint32_t *part, uint32_t count, uint64_t hash,
                       uint32_t at, uint64_t rate);

    /* clock_law.h. Columns hold, and `out` has room for, LANES_TINY_SPARE more than is asked for. */
    /* out[i] = the step at which node i comes to the place. */
    void (*clock_steps)(const struct clock_columns *nodes, size_t count, uint16_t place,
                        struct clock_shape shape, uint16_t *out);
    /* out[i] = where node i is at the step; scales are inverses here and in clock_path. */
    void (*clock_places)(const struct clock_columns *nodes, size_t count, uint16_t step,
                         struct clock_shape shape, uint16_t *out);
    /* out[i] = where a node is at the step first + i. */
    void (*clock_path)(const struct clock_key *back, uint16_t first, size_t n,
                       struct clock_shape shape, uint16_t *out);
    /* The node that comes to the place at the smallest step, the first of equal ones; count > 0. */
    uint32_t (*clock_soonest)(const struct clock_columns *nodes, size_t count, uint16_t place,
                              struct clock_shape shape);
    /* The same for each of n places, and at which step; 0 < count < 2^16. `places` holds
     * LANES_TINY_SPARE more, whatever they are. */
    void (*clock_soonest_many)(const struct clock_columns *nodes, size_t count,
                               const uint16_t *places, size_t n, struct clock_shape shape,
                               uint16_t *at, uint16_t *step);
    /* Of n visits of one node, at the steps from `first` on, those that are not later than the step
     * at which the rival comes to the place: their numbers, ascending, into `out`, which has room
     * for n and LANES_TINY_SPARE more. rivals[i] = which of `keys`. Returns how many. */
    size_t (*clock_contest)(const struct clock_key *keys, const uint32_t *rivals,
                            const uint16_t *places, uint16_t first, size_t n,
                            struct clock_shape shape, uint16_t *out);
    /* Visits in the order of their times: owners[places[i]] = members[i] where it is BERTH_NONE. */
    void (*clock_claim)(uint32_t *owners, const uint16_t *places, const uint32_t *members,
                        size_t n);
    /* out[i] = the u (clock_law.h) of the tick at which g[i] comes to the place; LANES_SPARE. */
    void (*clock_u)(const uint64_t *g, size_t count, uint64_t salt, uint32_t place,
                    struct clock_shape shape, uint64_t *out);
    /* The keys of n nodes in the block of the salt, into columns; the phases apart. */
    void (*clock_keys)(const uint64_t *g, size_t n, uint64_t salt, const struct clock_columns *out,
                       uint32_t *phase);
    uint32_t clock_few; /* up to so many nodes clock_soonest_many is the fastest way to a table */
};

/* The best level that this CPU can do. */
const struct lanes *lanes_best(void);

/* The levels that it can do, from the plain one up; NULL after the last. */
const struct lanes *lanes_level(unsigned i);

extern const struct lanes lanes_plain;
#ifdef CPU_X86
extern const struct lanes lanes_avx2;
extern const struct lanes lanes_avx512;
#endif

#endif
