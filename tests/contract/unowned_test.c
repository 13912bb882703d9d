/* SPDX-License-Identifier: MIT */
/* unowned_test.c - how much of the key space has no node agrees with a count of keys, whatever is
 * down, in every scheme */
#include "keys.h"
#include "property.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 9, KEYS = 3000 };

static double count_without(const berth_map *map, uint64_t *without)
{
    *without = 0;
    for (uint64_t key = 0; key < KEYS; key++)
        *without += keys_route(map, KEYS_RANDOM, key) == BERTH_NONE;
    return (double)*without / KEYS;
}

/* None and all are certain where the share is not sampled; else the two agree within their errors. */
static void check_agrees(const berth_map *map)
{
    struct berth_unowned unowned;
    uint64_t without;
    berth_map_unowned(map, &unowned);
    double seen = count_without(map, &without), share = unowned.share;
    double error = sqrt(share * (1 - share) / KEYS) + unowned.error + 1.0 / KEYS;
    assert_true(share >= 0 && share <= 1 && unowned.down >= 0 && unowned.down <= share);
    assert_true(unowned.measure == BERTH_BY_SAMPLE || unowned.error == 0);
    if (unowned.measure != BERTH_BY_SAMPLE && share == 0)
        assert_int_equal(without, 0);
    if (unowned.measure != BERTH_BY_SAMPLE && share == 1)
        assert_int_equal(without, KEYS);
    if (fabs(seen - share) > 6 * error)
        fail_msg("%s: %.4f of the key space is said to have no node, %.4f of the keys have none",
                 berth_map_spec(map), share, seen);
}

static void set_down(berth_nodes *nodes, uint32_t down)
{
    char name[16];
    for (uint32_t i = 0; i < NODES; i++) {
        snprintf(name, sizeof name, "node-%02u", i);
        subject_set(nodes, name, "state", down >> i & 1 ? "down" : "up");
    }
}

static void check_states(const struct subject *subject)
{
    const uint32_t all = (1u << NODES) - 1;
    const uint32_t sets[] = {0, 1u << 2, 0x155, all & ~(1u << 3), all};
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        set_down(nodes, sets[s]);
        berth_map *map = berth_map_new(subject->spec, nodes, NULL, NULL);
        if (map) /* some systems refuse to run without a node */
            check_agrees(map);
        berth_map_free(map);
    }
    berth_nodes_free(nodes);
}

/* Nodes of weight 0 beside others. */
static void check_weightless(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    subject_weight(nodes, "node-01", 0);
    subject_weight(nodes, "node-08", 0);
    subject_set(nodes, "node-04", "state", "down");
    berth_map *map = berth_map_new(subject->spec, nodes, NULL, NULL);
    if (map)
        check_agrees(map);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* A ranking of all nodes leaves no key alone while one node is up. */
static void check_ranked(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    set_down(nodes, 0x1f);
    berth_map *map = subject_map(subject, nodes);
    struct berth_unowned unowned;
    berth_map_unowned(map, &unowned);
    assert_true(unowned.share == 0);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static bool is_own(const struct subject *subject)
{
    return subject->promises & BERTH_NATIVE;
}

static void check_empty(const struct subject *subject)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_map *map = berth_map_new(subject->spec, nodes, NULL, NULL);
    struct berth_unowned unowned = {.share = 47};
    if (map) {
        berth_map_unowned(map, &unowned);
        assert_true(unowned.share == 1);
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* Slots that no master has are counted exactly, and so are those of a master that is down. */
static void check_slots(const struct subject *subject)
{
    static const char text[] = "a slots=0-5460\nb slots=5461-8000\nc slots=10923-16383\n";
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_int_equal(berth_nodes_parse(nodes, text, sizeof text - 1, NULL), 0);
    struct berth_unowned unowned;
    berth_map *map = subject_map(subject, nodes);
    berth_map_unowned(map, &unowned);
    assert_int_equal(unowned.measure, BERTH_BY_TABLE);
    assert_true(unowned.share == 2922.0 / 16384);
    assert_true(unowned.down == 0);
    berth_map_free(map);
    subject_set(nodes, "b", "state", "down");
    map = subject_map(subject, nodes);
    berth_map_unowned(map, &unowned);
    assert_true(unowned.share == (2922.0 + 2540) / 16384);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static bool has_slots(const struct subject *subject)
{
    return subject->info.attributes && strcmp(subject->info.attributes, "slots") == 0;
}

static const struct property properties[] = {
    {"unowned: agrees with a count, whatever is down", 0, check_states, NULL},
    {"unowned: agrees with a count beside nodes of weight 0", 0, check_weightless, NULL},
    {"unowned: a ranking leaves no key alone", BERTH_REPLICAS, check_ranked, is_own},
    {"unowned: without nodes it is all", 0, check_empty, NULL},
    {"unowned: slots that no node has", 0, check_slots, has_slots},
};

PROPERTIES_MAIN(properties)
