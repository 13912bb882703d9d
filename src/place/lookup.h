/* SPDX-License-Identifier: MIT */
/* lookup.h - the short way of a lookup, inline: lookup.c makes it public, and live's readers use it
 * between entering and leaving without a call
 *
 *   key --XXH3, compiled in--> hash --> table[hash >> shift]      one load
 *                                   --> route(state, hash)        one scheme
 *                                   --> lookup_any_hash: a walk    down nodes, presets, no nodes
 *
 * map_ready finds out once, when the map is built, which of them its keys may take. */
#ifndef BERTH_LOOKUP_H
#define BERTH_LOOKUP_H

#include "place/map.h"

#include "hash/xxh3.h"

/* Any key, scheme and states, by a walk. Not inlined: its stack would be set up for every key. */
#define LOOKUP_APART __attribute__((noinline))
LOOKUP_APART uint32_t lookup_any(const struct berth_map *map, const void *key, size_t len);
LOOKUP_APART uint32_t lookup_any_u64(const struct berth_map *map, uint64_t key);
LOOKUP_APART uint32_t lookup_any_hash(const struct berth_map *map, uint64_t hash);

static inline uint32_t lookup_hash(const struct berth_map *map, uint64_t hash)
{
    if (map->table.owners)
        return map->table.owners[hash >> map->table.shift];
    if (map->route)
        return map->route(map->state, hash);
    return lookup_any_hash(map, hash);
}

enum { LOOKUP_SHORT = 32 }; /* bytes of a key that is hashed without a call and in few registers */

static inline uint32_t lookup_key(const struct berth_map *map, const void *key, size_t len)
{
    return map->native_keys ? lookup_hash(map, hash_xxh3(key, len)) : lookup_any(map, key, len);
}

static inline uint32_t lookup_u64(const struct berth_map *map, uint64_t key)
{
    return map->native_keys ? lookup_hash(map, hash_xxh3_u64(key)) : lookup_any_u64(map, key);
}

#endif
