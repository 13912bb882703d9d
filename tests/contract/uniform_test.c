/* SPDX-License-Identifier: MIT */
/* uniform_test.c - the counts of keys follow the nodes' shares
 *
 *   keys  --counted-->  n_1 n_2 n_3 ...   against the shares of the map: chi-square
 *
 * Tried for 2 to 1000 nodes, at and beside every power of two, with sequential integers, names that
 * differ in their last digits, and random bytes. laws_test.c tests the shares themselves. */
#include "dice.h"
#include "keys.h"
#include "property.h"
#include "statistics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES_MAX = 1024 };

static void fits_shares(const berth_map *map, enum keys_kind kind, uint64_t keys,
                        const double *shares)
{
    uint64_t counts[NODES_MAX];
    size_t n = berth_map_count(map), freedom;
    keys_count(map, kind, keys, counts);
    double chi = statistics_chi(counts, shares, n, &freedom);
    if (chi > statistics_chi_limit(freedom))
        fail_msg("%s, %zu nodes, %llu keys of %s: chi-square %.1f, at most %.1f by chance",
                 berth_map_spec(map), n, (unsigned long long)keys, keys_names[kind], chi,
                 statistics_chi_limit(freedom));
}

static void fits_of(const struct subject *subject, uint32_t n, const char *format)
{
    double shares[NODES_MAX];
    berth_map *map = subject_map_of(subject, n, format);
    assert_int_not_equal(berth_map_shares(map, shares), BERTH_BY_SAMPLE);
    for (unsigned kind = 0; kind < KEYS_KINDS; kind++)
        fits_shares(map, kind, n * 20 < 10000 ? 10000 : n * 20, shares);
    berth_map_free(map);
}

