/* SPDX-License-Identifier: MIT */
/* ranking_open_test.c - the next open node of a ranking is the one that a walk node by node finds
 *
 *   ranking   d  a  f  c  b  e         open: a, b, e
 *   found        1        2  3         in one pass over the nodes each, where a step is such a pass */
#include "dice.h"
#include "property.h"

#include "place/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

enum { NODES = 70, KEYS = 24 };

struct asked {
    uint64_t open[BITSET_WORDS(NODES)];
    size_t *times;
};

static bool is_open(const void *of, uint32_t node)
{
    const struct asked *asked = of;
    (*asked->times)++;
    return bitset_has(asked->open, node);
}

/* Of one node in `part` on average, and always of node 3. */
static struct asked draw(struct dice *dice, uint64_t part, size_t *times)
{
    struct asked asked = {.times = times};
    bitset_add(asked.open, 3);
    for (uint32_t i = 0; i < NODES; i++)
        if (dice_u64(dice) % part == 0)
            bitset_add(asked.open, i);
    return asked;
}

static uint32_t one_by_one(const berth_map *map, struct walk *walk, const struct asked *asked)
{
    uint32_t node;
    do
        node = walk_next(map, walk);
    while (node != BERTH_NONE && !bitset_has(asked->open, node));
    return node;
}

static void compare(const berth_map *map, uint64_t key, const struct asked *asked)
{
    const struct open_to open = {is_open, asked};
    struct walk a, b;
    walk_begin_u64(&a, map, key);
    walk_begin_u64(&b, map, key);
    walk_rewind(&a);
    walk_rewind(&b);
    for (uint32_t i = 0; i <= NODES; i++) {
        *asked->times = 0;
        uint32_t found = walk_next_open(map, &a, &open);
        assert_int_equal(found, one_by_one(map, &b, asked));
        if (map->ops->next_open)
            assert_in_range(*asked->times, 0, 3 * NODES);
        if (found == BERTH_NONE)
            break;
    }
}

static void check_map(const struct subject *subject, double weight_of_7)
{
    static const uint64_t parts[] = {1, 2, 8, 1000};
    struct dice dice = {.state = 15};
    size_t times = 0;
    berth_nodes *nodes = subject_nodes(subject, NODES, "10.0.0.%u:80");
    if (subject_takes_weight(subject, weight_of_7))
        subject_weight(nodes, "10.0.0.7:80", weight_of_7);
    berth_map *map = subject_map(subject, nodes);
    for (uint64_t key = 0; key < KEYS; key++) {
        struct asked asked = draw(&dice, parts[key % 4], &times);
        compare(map, dice_u64(&dice), &asked);
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static void check_open(const struct subject *subject)
{
    check_map(subject, 1);
    check_map(subject, 2);
}

static bool ranks(const struct subject *subject)
{
    return subject->promises & BERTH_REPLICAS;
}

static const struct property properties[] = {
    {"the next open node is found as one by one", 0, check_open, ranks},
};
PROPERTIES_MAIN(properties)
