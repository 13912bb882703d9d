/* SPDX-License-Identifier: MIT */
/* typical_schemes_slow_test.c - few sets of names are unlucky: every scheme, common sizes, settings */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "typical_check.h"

static void try_setting(const char *spec, void *context)
{
    static const uint32_t sizes[] = {3, 5, 10, 20, 50, 200};
    struct typical_seen *total = context;
    struct subject subject = subject_of(spec);
    unsigned sets = subject_shares_cheap(&subject) ? 45 : 12;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        typical_check(spec, sizes[i], 1, sets, total);
    if (subject_takes_weight(&subject, 2))
        typical_check(spec, 20, 4, sets, total);
}

static void few_names_are_unlucky(void **unused)
{
    (void)unused;
    struct typical_seen total = {0};
    struct berth_scheme_info scheme;
    for (size_t i = 0; berth_scheme_at(i, &scheme); i++)
        typical_check_settings(&scheme, try_setting, &total);
    print_message("             of %u sets of names %u are above the limit, %u above the band, %u "
                  "below\n",
                  total.sets, total.rare, total.above, total.below);
    assert_true(total.sets > 10000 && total.rare < total.sets / 20);
    assert_int_equal(total.faults, 0);
    assert_true(total.above < total.sets / 5 && total.below < total.sets / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_names_are_unlucky)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
