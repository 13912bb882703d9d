/* SPDX-License-Identifier: MIT */
/* plan_pairs_slow_test.c - 200 pairs of memberships and 50,000 keys for each native scheme whose
 *                          plans are exact, fewer for the others; plan_presets_slow_test.c tests
 *                          presets */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "plan_check.h"

enum { SPEC_MAX = 128, KEYS = 50000, FIRST_SEED = 1000 };

/* Fewer pairs are tried where they take longer: by law, a lookup scores every node; by sample, a
 * pair takes some eight million lookups. */
static uint64_t pairs_of(enum berth_measure measure)
{
    if (measure == BERTH_BY_SAMPLE)
        return 12;
    return measure == BERTH_BY_LAW ? 40 : 200;
}

static void native_schemes_equal_brute_force(void **unused)
{
    (void)unused;
    struct berth_scheme_info scheme;
    for (size_t i = 0; berth_scheme_at(i, &scheme) && scheme.promises & BERTH_NATIVE; i++) {
        char room[SPEC_MAX];
        const char *spec = plan_check_spec(&scheme, room, sizeof room);
        enum berth_measure measure = plan_check_pair(spec, &scheme, FIRST_SEED, KEYS);
        for (uint64_t pair = 1; pair < pairs_of(measure); pair++)
            measure = plan_check_pair(spec, &scheme, FIRST_SEED + pair, KEYS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(native_schemes_equal_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
