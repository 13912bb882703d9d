/* SPDX-License-Identifier: MIT */
/* slots_next.c - the table of other members, from the table at hand
 * Idea       every slot is decided alone, and its owner is the first that comes. So an owner that
 *            is still there can only be beaten by a member that is new, and only slots whose owner
 *            is gone need all members asked. A changed weight is one member gone and one new.
 *
 *              owner gone          ask all                   S / N slots x N steps
 *              owner still there   against what is new       the new member's own steps
 *
 *            The state remembers of each block a time that no owner comes after. Past it a new
 *            member's clock need not run: that leaves some S (ln b + 0.6) / N of its steps. When
 *            more places than the owner's are kept, read "the last place kept" for "owner".
 * Cost       as above, N keys a block, and a copy of the table; with a bound, a whole build: what
 *            one node gives up may pass through the full ones to any other */
#include "base/alloc.h"
#include "base/fail.h"
#include "scheme/log2.h"
#include "scheme/slots.h"

struct slots_change {
    const struct slots *before;
    struct slots *after;
    uint32_t *to;    /* old index -> new index, BERTH_NONE = gone */
    uint32_t *added; /* positions of members that were not there before */
    uint32_t before_count, added_count;
    struct clock_block block; /* entered where slots are asked for */
    struct clock_key *keys;   /* of each position, in the block at hand */
    struct slots_open open;
    bool entered;
};

/* Which members stay, which are new. */
static void slots_sort_out(struct slots_change *change, const uint32_t *origin)
{
    const struct rank *rank = &change->after->rank;
    for (uint32_t i = 0; i < change->before_count; i++)
        change->to[i] = BERTH_NONE;
    for (uint32_t at = 0; at < rank->count; at++) {
        uint32_t index = rank->member[at];
        if (origin[index] != BERTH_NONE)
            change->to[origin[index]] = index;
        else
            change->added[change->added_count++] = at;
    }
}

/* All members are asked for the slot, now or later. */
static void slots_lost(struct slots_change *change, uint64_t slot)
{
    if (!change->entered)
        clock_block_enter(&change->block, slot >> change->after->shape.bits);
    change->entered = true;
    slots_ask(&change->open, (uint32_t)slot & change->after->shape.mask);
}

/* Owners that stay keep their slots. Works on copies of the structs, which no store can change
 * under the loop. */
static void slots_carry_owners(struct slots_change *change, uint64_t slot, uint64_t end)
{
    const struct slots from = *change->before;
    struct slots into = *change->after;
    const uint32_t *to = change->to;
    for (; slot < end; slot++) {
        uint32_t owner = to[slots_owner(&from, slot)];
        if (owner != BERTH_NONE)
            slots_keep(&into, slot, 0, owner);
        else
            slots_lost(change, slot);
    }
}

/* The same with all kept places: where one is gone, all members are asked. */
static void slots_carry_places(struct slots_change *change, uint64_t slot, uint64_t end)
{
    struct slots *after = change->after;
    for (; slot < end; slot++) {
        bool gone = false;
        for (unsigned place = 0; place < after->depth; place++) {
            uint32_t member = change->to[slots_kept(change->before, slot, place)];
            slots_keep(after, slot, place, member);
            gone = gone || member == BERTH_NONE;
        }
        if (gone)
            slots_lost(change, slot);
    }
}

/* ---- the walk of a new member ---------------------------------------------------------------- */

static struct rank_mark slots_visit(const struct slots_change *change, uint32_t at, uint32_t place)
{
    const struct clock_key *key = change->keys + at;
    const struct clock_shape shape = change->after->shape;
    uint32_t tick = clock_tick(clock_step(key, place, shape), key->phase, shape);
    return rank_mark_of(&change->after->rank, clock_u(tick), at);
}

/* The member takes the rank it earns among those kept for the slot, if any; it may stand there
 * already when all members were asked. */
static void slots_challenge(const struct slots_change *change, uint64_t slot,
                            const struct rank_mark *mine)
{
    struct slots *slots = change->after;
    const struct rank *rank = &slots->rank;
    unsigned place = slots->depth;
    for (; place > 0; place--) {
        uint32_t theirs = rank_position(rank, slots_kept(slots, slot, place - 1));
        if (theirs == mine->at)
            return;
        struct rank_mark mark = slots_visit(change, theirs, (uint32_t)slot & slots->shape.mask);
        if (!rank_before(rank, mine, &mark))
            break;
    }
    if (place == slots->depth)
        return;
    for (unsigned moved = slots->depth - 1; moved > place; moved--)
        slots_keep(slots, slot, moved, slots_kept(slots, slot, moved - 1));
    slots_keep(slots, slot, place, rank->member[mine->at]);
}

/* How many steps of the member come no later than the worst of the block: by halving, L never falls
 * as ticks grow. */
