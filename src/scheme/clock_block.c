/* SPDX-License-Identifier: MIT */
/* clock_block.c - the keys of all members in one block of a table */
#include "scheme/clock_block.h"

#include "base/alloc.h"

enum { BLOCK_COLUMNS = 3 * CLOCK_ROUNDS };

static size_t block_height(const struct rank *rank)
{
    return (size_t)rank->count + LANES_TINY_SPARE;
}

size_t clock_block_bytes(const struct rank *rank)
{
    return block_height(rank) * BLOCK_COLUMNS * sizeof(uint16_t) +
           rank->count * (3 * sizeof(uint32_t) + 2 * sizeof(struct sort_pair));
}

int clock_block_make(struct clock_block *block, const struct rank *rank, struct clock_shape shape,
                     const struct berth_alloc *alloc)
{
    const size_t height = block_height(rank), count = rank->count;
    *block = (struct clock_block){
        .rank = rank,
        .shape = shape,
        .columns = alloc_zeroed(alloc, height * BLOCK_COLUMNS, sizeof *block->columns),
        .phase = alloc_array(alloc, count, sizeof *block->phase),
        .at = alloc_array(alloc, count, sizeof *block->at),
        .member = alloc_array(alloc, count, sizeof *block->member),
        .pairs = alloc_array(alloc, count, sizeof *block->pairs),
        .spare = alloc_array(alloc, count, sizeof *block->spare),
    };
    if (!block->columns || !block->phase || !block->at || !block->member || !block->pairs ||
        !block->spare) {
        clock_block_free(block, alloc);
        return BERTH_E_MEMORY;
    }
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        block->there.scale[r] = block->columns + height * r;
        block->back.scale[r] = block->there.scale[r] + height * CLOCK_ROUNDS;
        block->there.shift[r] = block->back.scale[r] + height * CLOCK_ROUNDS;
        block->back.shift[r] = block->there.shift[r];
    }
    return 0;
}

void clock_block_free(struct clock_block *block, const struct berth_alloc *alloc)
{
    const size_t height = block_height(block->rank), count = block->rank->count;
    alloc_free(alloc, block->columns, height * BLOCK_COLUMNS, sizeof *block->columns);
    alloc_free(alloc, block->phase, count, sizeof *block->phase);
    alloc_free(alloc, block->at, count, sizeof *block->at);
    alloc_free(alloc, block->member, count, sizeof *block->member);
    alloc_free(alloc, block->pairs, count, sizeof *block->pairs);
    alloc_free(alloc, block->spare, count, sizeof *block->spare);
}

static void block_put(struct clock_block *block, uint32_t i, uint32_t at)
{
    struct clock_key key = clock_key(block->rank->g[at], block->salt);
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        block->there.scale[r][i] = key.scale[r];
        block->back.scale[r][i] = clock_inverse(key.scale[r]);
        block->there.shift[r][i] = key.shift[r];
    }
    block->phase[i] = key.phase;
    block->at[i] = at;
    block->member[i] = block->rank->member[at];
}

/* Sorts the members by the bits of the phase that a tick holds. */
static void block_sort(struct clock_block *block)
{
    const struct rank *rank = block->rank;
    for (uint32_t at = 0; at < rank->count; at++)
        block->pairs[at] =
            (struct sort_pair){clock_key(rank->g[at], block->salt).phase >> block->shape.bits, at};
    sort_pairs(block->pairs, block->spare, rank->count);
}

void clock_block_enter(struct clock_block *block, uint64_t number)
{
    block->salt = clock_salt(number);
    if (block->rank->weight) {
        for (uint32_t at = 0; at < block->rank->count; at++)
            block_put(block, at, at);
        return;
    }
    block_sort(block);
    for (uint32_t i = 0; i < block->rank->count; i++)
        block_put(block, i, block->pairs[i].tag);
}

/* With fewer members than BLOCK_MANY it is faster to work on several places side by side. With
 * more, the members of one place go side by side, although the lanes must be compared at the
 * end. */
enum { BLOCK_MANY = 1024 };

void clock_block_first(const struct clock_block *block, const uint16_t *places, size_t n,
                       uint32_t *first, uint16_t *step)
{
    const struct lanes *lanes = block->rank->lanes;
    const uint32_t count = block->rank->count;
    if (count < BLOCK_MANY) {
        uint16_t at[LANES_CHUNK + LANES_TINY_SPARE], when[LANES_CHUNK + LANES_TINY_SPARE];
        lanes->clock_soonest_many(&block->there, count, places, n, block->shape, at, when);
        for (size_t i = 0; i < n; i++) {
            first[i] = at[i];
            step[i] = when[i];
        }
        return;
    }
    for (size_t i = 0; i < n; i++) {
        first[i] = lanes->clock_soonest(&block->there, count, places[i], block->shape);
        struct clock_key key = clock_block_key(block, first[i]);
        step[i] = clock_step(&key, places[i], block->shape);
    }
}

size_t clock_block_top(const struct clock_block *block, uint32_t place, struct rank_mark *out,
                       size_t n)
{
    const struct rank *rank = block->rank;
    struct rank_best best = rank_best(rank, out, n);
    uint16_t steps[LANES_CHUNK + LANES_TINY_SPARE];
    for (uint32_t from = 0; from < rank->count; from += LANES_CHUNK) {
        uint32_t count = rank->count - from < LANES_CHUNK ? rank->count - from : LANES_CHUNK;
        struct clock_columns columns = clock_columns_from(&block->there, from);
        rank->lanes->clock_steps(&columns, count, (uint16_t)place, block->shape, steps);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t at = block->at[from + i];
            uint64_t u = clock_u(clock_tick(steps[i], block->phase[from + i], block->shape));
            if (!rank_best_reach(&best, u, at))
                continue;
            struct rank_mark mark = rank_mark_of(rank, u, at);
            rank_best_add(&best, &mark);
        }
    }
    return best.found;
}
