/* SPDX-License-Identifier: MIT */
/* live_acquire.c - a map for code without a handle: a count that is split in two
 *
 *   live->word        | slot of the current view : 16 | maps acquired while it is current : 48 |
 *   view->references  what the word counted, added when the view retires, minus releases
 *
 *   acquire           word += 1, once; the slot that comes back says which view
 *   release           references -= 1; 0 = the last one, and the view is retired
 *   the writer        swaps the word; references += what it counted
 *
 * Each is one step that needs no second try, so no thread waits for another. A single count in the
 * view would not do: between the load of `current` and the addition the view may be freed. The
 * slot's entry stays as it is until all maps of that view are released, so it needs no atomic load:
 * it is written before the word (release) and read after the addition (acquire).
 *
 * Slots are reused when their view was freed. There are 65536, so as many versions can be held at
 * once; with one more, publishing fails. */
#include "live/live.h"

#include "base/alloc.h"
#include "base/fail.h"

#define ACQUIRE_COUNT_MASK ((UINT64_C(1) << LIVE_COUNT_BITS) - 1)
#define ACQUIRE_SPILL      (UINT64_C(1) << (LIVE_COUNT_BITS - 1))

/* ---- slots --------------------------------------------------------------------------------- */

static struct live_view **acquire_slot(const struct berth_live *live, uint32_t slot)
{
    struct live_view **chunk = live->slots[slot / LIVE_CHUNK];
    return chunk ? &chunk[slot % LIVE_CHUNK] : NULL;
}

static int acquire_slot_find(struct berth_live *live, struct live_view *view, berth_error *error)
{
    const uint32_t all = LIVE_CHUNKS * LIVE_CHUNK;
    uint32_t slot = live->slot_next, tried = 0;
    while (acquire_slot(live, slot) && *acquire_slot(live, slot)) {
        slot = (slot + 1) % all;
        if (++tried == all)
            return fail(error, BERTH_E_LIMIT,
                        "%u versions are still held: release the maps that were acquired", all);
    }
    struct live_view ***chunk = &live->slots[slot / LIVE_CHUNK];
    if (!*chunk && !(*chunk = alloc_zeroed(&live->alloc, LIVE_CHUNK, sizeof **chunk)))
        return fail_memory(error);
    (*chunk)[slot % LIVE_CHUNK] = view;
    view->slot = slot;
    live->slot_next = slot;
    return 0;
}

int acquire_slot_take(struct berth_live *live, struct live_view *view, berth_error *error)
{
    pthread_mutex_lock(&live->lists);
    int code = acquire_slot_find(live, view, error);
    live_unlock_lists(live);
    return code;
}

/* The next search begins at the lowest slot known to be free, so that few chunks are needed. */
void acquire_slot_clear(struct berth_live *live, const struct live_view *view)
{
    *acquire_slot(live, view->slot) = NULL;
    if (view->slot < live->slot_next)
        live->slot_next = view->slot;
}

/* ---- counting ------------------------------------------------------------------------------ */

void acquire_switch(struct berth_live *live, struct live_view *before, struct live_view *view)
{
    /* release: pairs with the addition in acquire, which then finds the slot's entry and the view.
     * Without it an acquirer may find the entry of a view freed long ago. */
    uint64_t word = atomic_exchange_explicit(&live->word, (uint64_t)view->slot << LIVE_COUNT_BITS,
                                             memory_order_acq_rel);
    if (before) /* relaxed: a thread that reads it to free the view holds `lists`, as this does */
        atomic_fetch_add_explicit(&before->references, (int64_t)(word & ACQUIRE_COUNT_MASK),
                                  memory_order_relaxed);
}

/* 2^47 maps were acquired from one version: moves the count to the view before it overflows into
 * the slot. The caller holds a map of the view, so the slot keeps its meaning, and until the
 * addition the view's count is too low by more than the number of maps held: it does not pass
 * through 0. If the slot has changed, the writer has moved the count. */
static void acquire_spill(struct berth_live *live, struct live_view *view)
{
    uint64_t word = atomic_load_explicit(&live->word, memory_order_relaxed);
    while (word >> LIVE_COUNT_BITS == view->slot && (word & ACQUIRE_COUNT_MASK) >= ACQUIRE_SPILL)
        if (atomic_compare_exchange_weak_explicit(&live->word, &word, word - ACQUIRE_SPILL,
                                                  memory_order_acq_rel, memory_order_relaxed)) {
            atomic_fetch_add_explicit(&view->references, (int64_t)ACQUIRE_SPILL,
                                      memory_order_relaxed);
            return;
        }
}

const berth_map *berth_live_acquire(berth_live *live)
{
    /* acquire: pairs with the writer's exchange of the word. */
    uint64_t word = atomic_fetch_add_explicit(&live->word, 1, memory_order_acquire);
    struct live_view *view = *acquire_slot(live, (uint32_t)(word >> LIVE_COUNT_BITS));
    if ((word & ACQUIRE_COUNT_MASK) >= ACQUIRE_SPILL)
        acquire_spill(live, view);
    return view->map;
}

void berth_live_release(berth_live *live, const berth_map *map)
{
    if (!map)
        return;
    struct live_view *view = map->view;
    /* release: this thread has read the map before the thread that finds 0 frees it; each release
     * is a read-modify-write, so the thread that reads the last one sees all before it. acquire:
     * nothing below may be done before it. */
    if (atomic_fetch_sub_explicit(&view->references, 1, memory_order_acq_rel) == 1)
        live_collect_soon(live);
}
