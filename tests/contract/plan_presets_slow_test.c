/* SPDX-License-Identifier: MIT */
/* plan_presets_slow_test.c - one pair of memberships for each preset, and another for presets whose
 *                            plans are exact; their mechanisms are few and shared */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "plan_check.h"

enum { SPEC_MAX = 128, KEYS = 20000, FIRST_SEED = 2000 };

static void presets_equal_brute_force(void **unused)
{
    (void)unused;
    struct berth_scheme_info scheme;
    size_t tried = 0;
    for (size_t i = 0; berth_scheme_at(i, &scheme); i++) {
        char room[SPEC_MAX];
        const char *spec = plan_check_spec(&scheme, room, sizeof room);
        if (scheme.promises & BERTH_NATIVE || !plan_check_buildable(spec, &scheme))
            continue;
        tried++;
        if (plan_check_pair(spec, &scheme, FIRST_SEED, KEYS) != BERTH_BY_SAMPLE)
            plan_check_pair(spec, &scheme, FIRST_SEED + 1, KEYS);
    }
    assert_true(tried > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_equal_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
