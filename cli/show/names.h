/* SPDX-License-Identifier: MIT */
/* names.h - the order in which the nodes of a map are listed */
#ifndef CLI_NAMES_H
#define CLI_NAMES_H

#include <berth.h>

/* The indices of all nodes in the order in which the tool lists them: as they were given where that
 * order decides the placement, else in natural order of their names (n1, n2, n10). To be freed. */
uint32_t *names_order(const berth_map *map);

#endif
