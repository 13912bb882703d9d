/* SPDX-License-Identifier: MIT */
/* zones_change_test.c - a change of one node moves at most one copy of a key, zones or not
 *
 * L = the set of a key's first n replicas before, L' = after node x changed. For every key and n:
 *
 *   x leaves or is down   L' = L when x is not in L; else L' = L - x + one other
 *   x comes or is up      L  = L' when x is not in L'; else L = L' - x + one other
 *   x gets heavier        as if it came, or L' = L as sets; lighter: as if it left, or L' = L
 *
 * So a copy moves only to x or from x, and no more copies move than x gains or loses, which is the
 * least possible. That holds without zones, for one zone, and for any other split of the nodes,
 * also when the last node of a zone leaves. With zones, the order of the replicas that stay may
 * change; without zones it never does. */
#include "dice.h"
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 12, KEYS = 30, SPLITS = 6 };

/* Replicas as the numbers in their nodes' names, which stay the same in all changes. */
struct list {
    uint32_t node[NODES];
    size_t n;
};

static struct list list_of(const berth_map *map, enum keys_kind kind, uint64_t key)
{
    struct list list;
    list.n = keys_replicas(map, kind, key, list.node, NODES);
    for (size_t i = 0; i < list.n; i++)
        list.node[i] = (uint32_t)atoi(berth_map_name(map, list.node[i]) + strlen("store-"));
    return list;
}

static uint32_t set_of(const struct list *list, size_t n)
{
    uint32_t set = 0;
    for (size_t i = 0; i < n && i < list->n; i++)
        set |= 1u << list->node[i];
    return set;
}

/* Whether the nodes of both lists, except x, are in the same order. */
static bool same_order(const struct list *a, const struct list *b, uint32_t x)
{
    size_t at = 0;
    for (size_t i = 0; i < a->n; i++) {
        if (a->node[i] == x)
            continue;
        while (at < b->n && b->node[at] == x)
            at++;
        if (at >= b->n || b->node[at++] != a->node[i])
            return false;
    }
    return true;
}

/* Compares a key's replicas in a membership that has x, or gives x a larger weight, with those in a
 * membership that has less of x. `away` means that the latter does not have x at all. */
static void check_one(const struct list *with, const struct list *less, uint32_t x, bool away)
{
    for (size_t n = 1; n <= NODES; n++) {
        uint32_t a = set_of(with, n), b = set_of(less, n), bit = 1u << x;
        if (a == b)
            continue;
        assert_true(a & bit);
        assert_false(b & bit);
        assert_int_equal(a & ~b, bit);
        assert_true(__builtin_popcount(b & ~a) == 1 || (away && n > less->n));
    }
    if (!(set_of(with, NODES) >> x & 1))
        assert_memory_equal(with, less, sizeof *with);
}

/* Returns how many keys have replicas in another order. */
static size_t check_keys(const struct subject *subject, const berth_map *with,
                         const berth_map *less, uint32_t x, bool away)
{
    size_t turned = 0;
    for (unsigned kind = 0; kind < KEYS_KINDS; kind++) {
        for (uint64_t key = 0; key < subject_effort(subject, KEYS); key++) {
            struct list a = list_of(with, kind, key), b = list_of(less, kind, key);
            check_one(&a, &b, x, away);
            turned += !same_order(&a, &b, x);
        }
    }
    return turned;
}

/* ---- memberships ----------------------------------------------------------------------------- */

/* Split 0 has no zones, split 1 a single zone, and split 2 three zones of four nodes. The others
 * have up to six zones of any size, and nodes without a zone. */
static berth_nodes *nodes_in_zones(const struct subject *subject, unsigned split)
{
    static const char *const zones[] = {"", "a", "b", "c", "d", "e"};
    struct dice dice = {.state = split};
    berth_nodes *nodes = subject_nodes(subject, NODES, "store-%02u");
    uint32_t most = 2 + dice_below(&dice, 5);
    for (uint32_t i = 0; i < NODES && split > 0; i++) {
        char name[16];
        uint32_t zone = split == 1 ? 1 : split == 2 ? 1 + i % 3 : dice_below(&dice, most);
        snprintf(name, sizeof name, "store-%02u", i);
        subject_set(nodes, name, "zone", zones[zone]);
    }
    return nodes;
}

static void check_change(const struct subject *subject, unsigned split, const char *attribute,
                         const char *value)
{
    berth_nodes *nodes = nodes_in_zones(subject, split);
    berth_map *with = subject_map(subject, nodes);
    bool away = !attribute || strcmp(attribute, "state") == 0;
    size_t turned = 0;
    for (uint32_t x = split % 2; x < NODES; x += 2) {
        char name[16];
        snprintf(name, sizeof name, "store-%02u", x);
        berth_error error;
        berth_nodes *changed = berth_nodes_copy(nodes, &error);
        if (attribute)
            subject_set(changed, name, attribute, value);
        else
            subject_remove(changed, name);
        berth_map *less = subject_next(with, changed);
        turned += check_keys(subject, with, less, x, away);
        berth_map_free(less);
        berth_nodes_free(changed);
    }
    if (split < 2)
        assert_true(turned == 0 || (attribute && strcmp(attribute, "weight") == 0));
    berth_map_free(with);
    berth_nodes_free(nodes);
}

static void check_leaving(const struct subject *subject)
{
    for (unsigned split = 0; split < SPLITS; split++)
        check_change(subject, split, NULL, NULL);
}

static void check_down(const struct subject *subject)
{
    for (unsigned split = 0; split < SPLITS; split++)
        check_change(subject, split, "state", "down");
}

static void check_lighter(const struct subject *subject)
{
    for (unsigned split = 0; split < SPLITS; split++)
        check_change(subject, split, "weight", "0.4");
}

/* Whether rankings survive the removal of a node. With several probes they do not, since another
 * probe may then be the nearest; in numbered schemes keys are drawn again. */
static bool ranks_on(const struct subject *subject)
{
    return (subject->promises & BERTH_NATIVE) && !(subject->promises & BERTH_NUMBERED) &&
           !strstr(subject->spec, "probes=");
}

static bool ranks_weights(const struct subject *subject)
{
    return ranks_on(subject) && subject->promises & BERTH_WEIGHTS;
}

static const struct property properties[] = {
    {"zones: a node that leaves takes only its copies", BERTH_REPLICAS | BERTH_MINIMAL,
     check_leaving, ranks_on},
    {"zones: a node that is down gives away only its copies", BERTH_REPLICAS | BERTH_MINIMAL,
     check_down, ranks_on},
    {"zones: a node that gets lighter gives away copies", BERTH_REPLICAS | BERTH_MINIMAL,
     check_lighter, ranks_weights},
};
PROPERTIES_MAIN(properties)
