/* SPDX-License-Identifier: MIT */
/* bitset_test.c - a set of numbers holds exactly the numbers that were added */
#include "base/bitset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void test_a_set_holds_exactly_what_was_added(void **unused)
{
    (void)unused;
    static const size_t added[] = {0, 1, 63, 64, 127, 128, 199};
    uint64_t set[BITSET_WORDS(200)] = {0};
    for (size_t k = 0; k < sizeof added / sizeof *added; k++) {
        assert_false(bitset_has(set, added[k]));
        bitset_add(set, added[k]);
        bitset_add(set, added[k]);
        for (size_t i = 0, next = 0; i < 200; i++) {
            const bool in = next <= k && added[next] == i;
            assert_true(bitset_has(set, i) == in);
            next += in;
        }
    }
}

static void test_there_are_words_for_every_number(void **unused)
{
    (void)unused;
    assert_int_equal(BITSET_WORDS(0), 0);
    assert_int_equal(BITSET_WORDS(1), 1);
    assert_int_equal(BITSET_WORDS(64), 1);
    assert_int_equal(BITSET_WORDS(65), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_set_holds_exactly_what_was_added),
        cmocka_unit_test(test_there_are_words_for_every_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
