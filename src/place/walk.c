/* SPDX-License-Identifier: MIT */
/* walk.c - down the ranking of a key whose owner is passed over */
#include "place/walk.h"

uint32_t walk_pass_over(const struct berth_map *map, const void *key, size_t len, uint64_t hash,
                        const struct map_skip *skip)
{
    struct walk walk = {.key = key, .len = len, .hash = hash};
    uint32_t node;
    if (skip->rest == 0) /* the ranking of a ring or table is as long as the ring or table */
        return BERTH_NONE;
    do
        node = walk_next(map, &walk);
    while (node != BERTH_NONE && map_skips(skip, node));
    return node;
}
