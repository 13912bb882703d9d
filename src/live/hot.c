/* SPDX-License-Identifier: MIT */
/* hot.c - the heaviest keys of a stream, in fixed memory
 * Idea       Space-Saving: `room` counters. The weight of a key that has a counter is added to it.
 *            A key without a counter takes over the lightest counter and its count: the inherited
 *            count is how much the new count may be too high. A key heavier than total / room
 *            cannot be lost, because the lightest count never exceeds total / room.
 *
 *                 a 90   b 40   c 7        d comes with weight 1
 *                 a 90   b 40   d 8 (7)    c had at most 7: the floor is 7
 *
 * Promises   hot.h, 1 to 3; the same stream gives the same answer everywhere
 * Cost       O(log room) an addition, no heap memory after the start. Chains are by XXH3 without a
 *            secret: an attacker who chooses the keys can make an addition cost O(room).
 * From       Metwally, Agrawal, El Abbadi 2005, "Efficient computation of frequent and top-k
 *            elements in data streams" */
#include "live/hot.h"

#include <string.h>

#include "base/fail.h"
#include "base/order.h"
#include "hash/xxh3.h"

enum { HOT_ROOM_MAX = 1 << 24, HOT_LONGEST_MAX = 1 << 24 };

/* ---- construction -------------------------------------------------------------------------- */

static int hot_check(size_t counters, size_t longest, berth_error *error)
{
    if (counters == 0 || counters > HOT_ROOM_MAX)
        return fail(error, BERTH_E_RANGE, "%zu counters: 1 to %d can be had", counters,
                    HOT_ROOM_MAX);
    if (longest > HOT_LONGEST_MAX)
        return fail(error, BERTH_E_RANGE, "keys of %zu bytes cannot be kept: at most %d can",
                    longest, HOT_LONGEST_MAX);
    return 0;
}

static bool hot_reserve(struct berth_hot *hot)
{
    hot->counter = alloc_array(&hot->alloc, hot->room, sizeof *hot->counter);
    hot->bytes = alloc_array(&hot->alloc, hot->room, hot->longest);
    hot->heap = alloc_array(&hot->alloc, hot->room, sizeof *hot->heap);
    hot->order = alloc_array(&hot->alloc, hot->room, sizeof *hot->order);
    hot->chain = alloc_zeroed(&hot->alloc, hot->chains, sizeof *hot->chain);
    return hot->counter && hot->bytes && hot->heap && hot->order && hot->chain;
}

berth_hot *berth_hot_new(size_t counters, size_t longest, const struct berth_alloc *alloc,
                         berth_error *error)
{
    if (hot_check(counters, longest, error))
        return NULL;
    struct berth_alloc heap = alloc_or_default(alloc);
    struct berth_hot *hot = alloc_zeroed(&heap, 1, sizeof *hot);
    if (!hot) {
        fail_memory(error);
        return NULL;
    }
    hot->alloc = heap;
    hot->longest = longest;
    hot->room = (uint32_t)counters;
    hot->chains = 1;
    while (hot->chains < hot->room)
        hot->chains *= 2;
    if (!hot_reserve(hot)) {
        berth_hot_free(hot);
        fail_memory(error);
        return NULL;
    }
    return hot;
}

void berth_hot_free(berth_hot *hot)
{
    if (!hot)
        return;
    struct berth_alloc alloc = hot->alloc;
    alloc_free(&alloc, hot->counter, hot->room, sizeof *hot->counter);
    alloc_free(&alloc, hot->bytes, hot->room, hot->longest);
    alloc_free(&alloc, hot->heap, hot->room, sizeof *hot->heap);
    alloc_free(&alloc, hot->order, hot->room, sizeof *hot->order);
    alloc_free(&alloc, hot->chain, hot->chains, sizeof *hot->chain);
    alloc_free(&alloc, hot, 1, sizeof *hot);
}

/* ---- names --------------------------------------------------------------------------------- */

static struct hot_name hot_name_of(const struct berth_hot *hot, const void *key, size_t len)
{
    static const unsigned char nothing[1];
    XXH128_hash_t hash = XXH3_128bits(key, len);
    return (struct hot_name){.hash = {hash.low64, hash.high64},
                             .data = len > 0 ? key : nothing,
                             .len = len,
                             .kept = len < hot->longest ? len : hot->longest};
}

struct hot_name hot_name_at(const struct berth_hot *hot, uint32_t i)
{
    const struct hot_counter *counter = &hot->counter[i];
    return (struct hot_name){.hash = {counter->hash[0], counter->hash[1]},
                             .data = hot->bytes + i * hot->longest,
                             .len = counter->len,
                             .kept = counter->kept};
}

static bool hot_is(const struct berth_hot *hot, uint32_t i, const struct hot_name *name)
{
    const struct hot_counter *counter = &hot->counter[i];
    size_t kept = counter->kept < name->kept ? counter->kept : name->kept;
    return counter->hash[0] == name->hash[0] && counter->hash[1] == name->hash[1] &&
           counter->len == name->len &&
           memcmp(hot->bytes + i * hot->longest, name->data, kept) == 0;
}

uint32_t hot_find(const struct berth_hot *hot, const struct hot_name *name)
{
    uint32_t link = hot->chain[name->hash[0] & (hot->chains - 1)];
    while (link != 0 && !hot_is(hot, link - 1, name))
        link = hot->counter[link - 1].next;
    return link - 1; /* 0 - 1 = HOT_LOOSE */
}

