/* SPDX-License-Identifier: MIT */
/* map.c - spec x nodes made into an immutable map
 *
 * The map keeps a copy of the nodes in canonical order: by name for schemes that promise BERTH_SET,
 * as listed for the others and for order=line. Index, tie rules and fingerprint follow from it. */
#include "place/map.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"
#include "base/writer.h"
#include "hash/hash.h"

#include <stdlib.h>
#include <string.h>

#define MAP_BYTES_MAX ((size_t)4 << 30)

/* ---- what a scheme is built from ----------------------------------------------------------- */

static uint64_t map_label(const struct build *in, uint32_t member, uint64_t j)
{
    const struct berth_nodes *nodes = in->nodes;
    const struct node *node = nodes->items[member];
    struct writer w = {.out = in->room, .cap = SIZE_MAX};
    writer_put(&w, node->text, node->name_len);
    writer_char(&w, ':');
    writer_integer(&w, j);
    return in->hash->digest(in->room, w.len);
}

/* Bytes of the longest label: the longest name, ":", 20 digits and one to spare. */
static size_t map_label_bytes(const struct berth_map *map)
{
    size_t longest = 0;
    for (size_t i = 0; i < map->nodes->count; i++)
        if (map->nodes->items[i]->name_len > longest)
            longest = map->nodes->items[i]->name_len;
    return longest + 22;
}

static bool map_order_is_line(const struct spec *spec)
{
    const struct value *order = spec_value(spec, "order");
    return order && (spec->scheme->info.promises & BERTH_NUMBERED) && order->number == 1;
}

bool map_order_decides(const struct spec *spec)
{
    return !(spec->scheme->info.promises & BERTH_SET) || map_order_is_line(spec);
}

static int map_compare_slots(const void *a, const void *b)
{
    uint64_t x = (*(struct node *const *)a)->slot, y = (*(struct node *const *)b)->slot;
    return (x > y) - (x < y);
}

/* For a numbered scheme without order=line: every node has a slot, and no two have the same. */
static int map_check_slots(const struct berth_map *map, berth_error *error)
{
    const struct berth_nodes *nodes = map->nodes;
    char shown[FAIL_SHOWN_MAX];
    const char *scheme = map->scheme->info.name;
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->items[i]->slot == BERTH_NO_SLOT)
            return fail(error, BERTH_E_SLOT,
                        "%s places by number and node \"%s\" has none: give every node slot=K, or "
                        "say %s:order=line to number them as listed",
                        scheme, fail_shown(nodes->items[i]->text, nodes->items[i]->name_len, shown),
                        scheme);
    struct node **sorted = alloc_array(&map->alloc, nodes->count, sizeof *sorted);
    if (!sorted)
        return fail_memory(error);
    memcpy(sorted, nodes->items, nodes->count * sizeof *sorted);
    qsort(sorted, nodes->count, sizeof *sorted, map_compare_slots);
    int code = 0;
    for (size_t i = 1; i < nodes->count && !code; i++)
        if (sorted[i]->slot == sorted[i - 1]->slot)
            code = fail(error, BERTH_E_SLOT, "slot %llu is given to two nodes, one is \"%s\"",
                        (unsigned long long)sorted[i]->slot,
                        fail_shown(sorted[i]->text, sorted[i]->name_len, shown));
    alloc_free(&map->alloc, sorted, nodes->count, sizeof *sorted);
    return code;
}

static struct member *map_members(const struct berth_map *map)
{
    struct member *members = alloc_array(&map->alloc, map->count, sizeof *members);
    uint64_t (*digest)(const void *, size_t) =
        map->scheme->names_by_xxh3 ? hash_find("xxh3", 4)->digest : map->digest;
    bool by_slot = (map->scheme->info.promises & BERTH_NUMBERED) && !map_order_is_line(&map->spec);
    for (uint32_t i = 0; members && i < map->count; i++) {
        const struct node *node = map->nodes->items[i];
        members[i].hash = digest(node->text, node->name_len);
        members[i].weight = map_leaves_out(map, node->state) ? 0 : node->weight;
        members[i].number = by_slot && node->slot != BERTH_NO_SLOT ? node->slot : i;
    }
    return members;
}

/* Fills *in; release with map_build_done. */
static int map_build_input(const struct berth_map *map, struct build *in, berth_error *error)
{
    *in = (struct build){
        .scheme = map->scheme,
        .alloc = &map->alloc,
        .members = map->bare ? NULL : map_members(map),
        .room = alloc_array(&map->alloc, map_label_bytes(map), 1),
        .values = map->spec.values,
        .hash = map->hash,
        .label = map_label,
        .nodes = map->nodes,
        .max_bytes = map->options.max_bytes,
        .count = map->count,
        .flags = map->options.flags,
    };
    return (in->members || map->bare) && in->room ? 0 : fail_memory(error);
}

