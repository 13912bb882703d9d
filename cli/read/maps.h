/* SPDX-License-Identifier: MIT */
/* maps.h - the map or the two maps that a command's options describe
 *
 *   -n, --count, -a                         --> before
 *   -N, --to-count, --add, --remove,
 *   --weight, --to-spec                     --> after */
#ifndef CLI_MAPS_H
#define CLI_MAPS_H

#include "frame/command.h"
#include "read/nodes_input.h"

/* The membership of -n or --count. False after saying what is wrong. */
bool maps_nodes(const struct run *run, struct membership *out);

/* NULL after saying what is wrong. */
berth_map *maps_build(const char *spec, const struct membership *of);

/* The map of -n and -a; NULL after saying what is wrong. */
berth_map *maps_open(const struct run *run);

/* Whether --count gives a numbered scheme more than `above` numbers, which then need no names. */
bool maps_only_numbers(const struct run *run, uint64_t above);

/* The same for commands that only look keys up, which need no names in that case: numbers alone take
 * no memory. */
berth_map *maps_open_any_count(const struct run *run, uint64_t above);

struct two_maps {
    struct membership from, to;
    berth_map *before, *after;
};

bool maps_open_two(const struct run *run, struct two_maps *two);
void maps_close_two(struct two_maps *two);

/* Returns true, after saying so, when no node can own a key. */
bool maps_without_owner(const berth_map *map, const char *where);

/* "ring:points=160, 8 nodes" */
void maps_title(const berth_map *map, char *out, size_t cap);

#endif
