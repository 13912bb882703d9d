/* SPDX-License-Identifier: MIT */
/* numbers_max_test.c - every scheme of bare numbers refuses a count, or its lookups end */
#include <berth.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const uint32_t counts[] = {
    1,         2,        (1u << 23) - 1, 1u << 23,       (1u << 23) + 1, (1u << 26) + 1,
    INT32_MAX, 1u << 31, (1u << 31) + 1, UINT32_MAX - 1,
};
enum { COUNTS = sizeof counts / sizeof counts[0], KEYS = 500 };

static void check_lookups(const berth_map *map, uint32_t count)
{
    for (uint64_t key = 0; key < KEYS; key++) {
        assert_true(berth_map_route_u64(map, key * UINT64_C(0x9e3779b97f4a7c15)) < count);
        assert_true(berth_map_route(map, &key, sizeof key) < count);
    }
}

static void test_every_count_is_refused_or_ends(void **unused)
{
    (void)unused;
    size_t refused = 0, taken = 0;
    struct berth_scheme_info info;
    for (size_t i = 0; berth_scheme_at(i, &info); i++) {
        for (size_t c = 0; (info.promises & BERTH_NUMBERED) && c < COUNTS; c++) {
            berth_error error;
            berth_map *map = berth_map_new_count(info.name, counts[c], NULL, &error);
            if (map)
                check_lookups(map, counts[c]);
            else
                assert_true(error.code == BERTH_E_LIMIT || error.code == BERTH_E_UNSUPPORTED);
            *(map ? &taken : &refused) += 1;
            berth_map_free(map);
        }
    }
    assert_true(refused > 0 && taken > refused);
}

/* A refusal names the scheme and its largest count. */
static void test_the_largest_count_is_named(void **unused)
{
    (void)unused;
    berth_error error;
    berth_map *map = berth_map_new_count("mcrouter-ch3", 1u << 23, NULL, &error);
    assert_non_null(map);
    berth_map_free(map);
    assert_null(berth_map_new_count("mcrouter-ch3", (1u << 23) + 1, NULL, &error));
    assert_string_equal(error.text,
                        "mcrouter-ch3 has at most 8388608 numbers: 8388609 are too many");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_count_is_refused_or_ends),
        cmocka_unit_test(test_the_largest_count_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
