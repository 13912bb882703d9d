/* SPDX-License-Identifier: MIT */
/* slots_next.c - building the table from the table of other members
 * Idea       every slot is decided by itself, and its owner is the first member that comes. So an
 *            owner that stays can only lose the slot to a new member, and all members are asked
 *            only about slots whose owner has left. A changed weight counts as one member that
 *            leaves and one that is new.
 *
 *              owner has left   ask all members              S / N slots x N steps
 *              owner stays      compare with new members     the steps of each new member
 *
 *            The state remembers, for each block, a time by which all owners have come. The clock
 *            of a new member need not run any longer: that leaves some S (ln b + 0.6) / N of its
 *            steps. Where more places than the owner's are kept, the last kept place takes the part
 *            of the owner.
 * Cost       as above, with N keys for each block and a copy of the table. With a bound, the table
 *            is built whole: a slot that one node gives up may make any other node's slots move */
#include "base/alloc.h"
#include "base/fail.h"
#include "scheme/log2.h"
#include "scheme/slots.h"

struct slots_change {
    const struct slots *before;
    struct slots *after;
    uint32_t *to;    /* the new index of each old one; BERTH_NONE = the member has left */
    uint32_t *added; /* positions of the new members */
    uint32_t before_count, added_count;
    struct clock_block block; /* filled for blocks about which members are asked */
    struct clock_key *keys;   /* of each position, in the current block */
    struct slots_open open;
    bool entered; /* clock_block_enter was called for the current block */
};

/* Finds out which members stay and which are new. */
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

/* Gathers a slot whose owner has left: all members will be asked about it. */
static void slots_lost(struct slots_change *change, uint64_t slot)
{
    if (!change->entered)
        clock_block_enter(&change->block, slot >> change->after->shape.bits);
    change->entered = true;
    slots_ask(&change->open, (uint32_t)slot & change->after->shape.mask);
}

/* Lets owners that stay keep their slots. The loop works on copies of the structs, so that the
 * compiler knows that no store changes them. */
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

/* The same for all kept places: where a member has left, all members are asked. */
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

/* Gives the member the rank that it earns among those kept for the slot, if any. It may stand there
 * already, if all members were asked about the slot. */
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

/* Returns how many steps of the member come no later than the worst of the block. It is a binary
 * search, because L never falls as ticks grow. */
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

/* For even weights where only owners are kept: writes the visits that are no later than the
 * owner's, compared side by side (lanes.h), and returns how many there are. Most visits are
 * later. */
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

/* Whether the old table helps: at most half of the members are new, and every kept place is taken,
 * before and after. */
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
