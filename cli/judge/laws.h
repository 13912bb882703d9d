/* SPDX-License-Identifier: MIT */
/* laws.h - how even a scheme typically is, so that a figure can be told from luck
 *
 *   ring    CV^2 of a node = (1 - share) / (points x weight x (2 probes - 1))
 *   slots   CV^2 of a node = (1 - share) / (slots x share)
 *
 * The typical peak is the expected largest of so many gamma-like shares (Wilson and Hilferty's
 * cube root). Both are about the luck of the names, before any key is counted. */
#ifndef CLI_LAWS_H
#define CLI_LAWS_H

#include <stdbool.h>

#include <berth.h>

struct law {
    double cv, peak;
    bool points;     /* of a ring: more points make it evener */
    char basis[64];  /* "8 nodes x 160 points" */
    char better[96]; /* a parameter that would do better, with the peak it brings; "" = none */
};

/* False when no law is known for this map. */
bool law_of(const berth_map *map, struct law *law);

/* How many standard deviations a chi-square value lies above what chance gives. */
double law_chi_square(double chi_square, double freedom);

#endif
