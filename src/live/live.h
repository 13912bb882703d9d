/* SPDX-License-Identifier: MIT */
/* live.h - a map that changes under running readers: what is ordered, and why
 *
 *            current ----------------------------+
 *                                                v
 *   retired: [view 7] -> [view 8]            [view 9]       view = map + version, never changed
 *                ^                               ^
 *   reader A.active       reader B.active = NULL |  word = {slot of view 9, maps acquired}
 *
 * A writer makes a new view from the current one, switches `current`, and frees the old view when
 * no thread reads it. Readers never wait. There are two ways to read:
 *
 * 1. A handle (berth_reader) is a hazard pointer with an asymmetric fence.
 *
 *      reader enters                            writer publishes
 *      r1  v = current                          w1  current = new           (store)
 *      r2  active = v       (store)             w2  heavy fence
 *      r3  again = current  (load)              w3  looks at every active   (load)
 *      r4  again != v: back to r2               w4  frees old unless some active names it
 *
 *    Two threads each store and then load what the other stores: without a fence in between, both
 *    loads may miss both stores, the reader goes on with the old view, and w4 frees it under the
 *    reader. The fence is needed on both sides, but readers run a million times as often, so the
 *    writer pays for both: membarrier(PRIVATE_EXPEDITED) makes every thread of the process pass a
 *    full fence somewhere between the start and the end of w2, and the reader keeps only the
 *    compiler from swapping r2 and r3. If the reader's fence falls before r3's load, r2 is before
 *    it too and w3 sees the name; if it falls after, hence r3 after w1, r3 sees the new view.
 *    Where there is no membarrier (other systems, old kernels), and for ThreadSanitizer, which does
 *    not know it, r2 is an exchange: all four are then sequentially consistent, in one total order.
 *    live->asymmetric says which of the two is used; it is set once, by berth_live_new.
 *
 *    r4 goes back only when a writer published in between. A name stored at r2 and not confirmed at
 *    r3 may make w4 keep a view that no thread reads: a reader that goes back therefore collects.
 *
 *    leave is active = NULL (release: what was read of the view was read before), then a look at
 *    `current`: when it moved on, the reader may have been the last of an old view, and collects.
 *    The same fence stands between that store and that load, and for the same reason: without it
 *    w3 could see the name that is about to go while the reader still sees the old `current`, and
 *    neither thread would free the view.
 *
 *    So a reader outside a section pins nothing, however long it sleeps, dead or alive; inside a
 *    section it pins one view, the one it entered. With R readers at most R views are retired.
 *
 * 2. acquire and release, for code without a handle, count. `word` holds the slot of the current
 *    view and how many maps were acquired since it became current, so one addition takes both the
 *    reference and the name of what it refers to: nothing can be freed in between. Releases count
 *    down in the view. When the view retires, the writer swaps the word and adds what it counted to
 *    the view; from then on view->references is exactly the number of maps not yet released, and
 *    the thread that counts it down to 0 collects. Before that it is 0 or less and says nothing.
 *    See live_acquire.c.
 *
 * Two locks, for writers only. `writing` is held from the copy of the nodes to the switch: a build
 * may take long, and writers wait for each other. `lists` guards the readers' list and the retired
 * list for moments; readers only try to lock it, when they collect. A thread that cannot lock it
 * sets `wanted`, and the thread that holds the lock collects: see live_collect_soon.
 *
 * A retired view is not leaked: views are collected after every publish, by the reader that leaves
 * or releases a view last, and by berth_reader_free. If membarrier fails although it worked before,
 * retired views wait for the next collection in which it works.
 *
 *   live.c            new, free, the writers
 *   live_publish.c    views: made, switched, retired, collected
 *   live_reader.c     handles
 *   live_acquire.c    references
 *   live_load.c       take and give
 *   live_fence.c      membarrier, or none */
#ifndef BERTH_LIVE_H
#define BERTH_LIVE_H

#include "live/live_view.h"

#include <pthread.h>
#include <stdatomic.h>

