/* SPDX-License-Identifier: MIT */
/* replicas.c - the first n nodes of a key's ranking; down nodes passed over, zones spread
 *
 *   ranking   a1  a2  b1  a3  c1  b2     (letter = zone)
 *   n = 4     a1  b1  c1  a2             k-th pick: zone holds fewer than ceil(k / zones) before it
 *
 * Each pick walks the ranking from its start, so picks do not depend on n: a list for n begins the
 * list for n + 1. */
#include "place/walk.h"

#include "hash/xxh3.h"

#include <string.h>

enum { REPLICAS_SEEN_NODES = 65536, REPLICAS_SEEN_ZONES = 4096, REPLICAS_SCAN = 16 };

/* The nodes picked so far. Whether a node is among them is found by a scan while the list is short,
 * else in a bitmap. */
struct replicas_list {
    const struct berth_map *map;
    uint32_t *out;
    size_t n;
    bool mapped;
    uint64_t seen[BITSET_WORDS(REPLICAS_SEEN_NODES)];
    /* How many nodes of each zone there are among them, while the zones fit; used with zones only. */
    uint32_t taken[REPLICAS_SEEN_ZONES];
};

static bool replicas_counts_zones(const struct berth_map *map)
{
    return map->zones > 0 && map->zones <= REPLICAS_SEEN_ZONES;
}

static bool replicas_has(const struct replicas_list *list, uint32_t node)
{
    if (list->mapped)
        return bitset_has(list->seen, node);
    for (size_t i = 0; i < list->n; i++)
        if (list->out[i] == node)
            return true;
    return false;
}

static void replicas_start_map(struct replicas_list *list)
{
    memset(list->seen, 0, BITSET_WORDS(list->map->count) * sizeof *list->seen);
    for (size_t i = 0; i < list->n; i++)
        bitset_add(list->seen, list->out[i]);
    list->mapped = true;
}

static void replicas_push(struct replicas_list *list, uint32_t node)
{
    list->out[list->n++] = node;
    if (replicas_counts_zones(list->map))
        list->taken[list->map->zone[node]]++;
    if (list->mapped)
        bitset_add(list->seen, node);
    else if (list->n == REPLICAS_SCAN && list->map->count < REPLICAS_SEEN_NODES)
        replicas_start_map(list);
}

/* ---- plain: the ranking itself ------------------------------------------------------------- */

static bool replicas_is_open(const void *of, uint32_t node)
{
    const struct replicas_list *list = of;
    return !map_skips(&list->map->down, node) && !replicas_has(list, node);
}

static size_t replicas_plain(struct replicas_list *list, struct walk *walk, size_t n)
{
    const struct open_to open = {replicas_is_open, list};
    walk_rewind(walk);
    while (list->n < n) {
        uint32_t node = walk_next_open(list->map, walk, &open);
        if (node == BERTH_NONE)
            break;
        replicas_push(list, node);
    }
    return list->n;
}

/* ---- zones --------------------------------------------------------------------------------- */

static size_t replicas_in_zone(const struct replicas_list *list, uint32_t zone)
{
    size_t taken = 0;
    if (replicas_counts_zones(list->map))
        return list->taken[zone];
    for (size_t i = 0; i < list->n; i++)
        taken += list->map->zone[list->out[i]] == zone;
    return taken;
}

/* How many nodes of one zone there may be after the next pick, the k-th: ceil(k / zones), or more
 * when no zone with fewer has a node left. 0 = all nodes are picked. */
static size_t replicas_zone_cap(const struct replicas_list *list)
{
    const struct berth_map *map = list->map;
    size_t cap = list->n / map->zones + 1, least = 0;
    for (uint32_t zone = 0; zone < map->zones; zone++) {
        size_t taken = replicas_in_zone(list, zone);
        if (taken >= map->zone_nodes[zone])
            continue;
        if (taken < cap)
            return cap;
        if (least == 0 || taken + 1 < least)
            least = taken + 1;
    }
    return least;
}

