/* SPDX-License-Identifier: MIT */
/* laws_test.c - how even the shares are, by law and averaged over many sets of names
 *
 *   ring        CV = 1 / sqrt(points x (2 probes - 1))
 *   slots       CV = (N - 1) / sqrt(S (2 N - 1))
 *   hrw         CV = 0
 *   maglev      shares differ by one slot at most
 *
 * CV is the standard deviation of the shares over their mean. One set of names says little about
 * it: 8 nodes with 160 points have 7.4 % by law and 4.1 to 10.7 % by luck. Averaged over SETS sets
 * of N nodes, CV^2 has (N - 1) x SETS degrees of freedom, so its relative error is the square
 * root of 2 over that number. */
#include "keys.h"
#include "property.h"
#include "statistics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES_MAX = 128 };

struct law {
    const char *spec;
    uint32_t nodes, sets;
    uint64_t keys; /* how many keys to count where there are no exact shares; 0 = use shares */
    double cv;     /* the value that the law gives */
};

static void shares_of_set(const struct law *law, unsigned set, double *shares)
{
    char format[32];
    uint64_t counts[NODES_MAX];
    struct subject subject = subject_of(law->spec);
    snprintf(format, sizeof format, "set%u-node%%u", set);
    berth_map *map = subject_map_of(&subject, law->nodes, format);
    if (law->keys == 0) {
        assert_int_equal(berth_map_shares(map, shares), BERTH_BY_TABLE);
    } else {
        keys_count(map, KEYS_INTEGERS, law->keys, counts);
        for (uint32_t i = 0; i < law->nodes; i++)
            shares[i] = (double)counts[i] / (double)law->keys;
    }
    berth_map_free(map);
}

static double mean_cv2(const struct law *law)
{
    double sum = 0, shares[NODES_MAX];
    for (unsigned set = 0; set < law->sets; set++) {
        shares_of_set(law, set, shares);
        sum += statistics_cv2(shares, law->nodes);
    }
    return sum / law->sets;
}

/* Counting keys instead of shares adds (N - 1) / keys to CV^2. */
static void obeys(const struct law *law)
{
    double expected = law->cv * law->cv;
    if (law->keys > 0)
        expected += (double)(law->nodes - 1) / (double)law->keys;
    double freedom = (double)(law->nodes - 1) * law->sets;
    double slack = STATISTICS_Z * sqrt(2 / freedom), got = mean_cv2(law);
    print_message("             %s, %u nodes: CV %.4f, by law %.4f +- %.1f %%\n", law->spec,
                  law->nodes, sqrt(got), sqrt(expected), 50 * slack);
    assert_true(slack < 0.25);
    assert_true(fabs(got / expected - 1) < slack);
}

/* The variance of a share with mean 1/n is smaller by the factor 1 - 1/n than with infinitely many
 * nodes. */
static double ring_law(double points, double probes, double n)
{
    return sqrt((1 - 1 / n) / (points * (2 * probes - 1)));
}

