/* SPDX-License-Identifier: MIT */
/* laws.h - how even a scheme typically is, in words, so that a figure can be told from luck
 *
 * The figures are the library's (berth_map_typical). */
#ifndef CLI_LAWS_H
#define CLI_LAWS_H

#include <stdbool.h>

#include <berth.h>

struct law {
    struct berth_typical typical;
    bool points;     /* of a ring: more points make it evener */
    bool native;     /* berth's own: its hash is not to blame */
    char basis[64];  /* "8 nodes x 160 points" */
    char better[96]; /* by law_advise: a parameter that would do better, with its peak; "" = none */
};

/* False when no law is known for this map. */
bool law_of(const berth_map *map, struct law *law);

/* Looks for a setting that would be evener, by building it: fills in `better`. */
void law_advise(const berth_map *map, struct law *law);

/* How many standard deviations a chi-square value lies above what chance gives. */
double law_chi_square(double chi_square, double freedom);

#endif
