/* SPDX-License-Identifier: MIT */
/* live_reader.c - handles, through which one thread reads the current view at the cost of a load
 * Cost       two stores and three loads of lines that stay in the cache until a writer publishes;
 *            no read-modify-write and no fence where there is membarrier (live.h, 1) */
#include "live/live.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "place/lookup.h"

/* Kept out of the functions that run a million times a second. */
#ifdef __GNUC__
#define READER_SELDOM __attribute__((noinline, cold))
#define READER_APART  __attribute__((noinline))
#else
#define READER_SELDOM
#define READER_APART
#endif

/* ---- entering and leaving ------------------------------------------------------------------ */

/* r2, and the store of leave. Release either way: pairs with w3, so that whatever was read of the
 * view named before has been read when w3 sees the name gone. */
static inline void reader_name(struct berth_reader *reader, struct live_view *view, bool asymmetric)
{
    if (asymmetric) {
        atomic_store_explicit(&reader->active, view, memory_order_release);
        /* The compiler keeps the store before the load that follows; membarrier does it for the
         * processor. Without this line the two may be compiled the other way round. */
        atomic_signal_fence(memory_order_seq_cst);
    } else {
        atomic_exchange_explicit(&reader->active, view, memory_order_seq_cst);
    }
}

/* r3. seq_cst: behind r2 in the total order when readers exchange; acquire: pairs with w1, so that
 * what the view points to is there. It costs no more than a plain load on x86. */
static inline struct live_view *reader_look(_Atomic(struct live_view *) *current)
{
    return atomic_load_explicit(current, memory_order_seq_cst);
}

/* A writer published between r1 and r3: enters again. The writer may have seen the name of the view
 * that is given up here and kept that view, so this thread collects. */
static READER_SELDOM struct live_view *reader_retry(struct berth_reader *reader,
                                                    struct live_view *view)
{
    struct live_view *again;
    for (;;) {
        reader_name(reader, view, reader->asymmetric);
        again = reader_look(&reader->live->current);
        if (again == view)
            break;
        view = again;
    }
    live_collect_soon(reader->live);
    return view;
}

/* Enters from outside a section; returns the view to read. */
static inline struct live_view *reader_enter(struct berth_reader *reader,
                                             _Atomic(struct live_view *) *current, bool asymmetric)
{
    /* r1. relaxed: only compared; r3 brings the order. */
    struct live_view *view = atomic_load_explicit(current, memory_order_relaxed);
    reader_name(reader, view, asymmetric);
    struct live_view *again = reader_look(current);
    return again == view ? view : reader_retry(reader, again);
}

static READER_SELDOM void reader_left_late(struct berth_reader *reader)
{
    live_collect_soon(reader->live);
}

static inline void reader_leave(struct berth_reader *reader, const struct live_view *view,
                                _Atomic(struct live_view *) *current, bool asymmetric)
{
    reader_name(reader, NULL, asymmetric);
    if (reader_look(current) != view)
        reader_left_late(reader);
}

/* The view that the section holds. relaxed: only the reader's own thread writes it. */
static inline struct live_view *reader_held(const struct berth_reader *reader)
{
    return atomic_load_explicit(&reader->active, memory_order_relaxed);
}

static void reader_set_plain(struct berth_reader *reader)
{
    reader->plain = reader->asymmetric ? &reader->live->current : NULL;
}

const struct live_view *reader_pin(struct berth_reader *reader)
{
    if (reader->depth++ > 0)
        return reader_held(reader);
    reader->plain = NULL;
    return reader_enter(reader, &reader->live->current, reader->asymmetric);
}

void reader_unpin(struct berth_reader *reader)
{
    if (--reader->depth > 0)
        return;
    reader_leave(reader, reader_held(reader), &reader->live->current, reader->asymmetric);
    reader_set_plain(reader);
}

const berth_map *berth_reader_enter(berth_reader *reader)
{
    return reader_pin(reader)->map;
}

void berth_reader_leave(berth_reader *reader)
{
    if (reader->depth > 0)
        reader_unpin(reader);
}

/* ---- one key ------------------------------------------------------------------------------- */

/* The way of a map without a table: calls the scheme, in a section that is already entered. */
static READER_APART uint32_t reader_call(struct berth_reader *reader, const struct live_view *view,
                                         uint64_t hash)
{
    uint32_t node = lookup_hash(view->map, hash);
    reader_leave(reader, view, reader->plain, true);
    return node;
}

