/* SPDX-License-Identifier: MIT */
/* deviations.h - what the best candidate does not explain, and what would */
#ifndef CLI_DEVIATIONS_H
#define CLI_DEVIATIONS_H

#include "identify/candidates.h"

enum { DEVIATIONS_KEPT = 5 };

struct deviations {
    size_t count;
    size_t kept[DEVIATIONS_KEPT];          /* numbers of the first answers */
    const char *expected[DEVIATIONS_KEPT]; /* the node that the candidate gives; NULL = none */
    berth_map *map;                        /* of the candidate; the names are its own */
    char *reason;    /* a sentence on what would explain more; NULL = nothing was found */
    size_t explains; /* with that */
};

void deviations_find(struct deviations *deviations, const struct candidate *best,
                     const struct observed *observed, const berth_nodes *nodes);
void deviations_free(struct deviations *deviations);

#endif
