/* SPDX-License-Identifier: MIT */
/* live_publish.c - views: made, switched, retired, collected; the order is explained in live.h */
#include "live/live.h"

#include "base/alloc.h"
#include "base/fail.h"

/* ---- views --------------------------------------------------------------------------------- */

struct live_view *view_new(struct berth_live *live, const struct live_view *before, berth_map *map,
                           bool states_only, berth_error *error)
{
    struct live_view *view = alloc_zeroed(&live->alloc, 1, sizeof *view);
    if (!view) {
        fail_memory(error);
        return NULL;
    }
    view->map = map;
    view->version = before ? before->version + 1 : 1;
    view->states = before ? before->states + states_only : 0;
    atomic_init(&view->references, 0);
    if (load_view_new(&view->load, &live->load, map, before ? &before->load : NULL, error))
        goto no_load;
    if (acquire_slot_take(live, view, error)) /* last: a taken slot is not given back here */
        goto no_slot;
    map->view = view;
    return view;
no_slot:
    load_view_free(&view->load);
    load_sweep(&live->load);
no_load:
    alloc_free(&live->alloc, view, 1, sizeof *view);
    return NULL;
}

void view_free(struct berth_live *live, struct live_view *view)
{
    if (load_view_free(&view->load))
        live_sweep_soon(live);
    berth_map_free(view->map);
    alloc_free(&live->alloc, view, 1, sizeof *view);
}

/* ---- collecting ---------------------------------------------------------------------------- */

static bool publish_is_read(const struct berth_live *live, const struct live_view *view)
{
    /* acquire: pairs with the release of the last release, so that its reads of the map are over
     * before the map goes. */
    if (atomic_load_explicit(&view->references, memory_order_acquire) != 0)
        return true;
    for (const struct berth_reader *reader = live->readers; reader; reader = reader->next)
        /* w3. seq_cst: behind w1 in the total order when readers exchange; acquire: pairs with
         * active = NULL of leave, so that the reader's reads are over before the map goes. */
        if (atomic_load_explicit(&reader->active, memory_order_seq_cst) == view)
            return true;
    return false;
}

/* Removes the views that no thread reads from the retired list and returns them. Under `lists`. */
static struct live_view *publish_collect(struct berth_live *live)
{
    struct live_view *free = NULL;
    if (live->fence_due && live->asymmetric && !live_fence_heavy()) /* w2 */
        return NULL;
    live->fence_due = false;
    for (struct live_view **at = &live->retired; *at;) {
        struct live_view *view = *at;
        if (publish_is_read(live, view)) {
            at = &view->next;
            continue;
        }
        *at = view->next;
        acquire_slot_clear(live, view);
        live->retired_count--;
        view->next = free;
        free = view;
    }
    return free;
}

static void publish_free(struct berth_live *live, struct live_view *views)
{
    while (views) {
        struct live_view *next = views->next;
        view_free(live, views);
        views = next;
    }
}

/* A thread that cannot lock `lists` sets `wanted` and returns; the lock holder checks it after
 * unlocking. Both change `wanted` by read-modify-write, so one of the two comes first. If the
 * holder comes second, it finds `wanted` set. If the holder comes first, the other thread acquires
 * what the holder released: it sees the unlock, so its trylock does not fail because of that
 * holder. With a plain store and a plain load the two threads could miss each other, and a view
 * would stay until the next publish. */
void live_unlock_lists(struct berth_live *live)
{
    pthread_mutex_unlock(&live->lists);
    if (atomic_exchange_explicit(&live->wanted, 0, memory_order_acq_rel) != 0)
        live_collect_soon(live);
}

void live_collect_soon(struct berth_live *live)
{
    do {
        atomic_exchange_explicit(&live->wanted, 1, memory_order_acq_rel);
        if (pthread_mutex_trylock(&live->lists) != 0)
            return;
        atomic_exchange_explicit(&live->wanted, 0, memory_order_acq_rel);
        struct live_view *views = publish_collect(live);
        pthread_mutex_unlock(&live->lists);
        publish_free(live, views);
    } while (atomic_exchange_explicit(&live->wanted, 0, memory_order_acq_rel) != 0);
}

/* ---- the switch ---------------------------------------------------------------------------- */

void live_switch(struct berth_live *live, struct live_view *view)
{
    load_admit(&view->load);
    pthread_mutex_lock(&live->lists);
    /* w1. seq_cst: before w3 in the total order when readers exchange; release: pairs with r3, so
     * that a reader sees what the view points to. */
    struct live_view *before = atomic_exchange_explicit(&live->current, view, memory_order_seq_cst);
    acquire_switch(live, before, view);
    if (before) {
        before->next = live->retired;
        live->retired = before;
        live->retired_count++;
        live->fence_due = true;
    }
    struct live_view *views = publish_collect(live);
    live_unlock_lists(live);
    load_expel(&view->load);
    publish_free(live, views);
}

void live_free_views(struct berth_live *live)
{
    /* relaxed: no other thread uses the live map any more. */
    struct live_view *view = atomic_load_explicit(&live->current, memory_order_relaxed);
    if (view)
        view->next = live->retired;
    publish_free(live, view);
}