void hot_link(struct berth_hot *hot, uint32_t i, const struct hot_name *name)
{
    struct hot_counter *counter = &hot->counter[i];
    uint32_t *first = &hot->chain[name->hash[0] & (hot->chains - 1)];
    counter->hash[0] = name->hash[0];
    counter->hash[1] = name->hash[1];
    counter->len = name->len;
    counter->kept = (uint32_t)(name->kept < hot->longest ? name->kept : hot->longest);
    memmove(hot->bytes + i * hot->longest, name->data, counter->kept);
    counter->next = *first;
    *first = i + 1;
}

static void hot_unlink(struct berth_hot *hot, uint32_t i)
{
    uint32_t *link = &hot->chain[hot->counter[i].hash[0] & (hot->chains - 1)];
    while (*link != i + 1)
        link = &hot->counter[*link - 1].next;
    *link = hot->counter[i].next;
}

int hot_compare_names(const struct berth_hot *a, uint32_t i, const struct berth_hot *b, uint32_t j)
{
    struct hot_name x = hot_name_at(a, i), y = hot_name_at(b, j);
    int order = memcmp(x.data, y.data, x.kept < y.kept ? x.kept : y.kept);
    if (order != 0 || x.len != y.len)
        return order != 0 ? order : x.len < y.len ? -1 : 1;
    for (unsigned half = 0; half < 2; half++)
        if (x.hash[half] != y.hash[half])
            return x.hash[half] < y.hash[half] ? -1 : 1;
    return 0;
}

/* ---- the heap ------------------------------------------------------------------------------ */

static void hot_put(struct berth_hot *hot, uint32_t at, uint32_t i)
{
    hot->heap[at] = i;
    hot->counter[i].heap_at = at;
}

static uint64_t hot_count_at(const struct berth_hot *hot, uint32_t at)
{
    return hot->counter[hot->heap[at]].count;
}

/* The count of the counter at this place of the heap grew. */
static void hot_sink(struct berth_hot *hot, uint32_t at)
{
    uint32_t i = hot->heap[at];
    for (uint32_t below = 2 * at + 1; below < hot->used; below = 2 * at + 1) {
        if (below + 1 < hot->used && hot_count_at(hot, below + 1) < hot_count_at(hot, below))
            below++;
        if (hot_count_at(hot, below) >= hot->counter[i].count)
            break;
        hot_put(hot, at, hot->heap[below]);
        at = below;
    }
    hot_put(hot, at, i);
}

/* Counter i is new at this place, the last of the heap. */
static void hot_rise(struct berth_hot *hot, uint32_t at, uint32_t i)
{
    while (at > 0 && hot_count_at(hot, (at - 1) / 2) > hot->counter[i].count) {
        hot_put(hot, at, hot->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    hot_put(hot, at, i);
}

/* ---- additions ----------------------------------------------------------------------------- */

/* Uses a free counter. The key may have been counted and forgotten before, with at most the floor.
 * Its estimate grows by the weight, as the total does. */
static void hot_open(struct berth_hot *hot, const struct hot_name *name, uint64_t weight)
{
    uint32_t i = hot->used++;
    hot_link(hot, i, name);
    hot->counter[i].count = hot->floor + weight;
    hot->counter[i].error = hot->floor;
    hot_rise(hot, i, i);
}

/* Gives the lightest counter to the key. Its count, the smallest of all, becomes the floor: the key
 * that is forgotten weighed no more. The largest estimates grow by the weight at most. */
static void hot_take_over(struct berth_hot *hot, const struct hot_name *name, uint64_t weight)
{
    uint32_t i = hot->heap[0];
    hot_unlink(hot, i);
    hot_link(hot, i, name);
    hot->floor = hot->counter[i].count;
    hot->counter[i].error = hot->floor;
    hot->counter[i].count += weight;
    hot_sink(hot, 0);
}

int berth_hot_add(berth_hot *hot, const void *key, size_t len, uint64_t weight, berth_error *error)
{
    if (weight > UINT64_MAX - hot->total)
        return fail(error, BERTH_E_RANGE, "the weights add up to more than 2^64 - 1");
    if (weight == 0)
        return 0;
    struct hot_name name = hot_name_of(hot, key, len);
    uint32_t i = hot_find(hot, &name);
    hot->total += weight;
    hot->ordered = false;
    if (i != HOT_LOOSE) {
        hot->counter[i].count += weight;
        hot_sink(hot, hot->counter[i].heap_at);
    } else if (hot->used < hot->room) {
        hot_open(hot, &name, weight);
    } else {
        hot_take_over(hot, &name, weight);
    }
    return 0;
}

/* ---- answers ------------------------------------------------------------------------------- */

static bool hot_heavier(const void *context, uint32_t i, uint32_t j)
{
    const struct berth_hot *hot = context;
    const struct hot_counter *a = &hot->counter[i], *b = &hot->counter[j];
    if (a->count - a->error != b->count - b->error)
        return a->count - a->error > b->count - b->error;
    return a->count != b->count ? a->count > b->count : hot_compare_names(hot, i, hot, j) < 0;
}

bool berth_hot_at(berth_hot *hot, size_t i, struct berth_hot_key *out)
{
    if (i >= hot->used)
        return false;
    if (!hot->ordered) {
        for (uint32_t c = 0; c < hot->used; c++)
            hot->order[c] = c;
        order_sort(hot->order, hot->used, hot_heavier, hot);
        hot->ordered = true;
    }
    const struct hot_counter *counter = &hot->counter[hot->order[i]];
    *out = (struct berth_hot_key){.data = hot->bytes + hot->order[i] * hot->longest,
                                  .kept = counter->kept,
                                  .len = counter->len,
                                  .count = counter->count,
                                  .error = counter->error};
    return true;
}

uint64_t berth_hot_total(const berth_hot *hot)
{
    return hot->total;
}

uint64_t berth_hot_bound(const berth_hot *hot)
{
    return hot->floor;
}
