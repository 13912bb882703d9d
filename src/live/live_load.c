/* SPDX-License-Identifier: MIT */
/* live_load.c - take and give through a reader: the load of load.h in the view it reads */
#include "live/live.h"

#include "base/fail.h"
#include "place/walk.h"

#include <string.h>

enum { LIVE_SPREAD_MAX = 64 };

/* ---- counters that are no longer needed ----------------------------------------------------- */

/* As live_unlock_lists and live_collect_soon, and for the same reasons: a thread that frees a view
 * or gives the last ticket of a node that is gone must not wait for a writer. */
void live_unlock_writing(struct berth_live *live)
{
    pthread_mutex_unlock(&live->writing);
    if (atomic_exchange_explicit(&live->unswept, 0, memory_order_acq_rel) != 0)
        live_sweep_soon(live);
}

void live_sweep_soon(struct berth_live *live)
{
    do {
        atomic_exchange_explicit(&live->unswept, 1, memory_order_acq_rel);
        if (pthread_mutex_trylock(&live->writing) != 0)
            return;
        atomic_exchange_explicit(&live->unswept, 0, memory_order_acq_rel);
        load_sweep(&live->load);
        pthread_mutex_unlock(&live->writing);
    } while (atomic_exchange_explicit(&live->unswept, 0, memory_order_acq_rel) != 0);
}

/* ---- take ---------------------------------------------------------------------------------- */

/* The key of a take, and over how many of its first nodes it is spread. */
struct live_taking {
    const void *key; /* NULL: `number` */
    size_t len;
    uint64_t number;
    size_t n; /* 0 = not spread */
};

static uint32_t live_take_spread(struct berth_reader *reader, const struct live_view *view,
                                 struct walk *walk, size_t n)
{
    uint32_t nodes[LIVE_SPREAD_MAX];
    n = walk_replicas(view->map, walk, nodes, n < LIVE_SPREAD_MAX ? n : LIVE_SPREAD_MAX);
    return load_take_spread(&view->load, walk, nodes, n, reader->dice++);
}

static uint32_t live_take_in(struct berth_reader *reader, const struct live_view *view,
                             const struct live_taking *taking)
{
    struct walk walk;
    if (taking->key)
        walk_begin(&walk, view->map, taking->key, taking->len);
    else
        walk_begin_u64(&walk, view->map, taking->number);
    if (taking->n > 1)
        return live_take_spread(reader, view, &walk, taking->n);
    return load_take(&view->load, &walk);
}

/* In a view that was just replaced all nodes may be out, although the new view has others: the take
 * is then tried again in the new view, unless a section holds the old one. */
static int live_take(struct berth_reader *reader, const struct live_taking *taking,
                     struct berth_ticket *out)
{
    const struct live_view *view;
    bool again;
    memset(out, 0, sizeof *out);
    do {
        view = reader_pin(reader);
        uint32_t index = live_take_in(reader, view, taking);
        if (index != BERTH_NONE) {
            struct load_counter *counter = view->load.nodes[index].counter;
            *out = (struct berth_ticket){.node = counter->name,
                                         .index = index,
                                         .version = view->version,
                                         .counter = counter};
        }
        again = index == BERTH_NONE && reader->depth == 1 &&
                /* acquire: pairs with the publishing of the view that is looked at next */
                atomic_load_explicit(&reader->live->current, memory_order_acquire) != view;
        reader_unpin(reader);
    } while (again);
    return out->counter ? (int)out->index : BERTH_E_MISSING;
}

int berth_reader_take(berth_reader *reader, const void *key, size_t len, struct berth_ticket *out)
{
    return berth_reader_take_spread(reader, key, len, 0, out);
}

int berth_reader_take_u64(berth_reader *reader, uint64_t key, struct berth_ticket *out)
{
    const struct live_taking taking = {.number = key};
    return live_take(reader, &taking, out);
}

int berth_reader_take_spread(berth_reader *reader, const void *key, size_t len, size_t n,
                             struct berth_ticket *out)
{
    const struct live_taking taking = {.key = key ? key : "", .len = len, .n = n};
    return live_take(reader, &taking, out);
}

/* ---- give ---------------------------------------------------------------------------------- */

int berth_live_give(berth_live *live, struct berth_ticket *ticket)
{
    if (!live || !ticket)
        return BERTH_E_ARGUMENT;
    if (!ticket->counter)
        return BERTH_E_STATE;
    bool last = false;
    int code = load_give(&live->load, ticket->counter, &last);
    if (code == BERTH_E_ARGUMENT) /* a ticket of another live, where it stays valid */
        return code;
    ticket->counter = NULL;
    ticket->node = NULL;
    if (last)
        live_sweep_soon(live);
    return code;
}

/* ---- the bound, the loads ------------------------------------------------------------------- */

int berth_live_set_bound(berth_live *live, double bound, berth_error *error)
{
    if (!live)
        return fail(error, BERTH_E_ARGUMENT, "berth_live_set_bound needs a live map");
    pthread_mutex_lock(&live->writing); /* `current` stays; its spec is that of every view */
    const struct live_view *view = atomic_load_explicit(&live->current, memory_order_relaxed);
    int code = load_bound_set(&live->load, view->map, bound, error);
    live_unlock_writing(live);
    return code;
}

uint64_t berth_live_load(berth_live *live, const char *name)
{
    if (!live || !name)
        return 0;
    pthread_mutex_lock(&live->writing);
    const struct live_view *view = atomic_load_explicit(&live->current, memory_order_relaxed);
    uint64_t load = load_of(&view->load, name);
    live_unlock_writing(live);
    return load;
}
