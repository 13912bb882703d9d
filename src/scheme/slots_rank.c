/* SPDX-License-Identifier: MIT */
/* slots_rank.c - the ranking of a slot, computed when it is needed
 * Idea       the steps at which all members come to the slot are computed side by side (lanes.h).
 *            Only members that come no later than the last of the best so far are compared by the
 *            rule. Where the members' keys are not kept, they are computed first. */
#include "scheme/slots.h"

#include <string.h>

enum {
    RANK_STRIDE = 32, /* how many steps are compared together */
    RANK_RUN = 2048,
    RANK_DIRECT = 8, /* for so few members, slots_early_step excludes most of the others at once */
};

/* ---- the kept keys --------------------------------------------------------------------------- */

static size_t slots_keys_height(const struct slots *slots)
{
    return (size_t)slots->rank.count + LANES_TINY_SPARE;
}

/* The size of one block's keys, in units of 2 bytes: phases of 32 bits, then six columns. */
static size_t slots_keys_block(const struct slots *slots)
{
    return slots_keys_height(slots) * (2 * CLOCK_ROUNDS + 2);
}

size_t slots_keys_size(const struct slots *slots)
{
    size_t table = (size_t)slots_count(slots) * slots->depth, keys;
    keys = slots_keys_block(slots) * slots_blocks(slots);
    return slots->rank.count > 0 && keys <= table / 4 ? keys : 0;
}

struct slots_keys {
    struct clock_columns columns;
    uint32_t *phase;
};

static struct slots_keys slots_keys(const struct slots *slots, uint64_t block)
{
    const size_t height = slots_keys_height(slots);
    uint16_t *at = slots->keys + slots_keys_block(slots) * block;
    struct slots_keys keys = {.phase = (uint32_t *)at};
    at += 2 * height;
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        keys.columns.scale[r] = at + height * r;
        keys.columns.shift[r] = at + height * (r + CLOCK_ROUNDS);
    }
    return keys;
}

void slots_keys_fill(struct slots *slots)
{
    const struct rank *rank = &slots->rank;
    for (uint64_t block = 0; slots->keys && block < slots_blocks(slots); block++) {
        struct slots_keys keys = slots_keys(slots, block);
        rank->lanes->clock_keys(rank->g, rank->count, clock_salt(block), &keys.columns, keys.phase);
    }
}

/* ---- the first members of a ranking ---------------------------------------------------------- */

/* Returns the last step at which a member could still be among the best. */
static uint32_t slots_last_step(const struct rank_best *best, struct clock_shape shape)
{
    if (best->rank->weight || best->found < best->n)
        return UINT16_MAX;
    return (uint32_t)((~best->marks[best->n - 1].u >> 32) >> (32 - shape.bits));
}

static bool slots_any_step(const uint16_t *steps, uint32_t last)
{
    bool any = false;
    for (uint32_t i = 0; i < RANK_STRIDE; i++)
        any |= steps[i] <= last;
    return any;
}

/* Returns a step by which at least n members have come: members are cut into RANK_STRIDE groups,
 * and it is the n-th smallest of the groups' smallest steps. `steps` has RANK_STRIDE more entries,
 * which are overwritten. */
static uint32_t slots_early_step(uint16_t *steps, uint32_t members, size_t n)
{
    uint16_t least[RANK_STRIDE], nth = 0;
    memset(steps + members, UINT8_MAX, RANK_STRIDE * sizeof *steps);
    memcpy(least, steps, sizeof least);
    for (uint32_t from = RANK_STRIDE; from < members; from += RANK_STRIDE)
        for (uint32_t l = 0; l < RANK_STRIDE; l++)
            least[l] = steps[from + l] < least[l] ? steps[from + l] : least[l];
    for (size_t i = 0; i < n; i++) {
        uint32_t at = 0;
        for (uint32_t l = 1; l < RANK_STRIDE; l++)
            at = least[l] < least[at] ? l : at;
        nth = least[at];
        least[at] = UINT16_MAX;
    }
    return nth;
}

static void slots_try(struct rank_best *best, const struct rank_mark *after, uint64_t u,
                      uint32_t at)
{
    if (!rank_best_reach(best, u, at))
        return;
    struct rank_mark mark = rank_mark_of(best->rank, u, at);
    if (!after || rank_before(best->rank, after, &mark))
        rank_best_add(best, &mark);
}

