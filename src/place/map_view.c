/* SPDX-License-Identifier: MIT */
/* map_view.c - what a map tells about itself and its nodes */
#include "place/map.h"

#include "base/number.h"

#include <string.h>

size_t berth_map_count(const berth_map *map)
{
    return map->count;
}

bool berth_map_node(const berth_map *map, uint32_t index, struct berth_node *out)
{
    if (index >= map->nodes->count)
        return false;
    node_view(map->nodes->items[index], out);
    return true;
}

const char *berth_map_name(const berth_map *map, uint32_t index)
{
    return index < map->nodes->count ? map->nodes->items[index]->text : NULL;
}

void *berth_map_data(const berth_map *map, uint32_t index)
{
    return index < map->nodes->count ? map->nodes->items[index]->data : NULL;
}

uint32_t berth_map_find(const berth_map *map, const char *name)
{
    size_t position = name ? nodes_position(map->nodes, name, strlen(name)) : SIZE_MAX;
    return position == SIZE_MAX ? BERTH_NONE : (uint32_t)position;
}

uint64_t map_weight(const struct berth_map *map, uint32_t index)
{
    return map->bare ? NUMBER_MILLION : map->nodes->items[index]->weight;
}

const char *berth_map_spec(const berth_map *map)
{
    return map->spec.text;
}

void berth_map_scheme(const berth_map *map, struct berth_scheme_info *out)
{
    *out = map->scheme->info;
}

const char *berth_measure_text(enum berth_measure measure)
{
    switch (measure) {
    case BERTH_BY_TABLE:
        return "exact";
    case BERTH_BY_LAW:
        return "law";
    case BERTH_BY_SAMPLE:
        return "sampled";
    }
    return NULL;
}

bool berth_map_order_decides(const berth_map *map)
{
    return map_order_decides(&map->spec);
}

bool berth_map_param(const berth_map *map, const char *name, struct berth_setting *out)
{
    return spec_setting(&map->spec, name, out);
}

double berth_map_number(const berth_map *map, const char *name, double otherwise)
{
    struct berth_setting setting;
    return berth_map_param(map, name, &setting) ? setting.number : otherwise;
}

bool berth_map_attribute(const berth_map *map, uint32_t index, size_t k, const char **attribute,
                         const char **value)
{
    return index < map->nodes->count &&
           node_attribute_at(map->nodes->items[index], k, attribute, value);
}

size_t berth_map_bytes(const berth_map *map)
{
    size_t bytes = sizeof *map + sizeof *map->nodes;
    bytes += map->nodes->capacity * sizeof *map->nodes->items;
    bytes += map->nodes->table_size * sizeof *map->nodes->table;
    for (size_t i = 0; i < map->nodes->count; i++)
        bytes += map->nodes->items[i]->bytes;
    if (map->down.bits)
        bytes += BITSET_WORDS(map->count) * sizeof *map->down.bits;
    if (map->closed.bits != map->down.bits)
        bytes += BITSET_WORDS(map->count) * sizeof *map->closed.bits;
    if (map->zone)
        bytes += map->count * (sizeof *map->zone + sizeof *map->zone_nodes);
    return bytes + shared_bytes(map->shared);
}