static READER_SELDOM uint32_t reader_call_late(struct berth_reader *reader, struct live_view *view,
                                               uint64_t hash)
{
    return reader_call(reader, reader_retry(reader, view), hash);
}

static READER_SELDOM uint32_t reader_answer_late(struct berth_reader *reader, uint32_t node)
{
    live_collect_soon(reader->live);
    return node;
}

/* Outside a section and with membarrier: the way that is taken a million times a second. It does
 * only what live.h asks for, and each call in it is the last, so that no register is saved. */
static inline uint32_t reader_route_plain(struct berth_reader *reader, uint64_t hash)
{
    _Atomic(struct live_view *) *current = reader->plain;
    struct live_view *view = atomic_load_explicit(current, memory_order_relaxed); /* r1 */
    reader_name(reader, view, true);
    struct live_view *again = reader_look(current);
    if (again != view)
        return reader_call_late(reader, again, hash);
    const struct scheme_table *table = &view->map->table;
    if (!table->owners)
        return reader_call(reader, view, hash);
    uint32_t node = table->owners[hash >> table->shift];
    reader_name(reader, NULL, true);
    return reader_look(current) == view ? node : reader_answer_late(reader, node);
}

/* Any key, scheme and reader. */
static READER_APART uint32_t reader_route_any(struct berth_reader *reader, const void *key,
                                              size_t len)
{
    if (reader->plain && reader->native_keys)
        return reader_route_plain(reader, hash_xxh3(key, len));
    uint32_t node = lookup_key(reader_pin(reader)->map, key, len);
    reader_unpin(reader);
    return node;
}

static READER_APART uint32_t reader_route_any_u64(struct berth_reader *reader, uint64_t key)
{
    uint32_t node = lookup_u64(reader_pin(reader)->map, key);
    reader_unpin(reader);
    return node;
}

uint32_t berth_reader_route(berth_reader *reader, const void *key, size_t len)
{
    if (reader->plain && reader->native_keys && len <= LOOKUP_SHORT)
        return reader_route_plain(reader, hash_xxh3(key, len));
    return reader_route_any(reader, key, len);
}

uint32_t berth_reader_route_u64(berth_reader *reader, uint64_t key)
{
    if (reader->plain && reader->native_keys)
        return reader_route_plain(reader, hash_xxh3_u64(key));
    return reader_route_any_u64(reader, key);
}

static READER_SELDOM void *reader_data_pinned(struct berth_reader *reader, const void *key,
                                              size_t len)
{
    const berth_map *map = reader_pin(reader)->map;
    void *data = berth_map_data(map, berth_map_route(map, key, len));
    reader_unpin(reader);
    return data;
}

void *berth_reader_route_data(berth_reader *reader, const void *key, size_t len)
{
    _Atomic(struct live_view *) *current = reader->plain;
    if (!current)
        return reader_data_pinned(reader, key, len);
    const struct live_view *view = reader_enter(reader, current, true);
    void *data = berth_map_data(view->map, lookup_key(view->map, key, len));
    reader_leave(reader, view, current, true);
    return data;
}

/* ---- handles ------------------------------------------------------------------------------- */

berth_reader *berth_reader_new(berth_live *live, berth_error *error)
{
    if (!live) {
        fail(error, BERTH_E_ARGUMENT, "berth_reader_new needs a live map");
        return NULL;
    }
    struct berth_reader *reader = alloc_zeroed(&live->alloc, 1, sizeof *reader);
    if (!reader) {
        fail_memory(error);
        return NULL;
    }
    reader->live = live;
    reader->asymmetric = live->asymmetric;
    reader_set_plain(reader);
    atomic_init(&reader->active, NULL);
    pthread_mutex_lock(&live->lists);
    reader->native_keys = reader_look(&live->current)->map->native_keys;
    reader->next = live->readers;
    reader->link = &live->readers;
    if (reader->next)
        reader->next->link = &reader->next;
    live->readers = reader;
    live->reader_count++;
    reader->dice = bits_mix(live->reader_count);
    live_unlock_lists(live);
    return reader;
}

void berth_reader_free(berth_reader *reader)
{
    if (!reader)
        return;
    struct berth_live *live = reader->live;
    pthread_mutex_lock(&live->lists);
    *reader->link = reader->next;
    if (reader->next)
        reader->next->link = reader->link;
    live->reader_count--;
    live_unlock_lists(live);
    alloc_free(&live->alloc, reader, 1, sizeof *reader);
    live_collect_soon(live); /* the reader's thread may have ended inside a section */
}
