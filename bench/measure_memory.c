/* SPDX-License-Identifier: MIT */
/* measure_memory.c - bytes of maps by berth_map_bytes: exact, and the same in every run */
#include <stdio.h>

#include "measures.h"

enum { MEMORY_POINT_BYTES = 12, MEMORY_POINTS = 160, MEMORY_HRW_BYTES = 12 };

static double memory_bytes(const char *spec, uint32_t nodes)
{
    const struct setting set = {.spec = spec, .nodes = nodes};
    const berth_map *map = nodes_map(&set);
    return map ? (double)berth_map_bytes(map) : 0;
}

static void memory_found(struct figure *figure, double value)
{
    figure->rounds = 1;
    figure->value = figure->low = figure->median = figure->high = value;
}

/* A map of hrw holds the same nodes and 12 bytes for each of them; the sorted array of a ring takes
 * 12 bytes a point. The rest of the ring's bytes is its index. */
void memory_index(const struct row *row, const struct budget *budget, struct figure *figure)
{
    const uint32_t nodes = row->set.nodes;
    const double points = (double)nodes * MEMORY_POINTS;
    const double others = memory_bytes("hrw", nodes) - (double)nodes * MEMORY_HRW_BYTES;
    (void)budget;
    memory_found(figure, (memory_bytes("ring", nodes) - others) / points - MEMORY_POINT_BYTES);
}

void memory_per_node(const struct row *row, const struct budget *budget, struct figure *figure)
{
    struct setting set = row->set;
    set.nodes = measure_nodes(&set, budget);
    berth_nodes *nodes = nodes_make(&set);
    const struct berth_options options = {.flags = set.flags};
    berth_map *map = berth_map_new(set.spec, nodes, &options, NULL);
    if (map)
        memory_found(figure, (double)berth_map_bytes(map) / set.nodes);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static double memory_grows(const char *spec, uint32_t nodes)
{
    const double one = memory_bytes(spec, nodes), two = memory_bytes(spec, 2 * nodes);
    return (memory_bytes(spec, 4 * nodes) - two) / (two - one) / 2;
}

/* Numbered schemes are not in the list: a map made by count holds nothing for each node. */
void memory_growth(const struct row *row, const struct budget *budget, struct figure *figure)
{
    static const char *const specs[] = {"slots:table=4096", "hrw", "ring", "maglev"};
    const uint32_t nodes = budget->smoke ? 200 : 2000;
    double worst = 0;
    (void)row;
    for (unsigned i = 0; i < sizeof specs / sizeof *specs; i++) {
        const double grows = memory_grows(specs[i], nodes);
        if (grows <= worst)
            continue;
        worst = grows;
        snprintf(figure->why, sizeof figure->why, "%s, %u to %u nodes", specs[i], (unsigned)nodes,
                 (unsigned)(4 * nodes));
    }
    memory_found(figure, worst);
}
