/* SPDX-License-Identifier: MIT */
/* live_bound_test.c - load bounded by berth's rule, on every scheme that has a ranking
 *
 * Keys are taken and given back at random. Each goes to the first node of its ranking that carries
 * less than ceil(bound x load / nodes). One node goes down and comes back in the meantime. */
#include "dice.h"
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 7, STEPS = 300, KEYS = 40 };

struct scene {
    berth_live *live;
    berth_reader *reader;
    struct berth_ticket open[STEPS];
    size_t n;
};

/* Whether the bound is berth's own. Other tests compare the bounds of deployed systems with the
 * systems. */
static bool berths_rule(const struct subject *subject)
{
    return strncmp(subject->info.name, "haproxy", 7) != 0 &&
           strcmp(subject->info.name, "kubeai-chwbl") != 0;
}

static uint64_t load_of(const struct scene *scene, const berth_map *map, uint32_t node)
{
    return berth_live_load(scene->live, berth_map_name(map, node));
}

static uint64_t load_of_all(const struct scene *scene)
{
    struct berth_live_status status;
    berth_live_status(scene->live, &status);
    return status.load;
}

static bool is_up(const berth_map *map, uint32_t index)
{
    struct berth_node node;
    return berth_map_node(map, index, &node) && node.state == BERTH_UP;
}

/* Returns the first node of the key's ranking that has room. Some systems rank down nodes, too. */
static uint32_t first_with_room(const struct scene *scene, const berth_map *map, uint64_t key,
                                uint32_t up)
{
    uint32_t ranking[NODES];
    size_t n = keys_replicas(map, KEYS_INTEGERS, key, ranking, NODES);
    uint64_t total = load_of_all(scene) + 1, cap = (5 * total + 4 * up - 1) / (4 * up);
    for (size_t i = 0; i < n; i++)
        if (is_up(map, ranking[i]) && load_of(scene, map, ranking[i]) < cap)
            return ranking[i];
    return BERTH_NONE;
}

static void take(struct scene *scene, uint64_t key, uint32_t up)
{
    const berth_map *map = berth_reader_enter(scene->reader);
    uint32_t wanted = first_with_room(scene, map, key, up);
    int index = berth_reader_take_u64(scene->reader, key, &scene->open[scene->n++]);
    assert_true(index >= 0);
    if (wanted != BERTH_NONE) /* a ranking may be shorter than the membership */
        assert_int_equal(index, wanted);
    berth_reader_leave(scene->reader);
}

static void give(struct scene *scene, size_t at)
{
    assert_int_equal(berth_live_give(scene->live, &scene->open[at]), BERTH_E_OK);
    scene->open[at] = scene->open[--scene->n];
}

static void check_bound(const struct subject *subject)
{
    struct scene scene = {0};
    struct dice dice = {.state = 17};
    berth_error error;
    berth_nodes *nodes = subject_nodes(subject, NODES, "lock-%02u");
    scene.live = berth_live_new(subject->spec, nodes, NULL, &error);
    scene.reader = berth_reader_new(scene.live, &error);
    assert_non_null(scene.reader);
    if (berth_live_set_bound(scene.live, 1.25, &error) == BERTH_E_OK) {
        uint32_t up = NODES;
        for (unsigned step = 0; step < STEPS; step++) {
            if (step == STEPS / 3 || step == 2 * STEPS / 3) {
                up = step == STEPS / 3 ? NODES - 1 : NODES;
                berth_live_set_state(scene.live, "lock-03", up < NODES ? BERTH_DOWN : BERTH_UP,
                                     &error);
            }
            if (scene.n > 0 && dice_below(&dice, 3) == 0)
                give(&scene, dice_below(&dice, (uint32_t)scene.n));
            else
                take(&scene, dice_below(&dice, KEYS), up);
        }
        while (scene.n > 0)
            give(&scene, 0);
        assert_int_equal(load_of_all(&scene), 0);
    } else {
        assert_int_equal(error.code, BERTH_E_UNSUPPORTED);
        assert_false(subject->promises & BERTH_REPLICAS);
    }
    berth_reader_free(scene.reader);
    berth_live_free(scene.live);
    berth_nodes_free(nodes);
}

/* A node of weight 0 has no part in the bound: the others' caps add up to the load. */
static void check_weight_0(const struct subject *subject)
{
    struct scene scene = {0};
    berth_error error;
    berth_nodes *nodes = subject_nodes(subject, NODES, "lock-%02u");
    subject_weight(nodes, "lock-02", 0);
    scene.live = berth_live_new(subject->spec, nodes, NULL, &error);
    if (scene.live && berth_live_set_bound(scene.live, 1.25, &error) == BERTH_E_OK) {
        scene.reader = berth_reader_new(scene.live, &error);
        for (uint64_t key = 0; key < STEPS; key++)
            take(&scene, key % 3, NODES - 1);
        assert_int_equal(berth_live_load(scene.live, "lock-02"), 0);
        while (scene.n > 0)
            give(&scene, 0);
    }
    berth_reader_free(scene.reader);
    berth_live_free(scene.live);
    berth_nodes_free(nodes);
}

/* status.load must be the load from which the bound is computed: without that of down nodes, except
 * where the system counts what these still carry. */
static void check_status_load(const struct subject *subject)
{
    struct scene scene = {0};
    berth_error error;
    berth_nodes *nodes = subject_nodes(subject, NODES, "lock-%02u");
    scene.live = berth_live_new(subject->spec, nodes, NULL, &error);
    scene.reader = berth_reader_new(scene.live, &error);
    berth_live_set_bound(scene.live, 0, NULL);
    for (uint64_t key = 0; key < STEPS; key++)
        assert_true(berth_reader_take_u64(scene.reader, key, &scene.open[scene.n++]) >= 0);
    assert_int_equal(load_of_all(&scene), STEPS);
    berth_live_set_state(scene.live, "lock-03", BERTH_DOWN, &error);
    uint64_t down = berth_live_load(scene.live, "lock-03");
    bool counts_down = strncmp(subject->info.name, "haproxy", 7) == 0;
    assert_int_equal(load_of_all(&scene), counts_down ? STEPS : STEPS - down);
    berth_live_set_state(scene.live, "lock-03", BERTH_UP, &error);
    assert_int_equal(load_of_all(&scene), STEPS);
    while (scene.n > 0)
        give(&scene, 0);
    assert_int_equal(load_of_all(&scene), 0);
    berth_reader_free(scene.reader);
    berth_live_free(scene.live);
    berth_nodes_free(nodes);
}

static const struct property properties[] = {
    {"each key goes to the first node of its ranking that has room", 0, check_bound, berths_rule},
    {"a node of weight 0 has no part in the bound", 0, check_weight_0, berths_rule},
    {"status.load leaves out nodes that are down", 0, check_status_load, NULL},
};

PROPERTIES_MAIN(properties)
