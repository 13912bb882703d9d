/* SPDX-License-Identifier: MIT */
/* variant.h - the same nodes under another spec: advice is given only for what was built */
#ifndef CLI_VARIANT_H
#define CLI_VARIANT_H

#include <berth.h>

/* Builds the map with this spec instead of its own. NULL when the scheme refuses the nodes, or the
 * map would take more memory than advice is worth. The caller frees it. */
berth_map *variant_of(const berth_map *map, const char *spec);

/* Builds the map with another value of one parameter of its own scheme; NULL as above. */
berth_map *variant_with(const berth_map *map, const char *param, const char *value);

#endif
