/* SPDX-License-Identifier: MIT */
/* ketama_counts_test.c - points of equal nodes, for every count from 1 to 512
 *
 * Native rings give every node the same number. The ketama family computes the number in single
 * precision: for some counts of nodes, each node gets 39 groups of four points where exact
 * arithmetic gives 40. These counts were recorded from the real programs; they must not depend on
 * the optimisation level. */
#include <berth.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 512 };

/* Returns the number of points of each of n equal nodes; all must have the same number. */
static size_t points_each(const char *spec, int n)
{
    static size_t count[NODES];
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (int i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "10.4.%d.%d:11211", i / 256, i % 256);
        assert_int_equal(berth_nodes_add(nodes, name, 1, &error), 0);
    }
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    assert_non_null(map);
    memset(count, 0, sizeof count);
    struct berth_mark mark;
    for (size_t i = 0; berth_map_mark(map, i, &mark); i++)
        count[mark.index]++;
    for (int i = 1; i < n; i++)
        assert_int_equal(count[i], count[0]);
    berth_map_free(map);
    berth_nodes_free(nodes);
    return count[0];
}

/* Checks that with exactly `expected` counts of nodes a node has 156 points, the listed counts
 * among them. */
static void check_short(const char *spec, size_t expected, const int *listed, size_t n_listed)
{
    size_t found = 0;
    for (int n = 1; n <= NODES; n++) {
        size_t points = points_each(spec, n);
        assert_true(points == 160 || points == 156);
        if (points == 160)
            continue;
        if (found < n_listed)
            assert_int_equal(n, listed[found]);
        found++;
    }
    assert_int_equal(found, expected);
}

static const int weighted_short[] = {25,  47,  50,  55,  61,  71,  94, 100,
                                     107, 109, 110, 115, 122, 142, 159};

static void test_libmemcached(void **unused)
{
    (void)unused;
    check_short("libmemcached:distribution=ketama_weighted", 54, weighted_short,
                sizeof weighted_short / sizeof *weighted_short);
}

static void test_twemproxy(void **unused)
{
    (void)unused;
    check_short("twemproxy", 54, weighted_short, sizeof weighted_short / sizeof *weighted_short);
}

static void test_libketama(void **unused)
{
    static const int listed[] = {61, 122, 237, 244, 474, 488};
    (void)unused;
    check_short("libketama", 6, listed, 6);
}

static void test_native(void **unused)
{
    (void)unused;
    for (int n = 1; n <= NODES; n++)
        assert_int_equal(points_each("ring", n), 160);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_native),
        cmocka_unit_test(test_libmemcached),
        cmocka_unit_test(test_twemproxy),
        cmocka_unit_test(test_libketama),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
