/* SPDX-License-Identifier: MIT */
/* explain.c - what one key meets on its way: hash, position, owner, the node chosen */
#include "place/map.h"

const char *berth_kind_text(enum berth_kind kind)
{
    switch (kind) {
    case BERTH_KIND_SCORE:
        return "score";
    case BERTH_KIND_POINT:
        return "point";
    case BERTH_KIND_SLOT:
        return "slot";
    case BERTH_KIND_NUMBER:
        return "number";
    }
    return NULL;
}

static struct where explain_where(const struct berth_map *map, uint64_t hash)
{
    bool numbered = map->scheme->info.promises & BERTH_NUMBERED;
    struct where where = {.kind = numbered ? BERTH_KIND_NUMBER : BERTH_KIND_SCORE};
    if (map->state && map->ops->explain)
        map->ops->explain(map->state, hash, &where);
    return where;
}

enum berth_kind berth_map_kind(const berth_map *map)
{
    return explain_where(map, 0).kind;
}

static void explain_hash(const berth_map *map, uint64_t hash, struct berth_explanation *out)
{
    struct where where = explain_where(map, hash);
    out->hash = hash;
    out->hash_bits = map->hash->bits;
    out->hash_name = map->hash->name;
    out->kind = where.kind;
    out->position = where.position;
    out->positions = where.positions;
}

void berth_map_explain(const berth_map *map, const void *key, size_t len,
                       struct berth_explanation *out)
{
    explain_hash(map, berth_map_hash(map, key, len), out);
    out->owner = map_owner(map, key, len);
    out->chosen = berth_map_route(map, key, len);
}

void berth_map_explain_u64(const berth_map *map, uint64_t key, struct berth_explanation *out)
{
    uint64_t hash = map_hash_u64(map, key);
    explain_hash(map, hash, out);
    out->owner = map_owner_hash(map, hash);
    out->chosen = berth_map_route_u64(map, key);
}
