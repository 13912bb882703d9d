/* SPDX-License-Identifier: MIT */
/* guava.c - Guava's Hashing.consistentHash */
#include "place/mechanism/bucket_row.h"

/* The paper computes (b + 1) x (2^31 / x), Guava (b + 1) / (x / 2^31): where the quotient is a
 * whole number the paper's lands one below. The cast to int saturates in Java. */
static uint32_t guava_rule(uint64_t state, uint32_t n)
{
    uint32_t at = 0;
    for (;;) {
        state = state * UINT64_C(2862933555777941757) + 1;
        double x = (double)((int32_t)(state >> 33) + 1.0) / 2147483648.0;
        double next = (double)((uint64_t)at + 1) / x;
        if (next >= (double)n)
            return at;
        at = (uint32_t)next;
    }
}

static const struct bucket_row guava_row = {.rule = guava_rule};

const struct scheme preset_guava_consistent_hash = {
    .info = {.name = "guava-consistent-hash",
             .summary = "Guava's Hashing.consistentHash: jump hash, rounded another way",
             .compatible = "com.google.guava Hashing.consistentHash(long, int), all versions",
             .quirks = "Not the paper's function: at exact integer quotients it answers one more. "
                       "Plans between the two are not empty.\n"
                       "Keys are 64-bit integers; text keys go through XXH3 first.\n",
             .example = "guava-consistent-hash:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET | BERTH_MINIMAL | BERTH_INTEGER_KEYS,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &guava_row,
    .numbers_max = INT32_MAX,
    .proportional = true,
    .ops = &bucket_row_integer_ops,
};
