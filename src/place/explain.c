/* SPDX-License-Identifier: MIT */
/* explain.c - what one key meets on its way: hash, position, owner, the node chosen */
#include "place/walk.h"

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

/* The key of a walk, whose hash is `hash` although the scheme may not read it. */
static void explain_walk(const berth_map *map, const struct walk *walk, uint64_t hash,
                         struct berth_explanation *out)
{
    struct where where = explain_where(map, hash);
    out->hash = hash;
    out->hash_bits = map->hash->bits;
    out->hash_name = map->hash->name;
    out->kind = where.kind;
    out->position = where.position;
    out->positions = where.positions;
    out->owner = walk_owner(map, walk);
    out->chosen = walk_pick(map, walk, &map->down);
}

void berth_map_explain(const berth_map *map, const void *key, size_t len,
                       struct berth_explanation *out)
{
    struct walk walk;
    walk_begin(&walk, map, key, len);
    explain_walk(map, &walk, berth_map_hashed(map) ? walk.hash : berth_map_hash(map, key, len),
                 out);
}

void berth_map_explain_u64(const berth_map *map, uint64_t key, struct berth_explanation *out)
{
    struct walk walk;
    walk_begin_u64(&walk, map, key);
    explain_walk(map, &walk, berth_map_hashed(map) ? walk.hash : berth_map_hash_u64(map, key), out);
}