static void check_ring(const struct subject *subject)
{
    (void)subject;
    const struct law laws[] = {
        {"ring:points=40", 16, 150, 0, ring_law(40, 1, 16)},
        {"ring", 16, 100, 0, ring_law(160, 1, 16)},
        {"ring:points=500", 48, 30, 0, ring_law(500, 1, 48)},
        {"ring:points=160,hash=murmur3-32", 16, 100, 0, ring_law(160, 1, 16)},
        {"ring:points=20,probes=2", 16, 100, 50000, ring_law(20, 2, 16)},
        {"ring:points=20,probes=5", 16, 100, 50000, ring_law(20, 5, 16)},
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        obeys(&laws[i]);
}

/* Owners drawn at random would have a CV of sqrt((N - 1) / S); docs/placement.md explains the
 * second factor. */
static double slots_law(double slots, double nodes)
{
    return sqrt((nodes - 1) / slots) * sqrt((nodes - 1) / (2 * nodes - 1));
}

static void check_slots(const struct subject *subject)
{
    (void)subject;
    const struct law laws[] = {
        {"slots:table=1024", 2, 900, 0, slots_law(1024, 2)},
        {"slots:table=1024", 3, 450, 0, slots_law(1024, 3)},
        {"slots:table=1024", 8, 200, 0, slots_law(1024, 8)},
        {"slots:table=4096", 16, 150, 0, slots_law(4096, 16)},
        {"slots:table=65536", 33, 50, 0, slots_law(65536, 33)},
        {"slots", 100, 20, 0, slots_law(262144, 100)},
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        obeys(&laws[i]);
}

/* The peak of the default at several sizes, averaged: 1.001 at 3 nodes, 1.007 at 12, 1.016 at 33,
 * 1.037 at 100. */
static void check_slots_peak(const struct subject *subject)
{
    static const struct {
        uint32_t nodes;
        double least, most;
    } peaks[] = {{3, 1.0005, 1.003}, {12, 1.004, 1.01}, {33, 1.012, 1.02}, {100, 1.03, 1.045}};
    for (size_t i = 0; i < sizeof peaks / sizeof *peaks; i++) {
        double sum = 0, shares[NODES_MAX];
        struct law law = {subject->spec, peaks[i].nodes, 10, 0, 0};
        for (unsigned set = 0; set < law.sets; set++) {
            double peak = 0;
            shares_of_set(&law, set, shares);
            for (uint32_t j = 0; j < law.nodes; j++)
                peak = fmax(peak, shares[j] * law.nodes);
            sum += peak;
        }
        assert_true(sum / law.sets > peaks[i].least);
        assert_true(sum / law.sets < peaks[i].most);
    }
}

/* With a bound, no node has more than ceil(bound x S x w / W) slots. */
static void check_bound(const struct subject *subject)
{
    static const char *const specs[] = {"slots:table=4096,bound=1.05", "slots:table=4096,bound=1",
                                        "slots:table=65536,bound=1.000001",
                                        "slots:table=512,bound=1.3"};
    (void)subject;
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        struct subject bound = subject_of(specs[s]);
        double shares[48], weights = 0, table = strtod(strstr(specs[s], "table=") + 6, NULL);
        double factor = strtod(strstr(specs[s], "bound=") + 6, NULL);
        berth_nodes *nodes = subject_nodes(&bound, 48, "node-%02u");
        for (uint32_t i = 0; i < 48; i++) {
            char name[16];
            snprintf(name, sizeof name, "node-%02u", i);
            subject_weight(nodes, name, 1 + i % 3);
            weights += 1 + i % 3;
        }
        berth_map *map = subject_map(&bound, nodes);
        berth_map_shares(map, shares);
        for (uint32_t i = 0; i < 48; i++)
            assert_true(shares[i] * table <=
                        ceil(factor * table * (1 + i % 3) / weights - 1e-9) + 1e-9);
        berth_map_free(map);
        berth_nodes_free(nodes);
    }
}

/* Nodes take slots in turns, so no node is ahead by more than one slot. */
static void check_maglev(const struct subject *subject)
{
    static const uint32_t sizes[] = {1, 2, 3, 10, 48, 100, 128};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        double shares[NODES_MAX], least = 1, most = 0;
        struct law law = {subject->spec, sizes[s], 1, 0, 0};
        shares_of_set(&law, 7, shares);
        for (uint32_t i = 0; i < sizes[s]; i++) {
            least = fmin(least, shares[i]);
            most = fmax(most, shares[i]);
        }
        assert_true((most - least) * 65537 < 1 + 1e-9);
    }
}

static bool is_ring(const struct subject *subject)
{
    return strcmp(subject->spec, "ring") == 0;
}

static bool is_slots(const struct subject *subject)
{
    return strcmp(subject->spec, "slots") == 0;
}

static bool is_maglev(const struct subject *subject)
{
    return strcmp(subject->spec, "maglev") == 0;
}

static const struct property properties[] = {
    {"the CV of a ring", BERTH_EXACT, check_ring, is_ring},
    {"the CV of slots", BERTH_EXACT, check_slots, is_slots},
    {"the peak of slots", BERTH_EXACT, check_slots_peak, is_slots},
    {"the bound of slots", BERTH_EXACT, check_bound, is_slots},
    {"maglev's nodes differ by at most one slot", BERTH_EXACT, check_maglev, is_maglev},
};
PROPERTIES_MAIN(properties)
