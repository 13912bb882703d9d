/* SPDX-License-Identifier: MIT */
/* chance.c - uniform numbers from a counter, and what is drawn by them
 * From       Box and Muller 1958; Marsaglia and Tsang, "A simple method for generating gamma
 *            variables", 2000; Wilson and Hilferty 1931 */
#include "base/chance.h"

#include <math.h>

#include "base/bits.h"

double chance_unit(struct chance *chance)
{
    chance->at += BITS_GOLDEN; /* SplitMix64 */
    return ((double)(bits_mix(chance->at) >> 11) + 0.5) * 0x1p-53;
}

double chance_normal(struct chance *chance)
{
    const double circle = 6.283185307179586;
    double radius = sqrt(-2 * log(chance_unit(chance)));
    return radius * cos(circle * chance_unit(chance));
}

/* A cube of a normal number, kept with the probability that makes it exact: about 0.95 at least. */
double chance_gamma(struct chance *chance, double shape)
{
    double d = shape - 1.0 / 3, c = 1 / (3 * sqrt(d));
    for (;;) {
        double x = chance_normal(chance), v = 1 + c * x;
        v = v * v * v;
        if (v > 0 && log(chance_unit(chance)) < x * x / 2 + d - d * v + d * log(v))
            return d * v;
    }
}

double chance_chi_square(double chi_square, double freedom)
{
    if (freedom < 1)
        return 0;
    double ninth = 2 / (9 * freedom);
    return (cbrt(chi_square / freedom) - (1 - ninth)) / sqrt(ninth);
}
