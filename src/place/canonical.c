/* SPDX-License-Identifier: MIT */
/* canonical.c - the text that describes a map, and its fingerprint
 *
 *   spec ring:points=200
 *   node cache-1
 *   node cache-2 weight=2 zone=b
 *
 * The text holds only what decides placement: name, weight, zone, the slot when the scheme numbers
 * nodes by it, and the attributes that the scheme names; no address, state or data. The fingerprint
 * is the 128-bit XXH3 of this text. */
#include "place/map.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"
#include "base/word_list.h"
#include "base/writer.h"
#include "hash/xxh3.h"

#include <string.h>

static bool canonical_by_slot(const struct berth_map *map)
{
    const struct value *order = spec_value(&map->spec, "order");
    return (map->scheme->info.promises & BERTH_NUMBERED) && !(order && order->number == 1);
}

/* The attribute decides placement: it is "zone" or the scheme names it. */
bool map_attribute_decides(const struct berth_map *map, const char *key)
{
    return strcmp(key, "zone") == 0 ||
           word_list_position(map->scheme->info.attributes, key, strlen(key)) >= 0;
}

void map_write_node(const struct berth_map *map, uint32_t index, struct writer *w)
{
    const struct node *node = map->nodes->items[index];
    const char *key, *value;
    node_write(node, canonical_by_slot(map), w);
    for (size_t at = 0; node_next_attribute(node, &at, &key, &value);)
        if (map_attribute_decides(map, key))
            node_write_attribute(key, value, w);
    if (map_states_decide(map) && node->state != BERTH_UP)
        writer_text(w, node->state == BERTH_DOWN ? " state=down" : " state=drain");
    writer_char(w, '\n');
}

size_t berth_map_text(const berth_map *map, char *out, size_t cap)
{
    struct writer w = {.out = out, .cap = cap};
    writer_text(&w, "spec ");
    writer_word(&w, map->spec.text, "");
    writer_char(&w, '\n');
    if (map->bare) {
        writer_text(&w, "count ");
        writer_integer(&w, map->count);
        writer_char(&w, '\n');
    }
    for (uint32_t i = 0; i < map->nodes->count; i++)
        map_write_node(map, i, &w);
    return writer_end(&w);
}

int map_set_fingerprint(struct berth_map *map, berth_error *error)
{
    size_t len = berth_map_text(map, NULL, 0);
    char *text = alloc_array(&map->alloc, len + 1, 1);
    if (!text)
        return fail_memory(error);
    berth_map_text(map, text, len + 1);
    XXH128_hash_t hash = XXH3_128bits(text, len);
    map->fingerprint = (struct berth_fingerprint){.hi = hash.high64, .lo = hash.low64};
    alloc_free(&map->alloc, text, len + 1, 1);
    return 0;
}

struct berth_fingerprint berth_map_fingerprint(const berth_map *map)
{
    return map->fingerprint;
}

/* Every attribute of x that decides placement in a has the same value in y. */
static bool canonical_agree(const struct berth_map *a, const struct node *x, const struct node *y)
{
    const char *key, *value;
    for (size_t at = 0; node_next_attribute(x, &at, &key, &value);) {
        const char *other = node_attribute(y, key);
        if (map_attribute_decides(a, key) && (!other || strcmp(value, other) != 0))
            return false;
    }
    return true;
}

bool map_touched(const struct berth_map *a, uint32_t i, const struct berth_map *b, uint32_t j)
{
    if (a->bare || b->bare)
        return a->bare != b->bare;
    const struct node *x = a->nodes->items[i], *y = b->nodes->items[j];
    if (x->weight != y->weight)
        return true;
    if (x->slot != y->slot && canonical_by_slot(a) && canonical_by_slot(b))
        return true;
    if (x->state != y->state && map_states_decide(a))
        return true;
    return !canonical_agree(a, x, y) || !canonical_agree(b, y, x);
}