static uint32_t slots_steps(const struct slots_change *change, uint32_t at,
                            const struct slots_worst *worst)
{
    const struct clock_shape shape = change->after->shape;
    const u128 limit = (u128)worst->loss * rank_weight(&change->after->rank, at);
    uint32_t low = 0, high = shape.mask + 1u;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint64_t u = clock_u(clock_tick(middle, change->keys[at].phase, shape));
        if ((u128)log2_loss(u) * worst->weight <= limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Even weights, only owners: most visits are later than the owner's, which lanes find out. */
static size_t slots_contest(const struct slots_change *change, uint64_t first,
                            const uint16_t *places, uint32_t step, uint32_t n, uint16_t *out)
{
    const struct slots *slots = change->after;
    const struct rank *rank = &slots->rank;
    uint32_t rivals[LANES_CHUNK];
    for (uint32_t i = 0; i < n; i++)
        rivals[i] = rank_position(rank, slots_owner(slots, first + places[i]));
    return rank->lanes->clock_contest(change->keys, rivals, places, (uint16_t)step, n, slots->shape,
                                      out);
}

static void slots_walk(const struct slots_change *change, uint32_t at, uint64_t block)
{
    const struct slots *slots = change->after;
    const struct clock_key back = clock_back(change->keys[at]);
    const uint64_t first = block << slots->shape.bits;
    const uint32_t end = slots_steps(change, at, slots->worst + block);
    const bool owners = slots->depth == 1 && !slots->rank.weight;
    uint16_t places[LANES_CHUNK + LANES_TINY_SPARE], visits[LANES_CHUNK + LANES_TINY_SPARE];
    for (uint32_t from = 0; from < end; from += LANES_CHUNK) {
        uint32_t n = end - from < LANES_CHUNK ? end - from : LANES_CHUNK;
        slots->rank.lanes->clock_path(&back, (uint16_t)from, n, slots->shape, places);
        size_t count = owners ? slots_contest(change, first, places, from, n, visits) : n;
        for (size_t i = 0; i < count; i++) {
            uint32_t visit = owners ? visits[i] : (uint32_t)i;
            uint32_t tick = clock_tick(from + visit, back.phase, slots->shape);
            struct rank_mark mine = rank_mark_of(&slots->rank, clock_u(tick), at);
            slots_challenge(change, first + places[visit], &mine);
        }
    }
}

static void slots_carry_block(struct slots_change *change, uint64_t block)
{
    struct slots *after = change->after;
    const uint64_t first = block << after->shape.bits, end = first + after->shape.mask + 1;
    change->entered = false;
    change->open = (struct slots_open){.slots = after, .block = &change->block, .first = first};
    after->worst[block] = change->before->worst[block];
    if (after->depth == 1)
        slots_carry_owners(change, first, end);
    else
        slots_carry_places(change, first, end);
    if (change->entered)
        slots_ask_gathered(&change->open);
    if (change->added_count == 0)
        return;
    for (uint32_t at = 0; at < after->rank.count; at++)
        change->keys[at] = clock_key(after->rank.g[at], clock_salt(block));
    for (uint32_t i = 0; i < change->added_count; i++)
        slots_walk(change, change->added[i], block);
}

static uint32_t slots_count_new(const struct rank *rank, const uint32_t *origin)
{
    uint32_t n = 0;
    for (uint32_t at = 0; at < rank->count; at++)
        n += origin[rank->member[at]] == BERTH_NONE;
    return n;
}

static int slots_carry(struct slots_change *change, const struct build *in, const uint32_t *origin)
{
    const struct rank *rank = &change->after->rank;
    uint32_t new_count = slots_count_new(rank, origin);
    if (clock_block_make(&change->block, rank, change->after->shape, in->alloc) != 0)
        return BERTH_E_MEMORY;
    change->to = alloc_array(in->alloc, change->before_count, sizeof *change->to);
    change->added = alloc_array(in->alloc, new_count, sizeof *change->added);
    change->keys = alloc_array(in->alloc, rank->count, sizeof *change->keys);
    bool complete = change->to && change->added && change->keys;
    if (complete) {
        slots_sort_out(change, origin);
        for (uint64_t block = 0; block < slots_blocks(change->after); block++)
            slots_carry_block(change, block);
    }
    alloc_free(in->alloc, change->to, change->before_count, sizeof *change->to);
    alloc_free(in->alloc, change->added, new_count, sizeof *change->added);
    alloc_free(in->alloc, change->keys, rank->count, sizeof *change->keys);
    clock_block_free(&change->block, in->alloc);
    return complete ? 0 : BERTH_E_MEMORY;
}

/* Whether so little is new that the old table helps. Every place of it must be taken, before and
 * after; that is always so where only owners are kept and somebody has a weight. */
static bool slots_worth_it(const struct slots *before, const struct slots *after,
                           const uint32_t *origin)
{
    return before->bound == 0 && before->rank.count >= before->depth &&
           after->rank.count >= after->depth &&
           slots_count_new(&after->rank, origin) <= after->rank.count / 2;
}

int slots_next(const struct build *in, const void *before, uint32_t before_count,
               const uint32_t *origin, void **state, berth_error *error)
{
    struct slots_change change = {.before = before, .before_count = before_count};
    int code = slots_make(in, &change.after, error);
    if (code != 0)
        return code;
    if (slots_worth_it(before, change.after, origin))
        code = slots_carry(&change, in, origin);
    else
        code = slots_fill(change.after, in->alloc);
    if (code != 0) {
        slots_destroy(change.after, in->alloc);
        return fail_memory(error);
    }
    *state = change.after;
    return 0;
}
