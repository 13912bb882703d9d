/* SPDX-License-Identifier: MIT */
/* slots_next.c - the table of other members, from the table at hand
 * Idea       every slot is decided alone, and its owner is the first of its ranking. So an owner
 * that is still there can only be beaten by a member that is new, and only slots whose owner is
 * gone need ranking anew. A changed weight is one member gone and one new.
 *
 *              owner gone        rank all            S / N slots x N scores
 *              owner still there against the new     S scores a new member
 *
 *            The state remembers a score that no owner is worse than. It turns into the least u
 * with which a new member can take any slot at all; most slots are done with that compare and never
 * look their owner up. Cost       S scores for a member more or less; with a bound, a whole build:
 * what one node gives up may pass through the full ones to any other */
#include "base/alloc.h"
#include "base/fail.h"
#include "log2.h"
#include "slots.h"

/* A member that was not there before. */
struct slots_new {
    uint64_t g;
    uint64_t floor; /* the least u that can beat an owner */
    uint32_t at;
};

struct slots_change {
    const struct slots *before;
    struct slots *after;
    uint32_t *to; /* old index -> new position, BERTH_NONE = gone */
    struct slots_new *added;
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
        uint32_t old = origin[rank->member[at]];
        if (old != BERTH_NONE)
            change->to[old] = at;
        else
            change->added[change->added_count++] = (struct slots_new){
                .g = rank->g[at],
                .floor = slots_floor(&change->before->worst, rank_weight(rank, at)),
                .at = at,
            };
    }
}

/* The position that owns the slot now, when its owner is still there. */
static uint32_t slots_contest(const struct slots_change *change, uint64_t hash, uint32_t owner)
{
    const struct rank *rank = &change->after->rank;
    for (uint32_t i = 0; i < change->added_count; i++) {
        const struct slots_new *new = change->added + i;
        if (bits_mix(hash ^ new->g) < new->floor)
            continue;
        struct rank_mark mark = rank_mark(rank, hash, new->at);
        struct rank_mark best = rank_mark(rank, hash, owner);
        if (rank_before(rank, &mark, &best))
            owner = new->at;
    }
    return owner;
}

static void slots_carry_over(struct slots_change *change)
{
    struct slots *after = change->after;
    const struct rank *rank = &after->rank;
    after->worst = change->before->worst;
    for (uint64_t slot = 0; slot <= after->mask; slot++) {
        uint64_t hash = slots_hash(slot);
        uint32_t owner = change->to[slots_owner(change->before, slot)];
        if (owner != BERTH_NONE) {
            owner = slots_contest(change, hash, owner);
        } else {
            struct rank_mark first = rank_first(rank, hash);
            slots_worsen(&after->worst, rank, &first);
            owner = first.at;
        }
        slots_set(after, slot, rank->member[owner]);
    }
}

static uint32_t slots_count_new(const struct rank *rank, const uint32_t *origin)
{
    uint32_t n = 0;
    for (uint32_t at = 0; at < rank->count; at++)
        n += origin[rank->member[at]] == BERTH_NONE;
    return n;
}

static int slots_change(struct slots_change *change, const struct berth_build *in,
                        const uint32_t *origin)
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

/* Whether so little is new that the old table helps. */
static bool slots_worth_it(const struct slots *before, const struct rank *rank,
                           const uint32_t *origin)
{
    return before->bound == 0 && before->rank.count > 0 && rank->count > 0 &&
           slots_count_new(rank, origin) <= rank->count / 2;
}

int slots_next(const struct berth_build *in, const void *before, uint32_t before_count,
               const uint32_t *origin, void **state, berth_error *error)
{
    struct slots_change change = {.before = before, .before_count = before_count};
    int code = slots_make(in, &change.after, error);
    if (code != 0)
        return code;
    if (slots_worth_it(before, &change.after->rank, origin))
        code = slots_change(&change, in, origin);
    else
        code = slots_complete(change.after, in->alloc);
    if (code != 0) {
        slots_destroy(change.after, in->alloc);
        return fail_memory(error);
    }
    *state = change.after;
    return 0;
}
