/* SPDX-License-Identifier: MIT */
/* next_test.c - a map made from another map equals the map built from its nodes alone */
#include "dice.h"
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES_MAX = 60, NAME = 24, KEYS = 120 };

/* Nodes whose numbers stay without gaps: the node that came last leaves first. */
struct crowd {
    const struct subject *subject;
    berth_nodes *nodes;
    struct dice dice;
    char names[NODES_MAX][NAME];
    uint32_t n, born;
};

static void crowd_add(struct crowd *crowd)
{
    /* Many presets accept whole weights only. */
    static const double weights[2][7] = {{1, 1, 1, 2, 5, 3, 0}, {1, 1, 1, 2, 0.5, 3.25, 0}};
    bool native = crowd->subject->promises & BERTH_NATIVE;
    if (crowd->n == NODES_MAX)
        return;
    char *name = crowd->names[crowd->n];
    snprintf(name, NAME, "%c-node-%u", (char)('a' + dice_below(&crowd->dice, 26)), crowd->born++);
    subject_add(crowd->subject, crowd->nodes, name, weights[native][dice_below(&crowd->dice, 7)],
                crowd->n);
    crowd->n++;
}

static void crowd_remove(struct crowd *crowd)
{
    if (crowd->n < 2)
        return;
    uint32_t which = crowd->n - 1;
    if (subject_any_removal(crowd->subject) && !(crowd->subject->promises & BERTH_NUMBERED))
        which = dice_below(&crowd->dice, crowd->n);
    subject_remove(crowd->nodes, crowd->names[which]);
    crowd->n--;
    memmove(crowd->names[which], crowd->names[which + 1], (crowd->n - which) * NAME);
}

static void crowd_change(struct crowd *crowd)
{
    static const char *const keys[] = {"weight", "state", "zone", "addr", "weight"};
    static const char *const values[][4] = {{"1", "2", "3", "0"},
                                            {"up", "down", "drain", "up"},
                                            {"x", "y", "z", ""},
                                            {"10.0.0.1", "10.0.0.2:80", "", "a"},
                                            {"1", "1", "5", "7"}};
    uint32_t key = dice_below(&crowd->dice, 5);
    subject_set(crowd->nodes, crowd->names[dice_below(&crowd->dice, crowd->n)], keys[key],
                values[key][dice_below(&crowd->dice, 4)]);
}

static void crowd_step(struct crowd *crowd)
{
    uint32_t changes = dice_below(&crowd->dice, 6) == 0 ? 8 : 1;
    while (changes-- > 0) {
        switch (dice_below(&crowd->dice, 4)) {
        case 0:
            crowd_remove(crowd);
            break;
        case 1:
            crowd_change(crowd);
            break;
        default:
            crowd_add(crowd);
        }
    }
}

static void same_text(const berth_map *a, const berth_map *b)
{
    static char x[16384], y[16384];
    size_t len = berth_map_text(a, x, sizeof x);
    assert_in_range(len, 1, sizeof x - 1);
    assert_int_equal(berth_map_text(b, y, sizeof y), len);
    assert_string_equal(x, y);
}

/* Compares shares, unless that takes a million lookups; there, equal answers imply equal shares. */
static void same_shares(const struct subject *subject, const berth_map *a, const berth_map *b)
{
    double x[NODES_MAX], y[NODES_MAX];
    if (!subject_shares_cheap(subject))
        return;
    enum berth_measure measure = berth_map_shares(a, x);
    assert_int_equal(berth_map_shares(b, y), measure);
    for (uint32_t i = 0; i < berth_map_count(a); i++)
        assert_true(x[i] == y[i]);
}

static void same_map(const berth_map *a, const berth_map *b)
{
    struct subject subject = subject_of(berth_map_spec(a));
    assert_int_equal(berth_map_count(a), berth_map_count(b));
    subject_same_fingerprint(a, b);
    same_text(a, b);
    subject_same_answers(a, b, subject_effort(&subject, KEYS));
    same_shares(&subject, a, b);
}

/* Makes the next map; a change that it refuses must be refused by a new map, too. */
static berth_map *next_as_new(const struct subject *subject, berth_map *map, berth_nodes *nodes)
{
    berth_error a = {0}, b = {0};
    berth_map *next = berth_map_next(map, nodes, &a);
    berth_map *fresh = berth_map_new(subject->spec, nodes, NULL, &b);
    assert_string_equal(a.text, b.text);
    assert_true(!next == !fresh);
    if (!next) {
        assert_false(subject->promises & BERTH_NATIVE);
        return map;
    }
    same_map(fresh, next);
    berth_map_free(fresh);
    berth_map_free(map);
    return next;
}

static void check_next(const struct subject *subject)
{
    struct crowd crowd = {.subject = subject, .nodes = berth_nodes_new(NULL), .dice = {77}};
    for (unsigned i = 0; i < 5; i++)
        crowd_add(&crowd);
    berth_map *map = berth_map_new(subject->spec, crowd.nodes, NULL, NULL);
    const unsigned steps = !(subject->promises & BERTH_NATIVE) ? 6 : subject->plain ? 40 : 12;
    for (unsigned i = 0; i < steps && map; i++) {
        crowd_step(&crowd);
        map = next_as_new(subject, map, crowd.nodes);
    }
    assert_true(map || !(subject->promises & BERTH_NATIVE));
    berth_map_free(map);
    berth_nodes_free(crowd.nodes);
}

/* The map from which another is made does not change, and may be freed first. */
static void check_before_is_untouched(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, 8, "node-%u");
    berth_map *twin = subject_map(subject, nodes), *map = subject_map(subject, nodes);
    berth_map *same = subject_next(map, nodes);
    subject_add(subject, nodes, "node-8", 1, 8);
    berth_map *grown = subject_next(map, nodes), *fresh = subject_map(subject, nodes);
    same_map(twin, map);
    same_map(twin, same);
    berth_map_free(map);
    same_map(fresh, grown);
    same_map(twin, same);
    berth_map_free(twin);
    berth_map_free(same);
    berth_map_free(grown);
    berth_map_free(fresh);
    berth_nodes_free(nodes);
}

/* All nodes leave, and others come. */
static void check_all_new(const struct subject *subject)
{
    berth_nodes *old = subject_nodes(subject, 6, "old-%u");
    berth_nodes *new = subject_nodes(subject, 9, "new-%u");
    berth_map *map = subject_map(subject, old), *next = subject_next(map, new);
    berth_map *fresh = subject_map(subject, new);
    same_map(fresh, next);
    berth_map_free(map);
    berth_map_free(next);
    berth_map_free(fresh);
    berth_nodes_free(old);
    berth_nodes_free(new);
}

static const struct property properties[] = {
    {"the next map equals a new map of its nodes", 0, check_next, NULL},
    {"the next map does not change the map before it", 0, check_before_is_untouched, NULL},
    {"the next map when all nodes are replaced", 0, check_all_new, NULL},
};
PROPERTIES_MAIN(properties)
