/* SPDX-License-Identifier: MIT */
/* slots_even.c - the table when all weights are the same
 * Idea       all clocks run at the same speed, so visits come in the order of their steps, and in
 *            each step in the order of the nodes' phases. The visits are made in that order, and a
 *            place belongs to the first node that comes:
 *
 *                step 0   node of the smallest phase, of the next, ... of the largest
 *                step 1   the same nodes in the same order
 *                ...      until all but some 3/N of the places are taken
 *
 *            The nodes stand in the order of their phases (clock_block.h). The places of a run of
 *            nodes are computed side by side (lanes.h), then claimed one after the other. With few
 *            nodes it is faster to ask all of them about every place.
 * Cost       S x (ln(N / 3) + 3) steps */
#include "base/alloc.h"
#include "scheme/log2.h"
#include "scheme/slots.h"

#include <string.h>

enum { EVEN_RUN = LANES_CHUNK, EVEN_PATIENCE = 12 };

struct even {
    struct slots_open open; /* places about which all members are asked */
    struct slots *slots;
    struct clock_block *block;
    uint32_t *owners; /* the owner of each place; NULL when more members than owners are kept */
    uint8_t *taken;   /* in that case: how many members have come to each place */
};

static void even_claim_deep(const struct even *even, const uint16_t *places,
                            const uint32_t *members, uint32_t n)
{
    struct slots *slots = even->slots;
    for (uint32_t i = 0; i < n; i++) {
        uint8_t taken = even->taken[places[i]];
        if (taken < slots->depth) {
            slots_keep(slots, even->open.first + places[i], taken, members[i]);
            even->taken[places[i]] = (uint8_t)(taken + 1);
        }
    }
}

/* Lets all nodes make one step. */
static void even_go(const struct even *even, uint32_t step)
{
    const struct clock_block *block = even->block;
    const struct rank *rank = block->rank;
    uint16_t places[EVEN_RUN + LANES_TINY_SPARE];
    for (uint32_t from = 0; from < rank->count; from += EVEN_RUN) {
        uint32_t n = rank->count - from < EVEN_RUN ? rank->count - from : EVEN_RUN;
        struct clock_columns columns = clock_columns_from(&block->back, from);
        rank->lanes->clock_places(&columns, n, (uint16_t)step, block->shape, places);
        if (even->taken)
            even_claim_deep(even, places, block->member + from, n);
        else
            rank->lanes->clock_claim(even->owners, places, block->member + from, n);
    }
}

/* Writes the owners that the walks have found into the table, and asks all members about the places
 * that are left open. */
static void even_settle(struct even *even)
{
    struct slots *slots = even->slots;
    const uint32_t places = slots->shape.mask + 1u;
    for (uint32_t place = 0; !even->taken && place < places; place++)
        slots_keep(slots, even->open.first + place, 0, even->owners[place]);
    for (uint32_t place = 0; place < places; place++)
        if (even->taken ? even->taken[place] < slots->depth : even->owners[place] == BERTH_NONE)
            slots_ask(&even->open, place);
    slots_ask_gathered(&even->open);
}

static void even_play(struct even *even)
{
    struct slots *slots = even->slots;
    const uint32_t places = slots->shape.mask + 1u, nodes = slots->rank.count;
    uint64_t patience = slots_patience(EVEN_PATIENCE + nodes / 10);
    if (even->taken)
        patience += 4 << 16; /* the second and third member of a place come later than the first */
    uint64_t steps = (patience * places / nodes >> 16) + 1;
    for (uint32_t step = 0; step < steps && step < places; step++)
        even_go(even, step);
    even->open.last = (uint32_t)(steps < places ? steps : places) - 1;
    even_settle(even);
}

static void even_clear(const struct even *even)
{
    const uint32_t places = even->slots->shape.mask + 1u;
    if (even->taken)
        memset(even->taken, 0, places);
    else
        memset(even->owners, UINT8_MAX, places * sizeof *even->owners); /* all BERTH_NONE */
}

static void even_block(struct even *even, uint64_t number)
{
    const struct rank *rank = &even->slots->rank;
    even->open.first = number << even->slots->shape.bits;
    even->open.last = 0;
    clock_block_enter(even->block, number);
    if (even->slots->depth == 1 && rank->count <= rank->lanes->clock_few) {
        slots_ask_all(&even->open);
    } else {
        even_clear(even);
        even_play(even);
    }
}

int slots_fill_even(struct slots *slots, struct clock_block *block, const struct berth_alloc *alloc)
{
    const size_t places = slots->shape.mask + 1u;
    const bool deep = slots->depth > 1;
    struct even even = {.open = {.slots = slots, .block = block}, .slots = slots, .block = block};
    if (deep)
        even.taken = alloc_array(alloc, places, sizeof *even.taken);
    else
        even.owners = alloc_array(alloc, places, sizeof *even.owners);
    if (!even.taken && !even.owners)
        return BERTH_E_MEMORY;
    for (uint64_t k = 0; k < slots_blocks(slots); k++)
        even_block(&even, k);
    alloc_free(alloc, even.taken, places, sizeof *even.taken);
    alloc_free(alloc, even.owners, places, sizeof *even.owners);
    return 0;
}