static void check_sizes(const struct subject *subject)
{
    static const uint32_t sizes[] = {2,   3,   5,   9,   11,  48,  100, 600, 1000, 4,   7,
                                     8,   15,  16,  17,  31,  32,  33,  63,  64,   65,  127,
                                     128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        fits_of(subject, sizes[s], s % 2 ? "node-%u" : "10.0.3.%u:11211");
}

static bool is_own_default(const struct subject *subject)
{
    return subject->plain && (subject->promises & BERTH_NATIVE);
}

static bool is_own_variant(const struct subject *subject)
{
    return !subject->plain && (subject->promises & BERTH_NATIVE) && subject_shares_cheap(subject);
}

static void check_few_sizes(const struct subject *subject)
{
    fits_of(subject, 3, "node-%u");
    fits_of(subject, 16, "node-%u");
    fits_of(subject, 61, "node-%u");
}

/* The hash of an old system may spread similar keys badly, but random keys must follow the
 * shares. */
static void check_preset(const struct subject *subject)
{
    double shares[NODES_MAX];
    berth_map *map = subject_map_of(subject, 12, "10.0.3.%u:11211");
    berth_map_shares(map, shares);
    fits_shares(map, KEYS_RANDOM, 6000, shares);
    berth_map_free(map);
}

static bool is_exact_preset(const struct subject *subject)
{
    return !(subject->promises & BERTH_NATIVE) && subject_shares_cheap(subject);
}

/* Integers of the kinds that users have: milliseconds, snowflake ids, negative numbers. */
static uint64_t people_integer(unsigned set, uint64_t k)
{
    switch (set) {
    case 0:
        return k + 1;
    case 1:
        return 1700000000000 + 1000 * k;
    case 2:
        return (1000000000 + k) << 22 | (k & 4095);
    default:
        return 0 - (k + 1);
    }
}

static void check_integers(const struct subject *subject)
{
    enum { KEYS = 300000 };
    berth_map *map = subject_map_of(subject, 10, "shard-%u");
    double most = strcmp(subject->info.name, "ring") == 0 ? 1.25 : 1.05;
    for (unsigned set = 0; set < 4; set++) {
        uint64_t counts[10] = {0};
        for (uint64_t k = 0; k < KEYS; k++)
            counts[berth_map_route_u64(map, people_integer(set, k))]++;
        assert_true(statistics_peak(counts, 10) <= most);
    }
    berth_map_free(map);
}

/* Nodes have random weights. */
static void check_weighted(const struct subject *subject)
{
    double shares[40];
    struct dice dice = {.state = 4040};
    for (unsigned round = 0; round < 4; round++) {
        berth_nodes *nodes = subject_nodes(subject, 40, "node-%u");
        for (uint32_t i = 0; i < 40; i++) {
            char name[16];
            snprintf(name, sizeof name, "node-%u", i);
            subject_weight(nodes, name, 0.25 * (1 + dice_below(&dice, 32)));
        }
        berth_map *map = subject_map(subject, nodes);
        berth_map_shares(map, shares);
        for (unsigned kind = 0; kind < KEYS_KINDS; kind++)
            fits_shares(map, kind, 20000, shares);
        berth_map_free(map);
        berth_nodes_free(nodes);
    }
}

/* When some numbers in the middle have no node, the others have equal shares. */
static void check_gaps(const struct subject *subject)
{
    double shares[48];
    berth_nodes *nodes = subject_nodes(subject, 48, "node-%02u");
    for (uint32_t i = 0; i < 48; i += 3) {
        char name[16];
        snprintf(name, sizeof name, "node-%02u", i);
        subject_remove(nodes, name);
    }
    berth_map *map = subject_map(subject, nodes);
    assert_int_equal(berth_map_count(map), 32);
    berth_map_shares(map, shares);
    for (unsigned kind = 0; kind < KEYS_KINDS; kind++)
        fits_shares(map, kind, 20000, shares);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* The chi-square test itself must fail on counts that are known to be uneven. */
static void check_yardstick(const struct subject *subject)
{
    (void)subject;
    const double shares[4] = {0.25, 0.25, 0.25, 0.25};
    const uint64_t even[4] = {2510, 2495, 2490, 2505}, uneven[4] = {2800, 2400, 2400, 2400};
    const uint64_t lost[4] = {3334, 3333, 3333, 0};
    size_t freedom;
    assert_true(statistics_chi(even, shares, 4, &freedom) < statistics_chi_limit(3));
    assert_int_equal(freedom, 3);
    assert_true(statistics_chi(uneven, shares, 4, &freedom) > statistics_chi_limit(3));
    assert_true(statistics_chi(lost, shares, 4, &freedom) > statistics_chi_limit(3));
    /* the exact values are 26.34, 49.83 and 187.33; the cube lies a little above where cells are
     * few */
    assert_true(statistics_chi_limit(1) > 26.34 && statistics_chi_limit(1) < 31);
    assert_true(statistics_chi_limit(10) > 49.83 && statistics_chi_limit(10) < 52);
    assert_true(statistics_chi_limit(100) > 187.33 && statistics_chi_limit(100) < 189);
}

static bool is_modulo(const struct subject *subject)
{
    return strcmp(subject->spec, "modulo") == 0;
}

static const struct property properties[] = {
    {"the chi-square test finds uneven counts", 0, check_yardstick, is_modulo},
    {"keys follow the shares at every size", BERTH_NATIVE, check_sizes, is_own_default},
    {"keys follow the shares", BERTH_NATIVE, check_few_sizes, is_own_variant},
    {"random keys follow the shares", BERTH_EXACT, check_preset, is_exact_preset},
    {"integers of all kinds spread", BERTH_NATIVE, check_integers, is_own_default},
    {"keys follow the weights", BERTH_NATIVE | BERTH_WEIGHTS, check_weighted, subject_shares_cheap},
    {"numbers with gaps share alike", BERTH_NUMBERED | BERTH_ANY_REMOVAL, check_gaps,
     is_own_default},
};
PROPERTIES_MAIN(properties)
