/* SPDX-License-Identifier: MIT */
/* power.c - signed sums: a bit of the hash is the sign, ten others choose the sum */
#include "judge/power.h"

#include <stddef.h>

void power_add(struct power *power, uint64_t hash, uint64_t weight)
{
    double signed_weight = (hash >> 32 & 1) != 0 ? (double)weight : -(double)weight;
    power->sum[hash >> 54] += signed_weight;
}

double power_estimate(const struct power *power)
{
    double total = 0;
    for (size_t i = 0; i < POWER_SUMS; i++)
        total += power->sum[i] * power->sum[i];
    return total;
}
