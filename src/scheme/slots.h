/* SPDX-License-Identifier: MIT */
/* slots.h - the state of the scheme "slots", shared by its files */
#ifndef BERTH_SLOTS_H
#define BERTH_SLOTS_H

#include "scheme/clock_block.h"
#include "scheme/clock_rank.h"

enum { SLOTS_DEPTH_MAX = 3 }; /* places kept of each slot's ranking with BERTH_KEEP_RANKING */

/* L / W that no member kept for any slot of a block is worse than; need not be the worst of them. */
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
    struct clock_shape shape;
    struct slots_worst *worst; /* of each block */
    uint16_t *keys; /* of all members in each block, as slots_keys; NULL = made when asked */
    struct rank rank;
};

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

static inline uint64_t slots_blocks(const struct slots *slots)
{
    return slots_count(slots) >> slots->shape.bits;
}

/* ---- slots_rank.c: the ranking of a slot, made when it is asked for --------------------------- */

/* Keys of the members are kept where they take a quarter of the table at most: an asking then takes
 * a third of the time. They are the columns of each block and behind them its phases. */
size_t slots_keys_size(const struct slots *slots); /* in units of 2 bytes; 0 = not kept */
void slots_keys_fill(struct slots *slots);

/* The first n that come to the slot after *after (NULL: from the start), in order; returns how many
 * there are. One pass over the members. */
size_t slots_top(const struct slots *slots, uint64_t slot, const struct rank_mark *after,
                 struct rank_mark *out, size_t n);

/* The first n of the slot's ranking: the owner, then the others as they come. n > 0. */
size_t slots_replicas(const struct slots *slots, uint64_t slot, uint32_t *out, size_t n);

/* ---- slots_fill.c: the table from nothing but the members ------------------------------------ */

/* 0 or BERTH_E_MEMORY. */
int slots_fill(struct slots *slots, const struct berth_alloc *alloc);

/* Places of one block for which all members are asked, gathered so that they are asked together. */
struct slots_open {
    struct slots *slots;
    const struct clock_block *block; /* has entered the block */
    uint64_t first;                  /* slot of the block */
    uint32_t n, last;                /* places gathered; the latest step that took one so far */
    uint16_t places[LANES_CHUNK + LANES_TINY_SPARE];
};

/* After the last place of a block, slots_ask_gathered fills what is still open. */
void slots_ask(struct slots_open *open, uint32_t place);
void slots_ask_gathered(struct slots_open *open);

/* All members for all places of the block. */
void slots_ask_all(struct slots_open *open);

/* No member of the block is worse than `mark`, if that was true of the others. */
void slots_worsen(struct slots *slots, uint64_t block, const struct rank_mark *mark);

/* ---- slots_even.c, slots_uneven.c: the table when all weights are the same and when they differ */

int slots_fill_even(struct slots *slots, struct clock_block *block,
                    const struct berth_alloc *alloc);
int slots_fill_uneven(struct slots *slots, struct clock_block *block,
                      const struct berth_alloc *alloc);

/* For how long members walk before those left are asked for: ln(askings) in units of 2^-16, where
 * `askings` is how many steps of one member cost as much as asking all about one place; > 2. */
uint64_t slots_patience(uint64_t askings);

/* ---- slots_bound.c: the owner of each slot, none with more than its room; 0 or BERTH_E_MEMORY - */

int slots_match(struct slots *slots, uint32_t *owners, const struct berth_alloc *alloc);

/* A matching on its way. */
struct slots_match {
    const struct slots *slots;
    uint32_t *owners; /* of each slot; BERTH_NONE = free */
    uint32_t *room;   /* of each member that can own something: how many slots more it may own */
    uint64_t left;    /* free slots */
};

/* A visit: takes the slot when it is free and the member at `at` has room. Whether that member has
 * become full by it. */
static inline bool slots_match_visit(struct slots_match *match, uint32_t slot, uint32_t at)
{
    if (match->owners[slot] != BERTH_NONE || match->room[at] == 0)
        return false;
    match->owners[slot] = match->slots->rank.member[at];
    match->left--;
    return --match->room[at] == 0;
}

/* slots_bound_even.c: all visits in order, weights being even; false = no memory. */
bool slots_match_even(struct slots_match *match, const struct berth_alloc *alloc);

/* The capacities; false without a bound. */
bool slots_rooms(const void *state, uint64_t *room);

/* ---- slots_next.c: the table of other members ------------------------------------------------ */

int slots_next(const struct build *in, const void *before, uint32_t before_count,
               const uint32_t *origin, void **state, berth_error *error);

#endif
