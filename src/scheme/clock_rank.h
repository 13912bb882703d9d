/* SPDX-License-Identifier: MIT */
/* clock_rank.h - when a member comes to a slot, from nothing but its hash
 * A rank_mark's u is here that of the tick at which the member comes to the slot (clock_law.h). */
#ifndef BERTH_CLOCK_RANK_H
#define BERTH_CLOCK_RANK_H

#include "scheme/hrw_rank.h"

/* A slot, as its place in its block. */
struct clock_slot {
    uint64_t salt;
    uint32_t place;
    struct clock_shape shape;
};

static inline struct clock_slot clock_slot(uint64_t slot, struct clock_shape shape)
{
    return (struct clock_slot){clock_salt(slot >> shape.bits), (uint32_t)slot & shape.mask, shape};
}

/* When the member at `at` comes to the slot. */
static inline struct rank_mark clock_mark(const struct rank *rank, const struct clock_slot *slot,
                                          uint32_t at)
{
    struct clock_key key = clock_key(rank->g[at], slot->salt);
    uint32_t step = clock_step(&key, slot->place, slot->shape);
    return rank_mark_of(rank, clock_u(clock_tick(step, key.phase, slot->shape)), at);
}

#endif