enum { LIVE_LINE = 64 }; /* bytes of a cache line, or near enough */

struct berth_live {
    /* What readers load and writers store: on a line of its own, or every lock and every acquire
     * would slow each lookup down. */
    char apart[LIVE_LINE];
    _Atomic(struct live_view *) current;
    bool asymmetric; /* live_fence_heavy works; never changes */
    char apart_current[LIVE_LINE];
    _Atomic uint64_t word; /* slot << LIVE_COUNT_BITS | acquired */
    char apart_word[LIVE_LINE];

    atomic_int wanted;  /* a thread that could not lock `lists` asks its holder to collect */
    atomic_int unswept; /* a thread that could not lock `writing` asks its holder to sweep */
    pthread_mutex_t writing;
    pthread_mutex_t lists;

    /* Guarded by `writing`. */
    struct berth_nodes *nodes; /* of the current version, as listed */

    /* Guarded by `lists`. A slot of a view that may be acquired never changes. */
    struct live_view **slots[LIVE_CHUNKS];
    struct berth_reader *readers;
    size_t reader_count;
    struct live_view *retired;
    size_t retired_count;
    uint32_t slot_next; /* where the search for a free slot begins */
    bool fence_due;     /* a view was retired and no heavy fence followed yet */

    struct berth_alloc alloc;

    struct load_book load;
};

/* A handle. Its own thread writes `active` at every lookup, so no other data may share the line. */
struct berth_reader {
    char apart[LIVE_LINE];
    _Atomic(struct live_view *) active; /* NULL = outside a section */
    _Atomic(struct live_view *) *plain; /* &live->current; NULL in a section, or not asymmetric */
    unsigned depth;                     /* of sections, by enter and leave */
    bool asymmetric;                    /* as in live */
    bool native_keys;                   /* as in the map of every version */
    struct berth_live *live;
    uint64_t dice; /* of take_spread: which two */
    char apart_active[LIVE_LINE];
    struct berth_reader *next, **link; /* guarded by live->lists */
};

/* ---- fences -------------------------------------------------------------------------------- */

/* true when live_fence_heavy can be relied upon from now on. */
bool live_fence_register(void);
/* Every running thread of the process passes a full fence before it returns true. */
bool live_fence_heavy(void);

/* ---- writing -------------------------------------------------------------------------------- */

/* Unlocks `writing`, and sweeps if `unswept` was set in the meantime. */
void live_unlock_writing(struct berth_live *live);

/* Sweeps the counters of load when it can lock `writing`; otherwise the thread that holds `writing`
 * sweeps when it unlocks. */
void live_sweep_soon(struct berth_live *live);

/* ---- publishing ---------------------------------------------------------------------------- */

/* Makes the view, which `live` then owns, the current one. Under `writing`. */
void live_switch(struct berth_live *live, struct live_view *view);

/* Frees the retired views that no thread reads when it can lock `lists`; otherwise the thread that
 * holds `lists` does so when it unlocks. */
void live_collect_soon(struct berth_live *live);

/* Frees the current view and all others. No thread may read a view any more. */
void live_free_views(struct berth_live *live);

/* Unlocks `lists`, and collects if `wanted` was set in the meantime. */
void live_unlock_lists(struct berth_live *live);

/* ---- readers ------------------------------------------------------------------------------- */

/* The view to use until reader_unpin; inside a section the section's own. */
const struct live_view *reader_pin(struct berth_reader *reader);
void reader_unpin(struct berth_reader *reader);

/* ---- acquired maps ------------------------------------------------------------------------- */

/* Finds a slot for a view that is about to be published. LIMIT, MEMORY. Under `writing`. */
int acquire_slot_take(struct berth_live *live, struct live_view *view, berth_error *error);
/* Under `lists`. */
void acquire_slot_clear(struct berth_live *live, const struct live_view *view);

/* Swaps the word and adds what it counted to the view before, if there is one. Under `lists`. */
void acquire_switch(struct berth_live *live, struct live_view *before, struct live_view *view);

#endif