static void map_build_done(const struct berth_map *map, struct build *in)
{
    alloc_free(&map->alloc, (void *)in->members, map->count, sizeof *in->members);
    alloc_free(&map->alloc, in->room, map_label_bytes(map), 1);
}

/* ---- states and zones ---------------------------------------------------------------------- */

static bool map_has_state(const struct berth_map *map, enum berth_state state)
{
    for (uint32_t i = 0; i < map->count; i++)
        if (map->nodes->items[i]->state == state)
            return true;
    return false;
}

/* A bit for each node whose state is `from` or one after it. */
static bool map_set_bits(const struct berth_map *map, enum berth_state from, uint64_t **bits)
{
    *bits = alloc_zeroed(&map->alloc, BITSET_WORDS(map->count), sizeof **bits);
    for (uint32_t i = 0; *bits && i < map->count; i++)
        if (map->nodes->items[i]->state >= from)
            bitset_add(*bits, i);
    return *bits;
}

/* The node is not passed over and has a weight. A preset that knows no weights may give keys to a
 * node of weight 0. */
static bool map_may_own(const struct berth_map *map, const struct map_skip *skip, uint32_t index)
{
    bool weighs = map->scheme->info.promises & (BERTH_NATIVE | BERTH_WEIGHTS);
    return !map_skips(skip, index) && (map->nodes->items[index]->weight > 0 || !weighs);
}

static bool map_set_states(struct berth_map *map)
{
    if (!map_states_decide(map) && map_has_state(map, BERTH_DOWN) &&
        !map_set_bits(map, BERTH_DOWN, &map->down.bits))
        return false;
    map->closed.bits = map->down.bits;
    if (map_has_state(map, BERTH_DRAIN) && !map_set_bits(map, BERTH_DRAIN, &map->closed.bits))
        return false;
    for (uint32_t i = 0; i < map->count; i++) {
        map->down.rest += map_may_own(map, &map->down, i);
        map->closed.rest += map_may_own(map, &map->closed, i);
    }
    return true;
}

/* The zone as text; nodes without one share the zone "". */
static const char *map_zone_text(const struct berth_map *map, uint32_t index)
{
    const char *zone = node_attribute(map->nodes->items[index], "zone");
    return zone ? zone : "";
}

/* Gives zones numbers through a berth_nodes used as a dictionary of their names. */
static int map_number_zones(struct berth_map *map, struct berth_nodes *names, berth_error *error)
{
    for (uint32_t i = 0; i < map->count; i++) {
        const char *zone = map_zone_text(map, i);
        char tagged[NODE_WORD_MAX + 2]; /* "z" and the zone: "" is no name */
        size_t len = strlen(zone) + 1;
        tagged[0] = 'z';
        memcpy(tagged + 1, zone, len);
        if (nodes_position(names, tagged, len) == SIZE_MAX) {
            int code = nodes_add(names, tagged, len, NUMBER_MILLION, error);
            if (code)
                return code;
        }
        map->zone[i] = (uint32_t)nodes_position(names, tagged, len);
    }
    map->zones = (uint32_t)names->count;
    return 0;
}

static int map_set_zones(struct berth_map *map, berth_error *error)
{
    bool any = false;
    for (uint32_t i = 0; i < map->count; i++)
        any |= *map_zone_text(map, i) != 0;
    if (!any || !(map->scheme->info.promises & BERTH_REPLICAS))
        return 0;
    struct berth_nodes *names = berth_nodes_new(&map->alloc);
    map->zone = alloc_array(&map->alloc, map->count, sizeof *map->zone);
    map->zone_nodes = alloc_zeroed(&map->alloc, map->count, sizeof *map->zone_nodes);
    int code = names && map->zone && map->zone_nodes ? map_number_zones(map, names, error)
                                                     : fail_memory(error);
    berth_nodes_free(names);
    for (uint32_t i = 0; !code && i < map->count; i++)
        map->zone_nodes[map->zone[i]] += map_may_own(map, &map->down, i);
    return code;
}

/* ---- the map ------------------------------------------------------------------------------- */

static int map_check_options(const struct berth_options *options, berth_error *error)
{
    for (size_t i = 0; options && i < options->hash_count; i++) {
        const struct berth_hash *own = &options->hashes[i];
        if (!own->name || !*own->name || !own->digest)
            return fail(error, BERTH_E_ARGUMENT,
                        "a hash of the caller's lacks its name or function");
        if (own->bits != 16 && own->bits != 32 && own->bits != 64)
            return fail(error, BERTH_E_ARGUMENT,
                        "hash \"%.40s\" has %u bits; 16, 32 or 64 are known", own->name, own->bits);
        if (own->bits < 64 && own->digest(own->name, strlen(own->name)) >> own->bits)
            return fail(error, BERTH_E_ARGUMENT,
                        "hash \"%.40s\" gives more than its %u bits: clear the others", own->name,
                        own->bits);
        if (hash_find(own->name, strlen(own->name)))
            return fail(error, BERTH_E_EXISTS, "hash \"%.40s\" is built in; choose another name",
                        own->name);
    }
    return 0;
}

