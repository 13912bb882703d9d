/* SPDX-License-Identifier: MIT */
/* shared.h - a state that a scheme built, with a count of the maps that use it
 *
 *   map 7 --+
 *   map 8 --+--> [count 3 | state]       only states, addresses or data differ
 *   map 9 --+
 *
 * A map that places every key as the map before it does shares the state instead of building it
 * again: a node that goes down costs no table. Any thread may free any of the maps. */
#ifndef BERTH_SHARED_H
#define BERTH_SHARED_H

#include "scheme/scheme.h"

struct shared;

/* A block that counts one map and has no state yet; NULL = no memory. */
struct shared *shared_new(const struct scheme *scheme, const struct berth_alloc *alloc);
void shared_set(struct shared *shared, void *state);

/* Counts one more map and returns the state. The caller holds a map that uses it. */
void *shared_keep(struct shared *shared);
/* Counts one map less; the last one destroys the state and the block. NULL is allowed. */
void shared_drop(struct shared *shared);

/* Heap bytes of the block and of the state; 0 for NULL. */
size_t shared_bytes(const struct shared *shared);

#endif