static bool replicas_fits(const struct replicas_list *list, uint32_t node, size_t cap)
{
    return !map_skips(&list->map->down, node) && !replicas_has(list, node) &&
           replicas_in_zone(list, list->map->zone[node]) < cap;
}

struct replicas_fit {
    const struct replicas_list *list;
    size_t cap;
};

static bool replicas_is_fit(const void *of, uint32_t node)
{
    const struct replicas_fit *fit = of;
    return replicas_fits(fit->list, node, fit->cap);
}

/* The first node of the ranking that fits; BERTH_NONE when none does. */
static uint32_t replicas_first_fit(const struct replicas_list *list, struct walk *walk, size_t cap)
{
    const struct replicas_fit fit = {list, cap};
    const struct open_to open = {replicas_is_fit, &fit};
    walk_rewind(walk);
    return walk_next_open(list->map, walk, &open);
}

/* A node may have a weight and yet be in no ranking (a maglev node too light for a slot). No node
 * is then found for its zone, and the cap must rise without it. */
static size_t replicas_zoned(struct replicas_list *list, struct walk *walk, size_t n)
{
    for (size_t cap; list->n < n && (cap = replicas_zone_cap(list)) > 0;) {
        uint32_t node = replicas_first_fit(list, walk, cap);
        while (node == BERTH_NONE && cap <= list->n)
            node = replicas_first_fit(list, walk, ++cap);
        if (node == BERTH_NONE)
            break;
        replicas_push(list, node);
    }
    return list->n;
}

/* ---- public -------------------------------------------------------------------------------- */

static size_t replicas_owner_only(const struct berth_map *map, const struct walk *walk,
                                  uint32_t *out)
{
    out[0] = walk_owner(map, walk);
    return out[0] != BERTH_NONE && !map_skips(&map->down, out[0]);
}

/* The ranking as the scheme gives it at once; 0: ask for it node by node. */
static size_t replicas_direct(const struct berth_map *map, uint64_t hash, uint32_t *out, size_t n)
{
    if (n > map->down.rest)
        n = map->down.rest;
    return map->route_n && n > 0 ? map->route_n(map->state, hash, out, n) : 0;
}

static size_t replicas_listed(const struct berth_map *map, struct walk *walk, uint32_t *out,
                              size_t n)
{
    if (!map->state || n == 0)
        return 0;
    if (!map->ops->next_ranked)
        return replicas_owner_only(map, walk, out);
    if (n > map->down.rest) /* else a walk to the end of a ring for a node that is not there */
        n = map->down.rest;
    if (n == 0)
        return 0;
    struct replicas_list list; /* seen stays unset until it is needed */
    list.map = map;
    list.out = out;
    list.n = 0;
    list.mapped = false;
    if (replicas_counts_zones(map))
        memset(list.taken, 0, map->zones * sizeof *list.taken);
    return map->zones ? replicas_zoned(&list, walk, n) : replicas_plain(&list, walk, n);
}

size_t walk_replicas(const struct berth_map *map, struct walk *walk, uint32_t *out, size_t n)
{
    size_t found = replicas_direct(map, walk->hash, out, n);
    return found ? found : replicas_listed(map, walk, out, n);
}

size_t berth_map_replicas(const berth_map *map, const void *key, size_t len, uint32_t *out,
                          size_t n)
{
    if (map->native_keys)
        return berth_map_replicas_hash(map, hash_xxh3(key, len), out, n);
    struct walk walk;
    walk_begin(&walk, map, key, len);
    return walk_replicas(map, &walk, out, n);
}

size_t berth_map_replicas_hash(const berth_map *map, uint64_t hash, uint32_t *out, size_t n)
{
    size_t found = replicas_direct(map, hash, out, n);
    if (found)
        return found;
    struct walk walk;
    walk_begin_hash(&walk, hash);
    return replicas_listed(map, &walk, out, n);
}

size_t berth_map_replicas_u64(const berth_map *map, uint64_t key, uint32_t *out, size_t n)
{
    return berth_map_replicas_hash(map, map_hash_u64(map, key), out, n);
}
