/* SPDX-License-Identifier: MIT */
/* slots.h - the state of the scheme "slots", shared by its files */
#ifndef BERTH_SLOTS_H
#define BERTH_SLOTS_H

#include "hrw_rank.h"

/* L / W of an owner that no owner of any slot is worse than; need not be the very worst one. */
struct slots_worst {
    uint64_t loss, weight;
};

struct slots {
    void *table; /* slots entries: uint32_t when wide, else uint16_t */
    uint64_t mask;
    unsigned shift; /* slot of a key hash = (hash >> shift) & mask */
    bool wide;
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

static inline uint32_t slots_owner(const struct slots *slots, uint64_t slot)
{
    if (slots->wide)
        return ((const uint32_t *)slots->table)[slot];
    return ((const uint16_t *)slots->table)[slot];
}

static inline void slots_set(struct slots *slots, uint64_t slot, uint32_t owner)
{
    if (slots->wide)
        ((uint32_t *)slots->table)[slot] = owner;
    else
        ((uint16_t *)slots->table)[slot] = (uint16_t)owner;
}

/* Allocates the state and its ranking; the table is there, but not filled. */
int slots_make(const struct berth_build *in, struct slots **out, berth_error *error);
void slots_destroy(void *state, const struct berth_alloc *alloc);

/* Fills the table from nothing but the ranking and the bound. 0 or BERTH_E_MEMORY. */
int slots_complete(struct slots *slots, const struct berth_alloc *alloc);

/* Fills the table so that no node owns more than its capacity; see slots_bound.c. */
int slots_fill_bounded(struct slots *slots, const struct berth_alloc *alloc);

/* See slots_next.c. */
int slots_next(const struct berth_build *in, const void *before, uint32_t before_count,
               const uint32_t *origin, void **state, berth_error *error);

/* Makes *worst cover the mark as well. */
void slots_worsen(struct slots_worst *worst, const struct rank *rank, const struct rank_mark *mark);

#endif
