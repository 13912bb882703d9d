/* SPDX-License-Identifier: MIT */
/* zones_test.c - replicas spread over the zones
 *
 * Of n replicas, at most ceil(n / zones) are in a zone while the other zones have nodes left. The
 * k-th replica is the first node of the key's own ranking that fits. */
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 12, ZONES = 3 };

static bool ranks_fully(const struct subject *subject)
{
    return (subject->promises & BERTH_NATIVE) && !strstr(subject->spec, "table=");
}

/* Returns nodes that are in zone x, y or z by turns. */
static berth_nodes *zoned_nodes(const struct subject *subject, uint32_t n)
{
    berth_nodes *nodes = subject_nodes(subject, n, "store-%02u");
    for (uint32_t i = 0; i < n; i++) {
        char name[16], zone[2] = {(char)('x' + i % ZONES), 0};
        snprintf(name, sizeof name, "store-%02u", i);
        subject_set(nodes, name, "zone", zone);
    }
    return nodes;
}

static uint32_t zone_of(const berth_map *map, uint32_t index)
{
    struct berth_node node;
    assert_true(berth_map_node(map, index, &node));
    return node.zone ? (uint32_t)(node.zone[0] - 'x') : 0;
}

/* Returns the largest number of nodes of one zone in the list. */
static uint32_t fullest(const berth_map *map, const uint32_t *list, size_t n)
{
    uint32_t in[ZONES] = {0}, most = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t zone = zone_of(map, list[i]);
        most = ++in[zone] > most ? in[zone] : most;
    }
    return most;
}

static void distinct(const uint32_t *list, size_t n)
{
    uint32_t seen = 0;
    for (size_t i = 0; i < n; i++) {
        assert_false(seen >> list[i] & 1);
        seen |= 1u << list[i];
    }
}

static void check_spread(const struct subject *subject)
{
    berth_nodes *nodes = zoned_nodes(subject, NODES);
    berth_map *map = subject_map(subject, nodes);
    for (uint64_t key = 0; key < subject_effort(subject, 2000); key++) {
        uint32_t whole[NODES], list[NODES];
        assert_int_equal(keys_replicas(map, KEYS_SIMILAR, key, whole, NODES), NODES);
        distinct(whole, NODES);
        assert_int_equal(whole[0], keys_route(map, KEYS_SIMILAR, key));
        for (size_t n = 1; n <= NODES; n++) {
            assert_int_equal(keys_replicas(map, KEYS_SIMILAR, key, list, n), n);
            assert_memory_equal(list, whole, n * sizeof *list);
            assert_true(fullest(map, list, n) <= (n + ZONES - 1) / ZONES);
        }
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* Computes the list by the rule: the next node of the plain ranking whose zone holds fewer nodes
 * than the cap. */
static void check_rule(const struct subject *subject)
{
    berth_nodes *nodes = zoned_nodes(subject, NODES);
    berth_map *zoned = subject_map(subject, nodes);
    berth_nodes *bare = subject_nodes(subject, NODES, "store-%02u");
    berth_map *plain = subject_map(subject, bare);
    for (uint64_t key = 0; key < subject_effort(subject, 500); key++) {
        uint32_t ranking[NODES], list[NODES], in[ZONES] = {0}, taken = 0;
        keys_replicas(plain, KEYS_INTEGERS, key, ranking, NODES);
        keys_replicas(zoned, KEYS_INTEGERS, key, list, NODES);
        for (uint32_t k = 0; k < NODES; k++) {
            uint32_t cap = k / ZONES + 1, i = 0;
            while (taken >> ranking[i] & 1 || in[zone_of(zoned, ranking[i])] >= cap)
                i++;
            assert_int_equal(list[k], ranking[i]);
            taken |= 1u << ranking[i];
            in[zone_of(zoned, ranking[i])]++;
        }
    }
    berth_map_free(zoned);
    berth_map_free(plain);
    berth_nodes_free(nodes);
    berth_nodes_free(bare);
}

/* One of three zones has a single node: lists still spread over the zones, and a full list contains
 * all nodes. */
static void check_lone(const struct subject *subject)
{
    berth_nodes *nodes = zoned_nodes(subject, 7);
    subject_set(nodes, "store-03", "zone", "y");
    subject_set(nodes, "store-06", "zone", "z");
    berth_map *map = subject_map(subject, nodes);
    uint32_t alone = berth_map_find(map, "store-00");
    for (uint64_t key = 0; key < subject_effort(subject, 1000); key++) {
        uint32_t list[7];
        assert_int_equal(keys_replicas(map, KEYS_RANDOM, key, list, 3), 3);
        assert_int_equal(fullest(map, list, 3), 1);
        assert_true(list[0] == alone || list[1] == alone || list[2] == alone);
        assert_int_equal(keys_replicas(map, KEYS_RANDOM, key, list, 7), 7);
        distinct(list, 7);
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* A whole zone leaves or is down: nodes of the other zones stay in the lists. */
static void check_zone_gone(const struct subject *subject)
{
    berth_nodes *nodes = zoned_nodes(subject, NODES);
    berth_map *before = subject_map(subject, nodes);
    for (uint32_t i = 0; i < NODES; i += ZONES) {
        char name[16];
        snprintf(name, sizeof name, "store-%02u", i);
        subject_set(nodes, name, "state", "down");
    }
    berth_map *after = subject_map(subject, nodes);
    uint32_t keys = subject_effort(subject, 2000), kept = 0;
    for (uint64_t key = 0; key < keys; key++) {
        uint32_t old[3], now[3], found = 0;
        keys_replicas(before, KEYS_SIMILAR, key, old, 3);
        assert_int_equal(keys_replicas(after, KEYS_SIMILAR, key, now, 3), 3);
        distinct(now, 3);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_not_equal(zone_of(after, now[i]), 0);
            for (unsigned j = 0; j < 3; j++)
                found += now[i] == old[j];
        }
        kept += found == 2;
    }
    assert_true(kept >= keys * 95 / 100);
    berth_map_free(before);
    berth_map_free(after);
    berth_nodes_free(nodes);
}

/* A node too light for a slot is in no ranking. Lists must not end when that node is the only one
 * of its zone. */
static void check_unreachable(const struct subject *subject)
{
    (void)subject;
    struct subject maglev = subject_of("maglev:table=251");
    berth_nodes *nodes = subject_nodes(&maglev, 4, "n%u");
    subject_set(nodes, "n0", "zone", "x");
    subject_set(nodes, "n1", "zone", "x");
    subject_set(nodes, "n2", "zone", "x");
    subject_set(nodes, "n3", "zone", "y");
    subject_weight(nodes, "n3", 0.000001);
    berth_map *map = subject_map(&maglev, nodes);
    uint32_t list[4];
    for (uint64_t key = 0; key < 300; key++)
        assert_int_equal(keys_replicas(map, KEYS_INTEGERS, key, list, 4), 3);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static bool is_maglev(const struct subject *subject)
{
    return strcmp(subject->spec, "maglev") == 0;
}

static const struct property properties[] = {
    {"zones hold at most ceil(n / zones) replicas", BERTH_REPLICAS, check_spread, ranks_fully},
    {"zones: each replica is the first node that fits", BERTH_REPLICAS, check_rule, ranks_fully},
    {"zones: a zone with a single node", BERTH_REPLICAS, check_lone, ranks_fully},
    {"zones: a whole zone leaves", BERTH_REPLICAS, check_zone_gone, ranks_fully},
    {"zones: a zone whose node is in no ranking", 0, check_unreachable, is_maglev},
};
PROPERTIES_MAIN(properties)
