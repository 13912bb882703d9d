/* SPDX-License-Identifier: MIT */
/* typical_check.h - maps of random names against what berth_map_typical says of them
 *
 * Of many sets of names one in fifty lies above the limit and four of five lie in the band: what a
 * tool calls unlucky must be so for few percent of all fleets, whatever the scheme. */
#ifndef BERTH_TEST_TYPICAL_CHECK_H
#define BERTH_TEST_TYPICAL_CHECK_H

#include "subject.h"

/* How many sets of names were looked at, and where they lie. */
struct typical_seen {
    unsigned sets, rare, below, above;
    unsigned faults; /* cases with too many above the limit: each is printed */
};

/* Builds maps of `sets` random sets of n names each, of three forms in turn: addresses, names with a
 * number, a series. Adds what was seen to *total. Does nothing for specs that refuse the nodes or of which nothing is known. */
void typical_check(const char *spec, uint32_t n, uint32_t weights, unsigned sets,
                   struct typical_seen *total);

/* Calls each() for a scheme by its name alone and with the settings that change how even it is:
 * points of 1, 10 and 160, probes of 2 and 21, a bound, a small table. */
void typical_check_settings(const struct berth_scheme_info *scheme,
                            void (*each)(const char *spec, void *context), void *context);

#endif
