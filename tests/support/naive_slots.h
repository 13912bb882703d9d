/* SPDX-License-Identifier: MIT */
/* naive_slots.h - the visits of nodes to slots, the slow way
 * The rule of docs/placement.md word by word, from slot to tick; it shares nothing with src/scheme
 * but what naive_hrw.h shares. */
#ifndef BERTH_NAIVE_SLOTS_H
#define BERTH_NAIVE_SLOTS_H

#include "naive_hrw.h"

/* When the member comes to the slot. `item` is the slot, u + 1 the law's z; naive_compare then
 * orders visits as the law does, since an earlier tick has a larger z. */
struct naive_pair naive_visit(uint64_t table, uint64_t slot, const struct member *members,
                              uint32_t member);

/* The whole ranking of the slot; returns its length. out has room for count. */
size_t naive_slot_ranking(uint64_t table, uint64_t slot, const struct member *members,
                          uint32_t count, uint32_t *out);

#endif
