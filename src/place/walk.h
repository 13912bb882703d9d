/* SPDX-License-Identifier: MIT */
/* walk.h - one key on its way through one map: the seam where a key meets a scheme
 *
 *   bytes    --walk_begin-------+           +--walk_owner-----> the scheme's owner
 *   integer  --walk_begin_u64---+--> walk --+--walk_pick------> the first node not passed over
 *   hash     --walk_begin_hash--+           +--walk_next------> the ranking, node by node
 *                                           +--walk_next_open-> the nodes of it that are open
 *                                           +--walk_replicas--> the first n nodes, zones spread
 *
 * A key is hashed when its walk begins and never again, whatever its owner's state. Keys that need
 * no walk are looked up by lookup.h. A walk stays where it began: `key` may point into it. */
#ifndef BERTH_WALK_H
#define BERTH_WALK_H

#include "place/map.h"

#include "base/bytes.h"

/* To the start of the ranking: before the first walk_next. */
static inline void walk_rewind(struct walk *walk)
{
    walk->at = (union walk_at){.rank = {0}};
}

static inline void walk_begin(struct walk *walk, const struct berth_map *map, const void *key,
                              size_t len)
{
    walk->key = key;
    walk->len = len;
    walk->hash = map->ops->route_key ? 0 : berth_map_hash(map, key, len);
}

/* To a scheme that reads bytes, a hash is an integer key. */
static inline void walk_begin_hash(struct walk *walk, uint64_t hash)
{
    store64le(walk->number, hash);
    walk->key = walk->number;
    walk->len = sizeof walk->number;
    walk->hash = hash;
}

static inline void walk_begin_u64(struct walk *walk, const struct berth_map *map, uint64_t key)
{
    walk_begin_hash(walk, map_hash_u64(map, key));
}

/* The owner, whatever its state; BERTH_NONE when the map has no nodes or no node can own a key. */
static inline uint32_t walk_owner(const struct berth_map *map, const struct walk *walk)
{
    if (!map->state)
        return BERTH_NONE;
    return map->ops->route_key ? map->ops->route_key(map->state, walk->key, walk->len)
                               : map->ops->route(map->state, walk->hash);
}

/* The next node of the ranking, the owner first, whatever its state; BERTH_NONE at its end and for
 * a scheme without a ranking. A node may come more than once. */
static inline uint32_t walk_next(const struct berth_map *map, struct walk *walk)
{
    return map->ops->next_ranked ? map->ops->next_ranked(map->state, walk) : BERTH_NONE;
}

/* The next node of the ranking that is open; BERTH_NONE at its end. */
static inline uint32_t walk_next_open(const struct berth_map *map, struct walk *walk,
                                      const struct open_to *open)
{
    uint32_t node;
    if (map->ops->next_open)
        return map->ops->next_open(map->state, walk, open);
    do
        node = walk_next(map, walk);
    while (node != BERTH_NONE && !open->is(open->of, node));
    return node;
}

/* The first node of the ranking of a key that is not in `skip`; BERTH_NONE when there is none. The
 * key comes in registers, so that a walk whose owner answers need not be written to memory. */
uint32_t walk_pass_over(const struct berth_map *map, const void *key, size_t len, uint64_t hash,
                        const struct map_skip *skip);

/* The node that takes the key: the owner or, when that is in `skip`, the first of the ranking that
 * is not. The walk stays where it is. */
static inline uint32_t walk_pick(const struct berth_map *map, const struct walk *walk,
                                 const struct map_skip *skip)
{
    uint32_t owner = walk_owner(map, walk);
    if (owner == BERTH_NONE || !map_skips(skip, owner))
        return owner;
    return walk_pass_over(map, walk->key, walk->len, walk->hash, skip);
}

/* The node that takes a hash whose owner is known, as walk_pick finds it. */
static inline uint32_t walk_answer(const struct berth_map *map, uint64_t hash, uint32_t owner,
                                   const struct map_skip *skip)
{
    struct walk walk;
    if (owner == BERTH_NONE || !map_skips(skip, owner))
        return owner;
    walk_begin_hash(&walk, hash);
    return walk_pass_over(map, walk.key, walk.len, walk.hash, skip);
}

/* The first n different nodes that are not down, into out; returns how many there are. */
size_t walk_replicas(const struct berth_map *map, struct walk *walk, uint32_t *out, size_t n);

#endif
