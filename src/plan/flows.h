/* SPDX-License-Identifier: MIT */
/* flows.h - the directions of movement, one entry for each pair of nodes that exchanges something
 *
 *   (from, to) --hash--> table of positions --> list of flows, in the order they were first seen
 *                                               order: the same, largest first
 *
 * Idea       lookups go through an open-addressed table of 32-bit positions; the flows themselves
 *            lie in a plain list, so that adding them up takes the same order every time and a sum
 *            of doubles is the same in both directions of a plan. Whoever knows that a direction is
 *            new appends to the list; the table catches up when the next lookup comes.
 * Cost       O(1) an entry; 52 to 104 bytes a flow and, after lookups, 6 to 12 in the table */
#ifndef BERTH_FLOWS_H
#define BERTH_FLOWS_H

#include "base/alloc.h"
#include "base/bits.h"

struct flow {
    u128 units;   /* positions or sampled keys; the plan knows how many there are in all */
    double share; /* of the key space */
    uint64_t keys, bytes;
    uint32_t from, to; /* the plan's own numbers of the nodes */
};

struct flows {
    const struct berth_alloc *alloc;
    struct flow *list;
    uint32_t *order;
    uint32_t *table; /* position in list + 1; 0 = free */
    size_t count, list_room, order_room, table_size;
    size_t tabled; /* flows that the table knows: the first of the list */
    size_t ranked; /* places of `order` that are final */
};

/* alloc must stay where it is as long as the flows live. */
void flows_init(struct flows *flows, const struct berth_alloc *alloc);
void flows_free(struct flows *flows);

/* The flow of this direction, added (all zero) when it is new; NULL = no memory and nothing
 * changed. Valid until the next call. */
struct flow *flows_at(struct flows *flows, uint32_t from, uint32_t to);

/* Room for so many flows in all; false = no memory and nothing changed. */
bool flows_reserve(struct flows *flows, size_t count);

/* As flows_at for a direction that is not there. */
struct flow *flows_append(struct flows *flows, uint32_t from, uint32_t to);

/* To be called when keys or shares of flows changed. */
void flows_unsort(struct flows *flows);

/* The i-th flow by keys, then share, then the numbers of its nodes; i < count. */
const struct flow *flows_ranked(struct flows *flows, size_t i);

#endif