static struct berth_map *map_shell(const struct berth_options *options, berth_error *error)
{
    struct berth_alloc alloc = alloc_or_default(options ? options->alloc : NULL);
    struct berth_map *map = alloc_zeroed(&alloc, 1, sizeof *map);
    if (!map) {
        fail_memory(error);
        return NULL;
    }
    map->alloc = alloc;
    if (options)
        map->options = *options;
    map->options.alloc = &map->alloc;
    if (map->options.max_bytes == 0)
        map->options.max_bytes = MAP_BYTES_MAX;
    return map;
}

/* The nodes' copy belongs to the map's allocator, whatever the caller's nodes use. */
static struct berth_nodes *map_copy_nodes(const struct berth_map *map, const berth_nodes *nodes,
                                          berth_error *error)
{
    struct berth_nodes borrowed = *nodes;
    borrowed.alloc = map->alloc;
    borrowed.spec = NULL;
    struct berth_nodes *copy = berth_nodes_copy(&borrowed, error);
    if (copy && !map_order_decides(&map->spec))
        nodes_sort(copy);
    return copy;
}

static int map_prepare(struct berth_map *map, const berth_nodes *nodes, berth_error *error)
{
    map->scheme = map->spec.scheme;
    map->ops = map->scheme->ops;
    map->hash = spec_hash(&map->spec);
    map->digest = map->hash->digest;
    map->digest_many = hash_many_of(map->digest);
    map->nodes = map_copy_nodes(map, nodes, error);
    if (!map->nodes)
        return BERTH_E_MEMORY;
    map->count = (uint32_t)map->nodes->count;
    int code = 0;
    if ((map->scheme->info.promises & BERTH_NUMBERED) && !map_order_is_line(&map->spec))
        code = map_check_slots(map, error);
    if (!code && !map_set_states(map))
        code = fail_memory(error);
    return code ? code : map_set_zones(map, error);
}

/* Builds the state, from that of `before` when origin is not NULL. */
static int map_build_from(struct berth_map *map, const struct berth_map *before,
                          const uint32_t *origin, berth_error *error)
{
    struct build in;
    int code = map_build_input(map, &in, error);
    map->shared = shared_new(map->scheme, &map->alloc);
    if (!map->shared)
        code = fail_memory(error);
    if (!code)
        code = origin
                   ? map->ops->next(&in, before->state, before->count, origin, &map->state, error)
                   : map->ops->build(&in, &map->state, error);
    if (!code)
        shared_set(map->shared, map->state);
    map->hashing = map->state;
    map_build_done(map, &in);
    return code;
}

static int map_build(struct berth_map *map, berth_error *error)
{
    int code = map_set_fingerprint(map, error);
    const bool hashes = map->ops->hash_key || map->ops->hash_u64;
    if (code || (map->count == 0 && !hashes))
        return code;
    code = map_build_from(map, NULL, NULL, error);
    if (map->count == 0)
        map->state = NULL; /* `shared` owns it */
    return code;
}

static int map_fill_bare(struct berth_map *map, uint32_t count, berth_error *error)
{
    map->scheme = map->spec.scheme;
    map->ops = map->scheme->ops;
    map->hash = spec_hash(&map->spec);
    map->digest = map->hash->digest;
    map->digest_many = hash_many_of(map->digest);
    map->count = count;
    map->bare = true;
    map->down.rest = map->closed.rest = count;
    return map_build(map, error);
}

berth_map *berth_map_new(const char *spec, const berth_nodes *nodes,
                         const struct berth_options *options, berth_error *error)
{
    if (!nodes) {
        fail(error, BERTH_E_ARGUMENT, "berth_map_new needs nodes");
        return NULL;
    }
    if (!spec)
        spec = nodes->spec ? nodes->spec : "slots";
    if (map_check_options(options, error))
        return NULL;
    struct berth_map *map = map_shell(options, error);
    if (!map)
        return NULL;
    if (spec_parse(spec, options, &map->spec, error) || map_prepare(map, nodes, error) ||
        map_build(map, error)) {
        berth_map_free(map);
        return NULL;
    }
    map_ready(map);
    return map;
}

