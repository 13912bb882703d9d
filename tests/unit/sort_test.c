/* SPDX-License-Identifier: MIT */
/* sort_test.c - order and stability, for values that are spread well and for those that are not */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/bits.h"
#include "base/sort.h"

enum spread { EVEN, HIGH, LOW, NARROW, EQUAL, TIES, CROWDED, FALLING, SPREADS };

static uint64_t value(enum spread spread, uint64_t i)
{
    const uint64_t noise = bits_mix(i * BITS_GOLDEN + spread);
    switch (spread) {
    case HIGH:
        return noise & ~UINT64_C(0xffffffff);
    case LOW:
        return noise >> 32;
    case NARROW:
        return noise >> 60;
    case EQUAL:
        return 42;
    case TIES:
        return bits_mix(noise % 50);
    case CROWDED: /* nearly all have the same highest 40 bits */
        return i % 1000 == 0 ? noise : noise >> 40;
    case FALLING:
        return UINT64_MAX - i;
    default:
        return noise;
    }
}

/* Tags are the original places, so they must ascend among equal values. */
static void check(enum spread spread, size_t n)
{
    struct sort_pair *pairs = calloc(n + 1, sizeof *pairs), *spare = calloc(n + 1, sizeof *spare);
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        pairs[i] = (struct sort_pair){value(spread, i), (uint32_t)i};
        sum += bits_mix(pairs[i].value + i);
    }
    pairs[n].tag = spare[n].tag = 77;
    sort_pairs(pairs, spare, n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(pairs[i].value, value(spread, pairs[i].tag));
        sum -= bits_mix(pairs[i].value + pairs[i].tag);
        if (i > 0 && pairs[i - 1].value == pairs[i].value)
            assert_true(pairs[i - 1].tag < pairs[i].tag);
        else if (i > 0)
            assert_true(pairs[i - 1].value < pairs[i].value);
    }
    assert_int_equal(sum, 0);
    assert_int_equal(pairs[n].tag, 77);
    assert_int_equal(spare[n].tag, 77);
    free(pairs);
    free(spare);
}

static void test_every_spread(void **unused)
{
    (void)unused;
    for (enum spread spread = EVEN; spread < SPREADS; spread++) {
        for (size_t n = 0; n < 130; n++)
            check(spread, n);
        check(spread, 5000);
        check(spread, 100001);
    }
}

static void test_millions(void **unused)
{
    (void)unused;
    check(EVEN, ((size_t)1 << 22) + 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_spread),
        cmocka_unit_test(test_millions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
