/* SPDX-License-Identifier: MIT */
/* names.c - names are read in natural order; a map numbers its nodes in the order of bytes */
#include "show/names.h"

#include <stdlib.h>

#include "frame/memory.h"

struct name {
    const char *text;
    uint32_t index;
};

static int names_compare(const void *a, const void *b)
{
    return berth_name_compare(((const struct name *)a)->text, ((const struct name *)b)->text);
}

uint32_t *names_order(const berth_map *map)
{
    size_t n = berth_map_count(map);
    uint32_t *order = memory_new(n + 1, sizeof *order);
    struct name *names = memory_new(n + 1, sizeof *names);
    bool named = true;
    for (uint32_t i = 0; i < n; i++) {
        names[i] = (struct name){berth_map_name(map, i), i};
        named &= names[i].text != NULL;
    }
    if (named && !berth_map_order_decides(map))
        qsort(names, n, sizeof *names, names_compare);
    for (size_t i = 0; i < n; i++)
        order[i] = names[i].index;
    free(names);
    return order;
}
