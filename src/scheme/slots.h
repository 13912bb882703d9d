/* SPDX-License-Identifier: MIT */
/* slots.h - the state of the scheme "slots", shared by its files */
#ifndef BERTH_SLOTS_H
#define BERTH_SLOTS_H

#include "scheme/hrw_rank.h"

enum { SLOTS_DEPTH_MAX = 3 }; /* places kept of each slot's replicas with BERTH_KEEP_RANKING */

/* L / W that no member kept for any slot is worse than; need not be the very worst one. */
struct slots_worst {
    uint64_t loss, weight;
};

struct slots {
    void *table; /* depth x S, uint32_t when wide, else uint16_t: all owners, all seconds, ... */
    uint64_t mask;
    unsigned shift; /* slot of a key hash = (hash >> shift) & mask */
    bool wide;
    unsigned depth; /* 1, or SLOTS_DEPTH_MAX */
    unsigned hash_bits;
    uint64_t bound; /* millionths; 0 = none */
    struct slots_worst worst;
    struct rank rank;
};

/* What takes the place of a key's hash in the ranking of a slot. */
static inline uint64_t slots_hash(uint64_t slot)
{
    return bits_mix((slot + 1) * BITS_GOLDEN);
}

static inline uint64_t slots_count(const struct slots *slots)
{
    return slots->mask + 1;
}

static inline uint64_t slots_of(const struct slots *slots, uint64_t hash)
{
    return hash >> slots->shift & slots->mask;
}

/* BERTH_NONE only in a wide table. */
static inline uint32_t slots_owner(const struct slots *slots, uint64_t slot)
{
    if (slots->wide)
        return ((const uint32_t *)slots->table)[slot];
    return ((const uint16_t *)slots->table)[slot];
}

/* The slot's replica at place 0 .. depth - 1; BERTH_NONE when there are not so many. */
static inline uint32_t slots_kept(const struct slots *slots, uint64_t slot, unsigned place)
{
    uint32_t member = slots_owner(slots, slots_count(slots) * place + slot);
    return member == UINT16_MAX && !slots->wide ? BERTH_NONE : member;
}

static inline void slots_keep(struct slots *slots, uint64_t slot, unsigned place, uint32_t member)
{
    uint64_t at = slots_count(slots) * place + slot;
    if (slots->wide)
        ((uint32_t *)slots->table)[at] = member;
    else
        ((uint16_t *)slots->table)[at] = (uint16_t)member;
}

/* Allocates the state and its ranking; the table is there, but not filled. */
int slots_make(const struct build *in, struct slots **out, berth_error *error);
void slots_destroy(void *state, const struct berth_alloc *alloc);

/* ---- slots_fill.c: the table from nothing but ranking and bound ------------------------------ */

/* 0 or BERTH_E_MEMORY. */
int slots_fill(struct slots *slots, const struct berth_alloc *alloc);

/* Slots are ranked so many at a time: `n` below. */
enum { SLOTS_CHUNK = 256 };

static inline size_t slots_chunk(const struct slots *slots)
{
    return slots->mask < SLOTS_CHUNK ? (size_t)slots->mask + 1 : SLOTS_CHUNK;
}

/* The hashes of slots from .. from + n - 1, and the position of the first that each ranks. */
void slots_first(const struct slots *slots, uint64_t from, uint64_t hashes[SLOTS_CHUNK],
                 uint32_t first[SLOTS_CHUNK]);

/* One slot without a bound, and worst with it. */
void slots_fill_one(struct slots *slots, uint64_t slot);

/* The first n of the slot's replicas, ranked now: the owner, then the others as they rank. n > 0.
 */
size_t slots_replicas(const struct slots *slots, uint64_t slot, uint32_t *out, size_t n);

/* ---- slots_bound.c: the owners, none with more than its capacity; 0 or BERTH_E_MEMORY -------- */

int slots_match(struct slots *slots, const struct berth_alloc *alloc);

/* The capacities; false without a bound. */
bool slots_rooms(const void *state, uint64_t *room);

/* ---- slots_next.c: the table of other members ------------------------------------------------ */

int slots_next(const struct build *in, const void *before, uint32_t before_count,
               const uint32_t *origin, void **state, berth_error *error);

#endif
