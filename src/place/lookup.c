/* SPDX-License-Identifier: MIT */
/* lookup.c - key -> index: no lock, no heap, no failure; the short way stands in lookup.h */
#include "place/lookup.h"
#include "place/walk.h"

#include "hash/hash.h"

enum { LOOKUP_BATCH = 128 };

uint64_t berth_map_hash(const berth_map *map, const void *key, size_t len)
{
    if (map->ops->hash_key)
        return map->ops->hash_key(map->hashing, key, len);
    return map->digest(key, len);
}

uint64_t berth_map_hash_u64(const berth_map *map, uint64_t key)
{
    uint8_t bytes[8];
    if (map->ops->hash_u64)
        return map->ops->hash_u64(map->hashing, key);
    store64le(bytes, key);
    return berth_map_hash(map, bytes, sizeof bytes);
}

bool berth_map_hashed(const berth_map *map)
{
    return !map->ops->route_key;
}

/* ---- one ----------------------------------------------------------------------------------- */

void map_ready(struct berth_map *map)
{
    const struct scheme_ops *ops = map->ops;
    map->native_keys = !ops->route_key && !ops->hash_key && !ops->hash_u64 &&
                       map->digest == hash_find("xxh3", 4)->digest;
    if (!map->state || map->down.bits)
        return;
    map->route_key = ops->route_key;
    if (ops->route_key)
        return;
    map->route = ops->route;
    if (!map->zones && ops->next_ranked)
        map->route_n = ops->route_n;
    if (!ops->table || !ops->table(map->state, &map->table))
        map->table = (struct scheme_table){0};
}

uint32_t lookup_any(const struct berth_map *map, const void *key, size_t len)
{
    struct walk walk;
    if (map->route_key)
        return map->route_key(map->state, key, len);
    if (!map->ops->route_key)
        return lookup_hash(map, berth_map_hash(map, key, len));
    walk_begin(&walk, map, key, len);
    return walk_pick(map, &walk, &map->down);
}

uint32_t lookup_any_hash(const struct berth_map *map, uint64_t hash)
{
    struct walk walk;
    walk_begin_hash(&walk, hash);
    return walk_pick(map, &walk, &map->down);
}

uint32_t lookup_any_u64(const struct berth_map *map, uint64_t key)
{
    struct walk walk;
    walk_begin_u64(&walk, map, key);
    return walk_pick(map, &walk, &map->down);
}

/* Begins a cache line, so that the shortest way is in one. */
__attribute__((aligned(64))) uint32_t berth_map_route_hash(const berth_map *map, uint64_t hash)
{
    return lookup_hash(map, hash);
}

static LOOKUP_APART uint32_t lookup_longer(const struct berth_map *map, const void *key, size_t len)
{
    return lookup_key(map, key, len);
}

/* Each call is the last thing done, so that no register is saved. */
uint32_t berth_map_route(const berth_map *map, const void *key, size_t len)
{
    if (map->native_keys && len <= LOOKUP_SHORT)
        return lookup_hash(map, hash_xxh3(key, len));
    return lookup_longer(map, key, len);
}

uint32_t berth_map_route_u64(const berth_map *map, uint64_t key)
{
    return lookup_u64(map, key);
}

/* ---- a new key ----------------------------------------------------------------------------- */

uint32_t berth_map_place(const berth_map *map, const void *key, size_t len)
{
    struct walk walk;
    if (!map->closed.bits)
        return lookup_key(map, key, len);
    walk_begin(&walk, map, key, len);
    return walk_pick(map, &walk, &map->closed);
}

uint32_t berth_map_place_u64(const berth_map *map, uint64_t key)
{
    struct walk walk;
    if (!map->closed.bits)
        return lookup_u64(map, key);
    walk_begin_u64(&walk, map, key);
    return walk_pick(map, &walk, &map->closed);
}

/* ---- many at once -------------------------------------------------------------------------- */

static void lookup_pass_on(const berth_map *map, const uint64_t *hashes, size_t n, uint32_t *out)
{
    for (size_t i = 0; i < n; i++)
        if (out[i] != BERTH_NONE && map_skips(&map->down, out[i]))
            out[i] = berth_map_route_hash(map, hashes[i]);
}

void berth_map_route_many_hash(const berth_map *map, const uint64_t *hashes, size_t n,
                               uint32_t *out)
{
    if (!map->state || !map->ops->route_many || map->ops->route_key) {
        for (size_t i = 0; i < n; i++)
            out[i] = berth_map_route_hash(map, hashes[i]);
        return;
    }
    map->ops->route_many(map->state, hashes, n, out);
    if (map->down.bits)
        lookup_pass_on(map, hashes, n, out);
}

/* At most LOOKUP_BATCH keys. */
static void lookup_hashes(const berth_map *map, const struct berth_key *keys, size_t n,
                          uint64_t *out)
{
    const bool own = map->ops->hash_key;
    if (map->native_keys)
        for (size_t i = 0; i < n; i++)
            out[i] = hash_xxh3(keys[i].data, keys[i].len);
    else if (own && map->ops->hash_many)
        map->ops->hash_many(map->hashing, keys, n, out);
    else if (!own && map->digest_many)
        map->digest_many(keys, n, out);
    else
        for (size_t i = 0; i < n; i++)
            out[i] = berth_map_hash(map, keys[i].data, keys[i].len);
}

void map_hashes_u64(const struct berth_map *map, const uint64_t *keys, size_t n, uint64_t *hashes)
{
    for (size_t i = 0; i < n; i++)
        hashes[i] = map->native_keys ? hash_xxh3_u64(keys[i]) : map_hash_u64(map, keys[i]);
}

void berth_map_route_many(const berth_map *map, const struct berth_key *keys, size_t n,
                          uint32_t *out)
{
    uint64_t hashes[LOOKUP_BATCH];
    if (map->ops->route_key) {
        for (size_t i = 0; i < n; i++)
            out[i] = berth_map_route(map, keys[i].data, keys[i].len);
        return;
    }
    for (size_t done = 0; done < n; done += LOOKUP_BATCH) {
        size_t batch = n - done < LOOKUP_BATCH ? n - done : LOOKUP_BATCH;
        lookup_hashes(map, keys + done, batch, hashes);
        berth_map_route_many_hash(map, hashes, batch, out + done);
    }
}

void berth_map_route_many_u64(const berth_map *map, const uint64_t *keys, size_t n, uint32_t *out)
{
    uint64_t hashes[LOOKUP_BATCH];
    for (size_t done = 0; done < n; done += LOOKUP_BATCH) {
        size_t batch = n - done < LOOKUP_BATCH ? n - done : LOOKUP_BATCH;
        map_hashes_u64(map, keys + done, batch, hashes);
        berth_map_route_many_hash(map, hashes, batch, out + done);
    }
}
