/* SPDX-License-Identifier: MIT */
/* slots_next.c - the table of other members, from the table at hand
 * Idea       every slot is decided alone, and its owner is the first of its ranking. So an owner
 *            that is still there can only be beaten by a member that is new, and only slots whose
 *            owner is gone need ranking anew. A changed weight is one member gone and one new.
 *
 *              owner gone          rank all                S / N slots x N scores
 *              owner still there   against what is new     S scores for each new member
 *
 *            The state remembers a score that no owner is worse than. It turns into the least u
 *            with which a new member can take any slot at all; with 100 nodes one slot in eight
 *            gets past that compare and has its owner looked up. When more places than the owner's
 *            are kept, read "the last place kept" for "owner".
 * Cost       S scores for a member more or less; with a bound, a whole build: what one node gives
 *            up may pass through the full ones to any other */
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
};

/* The least u with L(u) / weight not above the worst: by halving, L falls as u grows. */
static uint64_t slots_floor(const struct slots_worst *worst, uint64_t weight)
{
    u128 limit = (u128)worst->loss * weight;
    uint64_t low = 0, high = UINT64_MAX;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if ((u128)log2_loss(middle) * worst->weight <= limit)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

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

/* Owners that stay keep their slots; slots whose owner is gone are ranked anew. Works on copies of
 * the structs, which no store can change under the loop. */
static void slots_carry_owners(const struct slots_change *change)
{
    const struct slots from = *change->before;
    struct slots into = *change->after;
    const uint32_t *to = change->to;
    for (uint64_t slot = 0, end = into.mask; slot <= end; slot++) {
        uint32_t owner = to[slots_owner(&from, slot)];
        if (owner != BERTH_NONE)
            slots_keep(&into, slot, 0, owner);
        else
            slots_fill_one(change->after, slot);
    }
}

/* The same with all kept places: one that is gone makes the slot ranked anew. */
static void slots_carry_places(const struct slots_change *change)
{
    struct slots *after = change->after;
    for (uint64_t slot = 0; slot <= after->mask; slot++) {
        bool gone = false;
        for (unsigned place = 0; place < after->depth; place++) {
            uint32_t member = change->to[slots_kept(change->before, slot, place)];
            slots_keep(after, slot, place, member);
            gone = gone || member == BERTH_NONE;
        }
        if (gone)
            slots_fill_one(after, slot);
    }
}

/* The member at `at` takes the place it earns among those kept for the slot, if any; it may stand
 * there already when the slot was ranked anew. */
static void slots_challenge(struct slots *slots, uint64_t slot, uint32_t at)
{
    const struct rank *rank = &slots->rank;
    uint64_t hash = slots_hash(slot);
    struct rank_mark mine = rank_mark(rank, hash, at);
    unsigned place = slots->depth;
    for (; place > 0; place--) {
        uint32_t member = slots_kept(slots, slot, place - 1);
        struct rank_mark theirs = rank_mark(rank, hash, rank_position(rank, member));
        if (theirs.at == at)
            return;
        if (!rank_before(rank, &mine, &theirs))
            break;
    }
    if (place == slots->depth)
        return;
    for (unsigned moved = slots->depth - 1; moved > place; moved--)
        slots_keep(slots, slot, moved, slots_kept(slots, slot, moved - 1));
    slots_keep(slots, slot, place, rank->member[at]);
}

/* Of the slots that the member reaches those in which its u is not below the owner's: with even
 * weights all that it can take. */
static size_t slots_won(const struct slots *slots, uint32_t at, const uint64_t *reached, size_t n,
                        uint64_t *out)
{
    const struct rank *rank = &slots->rank;
    const bool everybody = rank->member[rank->count - 1] == rank->count - 1; /* is at their index */
    uint64_t rivals[SLOTS_CHUNK];
    for (size_t i = 0; i < n; i++) {
        uint32_t owner = slots_owner(slots, reached[i]);
        rivals[i] = rank->g[everybody ? owner : rank_position(rank, owner)];
    }
    return rank->lanes->slots_won(rank->g[at], reached, rivals, n, out);
}

static void slots_challenge_all(struct slots *slots, uint32_t at)
{
    const struct rank *rank = &slots->rank;
    const bool by_u = slots->depth == 1 && !rank->weight;
    uint64_t reached[SLOTS_CHUNK + LANES_SPARE], won[SLOTS_CHUNK + LANES_SPARE];
    uint64_t floor = slots_floor(&slots->worst, rank_weight(rank, at));
    size_t n = slots_chunk(slots);
    for (uint64_t from = 0; from <= slots->mask; from += n) {
        size_t count = rank->lanes->slots_reached(rank->g[at], floor, from, n, reached);
        if (by_u)
            count = slots_won(slots, at, reached, count, won);
        for (size_t i = 0; i < count; i++)
            slots_challenge(slots, by_u ? won[i] : reached[i], at);
    }
}

static void slots_carry_over(struct slots_change *change)
{
    change->after->worst = change->before->worst;
    if (change->after->depth == 1)
        slots_carry_owners(change);
    else
        slots_carry_places(change);
    for (uint32_t i = 0; i < change->added_count; i++)
        slots_challenge_all(change->after, change->added[i]);
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
    uint32_t new_count = slots_count_new(&change->after->rank, origin);
    change->to = alloc_array(in->alloc, change->before_count, sizeof *change->to);
    change->added = alloc_array(in->alloc, new_count, sizeof *change->added);
    bool complete = change->to && change->added;
    if (complete) {
        slots_sort_out(change, origin);
        slots_carry_over(change);
    }
    alloc_free(in->alloc, change->to, change->before_count, sizeof *change->to);
    alloc_free(in->alloc, change->added, new_count, sizeof *change->added);
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
