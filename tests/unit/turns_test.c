/* SPDX-License-Identifier: MIT */
/* turns_test.c - turns by weight compared with asking every node in every round; tables whose
 * weights lie far apart, which took rounds x nodes to build
 *
 * The last test has no clock: asked one by one, its nodes would be asked 270,000 million times a
 * table, and the time limit of the tests would end it. */
#include <berth.h>

#include "base/bits.h"
#include "hash/xxh3.h"
#include "scheme/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { PLACES_MAX = 300, SPREADS = 6 };

/* Weights 1 to 1000000, as near or as far apart as `spread` says. */
static uint64_t weight_of(unsigned spread, uint32_t place)
{
    const uint64_t noise = bits_mix(place * BITS_GOLDEN + spread);
    switch (spread) {
    case 0:
        return 7;
    case 1:
        return noise % 2 ? 1 : 1000000;
    case 2:
        return noise % 1000000 + 1;
    case 3:
        return noise % 7 + 1;
    case 4:
        return 1000000 / (place + 1);
    default:
        return place == 0 ? 1000000 : 999;
    }
}

/* ---- the order ----------------------------------------------------------------------------- */

static void check_order(unsigned spread, uint32_t count)
{
    uint64_t words[TURNS_WORDS * PLACES_MAX], saved[PLACES_MAX] = {0}, credit[PLACES_MAX] = {0};
    struct turns turns = {.first = words, .count = count};
    uint64_t largest = 0;
    for (uint32_t i = 0; i < count; i++)
        largest = weight_of(spread, i) > largest ? weight_of(spread, i) : largest;
    for (uint32_t i = 0; i < count; i++)
        turns_seat(&turns, i, turns_wait(&credit[i], weight_of(spread, i), largest));
    turns_open(&turns);
    for (uint64_t round = 1; round <= 3000; round++) {
        for (uint32_t i = 0; i < count; i++) {
            saved[i] += weight_of(spread, i);
            if (saved[i] < largest)
                continue;
            saved[i] -= largest;
            assert_int_equal(turns_round(&turns), round);
            assert_int_equal(turns_place(&turns), i);
            assert_int_equal(credit[i], saved[i]);
            turns_move(&turns, i, round + turns_wait(&credit[i], weight_of(spread, i), largest));
        }
    }
}

static void test_order(void **unused)
{
    (void)unused;
    for (unsigned spread = 0; spread < SPREADS; spread++)
        for (uint32_t count = 1; count <= PLACES_MAX; count = count < 9 ? count + 1 : count * 2 - 3)
            check_order(spread, count);
}

/* A round too far away for its 32 bits is no round, and does not wrap to an early one. */
static void test_never(void **unused)
{
    (void)unused;
    uint64_t words[TURNS_WORDS * 2];
    struct turns turns = {.first = words, .count = 2};
    turns_seat(&turns, 0, UINT64_C(1000000000000));
    turns_seat(&turns, 1, TURNS_NEVER - 1);
    turns_open(&turns);
    assert_int_equal(turns_place(&turns), 1);
    turns_move(&turns, 1, UINT64_MAX);
    assert_int_equal(turns_round(&turns), TURNS_NEVER);
}

/* ---- Envoy's rule, asked one by one -------------------------------------------------------- */

static berth_map *map_new(const char *spec, const double *weights, uint32_t count)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (uint32_t i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%06u", i);
        assert_int_equal(berth_nodes_add(nodes, name, weights[i], NULL), 0);
    }
    berth_map *map = berth_map_new(spec, nodes, NULL, NULL);
    assert_non_null(map);
    berth_nodes_free(nodes);
    return map;
}

static void naive_take(uint32_t *table, uint64_t size, uint32_t i)
{
    char name[16];
    const size_t len = (size_t)snprintf(name, sizeof name, "n%06u", i);
    const uint64_t skip = XXH64(name, len, 1) % (size - 1) + 1;
    uint64_t slot = XXH64(name, len, 0) % size;
    while (table[slot] != UINT32_MAX)
        slot = (slot + skip) % size;
    table[slot] = i;
}

static void naive_envoy(uint32_t *table, uint64_t size, const double *weights, uint32_t count)
{
    double sum = 0, largest = 0, target[PLACES_MAX] = {0};
    memset(table, 0xff, size * sizeof *table);
    for (uint32_t i = 0; i < count; i++) {
        sum += weights[i];
        largest = weights[i] > largest ? weights[i] : largest;
    }
    uint64_t filled = 0;
    for (uint32_t round = 1; filled < size; round++)
        for (uint32_t i = 0; i < count && filled < size; i++) {
            if (round * (weights[i] / sum) < target[i])
                continue;
            target[i] += largest / sum;
            naive_take(table, size, i);
            filled++;
        }
}

static void check_envoy(unsigned spread, uint32_t count)
{
    enum { SIZE = 4001 };
    double weights[PLACES_MAX];
    uint32_t *table = malloc(SIZE * sizeof *table);
    for (uint32_t i = 0; i < count; i++)
        weights[i] = (double)weight_of(spread, i);
    naive_envoy(table, SIZE, weights, count);
    berth_map *map = map_new("envoy-maglev:table=4001", weights, count);
    for (uint64_t slot = 0; slot < SIZE; slot++)
        assert_int_equal(berth_map_route_hash(map, slot), table[slot]);
    berth_map_free(map);
    free(table);
}

static void test_envoy(void **unused)
{
    (void)unused;
    for (unsigned spread = 0; spread < SPREADS; spread++)
        for (uint32_t count = 1; count <= PLACES_MAX; count = count * 3 + 1)
            check_envoy(spread, count);
}

/* ---- weights far apart --------------------------------------------------------------------- */

/* How many slots of 2,000,003 the heavy one of 150,000 nodes does not own. */
static uint64_t light_slots(const char *spec, double light)
{
    enum { NODES = 150000, SLOTS = 2000003, HEAVY = 77 };
    double *weights = malloc(NODES * sizeof *weights);
    for (uint32_t i = 0; i < NODES; i++)
        weights[i] = i == HEAVY ? 1000000 : light;
    berth_map *map = map_new(spec, weights, NODES);
    uint64_t others = 0;
    for (uint64_t slot = 0; slot < SLOTS; slot++)
        others += berth_map_route_hash(map, slot) != HEAVY;
    berth_map_free(map);
    free(weights);
    return others;
}

/* The light nodes take a slot each in the millionth round; Envoy's take one in the first, too. */
static void test_far_apart(void **unused)
{
    (void)unused;
    assert_int_equal(light_slots("maglev:table=2000003", 0.000001), 0);
    assert_int_equal(light_slots("maglev:table=2000003", 1), 149999);
    assert_int_equal(light_slots("katran-maglev-v2:m=2000003", 1), 149999);
    assert_int_equal(light_slots("envoy-maglev:table=2000003", 1), 2 * 149999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_never),
        cmocka_unit_test(test_envoy),
        cmocka_unit_test(test_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
