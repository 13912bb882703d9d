/* SPDX-License-Identifier: MIT */
/* shares_test.c - shares add up, follow the weights, and agree with a count of all positions */
#include "keys.h"
#include "property.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static berth_nodes *weighted_nodes(const struct subject *subject, uint32_t n)
{
    berth_nodes *nodes = subject_nodes(subject, n, "node-%02u");
    for (uint32_t i = 0; i < n && (subject->promises & BERTH_WEIGHTS); i++) {
        char name[16];
        snprintf(name, sizeof name, "node-%02u", i);
        subject_weight(nodes, name, 1 + i % 4);
    }
    return nodes;
}

static void check_sum(const struct subject *subject)
{
    static const uint32_t sizes[] = {1, 2, 5, 23};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        berth_nodes *nodes = weighted_nodes(subject, sizes[s]);
        berth_map *map = subject_map(subject, nodes);
        double shares[24], sum = 0;
        shares[sizes[s]] = 47;
        berth_map_shares(map, shares);
        for (uint32_t i = 0; i < sizes[s]; i++) {
            assert_true(shares[i] >= 0);
            sum += shares[i];
        }
        assert_true(fabs(sum - 1) < 1e-12);
        assert_true(shares[sizes[s]] == 47);
        berth_map_free(map);
        berth_nodes_free(nodes);
    }
}

/* Native schemes know their shares exactly; only with several probes are they sampled. */
static void check_measure(const struct subject *subject)
{
    double shares[5];
    berth_map *map = subject_map_of(subject, 5, "node-%u");
    enum berth_measure measure = berth_map_shares(map, shares);
    if (strstr(subject->spec, "probes="))
        assert_int_equal(measure, BERTH_BY_SAMPLE);
    else if (subject->promises & BERTH_EXACT)
        assert_int_equal(measure, BERTH_BY_TABLE);
    else
        assert_int_equal(measure, BERTH_BY_LAW);
    berth_map_free(map);
}

/* Shares must be weight / sum of weights: exactly where that is a law, about so elsewhere. */
static void check_weights(const struct subject *subject)
{
    enum { N = 12 };
    double shares[N], weights = 0;
    berth_nodes *nodes = weighted_nodes(subject, N);
    berth_map *map = subject_map(subject, nodes);
    enum berth_measure measure = berth_map_shares(map, shares);
    double slack = measure == BERTH_BY_LAW ? 1e-12 : 0.35;
    for (uint32_t i = 0; i < N; i++)
        weights += 1 + i % 4;
    for (uint32_t i = 0; i < N; i++)
        assert_true(fabs(shares[i] * weights / (1 + i % 4) - 1) < slack);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static bool is_own(const struct subject *subject)
{
    return subject->promises & BERTH_NATIVE;
}

/* ---- position by position -------------------------------------------------------------------- */

/* Compares the shares with a count of all positions: `size` hashes, `step` apart, reach each
 * position once. */
static void brute_force(const struct subject *subject, uint64_t size, uint64_t step)
{
    enum { N = 9 };
    uint64_t counts[N] = {0};
    double shares[N];
    berth_nodes *nodes = weighted_nodes(subject, N);
    berth_map *map = subject_map(subject, nodes);
    assert_int_equal(berth_map_shares(map, shares), BERTH_BY_TABLE);
    for (uint64_t i = 0; i < size; i++)
        counts[berth_map_route_hash(map, i * step)]++;
    for (uint32_t i = 0; i < N; i++)
        assert_true(shares[i] == (double)counts[i] / (double)size);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static uint64_t sixteen(const void *data, size_t len)
{
    uint32_t h = 7;
    for (size_t i = 0; i < len; i++)
        h = (h ^ ((const uint8_t *)data)[i]) * 0x9e37u & 0xffffu;
    return h;
}

static void check_slots(const struct subject *subject)
{
    (void)subject;
    struct subject small = subject_of("slots:table=1024");
    brute_force(&small, 1024, UINT64_C(1) << 54);
    small = subject_of("slots:table=4096,bound=1.02");
    brute_force(&small, 4096, UINT64_C(1) << 52);
    small = subject_of("slots:table=1");
    brute_force(&small, 1, 1);
}

static void check_maglev(const struct subject *subject)
{
    (void)subject;
    struct subject small = subject_of("maglev:table=251");
    brute_force(&small, 251, 1);
    brute_force(&small, 251, 251 * 77 + 1);
}

/* A whole circle has too many positions to look at. A count over a million evenly spread positions
 * is off by at most the number of points over a million. */
static void check_ring(const struct subject *subject)
{
    enum { N = 9, STEPS = 1 << 20 };
    uint64_t counts[N] = {0};
    double shares[N];
    berth_map *map = subject_map_of(subject, N, "node-%u");
    assert_int_equal(berth_map_shares(map, shares), BERTH_BY_TABLE);
    for (uint64_t i = 0; i < STEPS; i++)
        counts[berth_map_route_hash(map, i << 44)]++;
    for (uint32_t i = 0; i < N; i++)
        assert_true(fabs(shares[i] - (double)counts[i] / STEPS) < 160.0 / STEPS);
    berth_map_free(map);
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

/* With a 16-bit hash of the caller's own, shares must be those of the positions that it can
 * reach. */
static void check_own_hash(const struct subject *subject)
{
    (void)subject;
    const struct berth_hash own = {"sixteen", "a toy", 16, sixteen};
    struct berth_options options = {.hashes = &own, .hash_count = 1};
    struct subject jump = subject_of("jump:order=line");
    berth_nodes *nodes = subject_nodes(&jump, 5, "node-%u");
    berth_map *map = berth_map_new("jump:order=line,hash=sixteen", nodes, &options, NULL);
    assert_non_null(map);
    assert_int_equal(berth_map_hash(map, "abc", 3), sixteen("abc", 3));
    assert_int_equal(berth_map_route(map, "abc", 3), berth_map_route_hash(map, sixteen("abc", 3)));
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static const struct property properties[] = {
    {"shares add up to 1", 0, check_sum, subject_shares_cheap},
    {"shares of native schemes are exact, not sampled", BERTH_NATIVE, check_measure, NULL},
    {"shares follow the weights", BERTH_NATIVE | BERTH_WEIGHTS, check_weights, is_own},
    {"shares of slots, slot by slot", BERTH_EXACT, check_slots, is_slots},
    {"shares of maglev, slot by slot", BERTH_EXACT, check_maglev, is_maglev},
    {"shares of a ring, at a million positions", BERTH_EXACT, check_ring, is_ring},
    {"shares with a hash of the caller's own", 0, check_own_hash, is_maglev},
};
PROPERTIES_MAIN(properties)
