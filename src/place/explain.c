/* SPDX-License-Identifier: MIT */
/* explain.c - what one key meets on its way: hash, position, owner, the node chosen */
#include "place/walk.h"

#include <stdio.h>
#include <string.h>

#include "base/writer.h"
#include "base/bits.h"
#include "base/number.h"
#include "hash/hash.h"

enum { EXPLAIN_LABEL_MAX = 2048 }; /* longer ones are not told */
#define EXPLAIN_DRAWN "mix(0x%016llx + %llu x 0x%016llx)"

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

/* A walk whose hash is set although the scheme may not read it. */
static struct where explain_where(const struct berth_map *map, const struct walk *walk)
{
    bool numbered = map->scheme->info.promises & BERTH_NUMBERED;
    struct where where = {.kind = numbered ? BERTH_KIND_NUMBER : BERTH_KIND_SCORE,
                          .bits = 64,
                          .met = BERTH_NONE,
                          .tied = BERTH_NONE};
    if (map->state && map->ops->explain)
        map->ops->explain(map->state, walk, &where);
    return where;
}

enum berth_kind berth_map_kind(const berth_map *map)
{
    const struct walk walk = {.key = ""};
    return explain_where(map, &walk).kind;
}

/* ---- the hash ------------------------------------------------------------------------------ */

static const struct key_hash *explain_key_hash(const struct berth_map *map)
{
    const struct scheme *scheme = map->scheme;
    if (scheme->key_hash_of)
        return scheme->key_hash_of(map->spec.values);
    if (!scheme->key_hash || scheme->key_hash_param == 0)
        return scheme->key_hash;
    return &scheme->key_hash[map->spec.values[scheme->key_hash_param - 1].number];
}

/* The words of the registry for a name that may end in a seed. */
static const char *explain_summary(const char *name)
{
    const size_t len = strcspn(name, ":");
    const struct berth_hash *hash = hash_find(name, len);
    if (hash && name[len] == 0)
        return hash->summary;
    const struct berth_hash_variant *variant;
    for (size_t i = 0; (variant = berth_hash_variant_at(i)); i++)
        if (hash_names_equal(variant->name, strlen(variant->name), name, len))
            return variant->summary;
    return "";
}

/* Integers that are looked up as they are. */
static const struct key_hash explain_raw = {"none", "the integer itself: nothing is hashed", 64};

static void explain_hash(const struct berth_map *map, bool raw, const struct where *where,
                         struct berth_explanation *out)
{
    const struct key_hash *words = raw ? &explain_raw : explain_key_hash(map);
    out->digest = out->hash ^ where->flip;
    out->hash_name = words ? words->name : map->hash->name;
    out->hash_bits = words ? words->bits : map->hash->bits;
    out->hash_text = words && words->text ? words->text
                     : words              ? explain_summary(words->name)
                                          : map->hash->summary;
}

/* ---- the key ------------------------------------------------------------------------------- */

static void explain_walk(const berth_map *map, struct walk *walk, uint64_t hash, bool raw,
                         struct berth_explanation *out)
{
    out->owner = walk_owner(map, walk);
    out->chosen = walk_pick(map, walk, &map->down);
    walk->hash = hash;
    const struct where where = explain_where(map, walk);
    out->hash = hash;
    explain_hash(map, raw, &where, out);
    out->kind = where.kind;
    out->position = where.position;
    out->positions = where.positions;
    out->position_bits = where.bits;
    out->position_low = where.low;
    out->position_real = where.real;
    out->met = where.met == BERTH_NONE ? out->owner : where.met;
    out->tied = where.tied;
}

void berth_map_explain(const berth_map *map, const void *key, size_t len,
                       struct berth_explanation *out)
{
    struct walk walk;
    walk_begin(&walk, map, key, len);
    explain_walk(map, &walk, berth_map_hashed(map) ? walk.hash : berth_map_hash(map, key, len),
                 map->ops->hash_u64 && len == sizeof(uint64_t), out);
}

void berth_map_explain_u64(const berth_map *map, uint64_t key, struct berth_explanation *out)
{
    struct walk walk;
    walk_begin_u64(&walk, map, key);
    explain_walk(map, &walk, berth_map_hashed(map) ? walk.hash : berth_map_hash_u64(map, key),
                 map->ops->hash_u64, out);
}

/* What berth's own ring makes the point of: "name:j", or the j-th draw from the name's hash. */
static void explain_drawn(const struct berth_map *map, const struct berth_explanation *why,
                          struct writer *w)
{
    char room[EXPLAIN_LABEL_MAX];
    const bool named = strcmp(map->hash->name, "xxh3") != 0;
    const struct node *node =
        why->met < map->count && !map->bare ? map->nodes->items[why->met] : NULL;
    if (!node || node->name_len + 24 > sizeof room)
        return;
    const uint64_t start = map->digest(node->text, node->name_len);
    const uint64_t most = map->spec.values[0].number * (node->weight / NUMBER_MILLION + 1) + 1;
    for (uint64_t j = 0; j < most; j++) {
        struct writer label = {.out = room, .cap = sizeof room};
        writer_put(&label, node->text, node->name_len);
        writer_char(&label, ':');
        writer_integer(&label, j);
        if ((named ? map->digest(room, label.len) : map->ops->draw(start, j + 1)) != why->position)
            continue;
        if (named)
            writer_put(w, room, label.len);
        else
            writer_put(w, room,
                       (size_t)snprintf(room, sizeof room, EXPLAIN_DRAWN, (unsigned long long)start,
                                        (unsigned long long)(j + 1),
                                        (unsigned long long)BITS_GOLDEN));
        return;
    }
}

size_t berth_map_label(const berth_map *map, const struct berth_explanation *why, char *buffer,
                       size_t size)
{
    struct writer w = {.out = buffer, .cap = size};
    if (map->state && map->ops->label)
        map->ops->label(map->state, map->nodes, why->hash, &w);
    else if (map->state && map->ops->draw)
        explain_drawn(map, why, &w);
    return writer_end(&w);
}
