/* SPDX-License-Identifier: MIT */
/* live_load_thread_test.c - many threads take and give at once, nodes coming and going under them
 *
 * Views are kept to the end: this is about the counters alone. */
#include "live/load.h"
#include "place/walk.h"

#include "dice.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <pthread.h>

enum { THREADS = 4, HELD = 200, ROUNDS = 30000, FILLS = 10, NODES = 7, CHANGES = 150 };

struct stage {
    struct load_book book;
    struct load_view views[CHANGES + 1];
    berth_map *maps[CHANGES + 1];
    unsigned count;
    struct load_view *_Atomic current;
    _Atomic unsigned odd; /* what a thread saw and must not see */
};

struct actor {
    struct stage *stage;
    struct dice dice;
    struct load_counter *held[HELD];
    unsigned n;
    const struct load_view *view; /* often not the newest */
};

static void stage_view(struct stage *stage, berth_map *map)
{
    berth_error error = {0};
    struct load_view *before = stage->count ? &stage->views[stage->count - 1] : NULL;
    struct load_view *next = &stage->views[stage->count];
    assert_non_null(map);
    stage->maps[stage->count++] = map;
    expect_ok(load_view_new(next, &stage->book, map, before, &error), &error);
    load_admit(next);
    atomic_store(&stage->current, next);
    load_expel(next);
}

static berth_nodes *stage_open(struct stage *stage, const char *spec, double factor)
{
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    memset(stage, 0, sizeof *stage);
    berth_nodes_parse_inline(nodes, "n0,n1,n2=2,n3,n4=3,n5,n6", &error);
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    assert_non_null(map);
    load_book_open(&stage->book, map->scheme, &map->alloc);
    expect_ok(load_bound_set(&stage->book, map, factor, &error), &error);
    stage_view(stage, map);
    return nodes;
}

static void stage_close(struct stage *stage, berth_nodes *nodes)
{
    assert_int_equal(atomic_load(&stage->odd), 0);
    assert_int_equal(atomic_load(&stage->book.total), 0);
    for (struct load_counter *counter = stage->book.first; counter; counter = counter->next)
        assert_int_equal(load_count(atomic_load(&counter->word)), 0);
    for (unsigned i = 0; i < stage->count; i++) {
        load_view_free(&stage->views[i]);
        berth_map_free(stage->maps[i]);
    }
    load_book_close(&stage->book);
    berth_nodes_free(nodes);
}

/* ---- actors -------------------------------------------------------------------------------- */

static void actor_take(struct actor *actor)
{
    struct stage *stage = actor->stage;
    if (!actor->view || dice_below(&actor->dice, 32) == 0)
        actor->view = atomic_load(&stage->current);
    const struct load_view *view = actor->view;
    uint64_t key = dice_below(&actor->dice, 50);
    struct walk walk;
    walk_begin(&walk, view->map, &key, sizeof key);
    uint32_t nodes[3], index;
    if (dice_below(&actor->dice, 4) == 0)
        index = load_take_spread(view, &walk, nodes,
                                 berth_map_replicas(view->map, &key, sizeof key, nodes, 3), key);
    else
        index = load_take(view, &walk);
    if (index != BERTH_NONE)
        actor->held[actor->n++] = view->nodes[index].counter;
    if (atomic_load(&stage->book.total) > THREADS * (uint64_t)(HELD + 1))
        atomic_fetch_add(&stage->odd, 1); /* it went below zero */
}

static void actor_give(struct actor *actor)
{
    unsigned at = dice_below(&actor->dice, actor->n);
    if (load_give(&actor->stage->book, actor->held[at], &(bool){false}) != BERTH_E_OK)
        atomic_fetch_add(&actor->stage->odd, 1);
    actor->held[at] = actor->held[--actor->n];
}

static void *actor_fill(void *context)
{
    struct actor *actor = context;
    while (actor->n < HELD)
        actor_take(actor);
    return NULL;
}

