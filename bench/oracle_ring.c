/* SPDX-License-Identifier: MIT */
/* oracle_ring.c - the ring by its rule (docs/placement.md): all points, sorted, and a binary search
 *
 * It is written to be right, not fast, and shares no code with the library. */
#include <stdlib.h>

#include "key_digest.h"
#include "ways.h"

enum { ORACLE_POINTS = 160 };

struct oracle_point {
    uint64_t at, node_hash;
    uint32_t node;
};

struct oracle_ring {
    struct oracle_point *points;
    size_t count;
    struct setting set;
};

static int oracle_compare(const void *left, const void *right)
{
    const struct oracle_point *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (a->node_hash != b->node_hash)
        return a->node_hash < b->node_hash ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

static void oracle_mark(struct oracle_ring *ring, const struct setting *setting, uint32_t node)
{
    const uint64_t g = digest_node(node);
    const uint32_t count = ORACLE_POINTS * (uint32_t)nodes_weight(setting, node);
    for (uint64_t j = 1; j <= count; j++)
        ring->points[ring->count++] = (struct oracle_point){keys_mix(g + j * KEYS_GOLDEN), g, node};
}

static void *oracle_ring_open(const struct setting *setting)
{
    struct oracle_ring *ring = calloc(1, sizeof *ring);
    if (!ring)
        return NULL;
    ring->set = *setting;
    ring->points = malloc((size_t)setting->nodes * ORACLE_POINTS * 4 * sizeof *ring->points);
    for (uint32_t i = 0; i < setting->nodes; i++)
        oracle_mark(ring, setting, i);
    qsort(ring->points, ring->count, sizeof *ring->points, oracle_compare);
    return ring;
}

static void oracle_ring_close(void *state)
{
    struct oracle_ring *ring = state;
    free(ring->points);
    free(ring);
}

/* The first point at or after the hash; the first of all when there is none. */
static size_t oracle_point_of(const struct oracle_ring *ring, uint64_t hash)
{
    size_t low = 0, high = ring->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (ring->points[middle].at < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low == ring->count ? 0 : low;
}

static bool oracle_among(const uint32_t *nodes, uint32_t count, uint32_t node)
{
    for (uint32_t i = 0; i < count; i++)
        if (nodes[i] == node)
            return true;
    return false;
}

static uint32_t oracle_ring_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    const struct oracle_ring *ring = state;
    size_t at = oracle_point_of(ring, digest_key(ring->set.keys, keys, i, tie));
    uint32_t nodes[FOLD_MAX] = {ring->points[at].node}, found = 1;
    while (found < ring->set.count) {
        at = (at + 1) % ring->count;
        if (!oracle_among(nodes, found, ring->points[at].node))
            nodes[found++] = ring->points[at].node;
    }
    return fold(nodes, found);
}

static uint64_t oracle_ring_run(void *state, const struct slice *slice)
{
    return loop_lookups(oracle_ring_one, state, slice);
}

const struct way oracle_ring = {.name = "ring by its rule",
                                .open = oracle_ring_open,
                                .close = oracle_ring_close,
                                .run = oracle_ring_run,
                                .answers = true};
