/* SPDX-License-Identifier: MIT */
/* flows.h - the directions of movement, one entry for each pair of nodes that exchanges something
 *
 *   (from, to) --hash--> table of positions --> list of flows, in the order they were first seen
 *                                               order: the same, largest first
 *
 * Idea       lookups go through an open-addressed table of 32-bit positions. The flows themselves
 *            lie in a plain list, so they are always added up in the same order, and a sum of
 *            doubles is the same in both directions of a plan. A caller that knows a direction to
 *            be new appends it to the list; the table catches up at the next lookup.
 * Cost       O(1) for each entry; a flow takes 52 to 104 bytes and, once it is looked up, another
 *            6 to 12 in the table */
#ifndef BERTH_FLOWS_H
#define BERTH_FLOWS_H

#include "base/alloc.h"
#include "base/bits.h"

struct flow {
    u128 units;   /* positions or sampled keys, out of plan->total */
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
    size_t tabled; /* how many flows, from the start of the list, the table holds */
    size_t ranked; /* how many places, from the start of `order`, are final */
};

/* *alloc is not copied: it must not be moved or freed before flows_free. */
void flows_init(struct flows *flows, const struct berth_alloc *alloc);
void flows_free(struct flows *flows);

/* Returns the flow of this direction, which is added, all zero, when it is new. The pointer is
 * valid until the next call. NULL means that there is no memory; nothing has changed then. */
struct flow *flows_at(struct flows *flows, uint32_t from, uint32_t to);

/* Makes room for `count` flows in all. false means that there is no memory; nothing has changed
 * then. */
bool flows_reserve(struct flows *flows, size_t count);

/* Does the same as flows_at for a direction that the caller knows to be new, without a lookup. */
struct flow *flows_append(struct flows *flows, uint32_t from, uint32_t to);

/* Must be called after keys or shares of flows have changed: the order no longer holds. */
void flows_unsort(struct flows *flows);

/* Returns the i-th flow, i < count: most keys first, then largest share, then smallest numbers of
 * its nodes. */
const struct flow *flows_ranked(struct flows *flows, size_t i);

#endif
