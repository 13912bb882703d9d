/* SPDX-License-Identifier: MIT */
/* explain.c - what one key meets on its way: hash, position, owner, the node chosen */
#include "place/map.h"

static void shares_explain(const berth_map *map, uint64_t hash, struct berth_explanation *out)
{
    struct berth_where where = {.what = "score"};
    if (map->state && map->scheme->explain)
        map->scheme->explain(map->state, hash, &where);
    out->hash = hash;
    out->hash_bits = map->hash->bits;
    out->hash_name = map->hash->name;
    out->what = where.what;
    out->position = where.position;
    out->positions = where.positions;
}

void berth_map_explain(const berth_map *map, const void *key, size_t len,
                       struct berth_explanation *out)
{
    shares_explain(map, berth_map_hash(map, key, len), out);
    out->owner = map_owner(map, key, len);
    out->chosen = berth_map_route(map, key, len);
}

void berth_map_explain_u64(const berth_map *map, uint64_t key, struct berth_explanation *out)
{
    uint64_t hash = map_hash_u64(map, key);
    shares_explain(map, hash, out);
    out->owner = map_owner_hash(map, hash);
    out->chosen = berth_map_route_u64(map, key);
}
