/* SPDX-License-Identifier: MIT */
/* naive_slots.h - the visits of nodes to slots, in the slow, plain way
 *
 * It follows the rule of docs/placement.md word by word, from slot to tick. Of src/scheme it uses
 * only what naive_hrw.h uses. */
#ifndef BERTH_NAIVE_SLOTS_H
#define BERTH_NAIVE_SLOTS_H

#include "naive_hrw.h"

/* Returns the visit of the member to the slot, as a pair: `item` is the slot and u + 1 the z of the
 * law. An earlier tick has a larger z, so naive_compare orders visits as the law does. */
struct naive_pair naive_visit(uint64_t table, uint64_t slot, const struct member *members,
                              uint32_t member);

/* Writes the whole ranking of the slot to `out`, which has room for `count`; returns its length. */
size_t naive_slot_ranking(uint64_t table, uint64_t slot, const struct member *members,
                          uint32_t count, uint32_t *out);

#endif
