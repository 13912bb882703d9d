/* SPDX-License-Identifier: MIT */
/* spans_test.c - the spans of every scheme that has spans agree with its lookups
 *
 *   spans   |--- a ---|-- b --|- a -|      without a gap from the first position to the last;
 *   tried    ^   ^   ^ ^  ^  ^ ^   ^       both ends and places between are looked up */
#include "dice.h"
#include "property.h"

#include "place/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum { NODES = 9 };

static void look_up(const berth_map *map, uint64_t at, uint32_t owner)
{
    uint32_t found = map->ops->route(map->state, at);
    if (found != owner)
        fail_msg("position %llu: the span says %u, the lookup %u", (unsigned long long)at, owner,
                 found);
}

static void walk_spans(const berth_map *map, uint64_t last)
{
    struct dice dice = {.state = 5};
    struct span span;
    uint64_t next = 0, cursor = 0;
    bool whole = false;
    while (map->ops->span(map->state, &cursor, &span)) {
        assert_false(whole);
        assert_int_equal(span.first, next);
        assert_true(span.first <= span.last && span.last <= last);
        look_up(map, span.first, span.owner);
        look_up(map, span.last, span.owner);
        uint64_t inner = span.last - span.first;
        if (inner > 1)
            look_up(map, span.first + 1 + dice_u64(&dice) % (inner - 1), span.owner);
        whole = span.last == last;
        next = span.last + 1;
    }
    assert_true(whole);
}

static void check_map(const struct subject *subject, berth_nodes *nodes)
{
    struct space space;
    berth_map *map = subject_map(subject, nodes);
    if (map_space(map, &space))
        walk_spans(map,
                   space.kind == SPACE_CYCLE ? space.size - 1 : UINT64_MAX >> (64 - space.size));
    berth_map_free(map);
}

static void set_weights(const struct subject *subject, berth_nodes *nodes)
{
    static const double weights[NODES] = {1, 3, 1, 7, 2, 0, 5, 1, 10};
    char name[16];
    for (uint32_t i = 0; i < NODES; i++) {
        snprintf(name, sizeof name, "node-%u", i);
        if (subject_takes_weight(subject, weights[i]))
            subject_weight(nodes, name, weights[i]);
    }
}

static void check_spans(const struct subject *subject)
{
    berth_nodes *one = subject_nodes(subject, 1, "node-%u"), *two = subject_nodes(subject, 2, "%u");
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%u");
    check_map(subject, one);
    check_map(subject, two);
    check_map(subject, nodes);
    set_weights(subject, nodes);
    check_map(subject, nodes);
    subject_set(nodes, "node-3", "state", "down");
    subject_set(nodes, "node-8", "state", "down");
    check_map(subject, nodes);
    berth_nodes_free(one);
    berth_nodes_free(two);
    berth_nodes_free(nodes);
}

static bool has_spans(const struct subject *subject)
{
    struct space space;
    berth_map *map = subject_map_of(subject, 3, "node-%u");
    bool has = map_space(map, &space) && map->ops->route;
    berth_map_free(map);
    return has;
}

static const struct property properties[] = {
    {"spans say what lookups say", 0, check_spans, has_spans},
};
PROPERTIES_MAIN(properties)
