/* SPDX-License-Identifier: MIT */
/* down_test.c - the keys of a node that is down go to the next node of their ranking; no other key
 * moves */
#include "dice.h"
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 11, KEYS = 400 };

static const char *node_name(uint32_t i, char out[16])
{
    snprintf(out, 16, "node-%02u", i);
    return out;
}

/* Sets the states of all nodes from the bits of `down`. */
static berth_map *map_with_down(const struct subject *subject, berth_nodes *nodes, uint32_t down)
{
    char name[16];
    for (uint32_t i = 0; i < NODES; i++)
        subject_set(nodes, node_name(i, name), "state", down >> i & 1 ? "down" : "up");
    return subject_map(subject, nodes);
}

static bool is_down(const berth_map *map, uint32_t index)
{
    struct berth_node node;
    assert_true(berth_map_node(map, index, &node));
    return node.state == BERTH_DOWN;
}

/* The ranking with all nodes up, without the nodes that are down, is the list with those nodes
 * down. */
static void ranking_without_down(const berth_map *up, const berth_map *map, enum keys_kind kind,
                                 uint64_t key)
{
    uint32_t whole[NODES], list[NODES], left = 0;
    size_t full = keys_replicas(up, kind, key, whole, NODES);
    size_t n = keys_replicas(map, kind, key, list, NODES);
    for (size_t i = 0; i < full; i++) {
        if (is_down(map, whole[i]))
            continue;
        assert_true(left < n);
        assert_int_equal(list[left], whole[i]);
        left++;
    }
    assert_int_equal(left, n);
    assert_int_equal(keys_route(map, kind, key), n ? list[0] : BERTH_NONE);
}

/* The fingerprint of a scheme that rebuilds when a state changes must change too. */
static bool rebuilt(const berth_map *up, const berth_map *map)
{
    return !subject_fingerprints_equal(up, map);
}

static void check_down(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    berth_map *up = map_with_down(subject, nodes, 0);
    const uint32_t all = (1u << NODES) - 1;
    const uint32_t sets[] = {1, 1u << 5, 1u << (NODES - 1), 3, 0x2a5, all & ~(1u << 4), all};
    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        berth_map *map = map_with_down(subject, nodes, sets[s]);
        assert_true(!rebuilt(up, map) || !(subject->promises & BERTH_NATIVE));
        for (unsigned kind = 0; kind < KEYS_KINDS && !rebuilt(up, map); kind++)
            for (uint64_t key = 0; key < subject_effort(subject, KEYS); key++)
                ranking_without_down(up, map, kind, key);
        berth_map_free(map);
    }
    berth_map_free(up);
    berth_nodes_free(nodes);
}

/* The keys of a failed node spread over all others: each gets some, and none gets 2.5 times its
 * part or more. (In a ring of 160 points, each of 10 other nodes takes over about 16 arcs, +- 35
 * %.) */
static void check_failure_spread(const struct subject *subject)
{
    enum { MANY = 60000 };
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    berth_map *up = map_with_down(subject, nodes, 0), *map = map_with_down(subject, nodes, 1u << 7);
    uint64_t before[NODES], after[NODES];
    keys_count(up, KEYS_SIMILAR, MANY, before);
    keys_count(map, KEYS_SIMILAR, MANY, after);
    assert_int_equal(after[7], 0);
    for (uint32_t i = 0; i < NODES; i++) {
        if (i == 7)
            continue;
        double gained = (double)(after[i] - before[i]);
        assert_true(after[i] >= before[i]);
        assert_true(gained > 0);
        assert_true(gained < 2.5 * (double)before[7] / (NODES - 1));
    }
    berth_map_free(up);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static bool spreads(const struct subject *subject)
{
    return subject->plain && (subject->promises & BERTH_NATIVE);
}

/* After 10,000 changes of state in any order, all nodes are up and every answer is the first one
 * again. */
static void check_flapping(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    berth_map *first = map_with_down(subject, nodes, 0);
    struct dice dice = {.state = 99};
    char name[16];
    for (unsigned i = 0; i < subject_effort(subject, 10000); i++)
        subject_set(nodes, node_name(dice_below(&dice, NODES), name), "state",
                    (const char *[]){"up", "down", "drain"}[dice_below(&dice, 3)]);
    berth_map *last = map_with_down(subject, nodes, 0);
    subject_same_fingerprint(first, last);
    subject_same_answers(first, last, subject_effort(subject, KEYS));
    berth_map_free(first);
    berth_map_free(last);
    berth_nodes_free(nodes);
}

/* A node that drains keeps its keys, unless the system has no place for it: then it owns as little as
 * if it were down, and its fair part says so. */
static void check_drain(const struct subject *subject)
{
    double up_fair[NODES], fair[NODES];
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    berth_map *up = map_with_down(subject, nodes, 0),
              *down = map_with_down(subject, nodes, 1u << 4);
    berth_nodes_set(nodes, "node-04", "state", "drain", NULL);
    berth_map *map = subject_map(subject, nodes);
    const uint32_t drained = berth_map_find(map, "node-04");
    berth_map_fair(up, up_fair);
    berth_map_fair(map, fair);
    if (fair[drained] == up_fair[drained]) {
        subject_same_answers(up, map, subject_effort(subject, KEYS));
    } else {
        assert_true(fair[drained] == 0 && !(subject->promises & BERTH_NATIVE));
        subject_same_answers(down, map, subject_effort(subject, KEYS));
    }
    berth_map_free(up);
    berth_map_free(down);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static const struct property properties[] = {
    {"down: only its keys go on, down their ranking", BERTH_REPLICAS, check_down, NULL},
    {"down: the keys spread over the others", BERTH_REPLICAS, check_failure_spread, spreads},
    {"down and up again is nothing", 0, check_flapping, NULL},
    {"drain keeps its keys, or the node is as if down", 0, check_drain, NULL},
};
PROPERTIES_MAIN(properties)
