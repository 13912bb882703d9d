/* SPDX-License-Identifier: MIT */
/* slots.h - the state of the scheme "slots", shared by its files */
#ifndef BERTH_SLOTS_H
#define BERTH_SLOTS_H

#include "scheme/clock_block.h"
#include "scheme/clock_rank.h"

enum { SLOTS_DEPTH_MAX = 3 }; /* places kept of each slot's ranking with BERTH_KEEP_RANKING */

/* An upper limit of L / W for all members that the table keeps for the slots of a block. It need
 * not be reached. */
struct slots_worst {
    uint64_t loss, weight;
};

struct slots {
    void *table; /* depth x S entries of 32 bits (wide) or 16: all owners, then all seconds, ... */
    uint64_t mask;
    unsigned shift; /* the slot of a key hash is (hash >> shift) & mask */
    bool wide;
    unsigned depth; /* 1, or SLOTS_DEPTH_MAX */
    unsigned hash_bits;
    uint64_t bound; /* millionths; 0 = none */
    struct clock_shape shape;
    struct slots_worst *worst; /* of each block */
    uint16_t *keys; /* of all members in each block (slots_keys); NULL = computed when needed */
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

/* Returns the owner of the slot; only a wide table can hold BERTH_NONE. */
static inline uint32_t slots_owner(const struct slots *slots, uint64_t slot)
{
    if (slots->wide)
        return ((const uint32_t *)slots->table)[slot];
    return ((const uint16_t *)slots->table)[slot];
}

/* Returns the kept member at `place` < depth of the slot's ranking; BERTH_NONE when there are not
 * so many. */
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

/* Allocates the state, fills its rank and leaves the table unfilled. */
int slots_make(const struct build *in, struct slots **out, berth_error *error);
void slots_destroy(void *state, const struct berth_alloc *alloc);

static inline uint64_t slots_blocks(const struct slots *slots)
{
    return slots_count(slots) >> slots->shape.bits;
}

/* ---- slots_rank.c: the ranking of a slot, computed when it is needed
 * -------------------------- */

/* The keys of the members are kept if they take at most a quarter of the table's bytes; a ranking
 * then takes a third of the time. slots_keys_size returns their size in units of 2 bytes, 0 = they
 * are not kept. */
size_t slots_keys_size(const struct slots *slots);
void slots_keys_fill(struct slots *slots);

/* Writes the marks of the first n members that come to the slot, in order; with `after`, of the
 * first n that come after that mark; with `open`, of those that are open. Returns how many there
 * are, after one pass over the members. */
size_t slots_top(const struct slots *slots, uint64_t slot, const struct rank_mark *after,
                 const struct open_to *open, struct rank_mark *out, size_t n);

/* Writes the first n members of the slot's ranking: the owner, then the others in the order in
 * which they come; returns how many there are. n > 0. */
size_t slots_replicas(const struct slots *slots, uint64_t slot, uint32_t *out, size_t n);

/* ---- slots_fill.c: building the table from the members alone --------------------------------- */

/* Fills the table; returns 0 or BERTH_E_MEMORY. */
int slots_fill(struct slots *slots, const struct berth_alloc *alloc);

/* To "ask" all members about a place is to compute when each of them comes there. This struct
 * gathers places of one block, so that members are asked about several at once. */
struct slots_open {
    struct slots *slots;
    const struct clock_block *block; /* holds the keys of the block */
    uint64_t first;                  /* the first slot of the block */
    uint32_t n;                      /* how many places are gathered */
    uint32_t last;                   /* the latest step at which a place was taken so far */
    uint16_t places[LANES_CHUNK + LANES_TINY_SPARE];
};

/* slots_ask gathers a place. After the last place of a block, slots_ask_gathered must be called for
 * the places that are still open. */
void slots_ask(struct slots_open *open, uint32_t place);
void slots_ask_gathered(struct slots_open *open);

/* Asks all members about all places of the block. */
void slots_ask_all(struct slots_open *open);

/* Raises the limit worst[block] to the L / W of `mark` if that is higher. */
void slots_worsen(struct slots *slots, uint64_t block, const struct rank_mark *mark);

/* ---- slots_even.c, slots_uneven.c: building the table for equal and different weights -------- */

int slots_fill_even(struct slots *slots, struct clock_block *block,
                    const struct berth_alloc *alloc);
int slots_fill_uneven(struct slots *slots, struct clock_block *block,
                      const struct berth_alloc *alloc);

/* Returns for how long members walk before all are asked about the places that are left:
 * ln(askings), in units of 2^-16. `askings` > 2 is the number of single steps that take as long as
 * asking all members about one place. */
uint64_t slots_patience(uint64_t askings);

/* ---- slots_bound.c: the owners with a bound -------------------------------------------------- */

/* Writes the owner of each slot, so that no member owns more slots than it has room for. Returns 0
 * or BERTH_E_MEMORY. */
int slots_match(struct slots *slots, uint32_t *owners, const struct berth_alloc *alloc);

/* A matching that is being made. */
struct slots_match {
    const struct slots *slots;
    uint32_t *owners; /* of each slot; BERTH_NONE = the slot is free */
    uint32_t *room;   /* by position: how many more slots the member may own */
    uint64_t left;    /* how many slots are free */
};

/* A visit: the member at position `at` takes the slot if the slot is free and the member has room.
 * Returns whether the member has become full by that. */
static inline bool slots_match_visit(struct slots_match *match, uint32_t slot, uint32_t at)
{
    if (match->owners[slot] != BERTH_NONE || match->room[at] == 0)
        return false;
    match->owners[slot] = match->slots->rank.member[at];
    match->left--;
    return --match->room[at] == 0;
}

/* slots_bound_even.c: makes the matching for even weights; returns false when there is no
 * memory. */
bool slots_match_even(struct slots_match *match, const struct berth_alloc *alloc);

/* Writes how many slots each member may own; returns false when there is no bound. */
bool slots_rooms(const void *state, uint64_t *room);

/* ---- slots_next.c: building the table from the table of other members ------------------------ */

int slots_next(const struct build *in, const void *before, uint32_t before_count,
               const uint32_t *origin, void **state, berth_error *error);

#endif
