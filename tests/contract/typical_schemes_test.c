/* SPDX-License-Identifier: MIT */
/* typical_schemes_test.c - few sets of names are unlucky, for every scheme: a few sizes; all of them
 * in typical_schemes_slow_test.c */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "typical_check.h"

/* Sampled shares take a million lookups for each set. */
static bool is_dear(const char *spec)
{
    struct subject subject = subject_of(spec);
    return !subject_shares_cheap(&subject);
}

static void try_setting(const char *spec, void *context)
{
    struct typical_seen *total = context;
    struct subject subject = subject_of(spec);
    if (is_dear(spec))
        return;
    typical_check(spec, 5, 1, 12, total);
    typical_check(spec, 20, subject_takes_weight(&subject, 2) ? 3 : 1, 6, total);
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
    assert_true(total.sets > 500 && total.rare < total.sets / 20);
    assert_int_equal(total.faults, 0);
    assert_true(total.above < total.sets / 5 && total.below < total.sets / 5);
}

static berth_map *series(const char *spec, uint32_t n)
{
    struct subject subject = subject_of(spec);
    return subject_map_of(&subject, n, "10.20.30.40:7%03u");
}

/* Points of CRC-32 are not scattered, and those of MD5 are. */
static void a_weak_hash_is_told_from_bad_luck(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        bool weak;
    } cases[] = {
        {"stathat-consistent", true}, {"groupcache", true}, {"libketama", false}, {"ring", false},
        {"ring:hash=crc32", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct berth_typical typical;
        berth_map *map = series(cases[i].spec, 40);
        assert_int_equal(berth_map_typical(map, &typical, NULL), BERTH_E_OK);
        assert_true(typical.hash_tried);
        assert_int_equal(typical.weak_hash, cases[i].weak);
        assert_true(typical.peak_low <= typical.peak && typical.peak <= typical.peak_high);
        assert_true(typical.peak_high <= typical.peak_rare && typical.cv_low <= typical.cv);
        berth_map_free(map);
    }
}

/* Partitions of buraksezer are bounded: full nodes are what is typical, not luck. */
static void a_bound_of_another_system_is_known(void **unused)
{
    (void)unused;
    struct berth_typical typical;
    berth_map *map = series("buraksezer-consistent-v1", 20);
    assert_int_equal(berth_map_typical(map, &typical, NULL), BERTH_E_OK);
    assert_true(fabs(typical.peak - 17 * 20 / 271.0) < 1e-9); /* 17 is ceil(1.25 x 271 / 20) */
    assert_true(fabs(typical.most - typical.peak) < 1e-9);
    berth_map_free(map);
}

/* Tokens are what an operator gave: the names have no part in it. */
static void given_points_are_not_luck(void **unused)
{
    (void)unused;
    struct berth_typical typical;
    berth_map *map = series("cassandra-token", 8);
    assert_int_equal(berth_map_typical(map, &typical, NULL), BERTH_E_OK);
    assert_true(typical.given && !typical.weak_hash);
    berth_map_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_names_are_unlucky),
        cmocka_unit_test(a_weak_hash_is_told_from_bad_luck),
        cmocka_unit_test(a_bound_of_another_system_is_known),
        cmocka_unit_test(given_points_are_not_luck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
