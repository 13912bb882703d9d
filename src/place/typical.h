/* SPDX-License-Identifier: MIT */
/* typical.h - trying a preset's own rings, for typical.c */
#ifndef BERTH_TYPICAL_H
#define BERTH_TYPICAL_H

#include "place/map.h"

#include "base/chance.h"

/* Builds the map again with names of the same form, in an alphabet drawn at random. Returns NULL
 * when the scheme refuses them, or there is no memory. */
berth_map *typical_trial(const struct berth_map *map, struct chance *chance);

#endif
