/* SPDX-License-Identifier: MIT */
/* clock_block.h - the keys of all members in one block of a table, in arrays for lanes.h
 * Idea       with even weights, members stand in the order of their phases, those of equal phase in
 *            the order of their names. So of the members that come to a place at the same step, the
 *            first in the block comes first. With other weights, they stand in the order of names.
 * Cost       60 bytes for each member, while the table is built */
#ifndef BERTH_CLOCK_BLOCK_H
#define BERTH_CLOCK_BLOCK_H

#include "base/sort.h"
#include "scheme/hrw_rank.h"

struct clock_block {
    const struct rank *rank;
    struct clock_shape shape;
    struct clock_columns there, back; /* from place to step, and back; they share the shifts */
    uint16_t *columns;                /* the memory of both */
    uint32_t *phase;
    uint32_t *at;     /* the position of each member in the rank */
    uint32_t *member; /* its index among all members */
    struct sort_pair *pairs, *spare;
    uint64_t salt;
};

/* Allocates the arrays; returns 0 or BERTH_E_MEMORY. */
int clock_block_make(struct clock_block *block, const struct rank *rank, struct clock_shape shape,
                     const struct berth_alloc *alloc);
void clock_block_free(struct clock_block *block, const struct berth_alloc *alloc);

/* How many bytes clock_block_make allocates. */
size_t clock_block_bytes(const struct rank *rank);

/* Fills the arrays with the keys of the members in block `number` of the table. */
void clock_block_enter(struct clock_block *block, uint64_t number);

static inline struct clock_key clock_block_key(const struct clock_block *block, uint32_t i)
{
    struct clock_key key = {.phase = block->phase[i]};
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        key.scale[r] = block->there.scale[r][i];
        key.shift[r] = block->there.shift[r][i];
    }
    return key;
}

static inline struct clock_key clock_block_back(const struct clock_block *block, uint32_t i)
{
    struct clock_key key = clock_block_key(block, i);
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++)
        key.scale[r] = block->back.scale[r][i];
    return key;
}

/* The mark of the i-th member of the block for a place to which it comes at the given step. */
static inline struct rank_mark clock_block_mark(const struct clock_block *block, uint32_t i,
                                                uint32_t step)
{
    return rank_mark_of(block->rank, clock_u(clock_tick(step, block->phase[i], block->shape)),
                        block->at[i]);
}

/* For even weights: writes which member of the block comes first to each of n <= LANES_CHUNK
 * places, and at which step. `places` has LANES_TINY_SPARE further entries, of any value. */
void clock_block_first(const struct clock_block *block, const uint16_t *places, size_t n,
                       uint32_t *first, uint16_t *step);

/* Writes the marks of the first n members that come to a place, in order; returns how many there
 * are. */
size_t clock_block_top(const struct clock_block *block, uint32_t place, struct rank_mark *out,
                       size_t n);

#endif
