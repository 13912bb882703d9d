/* SPDX-License-Identifier: MIT */
/* walk.c - down the ranking of a key whose owner is passed over */
#include "place/walk.h"

static bool walk_is_open(const void *of, uint32_t node)
{
    return !map_skips(of, node);
}

uint32_t walk_pass_over(const struct berth_map *map, const void *key, size_t len, uint64_t hash,
                        const struct map_skip *skip)
{
    struct walk walk = {.key = key, .len = len, .hash = hash};
    const struct open_to open = {walk_is_open, skip};
    if (skip->rest == 0) /* the ranking of a ring or table is as long as the ring or table */
        return BERTH_NONE;
    return walk_next_open(map, &walk, &open);
}
