/* SPDX-License-Identifier: MIT */
/* sketch.c - counters in a heap (lightest on top) and in chains by hash */
#include "sketch.h"

#include <string.h>

static void sketch_place(struct sketch *sketch, uint32_t at, uint32_t index)
{
    sketch->heap[at] = index;
    sketch->counter[index].heap_at = at;
}

/* A counter that grew sinks. */
static void sketch_sink(struct sketch *sketch, uint32_t at)
{
    uint32_t index = sketch->heap[at];
    uint64_t count = sketch->counter[index].count;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= sketch->used)
            break;
        if (child + 1 < sketch->used && sketch->counter[sketch->heap[child + 1]].count <
                                            sketch->counter[sketch->heap[child]].count)
            child++;
        if (sketch->counter[sketch->heap[child]].count >= count)
            break;
        sketch_place(sketch, at, sketch->heap[child]);
        at = child;
    }
    sketch_place(sketch, at, index);
}

/* A new counter rises from the end. */
static void sketch_rise(struct sketch *sketch, uint32_t at)
{
    uint32_t index = sketch->heap[at];
    uint64_t count = sketch->counter[index].count;
    while (at > 0 && sketch->counter[sketch->heap[(at - 1) / 2]].count > count) {
        sketch_place(sketch, at, sketch->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    sketch_place(sketch, at, index);
}

static uint32_t sketch_find(const struct sketch *sketch, uint64_t hash)
{
    uint32_t link = sketch->chain[hash % SKETCH_CHAINS];
    while (link != 0 && sketch->counter[link - 1].hash != hash)
        link = sketch->counter[link - 1].next;
    return link;
}

static void sketch_unlink(struct sketch *sketch, uint32_t index)
{
    uint32_t *link = &sketch->chain[sketch->counter[index].hash % SKETCH_CHAINS];
    while (*link != index + 1)
        link = &sketch->counter[*link - 1].next;
    *link = sketch->counter[index].next;
}

static void sketch_name(struct sketch *sketch, uint32_t index, uint64_t hash, const void *key,
                        size_t len)
{
    struct sketch_counter *counter = &sketch->counter[index];
    counter->hash = hash;
    counter->len = len;
    if (len > 0)
        memcpy(counter->key, key, len < SKETCH_KEY_MAX ? len : SKETCH_KEY_MAX);
    counter->next = sketch->chain[hash % SKETCH_CHAINS];
    sketch->chain[hash % SKETCH_CHAINS] = index + 1;
}

void sketch_add(struct sketch *sketch, uint64_t hash, uint64_t weight, const void *key, size_t len,
                uint32_t owner)
{
    uint32_t link = sketch_find(sketch, hash);
    if (link != 0) {
        sketch->counter[link - 1].count += weight;
        sketch_sink(sketch, sketch->counter[link - 1].heap_at);
        return;
    }
    if (sketch->used < SKETCH_COUNTERS) {
        uint32_t index = sketch->used++;
        sketch_name(sketch, index, hash, key, len);
        sketch->counter[index].count = weight;
        sketch->counter[index].owner = owner;
        sketch->heap[index] = index;
        sketch_rise(sketch, index);
        return;
    }
    uint32_t index = sketch->heap[0];
    struct sketch_counter *lightest = &sketch->counter[index];
    sketch_unlink(sketch, index);
    sketch_name(sketch, index, hash, key, len);
    lightest->error = lightest->count;
    lightest->count += weight;
    lightest->owner = owner;
    sketch_sink(sketch, 0);
}

static uint64_t sketch_certain(const struct sketch_counter *counter)
{
    return counter->count - counter->error;
}

size_t sketch_top(const struct sketch *sketch, const struct sketch_counter **out, size_t max)
{
    size_t n = 0;
    for (uint32_t i = 0; i < sketch->used; i++) {
        const struct sketch_counter *counter = &sketch->counter[i];
        size_t at = n < max ? n++ : max;
        if (at == max && sketch_certain(out[max - 1]) >= sketch_certain(counter))
            continue;
        at = at == max ? max - 1 : at;
        for (; at > 0 && sketch_certain(out[at - 1]) < sketch_certain(counter); at--)
            out[at] = out[at - 1];
        out[at] = counter;
    }
    return n;
}

void power_add(struct power *power, uint64_t hash, uint64_t weight)
{
    double signed_weight = (hash >> 32 & 1) != 0 ? (double)weight : -(double)weight;
    power->sum[hash >> 54] += signed_weight;
}

double power_estimate(const struct power *power)
{
    double total = 0;
    for (size_t i = 0; i < POWER_SUMS; i++)
        total += power->sum[i] * power->sum[i];
    return total;
}
