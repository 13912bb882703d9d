/* SPDX-License-Identifier: MIT */
/* machines_test.c - nodes that swap their addresses send every key to another machine, in every
 * scheme; nodes of other names at the same addresses are the same */
#include "keys.h"
#include "property.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 6, KEYS = 500 };

/* Nodes node-0, node-1, ... at addresses 10.0.0.(1 + (i + turn) % NODES). */
static berth_map *addressed(const struct subject *subject, const char *format, unsigned turn)
{
    berth_nodes *nodes = subject_nodes(subject, NODES, format);
    for (unsigned i = 0; i < NODES; i++) {
        char name[32], addr[32];
        snprintf(name, sizeof name, format, i);
        snprintf(addr, sizeof addr, "10.0.0.%u:80", 1 + (i + turn) % NODES);
        subject_set(nodes, name, "addr", addr);
    }
    berth_map *map = subject_map(subject, nodes);
    berth_nodes_free(nodes);
    return map;
}

static struct berth_plan_machines machines(const berth_map *before, const berth_map *after)
{
    struct berth_plan_machines out;
    berth_plan *plan = berth_plan_new(before, after, NULL);
    struct berth_key keys[KEYS];
    static char text[KEYS][16];
    for (unsigned i = 0; i < KEYS; i++)
        keys[i] = (struct berth_key){text[i], (size_t)snprintf(text[i], 16, "user:%u", i)};
    assert_int_equal(berth_plan_feed(plan, keys, NULL, KEYS, NULL, NULL), 0);
    assert_int_equal(berth_plan_machines(plan, &out, NULL), 0);
    berth_plan_free(plan);
    return out;
}

/* Schemes that place by the address do what the address says. */
static bool ignores_addresses(const struct subject *subject)
{
    return !subject->info.attributes || !strstr(subject->info.attributes, "addr");
}

static void check_swap(const struct subject *subject)
{
    berth_map *before = addressed(subject, "node-%u", 0), *after = addressed(subject, "node-%u", 1);
    struct berth_plan_machines out = machines(before, after);
    assert_true(fabs(out.share - 1) < 1e-9);
    assert_int_equal(out.keys, KEYS);
    assert_int_equal(out.nodes, NODES);
    berth_map_free(before);
    berth_map_free(after);
}

static void check_same(const struct subject *subject)
{
    berth_map *before = addressed(subject, "node-%u", 3), *after = addressed(subject, "node-%u", 3);
    struct berth_plan_machines out = machines(before, after);
    assert_true(out.share == 0 && out.keys == 0 && out.nodes == 0);
    berth_map_free(before);
    berth_map_free(after);
}

/* Other names, the addresses turned by one: the pairs follow the addresses. */
static void check_renamed(const struct subject *subject)
{
    berth_map *before = addressed(subject, "node-%u", 0), *after = addressed(subject, "n%u", 1);
    uint32_t pair[NODES];
    assert_int_equal(berth_plan_pair(before, after, pair, NULL), 0);
    for (uint32_t i = 0; i < NODES; i++) {
        struct berth_node a, b;
        assert_true(berth_map_node(before, i, &a) && berth_map_node(after, pair[i], &b));
        assert_string_equal(a.addr, b.addr);
    }
    berth_map_free(before);
    berth_map_free(after);
}

static const struct property properties[] = {
    {"machines: addresses turned by one", 0, check_swap, ignores_addresses},
    {"machines: nothing changed", 0, check_same, NULL},
    {"machines: renamed nodes are paired by address", 0, check_renamed, NULL},
};

PROPERTIES_MAIN(properties)
