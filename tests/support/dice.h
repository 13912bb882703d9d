/* SPDX-License-Identifier: MIT */
/* dice.h - random numbers for tests, the same in every run
 *
 *   struct dice dice = {.state = 7};
 *   dice_below(&dice, 6)              0..5
 *
 * SplitMix64 with constants of its own, so that no test shares a sequence with a ring's points. */
#ifndef BERTH_TEST_DICE_H
#define BERTH_TEST_DICE_H

#include <stdint.h>

struct dice {
    uint64_t state;
};

static inline uint64_t dice_u64(struct dice *dice)
{
    uint64_t x = dice->state += UINT64_C(0xd1342543de82ef95);
    x = (x ^ x >> 32) * UINT64_C(0xaef17502108ef2d9);
    x = (x ^ x >> 29) * UINT64_C(0xda942042e4dd58b5);
    return x ^ x >> 32;
}

/* Returns a number from 0 to n - 1; the bias of n / 2^64 does not matter here. */
static inline uint32_t dice_below(struct dice *dice, uint32_t n)
{
    return (uint32_t)(((dice_u64(dice) >> 32) * n) >> 32);
}

#endif
