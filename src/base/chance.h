/* SPDX-License-Identifier: MIT */
/* chance.h - what chance does to counts, and a fixed stream of chance to try it with
 *
 * For figures that people read. No placement depends on anything here. */
#ifndef BERTH_CHANCE_H
#define BERTH_CHANCE_H

#include <stdint.h>

/* The same seed gives the same numbers everywhere. */
struct chance {
    uint64_t at;
};

double chance_unit(struct chance *chance);   /* uniform, above 0 and below 1 */
double chance_normal(struct chance *chance); /* mean 0, variance 1 */

/* The sum of `shape` exponential numbers of mean 1 each; shape is at least 1 and need not be a
 * whole number. */
double chance_gamma(struct chance *chance, double shape);

/* How many standard deviations a chi-square value lies above what chance gives (Wilson and
 * Hilferty's cube root); 0 with less than one degree of freedom. */
double chance_chi_square(double chi_square, double freedom);

#endif
