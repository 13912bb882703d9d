/* SPDX-License-Identifier: MIT */
/* way_rwlock_ring.c - a ring as it is usually written, modelled on a Go library for game servers
 *
 * The points are an array that is sorted after every AddNode and searched by halving under a
 * read-write lock. Points are murmur3 of "node:i" and string keys are hashed by murmur3, the low 32
 * bits of each; integer keys are not hashed and meet points of 64 bits. It is written from the
 * behaviour of that library; C and pthread make it faster than the original, if anything. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "loop.h"
#include "murmur_way.h"
#include "ways.h"

enum { LOCKED_POINTS = 160 };

struct locked_point {
    uint64_t hash;
    uint32_t node;
};

struct locked_ring {
    pthread_rwlock_t lock;
    struct locked_point *points;
    size_t count;
    enum key_kind keys;
    uint32_t nodes;
};

static uint64_t locked_hash(const struct locked_ring *ring, const void *data, size_t len)
{
    const uint64_t h = murmur_way(data, len);
    return ring->keys == KEY_INTEGERS ? h : (uint32_t)h;
}

static int locked_compare(const void *left, const void *right)
{
    const struct locked_point *a = left, *b = right;
    return a->hash < b->hash ? -1 : a->hash > b->hash;
}

static void locked_add(struct locked_ring *ring, uint32_t node)
{
    char name[NODES_NAME], label[NODES_NAME + 12];
    nodes_name(node, name);
    pthread_rwlock_wrlock(&ring->lock);
    for (unsigned i = 0; i < LOCKED_POINTS; i++) {
        const int len = snprintf(label, sizeof label, "%s:%u", name, i);
        ring->points[ring->count++] =
            (struct locked_point){locked_hash(ring, label, (size_t)len), node};
    }
    qsort(ring->points, ring->count, sizeof *ring->points, locked_compare);
    pthread_rwlock_unlock(&ring->lock);
}

static uint32_t locked_find(struct locked_ring *ring, uint64_t hash)
{
    pthread_rwlock_rdlock(&ring->lock);
    size_t low = 0, high = ring->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (ring->points[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    const uint32_t node = ring->points[low == ring->count ? 0 : low].node;
    pthread_rwlock_unlock(&ring->lock);
    return node;
}

static struct locked_ring *locked_new(const struct setting *setting)
{
    struct locked_ring *ring = calloc(1, sizeof *ring);
    if (!ring)
        return NULL;
    pthread_rwlock_init(&ring->lock, NULL);
    ring->keys = setting->keys;
    ring->nodes = setting->nodes;
    ring->points = malloc((size_t)setting->nodes * LOCKED_POINTS * sizeof *ring->points);
    return ring;
}

static void locked_close(void *state)
{
    struct locked_ring *ring = state;
    pthread_rwlock_destroy(&ring->lock);
    free(ring->points);
    free(ring);
}

/* Adds all points and sorts them once: the same ring as when nodes are added one by one. */
static void *locked_open(const struct setting *setting)
{
    struct locked_ring *ring = locked_new(setting);
    if (!ring)
        return NULL;
    for (uint32_t node = 0; node < setting->nodes; node++) {
        char label[NODES_NAME + 12], name[NODES_NAME];
        nodes_name(node, name);
        for (unsigned i = 0; i < LOCKED_POINTS; i++) {
            const int len = snprintf(label, sizeof label, "%s:%u", name, i);
            ring->points[ring->count++] =
                (struct locked_point){locked_hash(ring, label, (size_t)len), node};
        }
    }
    qsort(ring->points, ring->count, sizeof *ring->points, locked_compare);
    return ring;
}

/* ---- lookups --------------------------------------------------------------------------------- */

static uint32_t locked_string(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    struct locked_ring *ring = (struct locked_ring *)state;
    return locked_find(ring, locked_hash(ring, loop_text(keys, i, tie), keys->length));
}

static uint32_t locked_integer(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    return locked_find((struct locked_ring *)state, keys->integers[i] + tie);
}

static uint64_t locked_run(void *state, const struct slice *slice)
{
    const struct locked_ring *ring = state;
    if (ring->keys == KEY_INTEGERS)
        return loop_lookups(locked_integer, state, slice);
    return loop_lookups(locked_string, state, slice);
}

const struct way way_rwlock_ring = {.name = "halving under a rwlock",
                                    .open = locked_open,
                                    .close = locked_close,
                                    .run = locked_run,
                                    .answers = true};

/* ---- the lock and a single load -------------------------------------------------------------- */

static uint32_t locked_bare(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    struct locked_ring *ring = (struct locked_ring *)state;
    pthread_rwlock_rdlock(&ring->lock);
    const uint32_t node = ring->points[(keys->hashes[i] + tie) % LOCKED_POINTS].node;
    pthread_rwlock_unlock(&ring->lock);
    return node;
}

static uint64_t locked_run_bare(void *state, const struct slice *slice)
{
    return loop_lookups(locked_bare, state, slice);
}

const struct way way_rwlock_bare = {.name = "a load under a rwlock",
                                    .open = locked_open,
                                    .close = locked_close,
                                    .run = locked_run_bare};

/* ---- add by add ------------------------------------------------------------------------------ */

static void *locked_open_empty(const struct setting *setting)
{
    return locked_new(setting);
}

static uint64_t locked_run_adds(void *state, const struct slice *slice)
{
    struct locked_ring *ring = state;
    for (size_t i = 0; i < slice->count; i++) {
        ring->count = 0;
        for (uint32_t node = 0; node < ring->nodes; node++)
            locked_add(ring, node);
    }
    return 0;
}

const struct way way_rwlock_adds = {.name = "sorting after every add",
                                    .open = locked_open_empty,
                                    .close = locked_close,
                                    .run = locked_run_adds};
