/* SPDX-License-Identifier: MIT */
/* shared.h - what a scheme built, with a count of the maps that use it
 *
 *   map 7 --+
 *   map 8 --+--> [count 3 | state]       only states, addresses or data differ
 *   map 9 --+
 *
 * A map that places every key as the one before it shares what was built instead of building it
 * anew: a node that goes down costs no table. Any thread may free any of the maps. */
#ifndef BERTH_SHARED_H
#define BERTH_SHARED_H

#include "scheme/scheme.h"

struct shared;

/* For one map, still without a state; NULL = no memory. */
struct shared *shared_new(const struct scheme *scheme, const struct berth_alloc *alloc);
void shared_set(struct shared *shared, void *state);

/* For one more map; by a thread that may use a map that has it. Returns the state. */
void *shared_keep(struct shared *shared);
/* One map less; the last one destroys the state. NULL is nothing. */
void shared_drop(struct shared *shared);

/* Of the block and of the state; NULL has none. */
size_t shared_bytes(const struct shared *shared);

#endif
