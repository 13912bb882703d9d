/* SPDX-License-Identifier: MIT */
/* statistics.h - how far counts may differ from their shares by chance. Every bound here is
 * STATISTICS_Z standard deviations wide: by chance alone one comparison in three million fails.
 * Seeds and key sets were fixed before any outcome was known. */
#ifndef BERTH_TEST_STATISTICS_H
#define BERTH_TEST_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#define STATISTICS_Z 5.0

/* Returns Pearson's chi-square of counts and shares that sum to 1; it is infinite when a share of 0
 * has a count. *freedom becomes the number of shares above 0, less one. */
double statistics_chi(const uint64_t *counts, const double *shares, size_t n, size_t *freedom);

/* Returns the value that chi-square with this many degrees of freedom exceeds with the probability
 * of STATISTICS_Z deviations (Wilson and Hilferty's cube). */
double statistics_chi_limit(size_t freedom);

/* Returns the square of (standard deviation / mean) of the values, for a whole population. */
double statistics_cv2(const double *values, size_t n);

/* Returns the largest count divided by the mean. */
double statistics_peak(const uint64_t *counts, size_t n);

#endif