/* Tries RANK_STRIDE members from position `at` on. Entries after the last member hold no member's
 * step and are not tried. */
static void slots_try_steps(const struct slots *slots, const struct rank_mark *after,
                            struct rank_best *best, const uint16_t *steps, const uint32_t *phase,
                            uint32_t at, uint32_t early)
{
    uint32_t last = slots_last_step(best, slots->shape);
    last = early < last ? early : last;
    if (!slots_any_step(steps, last))
        return;
    for (uint32_t i = 0; i < RANK_STRIDE && at + i < slots->rank.count; i++)
        if (steps[i] <= last)
            slots_try(best, after, clock_u(clock_tick(steps[i], phase[at + i], slots->shape)),
                      at + i);
}

static void slots_top_kept(const struct slots *slots, uint64_t slot, const struct rank_mark *after,
                           struct rank_best *best)
{
    const struct rank *rank = &slots->rank;
    const struct clock_shape shape = slots->shape;
    const struct slots_keys keys = slots_keys(slots, slot >> shape.bits);
    const bool direct = !rank->weight && !after && !best->open && best->n <= RANK_DIRECT;
    uint16_t steps[RANK_RUN + LANES_TINY_SPARE];
    for (uint32_t from = 0; from < rank->count; from += RANK_RUN) {
        uint32_t n = rank->count - from < RANK_RUN ? rank->count - from : RANK_RUN;
        struct clock_columns columns = clock_columns_from(&keys.columns, from);
        rank->lanes->clock_steps(&columns, n, (uint16_t)(slot & shape.mask), shape, steps);
        uint32_t early = direct ? slots_early_step(steps, n, best->n) : UINT16_MAX;
        for (uint32_t i = 0; i < n; i += RANK_STRIDE)
            slots_try_steps(slots, after, best, steps + i, keys.phase, from + i, early);
    }
}

static void slots_top_made(const struct slots *slots, uint64_t slot, const struct rank_mark *after,
                           struct rank_best *best)
{
    const struct rank *rank = &slots->rank;
    const struct clock_slot at = clock_slot(slot, slots->shape);
    uint64_t u[LANES_CHUNK + LANES_SPARE];
    for (uint32_t from = 0; from < rank->count; from += LANES_CHUNK) {
        uint32_t n = rank->count - from < LANES_CHUNK ? rank->count - from : LANES_CHUNK;
        rank->lanes->clock_u(rank->g + from, n, at.salt, at.place, at.shape, u);
        for (uint32_t i = 0; i < n; i++)
            slots_try(best, after, u[i], from + i);
    }
}

size_t slots_top(const struct slots *slots, uint64_t slot, const struct rank_mark *after,
                 const struct open_to *open, struct rank_mark *out, size_t n)
{
    struct rank_best best = rank_best(&slots->rank, out, n);
    best.open = open;
    if (n == 0)
        return 0;
    (slots->keys ? slots_top_kept : slots_top_made)(slots, slot, after, &best);
    return best.found;
}

/* ---- members --------------------------------------------------------------------------------- */

static struct rank_mark slots_marker(const struct rank *rank, const void *slot, uint32_t at)
{
    return clock_mark(rank, slot, at);
}

static size_t slots_members(const struct slots *slots, uint64_t slot, uint32_t *out, size_t n)
{
    const struct rank *rank = &slots->rank;
    if (n > rank->count)
        n = rank->count;
    if (n > RANK_FEW) {
        const struct clock_slot at = clock_slot(slot, slots->shape);
        return rank_members_by(rank, slots_marker, &at, out, n);
    }
    struct rank_mark marks[RANK_FEW];
    n = slots_top(slots, slot, NULL, NULL, marks, n);
    for (size_t i = 0; i < n; i++)
        out[i] = rank->member[marks[i].at];
    return n;
}

size_t slots_replicas(const struct slots *slots, uint64_t slot, uint32_t *out, size_t n)
{
    uint32_t owner = slots_owner(slots, slot);
    size_t got = slots_members(slots, slot, out, n), at = 0;
    if (got == 0)
        return 0;
    while (at < got - 1 && out[at] != owner)
        at++;
    for (; at > 0; at--)
        out[at] = out[at - 1];
    out[0] = owner;
    return got;
}
