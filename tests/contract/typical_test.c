/* SPDX-License-Identifier: MIT */
/* typical_test.c - typical figures are those of most sets of names, and sampling noise gives no
 *                  verdict
 *
 * For each setting, maps of many sets of names are built. Half of their peaks must lie on each side
 * of the stated median, most between the stated first and last tenth, and few above the peak that
 * is called rare: otherwise the tool would call half of all fleets unlucky, or none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include <berth.h>

enum { SETS = 120, NODES_MAX = 300 };

struct setting {
    const char *spec;
    uint32_t nodes;
    bool weighted; /* weights 1, 2, 3, 4, 1, ... */
};

static berth_map *map_of(const struct setting *setting, unsigned set)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (uint32_t i = 0; i < setting->nodes; i++) {
        char name[40];
        snprintf(name, sizeof name, "fleet-%u-node-%u", set, i);
        assert_int_equal(berth_nodes_add(nodes, name, setting->weighted ? 1 + i % 4 : 1, NULL), 0);
    }
    berth_map *map = berth_map_new(setting->spec, nodes, NULL, NULL);
    assert_non_null(map);
    berth_nodes_free(nodes);
    return map;
}

static double peak_of(const berth_map *map)
{
    double share[NODES_MAX], fair[NODES_MAX];
    struct berth_evenness evenness;
    assert_int_equal(berth_map_shares(map, share), BERTH_BY_TABLE);
    berth_map_fair(map, fair);
    berth_evenness(share, fair, berth_map_count(map), &evenness);
    return evenness.peak;
}

static void check_setting(const struct setting *setting)
{
    struct berth_typical typical = {0};
    unsigned above = 0, below = 0, over = 0, rare = 0;
    for (unsigned set = 0; set < SETS; set++) {
        berth_map *map = map_of(setting, set);
        if (set == 0)
            assert_int_equal(berth_map_typical(map, &typical, NULL), 0);
        double peak = peak_of(map);
        above += peak > typical.peak + 1e-9;
        below += peak < typical.peak_low - 1e-9;
        over += peak > typical.peak_high + 1e-9;
        rare += peak > typical.peak_rare + 1e-9;
        berth_map_free(map);
    }
    print_message("             %s, %u nodes: typical %.3f (%.3f to %.3f); of %d sets %u above, %u "
                  "below a tenth, %u over, %u rare\n",
                  setting->spec, setting->nodes, typical.peak, typical.peak_low, typical.peak_high,
                  SETS, above, below, over, rare);
    assert_true(above <= SETS * 68 / 100); /* of a half; three deviations are 14 % */
    assert_true(over <= SETS * 19 / 100);  /* of a tenth; three deviations are 8 % */
    assert_true(below <= SETS * 19 / 100);
    assert_true(rare <= SETS * 6 / 100);
}

static void most_names_are_typical(void **state)
{
    (void)state;
    static const struct setting settings[] = {
        {"ring:points=1", 2, false},
        {"ring:points=1", 10, false},
        {"ring:points=10", 5, false},
        {"ring:points=10", 60, false},
        {"ring:points=160", 2, false},
        {"ring:points=160", 20, true},
        {"ring:points=160", 300, false},
        {"slots:table=4096", 2, false},
        {"slots:table=4096", 10, false},
        {"slots:table=4096", 60, true},
        {"slots:table=16384", 200, false},
        {"slots:table=4096,bound=1.05", 200, true},
        {"slots:table=1024,bound=1.05", 120, false},
        {"slots:table=4096,bound=1.25", 100, false},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        check_setting(&settings[i]);
}

/* ceil(1.05 x 1024 / 120) = 9 slots of 8.53 on average. */
static void a_bound_is_rounded_up(void **state)
{
    (void)state;
    const struct setting settings[] = {{"slots:table=1024,bound=1.05", 120, false},
                                       {"slots:table=4096,bound=1.05", 300, false}};
    const double most[] = {9 * 120 / 1024.0, 15 * 300 / 4096.0};
    for (size_t i = 0; i < 2; i++) {
        struct berth_typical typical;
        berth_map *map = map_of(&settings[i], 1);
        assert_int_equal(berth_map_typical(map, &typical, NULL), 0);
        assert_true(fabs(typical.peak - most[i]) < 1e-6);
        assert_true(peak_of(map) <= most[i] + 1e-9);
        berth_map_free(map);
    }
}

/* Of P probes the nearest decides, so no arc is worth more than P / (P - 1) mean arcs. */
static void probes_cap_a_share(void **state)
{
    (void)state;
    const struct setting setting = {"ring:points=1,probes=21", 200, false};
    struct berth_typical typical;
    berth_map *map = map_of(&setting, 0);
    assert_int_equal(berth_map_typical(map, &typical, NULL), 0);
    assert_true(typical.peak > 1.034 && typical.peak < 1.062);
    berth_map_free(map);
}

/* Shares are even, but are counted from too few keys. Without the noise, the CV must be near 0, and
 * the error must say how much noise was subtracted. */
static void noise_is_taken_out(void **state)
{
    (void)state;
    enum { KEYS = 200000 };
    double part[NODES_MAX] = {0}, fair[NODES_MAX], error;
    struct berth_evenness raw, clean;
    uint64_t draw = 7;
    for (int i = 0; i < KEYS; i++) {
        draw = draw * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        part[(draw >> 33) % NODES_MAX] += 1.0 / KEYS;
    }
    for (int i = 0; i < NODES_MAX; i++)
        fair[i] = 1.0 / NODES_MAX;
    berth_evenness(part, fair, NODES_MAX, &raw);
    berth_evenness_sampled(part, fair, NODES_MAX, KEYS, &clean, &error);
    assert_true(raw.cv > 0.03 && raw.peak > 1.08);
    assert_true(fabs(error - sqrt((NODES_MAX - 1.0) / KEYS)) < 1e-9);
    assert_true(clean.cv < 0.016 && clean.peak < 1.05);
    assert_int_equal(clean.at, raw.at);
}

/* The CV of shares that are uneven by far more than the noise must hardly change. */
static void unevenness_is_left_in(void **state)
{
    (void)state;
    const double part[] = {0.5, 0.3, 0.2}, fair[] = {1 / 3.0, 1 / 3.0, 1 / 3.0};
    struct berth_evenness evenness;
    berth_evenness_sampled(part, fair, 3, 1 << 20, &evenness, NULL);
    assert_true(fabs(evenness.peak - 1.5) < 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_names_are_typical), cmocka_unit_test(a_bound_is_rounded_up),
        cmocka_unit_test(probes_cap_a_share),     cmocka_unit_test(noise_is_taken_out),
        cmocka_unit_test(unevenness_is_left_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
