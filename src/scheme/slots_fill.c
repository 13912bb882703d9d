/* SPDX-License-Identifier: MIT */
/* slots_fill.c - building the table from the members and the bound alone
 * Idea       the table is filled block by block. Most places are taken by members that come early
 *            (slots_even.c, slots_uneven.c); all members are asked about the few that are left.
 *            With a bound, the owner of a slot is the member that slots_bound.c found, and the
 *            other kept places are the ranking without that member.
 * Worst      slots->worst is filled on the way, for slots_next.c: a new member that comes later
 *            than the worst member kept in a block changes nothing there. */
#include "base/alloc.h"
#include "scheme/log2.h"
#include "scheme/slots.h"

/* When ln(askings) has passed, another step of all members costs as much as it saves: of all
 * places, one in `askings` is still free. */
uint64_t slots_patience(uint64_t askings)
{
    const uint64_t ln2 = 45426; /* ln 2 in units of 2^-16 */
    uint64_t bits = 64 * LOG2_ONE - log2_loss(askings - 1);
    return (bits >> 40) * ln2 >> 16;
}

void slots_worsen(struct slots *slots, uint64_t block, const struct rank_mark *mark)
{
    struct slots_worst *worst = slots->worst + block;
    uint64_t loss = log2_loss(mark->u), weight = rank_weight(&slots->rank, mark->at);
    if ((u128)loss * worst->weight > (u128)worst->loss * weight)
        *worst = (struct slots_worst){loss, weight};
}

/* Asks all members about one place, for any weights and any number of kept places. */
static void slots_ask_one(struct slots_open *open, uint32_t place)
{
    struct slots *slots = open->slots;
    struct rank_mark marks[SLOTS_DEPTH_MAX];
    size_t got = clock_block_top(open->block, place, marks, slots->depth);
    for (unsigned d = 0; d < slots->depth; d++)
        slots_keep(slots, open->first + place, d,
                   d < got ? slots->rank.member[marks[d].at] : BERTH_NONE);
    if (got == slots->depth)
        slots_worsen(slots, open->first >> slots->shape.bits, marks + got - 1);
}

/* Asks all members about the gathered places, for even weights where only owners are kept. */
static void slots_ask_owners(struct slots_open *open)
{
    struct slots *slots = open->slots;
    const uint32_t *member = open->block->member;
    uint16_t *narrow = (uint16_t *)slots->table + open->first;
    uint32_t first[LANES_CHUNK], last = open->last;
    uint16_t step[LANES_CHUNK];
    clock_block_first(open->block, open->places, open->n, first, step);
    for (uint32_t i = 0; i < open->n; i++)
        last = step[i] > last ? step[i] : last;
    for (uint32_t i = 0; !slots->wide && i < open->n; i++)
        narrow[open->places[i]] = (uint16_t)member[first[i]];
    for (uint32_t i = 0; slots->wide && i < open->n; i++)
        slots_keep(slots, open->first + open->places[i], 0, member[first[i]]);
    open->last = last;
}

void slots_ask_gathered(struct slots_open *open)
{
    struct slots *slots = open->slots;
    const bool owners = slots->depth == 1 && !slots->rank.weight;
    if (owners)
        slots_ask_owners(open);
    for (uint32_t i = 0; !owners && i < open->n; i++)
        slots_ask_one(open, open->places[i]);
    open->n = 0;
    if (slots->rank.weight)
        return;
    uint64_t u = clock_u(clock_tick(open->last, UINT32_MAX, slots->shape));
    struct rank_mark mark = {.u = u, .at = 0};
    slots_worsen(slots, open->first >> slots->shape.bits, &mark);
}

void slots_ask_all(struct slots_open *open)
{
    for (uint32_t place = 0; place <= open->slots->shape.mask; place += open->n) {
        slots_ask_gathered(open);
        for (uint32_t i = 0; i < LANES_CHUNK && place + i <= open->slots->shape.mask; i++)
            open->places[open->n++] = (uint16_t)(place + i);
    }
    slots_ask_gathered(open);
}

void slots_ask(struct slots_open *open, uint32_t place)
{
    open->places[open->n++] = (uint16_t)place;
    if (open->n == LANES_CHUNK)
        slots_ask_gathered(open);
}

/* Fills the table when no member has a weight above 0. */
static void slots_fill_none(struct slots *slots)
{
    for (uint64_t slot = 0; slot <= slots->mask; slot++)
        for (unsigned place = 0; place < slots->depth; place++)
            slots_keep(slots, slot, place, BERTH_NONE);
}

/* ---- the whole table ------------------------------------------------------------------------- */

static int slots_fill_free(struct slots *slots, const struct berth_alloc *alloc)
{
    struct clock_block block;
    int code = clock_block_make(&block, &slots->rank, slots->shape, alloc);
    if (code != 0)
        return code;
    code = (slots->rank.weight ? slots_fill_uneven : slots_fill_even)(slots, &block, alloc);
    clock_block_free(&block, alloc);
    return code;
}

/* Puts the owner that the bound gave in front, and keeps the order of the other members. */
static void slots_fill_behind(struct slots *slots, uint64_t slot, uint32_t owner)
{
    unsigned place = 0;
    while (place < slots->depth - 1 && slots_kept(slots, slot, place) != owner)
        place++;
    for (; place > 0; place--)
        slots_keep(slots, slot, place, slots_kept(slots, slot, place - 1));
    slots_keep(slots, slot, 0, owner);
}

static int slots_fill_bounded(struct slots *slots, const struct berth_alloc *alloc)
{
    size_t count = slots_count(slots);
    uint32_t *owners = alloc_array(alloc, count, sizeof *owners);
    int code = owners ? 0 : BERTH_E_MEMORY;
    if (code == 0 && slots->depth > 1)
        code = slots_fill_free(slots, alloc);
    if (code == 0)
        code = slots_match(slots, owners, alloc);
    for (uint64_t slot = 0; code == 0 && slot < count; slot++) {
        if (slots->depth > 1)
            slots_fill_behind(slots, slot, owners[slot]);
        else
            slots_keep(slots, slot, 0, owners[slot]);
    }
    alloc_free(alloc, owners, count, sizeof *owners);
    return code;
}

int slots_fill(struct slots *slots, const struct berth_alloc *alloc)
{
    for (uint64_t block = 0; block < slots_blocks(slots); block++)
        slots->worst[block] = (struct slots_worst){0, 1}; /* the lowest limit, raised on the way */
    if (slots->rank.count == 0)
        slots_fill_none(slots);
    else if (slots->bound > 0)
        return slots_fill_bounded(slots, alloc);
    else
        return slots_fill_free(slots, alloc);
    return 0;
}
