/* SPDX-License-Identifier: MIT */
/* slots_fill.c - the table from nothing but the ranking and the bound
 * Idea       without a bound the kept places of a slot are the head of its ranking. With one, the
 *            owner is whom the matching gave the slot (slots_bound.c), and the places after it are
 *            the ranking without that member.
 * Worst      is written down on the way, for slots_next.c: a new member that is worse than the
 *            worst that is kept changes nothing. */
#include "base/alloc.h"
#include "scheme/log2.h"
#include "scheme/slots.h"

static void slots_worsen(struct slots *slots, const struct rank_mark *mark)
{
    uint64_t loss = log2_loss(mark->u), weight = rank_weight(&slots->rank, mark->at);
    if ((u128)loss * slots->worst.weight > (u128)slots->worst.loss * weight)
        slots->worst = (struct slots_worst){loss, weight};
}

void slots_fill_one(struct slots *slots, uint64_t slot)
{
    const struct rank *rank = &slots->rank;
    struct rank_mark marks[SLOTS_DEPTH_MAX];
    size_t got = 1;
    if (slots->depth == 1)
        marks[0] = rank_first(rank, slots_hash(slot));
    else
        got = rank_top(rank, slots_hash(slot), NULL, marks, slots->depth);
    for (unsigned place = 0; place < slots->depth; place++)
        slots_keep(slots, slot, place, place < got ? rank->member[marks[place].at] : BERTH_NONE);
    if (got == slots->depth)
        slots_worsen(slots, marks + got - 1);
}

/* No member has a weight. */
static void slots_fill_none(struct slots *slots)
{
    for (uint64_t slot = 0; slot <= slots->mask; slot++)
        for (unsigned place = 0; place < slots->depth; place++)
            slots_keep(slots, slot, place, BERTH_NONE);
}

static void slots_fill_deep(struct slots *slots)
{
    for (uint64_t slot = 0; slot <= slots->mask; slot++)
        slots_fill_one(slots, slot);
}

void slots_first(const struct slots *slots, uint64_t from, uint64_t hashes[SLOTS_CHUNK],
                 uint32_t first[SLOTS_CHUNK])
{
    size_t n = slots_chunk(slots);
    for (size_t i = 0; i < n; i++)
        hashes[i] = slots_hash(from + i);
    rank_first_many(&slots->rank, hashes, n, first);
}

static void slots_fill_owners(struct slots *slots)
{
    const struct rank *rank = &slots->rank;
    struct rank_mark worst = rank_first(rank, slots_hash(0));
    uint64_t hashes[SLOTS_CHUNK];
    uint32_t first[SLOTS_CHUNK];
    size_t n = slots_chunk(slots);
    for (uint64_t from = 0; from <= slots->mask; from += n) {
        slots_first(slots, from, hashes, first);
        for (size_t i = 0; i < n; i++) {
            struct rank_mark mark = rank_mark(rank, hashes[i], first[i]);
            slots_keep(slots, from + i, 0, rank->member[first[i]]);
            if (rank_before(rank, &worst, &mark))
                worst = mark;
        }
    }
    slots_worsen(slots, &worst);
}

size_t slots_replicas(const struct slots *slots, uint64_t slot, uint32_t *out, size_t n)
{
    uint32_t owner = slots_owner(slots, slot);
    size_t got = rank_members(&slots->rank, slots_hash(slot), out, n), at = 0;
    if (got == 0)
        return 0;
    while (at < got - 1 && out[at] != owner)
        at++;
    for (; at > 0; at--)
        out[at] = out[at - 1];
    out[0] = owner;
    return got;
}

/* The places after the owners that the matching gave. */
static void slots_fill_after_owners(struct slots *slots)
{
    uint32_t members[SLOTS_DEPTH_MAX];
    for (uint64_t slot = 0; slot <= slots->mask; slot++) {
        size_t got = slots_replicas(slots, slot, members, slots->depth);
        for (unsigned place = 1; place < slots->depth; place++)
            slots_keep(slots, slot, place, place < got ? members[place] : BERTH_NONE);
    }
}

static int slots_fill_bounded(struct slots *slots, const struct berth_alloc *alloc)
{
    int code = slots_match(slots, alloc);
    if (code == 0 && slots->depth > 1)
        slots_fill_after_owners(slots);
    return code;
}

int slots_fill(struct slots *slots, const struct berth_alloc *alloc)
{
    slots->worst = (struct slots_worst){0, 1}; /* so far the best there can be */
    if (slots->rank.count == 0)
        slots_fill_none(slots);
    else if (slots->bound > 0)
        return slots_fill_bounded(slots, alloc);
    else if (slots->depth > 1)
        slots_fill_deep(slots);
    else
        slots_fill_owners(slots);
    return 0;
}
