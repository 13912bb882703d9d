/* SPDX-License-Identifier: MIT */
/* plan_pairs_slow_test.c - 200 pairs of memberships and 50,000 keys for each native scheme whose
 * plans are exact; fewer where they are not, and for presets, which share a few mechanisms */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "plan_check.h"

enum { SPEC_MAX = 128, KEYS = 50000, FIRST_SEED = 1000 };

/* By law a lookup scores every node; by sample a pair costs some eight million lookups. */
static uint64_t pairs_of(const struct berth_scheme_info *scheme, enum berth_measure measure)
{
    bool native = scheme->promises & BERTH_NATIVE;
    if (measure == BERTH_BY_SAMPLE)
        return native ? 12 : 1;
    if (measure == BERTH_BY_LAW)
        return native ? 40 : 1;
    return native ? 200 : 2;
}

static void check_spec(const char *spec, const struct berth_scheme_info *scheme)
{
    enum berth_measure measure = plan_check_pair(spec, scheme, FIRST_SEED, KEYS);
    for (uint64_t i = 1; i < pairs_of(scheme, measure); i++)
        measure = plan_check_pair(spec, scheme, FIRST_SEED + i, KEYS);
}

static void every_scheme_equals_brute_force(void **unused)
{
    (void)unused;
    struct berth_scheme_info scheme;
    for (size_t i = 0; berth_scheme_at(i, &scheme); i++) {
        char room[SPEC_MAX];
        const char *spec = plan_check_spec(&scheme, room, sizeof room);
        if (plan_check_buildable(spec, &scheme))
            check_spec(spec, &scheme);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheme_equals_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
