/* SPDX-License-Identifier: MIT */
/* simulate_cache.c - a node's memory of the keys it served last
 *
 *   newest <-> ... <-> oldest     a ring of entries through entry 0, which holds no key
 *
 * and chains by hash. A full cache gives the place of its oldest key to the new one. */
#include <stdlib.h>
#include <string.h>

#include "simulate/simulate.h"

struct cache_entry {
    uint64_t hash;
    uint32_t newer, older;
    uint32_t next; /* in its chain; 0 = the last */
};

struct cache {
    struct cache_entry *entries; /* 1 .. used */
    uint32_t *chains;
    uint32_t room, used, mask;
};

struct cache *cache_new(uint64_t keys)
{
    struct cache *cache = memory_new(1, sizeof *cache);
    cache->room = (uint32_t)keys;
    cache->mask = 1;
    while (cache->mask < cache->room)
        cache->mask = 2 * cache->mask + 1;
    cache->entries = memory_new((size_t)keys + 1, sizeof *cache->entries);
    cache->chains = memory_new((size_t)cache->mask + 1, sizeof *cache->chains);
    return cache;
}

void cache_free(struct cache *cache)
{
    if (cache) {
        free(cache->entries);
        free(cache->chains);
        free(cache);
    }
}

uint64_t cache_empty(struct cache *cache)
{
    if (!cache)
        return 0;
    const uint64_t held = cache->used;
    memset(cache->chains, 0, ((size_t)cache->mask + 1) * sizeof *cache->chains);
    cache->entries[0] = (struct cache_entry){0};
    cache->used = 0;
    return held;
}

static void cache_unlink(struct cache *cache, uint32_t i)
{
    struct cache_entry *entry = &cache->entries[i];
    cache->entries[entry->newer].older = entry->older;
    cache->entries[entry->older].newer = entry->newer;
}

/* Entry 0 lies between the oldest and the newest. */
static void cache_link_newest(struct cache *cache, uint32_t i)
{
    struct cache_entry *entry = &cache->entries[i], *end = &cache->entries[0];
    entry->newer = 0;
    entry->older = end->older;
    cache->entries[end->older].newer = i;
    end->older = i;
}

static void cache_unchain(struct cache *cache, uint32_t i)
{
    uint32_t *link = &cache->chains[cache->entries[i].hash & cache->mask];
    while (*link != i)
        link = &cache->entries[*link].next;
    *link = cache->entries[i].next;
}

static uint32_t cache_find(const struct cache *cache, uint64_t hash)
{
    uint32_t i = cache->chains[hash & cache->mask];
    while (i != 0 && cache->entries[i].hash != hash)
        i = cache->entries[i].next;
    return i;
}

bool cache_touch(struct cache *cache, uint64_t hash)
{
    uint32_t i = cache_find(cache, hash);
    bool there = i != 0;
    if (there) {
        cache_unlink(cache, i);
    } else {
        if (cache->used < cache->room) {
            i = ++cache->used;
        } else {
            i = cache->entries[0].newer; /* the oldest: past the end lies the other end */
            cache_unlink(cache, i);
            cache_unchain(cache, i);
        }
        cache->entries[i].hash = hash;
        cache->entries[i].next = cache->chains[hash & cache->mask];
        cache->chains[hash & cache->mask] = i;
    }
    cache_link_newest(cache, i);
    return there;
}
