/* SPDX-License-Identifier: MIT */
/* warn.h - what a user should know about a map before believing its figures */
#ifndef CLI_WARN_H
#define CLI_WARN_H

#include <berth.h>

/* Weights that the scheme does not look at. */
void warn_about_weights(const berth_map *map);

/* Keys that are not hashed, an order that decides, weights that the scheme ignores. */
void warn_about_scheme(const berth_map *map);

/* Points that collide, weights that become the same number of them, names and ids that a deployed
 * system takes for others than they look. */
void warn_about_points(const berth_map *map);

/* Nodes that weigh something do not all weigh the same. */
bool warn_weights_differ(const berth_map *map);

/* What the map makes of its nodes' weights. */
enum berth_weighing warn_weighing(const berth_map *map);

/* Nodes that are down: shares do not look at that. */
void warn_about_down(const berth_map *map);

/* The system bounds nothing although it was asked to: `bound` was set, and the live map has none. */
void warn_about_bound(const berth_map *map, double bound, berth_live *live);

/* Nodes that have a fair share and own nothing. share, fair: of every node. */
void warn_about_silent(const berth_map *map, const double *share, const double *fair);

/* How many nodes are down. */
size_t warn_count_down(const berth_map *map);

#endif
