/* SPDX-License-Identifier: MIT */
/* log2_test.c - the table compared with an independent computation, the function with its rule */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "hash/xxh3.h"
#include "base/bytes.h"
#include "scheme/log2.h"

/* a x b / 2^127, rounded down. */
static u128 product127(u128 a, u128 b)
{
    uint64_t a1 = (uint64_t)(a >> 64), a0 = (uint64_t)a, b1 = (uint64_t)(b >> 64), b0 = (uint64_t)b;
    u128 low = (u128)a0 * b0, left = (u128)a1 * b0, right = (u128)a0 * b1, high = (u128)a1 * b1;
    u128 middle = (low >> 64) + (uint64_t)left + (uint64_t)right;
    high += (left >> 64) + (right >> 64) + (middle >> 64);
    return high << 1 | (middle >> 63 & 1);
}

/* The binary digits of log2(1 + k / 2048), 100 of them: squaring a number of [1, 2) doubles its
 * logarithm, and passing 2 means a digit 1. y has 127 digits after the point; what is cut off
 * there weighs less than 2^-120 in the logarithm. */
static u128 digits_of_log2(unsigned k)
{
    u128 y = (u128)(2048 + k) << (127 - 11), digits = 0;
    for (int i = 0; i < 100; i++) {
        u128 square = product127(y, y); /* in [1, 4); from 2 on it overflows 128 bits */
        digits <<= 1;
        if (square < y) { /* it has overflowed: it is 2 or more */
            digits |= 1;
            square = square >> 1 | (u128)1 << 127;
        }
        y = square;
    }
    return digits;
}

static void table_is_the_logarithm(void **state)
{
    (void)state;
    for (unsigned k = 0; k < LOG2_STEPS; k++) {
        u128 digits = digits_of_log2(k);
        u128 rest = digits & (((u128)1 << 44) - 1), half = (u128)1 << 43;
        assert_true(k == 0 || (rest > half ? rest - half : half - rest) > 1 << 16);
        uint64_t rounded = (uint64_t)((digits + half) >> 44);
        if (log2_table[k] != rounded)
            fail_msg("T[%u] is %" PRIu64 ", not %" PRIu64, k, log2_table[k], rounded);
    }
    assert_true(log2_table[LOG2_STEPS] == LOG2_ONE);
}

/* The digest that docs/placement.md states. */
static void table_is_the_published_one(void **state)
{
    (void)state;
    static uint8_t bytes[8 * (LOG2_STEPS + 1)];
    for (unsigned k = 0; k <= LOG2_STEPS; k++)
        store64le(bytes + 8 * k, log2_table[k]);
    assert_true(hash_xxh3(bytes, sizeof bytes) == UINT64_C(0x849a66b47b60bb76));
}

/* Computes the loss exactly as docs/placement.md states it. */
static uint64_t loss_by_the_page(uint64_t u)
{
    if (u == UINT64_MAX)
        return 0;
    uint64_t x = u + 1, e = 63;
    while (!(x >> e & 1))
        e--;
    uint64_t m = x << (63 - e), i = m >> 52 & 2047, f = m >> 34 & ((1 << 18) - 1);
    uint64_t one = UINT64_C(1) << 56, step = log2_table[i + 1] - log2_table[i];
    return 64 * one - (e * one + log2_table[i] + ((step * f) >> 18));
}

static void loss_follows_the_page(void **state)
{
    (void)state;
    for (unsigned e = 0; e < 64; e++)
        for (uint64_t i = 0; i < 500; i++) {
            uint64_t u = (UINT64_C(1) << e) - 3 + (i < 6 ? i : bits_mix(i) >> (63 - e));
            assert_true(log2_loss(u) == loss_by_the_page(u));
        }
    assert_true(log2_loss(0) == UINT64_C(1) << 62);
    assert_true(log2_loss(UINT64_MAX) == 0);
    assert_true(log2_loss(UINT64_MAX / 2) == LOG2_ONE);
    assert_true(log2_loss(UINT64_MAX / 4) == 2 * LOG2_ONE);
}

/* Looks at every u where the entry of the table or the whole bits change, and at the u before and
 * after it. Within an entry the loss is linear. */
static void loss_never_rises(void **state)
{
    (void)state;
    for (unsigned e = 12; e < 64; e++)
        for (uint64_t i = 0; i < LOG2_STEPS; i++) {
            uint64_t x = (UINT64_C(1) << e) + (i << (e - 11)),
                     grain = e > 29 ? 1ULL << (e - 29) : 1;
            uint64_t here = log2_loss(x - 1), last = log2_loss(x - 1 - grain);
            assert_true(last >= here);
            assert_true(here >= log2_loss(x - 1 + grain));
            assert_true(log2_loss(x - 2) >= here);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_the_logarithm),
        cmocka_unit_test(table_is_the_published_one),
        cmocka_unit_test(loss_follows_the_page),
        cmocka_unit_test(loss_never_rises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
