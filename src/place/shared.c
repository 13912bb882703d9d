/* SPDX-License-Identifier: MIT */
/* shared.c - a state that a scheme built, with a count of the maps that use it
 *
 * The only atomic outside src/live/: maps made from each other by berth_map_next may be freed by
 * different threads at the same time. */
#include "place/shared.h"

#include "base/alloc.h"

#include <stdatomic.h>

struct shared {
    const struct scheme *scheme;
    void *state; /* NULL until it is set */
    struct berth_alloc alloc;
    atomic_size_t maps;
};

struct shared *shared_new(const struct scheme *scheme, const struct berth_alloc *alloc)
{
    struct shared *shared = alloc_array(alloc, 1, sizeof *shared);
    if (!shared)
        return NULL;
    *shared = (struct shared){.scheme = scheme, .alloc = *alloc};
    atomic_init(&shared->maps, 1);
    return shared;
}

void shared_set(struct shared *shared, void *state)
{
    shared->state = state;
}

void *shared_keep(struct shared *shared)
{
    /* relaxed: the caller's map is counted, so the count is not 0 and nothing is destroyed. */
    atomic_fetch_add_explicit(&shared->maps, 1, memory_order_relaxed);
    return shared->state;
}

void shared_drop(struct shared *shared)
{
    /* release: this thread has read the state before it counts down. acquire: the last thread
     * destroys the state only after all others counted down; each subtraction continues the release
     * sequence of those before it. Without either, a table is freed while a thread reads it. */
    if (!shared || atomic_fetch_sub_explicit(&shared->maps, 1, memory_order_acq_rel) != 1)
        return;
    struct berth_alloc alloc = shared->alloc;
    if (shared->state)
        shared->scheme->ops->destroy(shared->state, &alloc);
    alloc_free(&alloc, shared, 1, sizeof *shared);
}

size_t shared_bytes(const struct shared *shared)
{
    if (!shared)
        return 0;
    return sizeof *shared + (shared->state ? shared->scheme->ops->bytes(shared->state) : 0);
}
