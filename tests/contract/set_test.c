/* SPDX-License-Identifier: MIT */
/* set_test.c - a membership is a set: the order of listing and the history do not matter
 *
 * Twelve nodes with weights 1, 2, 3, 1, ... are listed in many orders, while five others come and
 * leave. Every map must have the same fingerprint, owners and first three replicas. */
#include "dice.h"
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 12, GUESTS = 5, NAME = 16 };

struct answers {
    uint32_t *owners, *replicas; /* three of each key */
    uint32_t keys;
};

static struct answers answers_of(const berth_map *map, uint32_t keys)
{
    struct answers a = {.keys = keys};
    a.owners = malloc(keys * sizeof *a.owners);
    a.replicas = malloc(keys * 3 * sizeof *a.replicas);
    keys_owners_text(map, "parcel:%u", keys, a.owners);
    for (uint32_t i = 0; i < keys; i++) {
        char text[24];
        uint32_t *list = a.replicas + i * 3;
        int len = snprintf(text, sizeof text, "parcel:%u", i);
        list[1] = list[2] = BERTH_NONE;
        berth_map_replicas(map, text, (size_t)len, list, 3);
    }
    return a;
}

static void answers_free(struct answers *a)
{
    free(a->owners);
    free(a->replicas);
}

static void same_answers(const struct answers *a, const struct answers *b)
{
    assert_memory_equal(a->owners, b->owners, a->keys * sizeof *a->owners);
    assert_memory_equal(a->replicas, b->replicas, a->keys * 3 * sizeof *a->replicas);
}

/* Some presets accept no weight above 1. */
static void add_quay(const struct subject *subject, berth_nodes *nodes, uint32_t i)
{
    char name[NAME];
    snprintf(name, sizeof name, "quay-%02u", i + 1);
    subject_add(subject, nodes, name, subject_takes_weight(subject, 3) ? 1 + i % 3 : 1, i);
}

static void shuffle(uint32_t *items, uint32_t n, struct dice *dice)
{
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = dice_below(dice, i), swap = items[i - 1];
        items[i - 1] = items[j];
        items[j] = swap;
    }
}

/* Returns the twelve nodes, added in a random order; the other five come in between and leave in
 * the end. */
static berth_nodes *nodes_with_a_past(const struct subject *subject, struct dice *dice)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    uint32_t order[NODES + GUESTS], leaving[GUESTS];
    char name[NAME];
    for (uint32_t i = 0; i < NODES + GUESTS; i++)
        order[i] = i;
    shuffle(order, NODES + GUESTS, dice);
    for (uint32_t i = 0; i < NODES + GUESTS; i++)
        add_quay(subject, nodes, order[i]);
    for (uint32_t i = 0; i < GUESTS; i++)
        leaving[i] = NODES + i;
    shuffle(leaving, GUESTS, dice);
    for (uint32_t i = 0; i < GUESTS; i++) {
        snprintf(name, sizeof name, "quay-%02u", leaving[i] + 1);
        subject_remove(nodes, name);
    }
    return nodes;
}

static void check_set(const struct subject *subject)
{
    const uint32_t keys = subject_effort(subject, 20000);
    const uint32_t orders = keys == 20000 ? 24 : subject->promises & BERTH_NATIVE ? 6 : 3;
    struct dice dice = {.state = 1201};
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (uint32_t i = 0; i < NODES; i++)
        add_quay(subject, nodes, i);
    berth_map *fresh = subject_map(subject, nodes);
    struct answers expected = answers_of(fresh, keys);
    berth_nodes_free(nodes);
    for (uint32_t i = 0; i < orders; i++) {
        nodes = nodes_with_a_past(subject, &dice);
        berth_map *map = subject_map(subject, nodes);
        struct answers got = answers_of(map, keys);
        subject_same_fingerprint(fresh, map);
        same_answers(&expected, &got);
        answers_free(&got);
        berth_map_free(map);
        berth_nodes_free(nodes);
    }
    answers_free(&expected);
    berth_map_free(fresh);
}

/* The same, but each map on the way is made from the map before it. */
static void check_history_of_maps(const struct subject *subject)
{
    struct dice dice = {.state = 1202};
    berth_nodes *nodes = berth_nodes_new(NULL);
    uint32_t order[NODES];
    char name[NAME];
    for (uint32_t i = 0; i < NODES; i++) {
        add_quay(subject, nodes, i);
        order[i] = i;
    }
    berth_map *fresh = subject_map(subject, nodes), *map = subject_map(subject, nodes);
    const uint32_t keys = subject_effort(subject, 3000);
    for (unsigned round = 0; round < (keys == 3000 ? 3 : 1); round++) {
        shuffle(order, NODES, &dice);
        for (uint32_t i = 0; i < NODES; i++) {
            snprintf(name, sizeof name, "quay-%02u", order[i] + 1);
            subject_remove(nodes, name);
            berth_map *next = subject_next(map, nodes);
            berth_map_free(map);
            add_quay(subject, nodes, order[i]);
            map = subject_next(next, nodes);
            berth_map_free(next);
        }
    }
    struct answers a = answers_of(fresh, keys), b = answers_of(map, keys);
    subject_same_fingerprint(fresh, map);
    same_answers(&a, &b);
    answers_free(&a);
    answers_free(&b);
    berth_map_free(fresh);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* With order=line, another order must give another map, with another fingerprint. */
static void check_order_matters(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, 3, "node-%u");
    berth_map *map = subject_map(subject, nodes);
    subject_remove(nodes, "node-0");
    subject_add(subject, nodes, "node-0", 1, 2);
    berth_map *other = subject_map(subject, nodes);
    assert_string_equal(berth_map_name(map, 0), "node-0");
    assert_string_equal(berth_map_name(other, 0), "node-1");
    assert_string_equal(berth_map_name(other, 2), "node-0");
    assert_false(subject_fingerprints_equal(map, other));
    berth_map_free(map);
    berth_map_free(other);
    berth_nodes_free(nodes);
}

/* A numbered scheme must refuse nodes without slot=K, and not invent numbers. */
static void check_refused_without_slots(const struct subject *subject)
{
    berth_error error = {0};
    berth_nodes *nodes = subject_nodes(subject, 3, "node-%u");
    berth_nodes_set(nodes, "node-1", "slot", NULL, NULL);
    assert_null(berth_map_new(subject->spec, nodes, NULL, &error));
    assert_int_equal(error.code, BERTH_E_SLOT);
    assert_non_null(strstr(error.text, "node-1"));
    assert_non_null(strstr(error.text, "slot=K"));
    berth_nodes_set(nodes, "node-1", "slot", "2", NULL);
    assert_null(berth_map_new(subject->spec, nodes, NULL, &error));
    assert_int_equal(error.code, BERTH_E_SLOT);
    assert_non_null(strstr(error.text, "slot 2"));
    berth_nodes_free(nodes);
}

static bool is_by_line(const struct subject *subject)
{
    return subject->by_line;
}

static const struct property properties[] = {
    {"order and history of nodes do not matter", BERTH_SET, check_set, NULL},
    {"the history of maps does not matter", BERTH_SET, check_history_of_maps, subject_any_removal},
    {"with order=line, another order is another map", BERTH_NUMBERED, check_order_matters,
     is_by_line},
    {"nodes without slot numbers are refused", BERTH_NUMBERED, check_refused_without_slots,
     subject_wants_slots},
};
PROPERTIES_MAIN(properties)
