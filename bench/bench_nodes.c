/* SPDX-License-Identifier: MIT */
/* bench_nodes.c - the node lists that are measured, and their maps */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { NODES_MAPS = 128 };

static struct nodes_kept {
    struct setting of;
    berth_map *map;
} nodes_kept[NODES_MAPS];

void nodes_name(uint32_t number, char name[NODES_NAME])
{
    snprintf(name, NODES_NAME, "node-%05u", (unsigned)number);
}

double nodes_weight(const struct setting *setting, uint32_t number)
{
    return setting->weighted ? 1 + number % 4 : 1;
}

berth_nodes *nodes_make(const struct setting *setting)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (uint32_t i = 0; nodes && i < setting->nodes; i++) {
        char name[NODES_NAME];
        nodes_name(i, name);
        if (berth_nodes_add(nodes, name, nodes_weight(setting, i), NULL) != 0) {
            berth_nodes_free(nodes);
            return NULL;
        }
    }
    return nodes;
}

static bool nodes_numbered(const char *spec)
{
    struct berth_scheme_info info;
    return berth_scheme_find(spec, &info, NULL) && info.promises & BERTH_NUMBERED;
}

static berth_map *nodes_build(const struct setting *setting)
{
    const struct berth_options options = {.flags = setting->flags};
    berth_error error;
    berth_map *map = NULL;
    if (nodes_numbered(setting->spec)) {
        map = berth_map_new_count(setting->spec, setting->nodes, &options, &error);
    } else {
        berth_nodes *nodes = nodes_make(setting);
        map = berth_map_new(setting->spec, nodes, &options, &error);
        berth_nodes_free(nodes);
    }
    if (!map)
        fprintf(stderr, "berth-bench: %s, %u nodes: %s\n", setting->spec, setting->nodes,
                error.text);
    return map;
}

static bool nodes_same(const struct setting *a, const struct setting *b)
{
    return strcmp(a->spec, b->spec) == 0 && a->nodes == b->nodes && a->flags == b->flags &&
           a->weighted == b->weighted;
}

const berth_map *nodes_map(const struct setting *setting)
{
    size_t i = 0;
    for (; nodes_kept[i].map; i++)
        if (nodes_same(&nodes_kept[i].of, setting))
            return nodes_kept[i].map;
    nodes_kept[i] = (struct nodes_kept){*setting, nodes_build(setting)};
    return nodes_kept[i].map;
}

void nodes_tidy(void)
{
    if (nodes_kept[NODES_MAPS / 2].map)
        nodes_forget();
}

void nodes_forget(void)
{
    for (size_t i = 0; i < NODES_MAPS; i++) {
        berth_map_free(nodes_kept[i].map);
        nodes_kept[i].map = NULL;
    }
}