static void *actor_empty(void *context)
{
    struct actor *actor = context;
    while (actor->n > 0)
        actor_give(actor);
    return NULL;
}

static void *actor_both(void *context)
{
    struct actor *actor = context;
    for (unsigned i = 0; i < ROUNDS; i++) {
        if (actor->n > 0 && (actor->n == HELD || dice_below(&actor->dice, 2)))
            actor_give(actor);
        else
            actor_take(actor);
    }
    return NULL;
}

typedef void flapping(struct stage *stage, berth_nodes *nodes);

static void all_do(struct actor *actors, void *(*what)(void *), flapping *meanwhile,
                   berth_nodes *nodes)
{
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, what, &actors[i]), 0);
    if (meanwhile)
        meanwhile(actors->stage, nodes);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static struct actor *actors_new(struct stage *stage)
{
    struct actor *actors = calloc(THREADS, sizeof *actors);
    for (unsigned i = 0; i < THREADS; i++) {
        actors[i].stage = stage;
        actors[i].dice.state = 1000 + i;
    }
    return actors;
}

/* ---- tests --------------------------------------------------------------------------------- */

static uint64_t cap_of(const struct load_view *view, uint32_t index, double factor)
{
    u128 part = (u128)(factor * 1e6 + 0.5) * (THREADS * HELD) * view->nodes[index].weight;
    u128 whole = view->all * 1000000;
    return (uint64_t)((part + whole - 1) / whole);
}

static void loads_within_caps(const struct stage *stage, double factor)
{
    const struct load_view *view = &stage->views[0];
    uint64_t sum = 0;
    for (uint32_t i = 0; i < NODES; i++) {
        uint64_t load = load_of(view, berth_map_name(view->map, i));
        assert_true(load <= cap_of(view, i, factor));
        sum += load;
    }
    assert_int_equal(sum, THREADS * HELD);
    assert_int_equal(load_of(view, NULL), sum);
}

/* While no thread gives, no node is ever above its cap for the load at the end. */
static void caps_hold(void **state)
{
    (void)state;
    static const double factors[] = {1, 1.1, 2};
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
        struct stage *stage = malloc(sizeof *stage);
        berth_nodes *nodes = stage_open(stage, "slots:table=1024", factors[f]);
        struct actor *actors = actors_new(stage);
        for (unsigned fill = 0; fill < FILLS; fill++) {
            all_do(actors, actor_fill, NULL, NULL);
            loads_within_caps(stage, factors[f]);
            all_do(actors, actor_empty, NULL, NULL);
        }
        stage_close(stage, nodes);
        free(actors);
        free(stage);
    }
}

static void flap(struct stage *stage, berth_nodes *nodes)
{
    struct dice dice = {.state = 5};
    for (unsigned i = 0; i < CHANGES; i++) {
        char name[8];
        struct berth_node node;
        snprintf(name, sizeof name, "n%u", dice_below(&dice, NODES));
        unsigned what = dice_below(&dice, 3);
        if (!berth_nodes_find(nodes, name, &node))
            berth_nodes_add(nodes, name, 1, NULL);
        else if (what == 0)
            berth_nodes_remove(nodes, name, NULL);
        else
            berth_nodes_set(nodes, name, "state", node.state == BERTH_DOWN ? "up" : "down", NULL);
        stage_view(stage, berth_map_next(stage->maps[stage->count - 1], nodes, NULL));
    }
}

static void nodes_come_and_go(void **state)
{
    (void)state;
    static const char *const specs[] = {"hrw", "ring:points=8", "haproxy:hash-type=consistent"};
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        struct stage *stage = malloc(sizeof *stage);
        berth_nodes *nodes = stage_open(stage, specs[s], 1.25);
        struct actor *actors = actors_new(stage);
        all_do(actors, actor_both, flap, nodes);
        all_do(actors, actor_empty, NULL, NULL);
        stage_close(stage, nodes);
        free(actors);
        free(stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caps_hold),
        cmocka_unit_test(nodes_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
