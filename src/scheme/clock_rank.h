/* SPDX-License-Identifier: MIT */
/* clock_rank.h - when a member comes to a slot, computed from its hash alone
 *
 * The u of a rank_mark is here the u of the tick at which the member comes to the slot
 * (clock_law.h). */
#ifndef BERTH_CLOCK_RANK_H
#define BERTH_CLOCK_RANK_H

#include "scheme/hrw_rank.h"

/* A slot: the salt of its block, and its place in that block. */
struct clock_slot {
    uint64_t salt;
    uint32_t place;
    struct clock_shape shape;
};

static inline struct clock_slot clock_slot(uint64_t slot, struct clock_shape shape)
{
    return (struct clock_slot){clock_salt(slot >> shape.bits), (uint32_t)slot & shape.mask, shape};
}

/* The mark of the member at position `at` for the slot: when it comes there. */
static inline struct rank_mark clock_mark(const struct rank *rank, const struct clock_slot *slot,
                                          uint32_t at)
{
    struct clock_key key = clock_key(rank->g[at], slot->salt);
    uint32_t step = clock_step(&key, slot->place, slot->shape);
    return rank_mark_of(rank, clock_u(clock_tick(step, key.phase, slot->shape)), at);
}

#endif
