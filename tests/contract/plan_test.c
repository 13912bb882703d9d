/* SPDX-License-Identifier: MIT */
/* plan_test.c - every scheme's plans compared with brute force; plan_pairs_slow_test.c tries many
 *               more pairs */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "plan_check.h"

enum { SPEC_MAX = 128, KEYS = 3000 };

/* Fewer pairs are tried where they are sampled, because each takes some eight million lookups. */
static uint64_t pairs_of(const struct berth_scheme_info *scheme)
{
    bool exact = scheme->promises & BERTH_EXACT, native = scheme->promises & BERTH_NATIVE;
    if (native)
        return exact ? 5 : 2;
    return exact ? 1 : 0;
}

static void every_scheme_equals_brute_force(void **unused)
{
    (void)unused;
    struct berth_scheme_info scheme;
    size_t pairs = 0;
    for (size_t i = 0; berth_scheme_at(i, &scheme); i++) {
        char room[SPEC_MAX];
        const char *spec = plan_check_spec(&scheme, room, sizeof room);
        uint64_t count = plan_check_buildable(spec, &scheme) ? pairs_of(&scheme) : 0;
        for (uint64_t seed = 0; seed < count; seed++, pairs++)
            plan_check_pair(spec, &scheme, seed, KEYS);
    }
    assert_true(pairs > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheme_equals_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