berth_map *berth_map_new_count(const char *spec, uint32_t count,
                               const struct berth_options *options, berth_error *error)
{
    if (!spec || count == 0 || count == BERTH_NONE) {
        fail(error, BERTH_E_ARGUMENT, "berth_map_new_count needs a spec and a count from 1 on");
        return NULL;
    }
    if (map_check_options(options, error))
        return NULL;
    struct berth_map *map = map_shell(options, error);
    if (!map)
        return NULL;
    map->nodes = berth_nodes_new(&map->alloc);
    int code = map->nodes ? spec_parse(spec, options, &map->spec, error) : fail_memory(error);
    if (!code && !(map->spec.scheme->info.promises & BERTH_NUMBERED))
        code = fail(error, BERTH_E_UNSUPPORTED, "%s places by name; a count of numbers will not do",
                    map->spec.scheme->info.name);
    if (!code)
        code = map_fill_bare(map, count, error);
    if (code) {
        berth_map_free(map);
        return NULL;
    }
    map_ready(map);
    return map;
}

void berth_map_free(berth_map *map)
{
    if (!map)
        return;
    struct berth_alloc alloc = map->alloc;
    size_t count = map->count;
    shared_drop(map->shared);
    if (map->closed.bits != map->down.bits)
        alloc_free(&alloc, map->closed.bits, BITSET_WORDS(count), sizeof *map->closed.bits);
    alloc_free(&alloc, map->down.bits, BITSET_WORDS(count), sizeof *map->down.bits);
    alloc_free(&alloc, map->zone, count, sizeof *map->zone);
    alloc_free(&alloc, map->zone_nodes, count, sizeof *map->zone_nodes);
    berth_nodes_free(map->nodes);
    alloc_free(&alloc, map, 1, sizeof *map);
}

/* ---- the next map -------------------------------------------------------------------------- */

/* The index that node i of map had in before, else BERTH_NONE. When both are sorted, the search
 * goes on from *near, where that for node i - 1 ended. */
static uint32_t map_before(const struct berth_map *before, const struct berth_map *map, uint32_t i,
                           uint32_t *near)
{
    const struct node *node = map->nodes->items[i];
    if (map_order_decides(&map->spec)) {
        size_t at = nodes_position(before->nodes, node->text, node->name_len);
        return at == SIZE_MAX ? BERTH_NONE : (uint32_t)at;
    }
    while (*near < before->count && node_compare(before->nodes->items[*near], node) < 0)
        ++*near;
    bool there = *near < before->count && node_compare(before->nodes->items[*near], node) == 0;
    return there ? *near : BERTH_NONE;
}

/* origin[i] = the index that node i of map had in before, if nothing that decides placement has
 * changed; else BERTH_NONE. */
static void map_origins(const struct berth_map *before, const struct berth_map *map,
                        uint32_t *origin)
{
    uint32_t near = 0;
    for (uint32_t i = 0; i < map->count; i++) {
        uint32_t j = map_before(before, map, i, &near);
        origin[i] = j != BERTH_NONE && !map_touched(before, j, map, i) ? j : BERTH_NONE;
    }
}

static int map_build_next(struct berth_map *map, const struct berth_map *before, berth_error *error)
{
    bool usable = map->ops->next && before->state && map->count > 0 && !before->bare &&
                  !map_order_is_line(&map->spec);
    if (!usable)
        return map_build(map, error);
    int code = map_set_fingerprint(map, error);
    uint32_t *origin = alloc_array(&map->alloc, map->count, sizeof *origin);
    if (!code && !origin)
        code = fail_memory(error);
    if (!code) {
        map_origins(before, map, origin);
        code = map_build_from(map, before, origin, error);
    }
    alloc_free(&map->alloc, origin, map->count, sizeof *origin);
    return code;
}

/* Both maps have the same nodes at the same indices, and nothing that decides placement differs. */
static bool map_places_alike(const struct berth_map *before, const struct berth_map *map)
{
    if (!before->state || before->bare || before->count != map->count)
        return false;
    for (uint32_t i = 0; i < map->count; i++)
        if (node_compare(before->nodes->items[i], map->nodes->items[i]) != 0 ||
            map_touched(before, i, map, i))
            return false;
    return true;
}

static int map_share_or_build(struct berth_map *map, const struct berth_map *before,
                              berth_error *error)
{
    if (!map_places_alike(before, map))
        return map_build_next(map, before, error);
    map->fingerprint = before->fingerprint;
    map->shared = before->shared;
    map->state = shared_keep(map->shared);
    map->hashing = map->state;
    return 0;
}

berth_map *berth_map_next(const berth_map *before, const berth_nodes *nodes, berth_error *error)
{
    if (!before || !nodes) {
        fail(error, BERTH_E_ARGUMENT, "berth_map_next needs a map and nodes");
        return NULL;
    }
    struct berth_map *map = map_shell(&before->options, error);
    if (!map)
        return NULL;
    map->spec = before->spec;
    if (map_prepare(map, nodes, error) || map_share_or_build(map, before, error)) {
        berth_map_free(map);
        return NULL;
    }
    map_ready(map);
    return map;
}
