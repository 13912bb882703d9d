/* SPDX-License-Identifier: MIT */
/* clock_block.h - the keys of all members in one block of a table, as lanes want them
 * Even weights: in the order of their phases, equal ones in the order of their names, so that of
 * those that come to a place at the same step the first comes first. Other weights: in the order of
 * their names. 60 bytes a member while it stands. */
#ifndef BERTH_CLOCK_BLOCK_H
#define BERTH_CLOCK_BLOCK_H

#include "base/sort.h"
#include "scheme/hrw_rank.h"

struct clock_block {
    const struct rank *rank;
    struct clock_shape shape;
    struct clock_columns there, back; /* to steps, to places; they share the shifts */
    uint16_t *columns;                /* the memory of both */
    uint32_t *phase;
    uint32_t *at;     /* position of each in the rank */
    uint32_t *member; /* its index among all members */
    struct sort_pair *pairs, *spare;
    uint64_t salt;
};

/* 0 or BERTH_E_MEMORY. */
int clock_block_make(struct clock_block *block, const struct rank *rank, struct clock_shape shape,
                     const struct berth_alloc *alloc);
void clock_block_free(struct clock_block *block, const struct berth_alloc *alloc);

/* Bytes that clock_block_make takes. */
size_t clock_block_bytes(const struct rank *rank);

/* From here on it holds the keys of this block. */
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

/* When the i-th of the block comes to a place of it. */
static inline struct rank_mark clock_block_mark(const struct clock_block *block, uint32_t i,
                                                uint32_t step)
{
    return rank_mark_of(block->rank, clock_u(clock_tick(step, block->phase[i], block->shape)),
                        block->at[i]);
}

/* Even weights: which of the block comes first to each of n places, at most LANES_CHUNK, and at
 * which step. `places` holds LANES_TINY_SPARE more, whatever they are. */
void clock_block_first(const struct clock_block *block, const uint16_t *places, size_t n,
                       uint32_t *first, uint16_t *step);

/* The first n that come to a place, in order; returns how many there are. */
size_t clock_block_top(const struct clock_block *block, uint32_t place, struct rank_mark *out,
                       size_t n);

#endif
