/* SPDX-License-Identifier: MIT */
/* power.h - the sum of the squares of the keys' total weights, in fixed memory
 *
 * From signed sums in which different keys cancel: within a few percent. It says how far the luck
 * of a few heavy keys can move a node's load. */
#ifndef CLI_POWER_H
#define CLI_POWER_H

#include <stdint.h>

enum { POWER_SUMS = 1024 };

struct power {
    double sum[POWER_SUMS];
};

/* hash: of the whole key, 64 good bits. */
void power_add(struct power *power, uint64_t hash, uint64_t weight);
double power_estimate(const struct power *power);

#endif
