/* SPDX-License-Identifier: MIT */
/* statistics.c - how far counts may differ from their shares by chance */
#include "statistics.h"

#include <math.h>

double statistics_chi(const uint64_t *counts, const double *shares, size_t n, size_t *freedom)
{
    double total = 0, chi = 0;
    size_t cells = 0;
    for (size_t i = 0; i < n; i++)
        total += (double)counts[i];
    for (size_t i = 0; i < n; i++) {
        double expected = shares[i] * total, off = (double)counts[i] - expected;
        if (expected > 0)
            chi += off * off / expected;
        else if (counts[i] > 0)
            return INFINITY;
        cells += expected > 0;
    }
    *freedom = cells > 0 ? cells - 1 : 0;
    return chi;
}

double statistics_chi_limit(size_t freedom)
{
    if (freedom == 0)
        return 0;
    double spread = 2.0 / (9.0 * (double)freedom);
    return (double)freedom * pow(1 - spread + STATISTICS_Z * sqrt(spread), 3);
}

double statistics_cv2(const double *values, size_t n)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return squares / (double)n / (mean * mean);
}

double statistics_peak(const uint64_t *counts, size_t n)
{
    uint64_t sum = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        sum += counts[i];
        most = counts[i] > most ? counts[i] : most;
    }
    return (double)most * (double)n / (double)sum;
}
