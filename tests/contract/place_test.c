/* SPDX-License-Identifier: MIT */
/* place_test.c - a node that drains keeps its keys and gets no new ones, in lookups and in plans */
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 9, KEYS = 300, PLAN_KEYS = 4000 };

static enum berth_state state_of(const berth_map *map, uint32_t index)
{
    struct berth_node node;
    assert_true(berth_map_node(map, index, &node));
    return node.state;
}

static uint32_t place(const berth_map *map, enum keys_kind kind, uint64_t i)
{
    char text[32];
    if (kind == KEYS_INTEGERS)
        return berth_map_place_u64(map, i);
    size_t len = (size_t)snprintf(text, sizeof text, "user:%llu", (unsigned long long)i);
    return berth_map_place(map, text, len);
}

static void check_up(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    subject_set(nodes, "node-03", "state", "down");
    berth_map *map = subject_map(subject, nodes);
    for (uint64_t i = 0; i < subject_effort(subject, KEYS); i++) {
        assert_int_equal(place(map, KEYS_INTEGERS, i), berth_map_route_u64(map, i));
        assert_int_equal(place(map, KEYS_SIMILAR, i), keys_route(map, KEYS_SIMILAR, i));
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* Returns the first node of the key's ranking that is up. */
static uint32_t first_up(const berth_map *map, enum keys_kind kind, uint64_t i)
{
    uint32_t list[NODES];
    size_t n = keys_replicas(map, kind, i, list, NODES);
    for (size_t k = 0; k < n; k++)
        if (state_of(map, list[k]) == BERTH_UP)
            return list[k];
    return BERTH_NONE;
}

static void check_ranking(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    for (const char *const *name = (const char *const[]){"node-01", "node-04", "node-05", NULL};
         *name; name++)
        subject_set(nodes, *name, "state", "drain");
    subject_set(nodes, "node-03", "state", "down");
    berth_map *map = subject_map(subject, nodes);
    for (unsigned kind = KEYS_INTEGERS; kind <= KEYS_SIMILAR; kind++)
        for (uint64_t i = 0; i < subject_effort(subject, KEYS); i++)
            assert_int_equal(place(map, kind, i), first_up(map, kind, i));
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static void check_none_open(const struct subject *subject)
{
    char name[16];
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    for (unsigned i = 0; i < NODES; i++) {
        snprintf(name, sizeof name, "node-%02u", i);
        subject_set(nodes, name, "state", "drain");
    }
    berth_map *map = subject_map(subject, nodes);
    for (uint64_t i = 0; i < 20; i++) {
        assert_true(keys_route(map, KEYS_SIMILAR, i) < NODES);
        assert_int_equal(place(map, KEYS_SIMILAR, i), BERTH_NONE);
        assert_int_equal(place(map, KEYS_INTEGERS, i), BERTH_NONE);
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* ---- in a plan ----------------------------------------------------------------------------- */

static void feed(berth_plan *plan, bool integers)
{
    berth_error error;
    for (uint64_t i = 0; i < PLAN_KEYS; i++) {
        char text[32];
        size_t len = (size_t)snprintf(text, sizeof text, "user:%llu", (unsigned long long)i);
        int code =
            integers ? berth_plan_feed_u64(plan, &i, NULL, 1, NULL, &error)
                     : berth_plan_feed(plan, &(struct berth_key){text, len}, NULL, 1, NULL, &error);
        assert_int_equal(code, 0);
    }
}

/* Counts the keys of each direction by lookups in the two maps. */
static void count(const berth_map *before, const berth_map *after, bool integers,
                  uint64_t moved[NODES + 1][NODES + 1])
{
    enum keys_kind kind = integers ? KEYS_INTEGERS : KEYS_SIMILAR;
    for (uint64_t i = 0; i < PLAN_KEYS; i++) {
        uint32_t from = keys_route(before, kind, i), to = keys_route(after, kind, i);
        assert_true(from < NODES && to < NODES);
        const char *home = berth_map_name(before, from);
        if (strcmp(home, berth_map_name(after, to)) != 0)
            to = place(after, kind, i);
        if (strcmp(home, berth_map_name(after, to)) != 0)
            moved[from][to]++;
    }
}

static void check_plan_with(const struct subject *subject, bool integers)
{
    static uint64_t moved[NODES + 1][NODES + 1];
    struct berth_flow flow;
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    berth_map *before = subject_map(subject, nodes);
    subject_set(nodes, "node-04", "state", "drain");
    subject_weight(nodes, "node-04", 2); /* would bring it more keys if it did not drain */
    subject_remove(nodes, "node-08");
    berth_map *after = subject_map(subject, nodes);
    berth_plan *plan = berth_plan_new(before, after, NULL);
    feed(plan, integers);
    memset(moved, 0, sizeof moved);
    count(before, after, integers, moved);
    uint64_t whole = 0;
    for (size_t i = 0; berth_plan_flow(plan, i, &flow); i++) {
        if (flow.keys == 0)
            continue;
        assert_int_equal(flow.keys, moved[flow.index_from][flow.index_to]);
        assert_string_not_equal(flow.to, "node-04");
        whole += flow.keys;
    }
    struct berth_plan_summary summary;
    berth_plan_summary(plan, &summary);
    assert_int_equal(summary.keys_moved, whole);
    assert_int_equal(summary.keys, PLAN_KEYS);
    assert_true(whole > 0);
    berth_plan_free(plan);
    berth_map_free(before);
    berth_map_free(after);
    berth_nodes_free(nodes);
}

static void check_plan(const struct subject *subject)
{
    check_plan_with(subject, false);
    check_plan_with(subject, true);
}

static bool is_native(const struct subject *subject)
{
    return subject->promises & BERTH_NATIVE;
}

static bool weighs(const struct subject *subject)
{
    return subject->plain && is_native(subject) && (subject->promises & BERTH_WEIGHTS) &&
           !(subject->promises & BERTH_NUMBERED);
}

static const struct property properties[] = {
    {"place: without draining nodes, place is route", 0, check_up, NULL},
    {"place: it is the first node of the ranking that is up", BERTH_REPLICAS, check_ranking,
     is_native},
    {"place: no node is up, so none takes a new key", 0, check_none_open, is_native},
    {"place: a plan moves nothing to a node that drains", BERTH_REPLICAS, check_plan, weighs},
};
PROPERTIES_MAIN(properties)
