/* SPDX-License-Identifier: MIT */
/* live_load_test.c - bounded load, step by step, against a model that counts by name
 *
 * Random schedules of takes, gives, states, weights, joins and removals. After every step the
 * counters and their total are the model's; every take goes to the first node of the key's ranking
 * that is below ceil(factor x total x weight / sum), 1 at least. */
#include "live/load.h"
#include "place/walk.h"

#include "counted_alloc.h"
#include "dice.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NAMES = 12, TICKETS = 400, STEPS = 1500 };

struct open_ticket {
    struct load_counter *counter;
    unsigned name;
};

struct model {
    struct counted_alloc heap;
    struct load_book book;
    struct load_view view;
    berth_nodes *nodes;
    berth_map *map;
    double factor;
    uint64_t load[NAMES];
    struct open_ticket tickets[TICKETS];
    size_t open;
    struct dice dice;
};

static const char *model_name(unsigned i, char out[16])
{
    snprintf(out, 16, "node-%02u", i);
    return out;
}

static unsigned model_number(const struct model *model, uint32_t index)
{
    return (unsigned)atoi(berth_map_name(model->map, index) + 5);
}

/* ---- what must hold ------------------------------------------------------------------------ */

/* The weight with which a name counts: 0 when it is not there, not up, or weighs nothing. */
static uint64_t model_weight(const struct model *model, unsigned i)
{
    char name[16];
    struct berth_node node;
    if (!berth_nodes_find(model->nodes, model_name(i, name), &node) || node.state != BERTH_UP)
        return 0;
    return (uint64_t)(node.weight * 1e6 + 0.5);
}

static uint64_t model_total(const struct model *model)
{
    uint64_t total = 0;
    for (unsigned i = 0; i < NAMES; i++)
        total += model_weight(model, i) > 0 ? model->load[i] : 0;
    return total;
}

static uint64_t model_cap(const struct model *model, unsigned i, uint64_t total)
{
    u128 all = 0, factor = (u128)(model->factor * 1e6 + 0.5);
    if (factor == 0)
        return UINT64_MAX;
    for (unsigned j = 0; j < NAMES; j++)
        all += model_weight(model, j);
    u128 part = factor * total * model_weight(model, i), whole = all * 1000000;
    uint64_t cap = (uint64_t)((part + whole - 1) / whole);
    return cap > 0 ? cap : 1;
}

static void model_check(const struct model *model)
{
    for (unsigned i = 0; i < NAMES; i++) {
        char name[16];
        assert_int_equal(load_of(&model->view, model_name(i, name)), model->load[i]);
    }
    assert_int_equal(load_of(&model->view, NULL), model_total(model));
}

/* ---- steps --------------------------------------------------------------------------------- */

static void model_publish(struct model *model)
{
    berth_error error = {0};
    struct load_view next;
    berth_map *map = berth_map_next(model->map, model->nodes, &error);
    assert_non_null(map);
    expect_ok(load_view_new(&next, &model->book, map, &model->view, &error), &error);
    load_admit(&next);
    berth_map_free(model->map);
    model->map = map;
    load_expel(&next);
    load_view_free(&model->view);
    model->view = next;
}

/* The first node of the ranking below its cap, by the model; NAMES = no node can take the key. */
static unsigned model_choice(const struct model *model, const char *key, uint64_t total)
{
    uint32_t ranking[NAMES];
    size_t n = berth_map_replicas(model->map, key, strlen(key), ranking, NAMES), open = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned name = model_number(model, ranking[i]);
        open += model_weight(model, name) > 0; /* a node that drains is ranked, but takes nothing */
        if (model_weight(model, name) > 0 && model->load[name] < model_cap(model, name, total))
            return name;
    }
    assert_int_equal(open, 0);
    return NAMES;
}

static void model_take(struct model *model, const char *key)
{
    struct walk walk;
    walk_begin(&walk, model->map, key, strlen(key));
    uint32_t index = load_take(&model->view, &walk);
    unsigned wanted = model_choice(model, key, model_total(model) + 1);
    if (index == BERTH_NONE) {
        assert_int_equal(wanted, NAMES);
        return;
    }
    assert_int_equal(model_number(model, index), wanted);
    model->load[wanted]++;
    model->tickets[model->open++] = (struct open_ticket){model->view.nodes[index].counter, wanted};
}

static void model_give(struct model *model, size_t at)
{
    struct open_ticket ticket = model->tickets[at];
    char name[16];
    assert_string_equal(ticket.counter->name, model_name(ticket.name, name));
    assert_int_equal(load_give(&model->book, ticket.counter, &(bool){false}), BERTH_E_OK);
    model->load[ticket.name]--;
    model->tickets[at] = model->tickets[--model->open];
}

static void model_change(struct model *model)
{
    static const char *const weights[] = {"1", "1", "2", "0.5", "7.25", "0"};
    char name[16];
    struct berth_node node;
    model_name(dice_below(&model->dice, NAMES), name);
    unsigned what = dice_below(&model->dice, 4);
    if (!berth_nodes_find(model->nodes, name, &node))
        berth_nodes_add(model->nodes, name, 1, NULL);
    else if (what == 0)
        berth_nodes_remove(model->nodes, name, NULL);
    else if (what == 1)
        berth_nodes_set(model->nodes, name, "weight", weights[dice_below(&model->dice, 6)], NULL);
    else
        berth_nodes_set(model->nodes, name, "state",
                        node.state != BERTH_UP ? "up"
                        : what == 2            ? "down"
                                               : "drain",
                        NULL);
    model_publish(model);
}

static void model_step(struct model *model)
{
    unsigned what = dice_below(&model->dice, 20);
    char key[16];
    snprintf(key, sizeof key, "key:%u", dice_below(&model->dice, 60));
    if (what == 0)
        model_change(model);
    else if (model->open > 0 && (what < 10 || model->open == TICKETS))
        model_give(model, dice_below(&model->dice, (uint32_t)model->open));
    else
        model_take(model, key);
}

/* ---- runs ---------------------------------------------------------------------------------- */

static void model_open(struct model *model, const char *spec, unsigned count, double factor)
{
    berth_error error = {0};
    memset(model, 0, sizeof *model);
    struct berth_alloc alloc = counted_alloc_start(&model->heap, 0);
    struct berth_options options = {.alloc = &alloc};
    char name[16];
    model->nodes = berth_nodes_new(NULL);
    for (unsigned i = 0; i < count; i++)
        berth_nodes_add(model->nodes, model_name(i, name), 1, NULL);
    model->map = berth_map_new(spec, model->nodes, &options, &error);
    if (!model->map)
        fail_msg("%s: %s", spec, error.text);
    load_book_open(&model->book, model->map->scheme, &alloc);
    model->factor = factor;
    expect_ok(load_bound_set(&model->book, model->map, factor, &error), &error);
    expect_ok(load_view_new(&model->view, &model->book, model->map, NULL, &error), &error);
    load_admit(&model->view);
    load_expel(&model->view);
    model->dice.state = 11;
}

/* With everything given back nothing is left: no load, no counter of a node that has gone. */
static void model_close(struct model *model)
{
    while (model->open > 0)
        model_give(model, model->open - 1);
    model_check(model);
    model_publish(model);
    load_sweep(&model->book);
    size_t counters = 0;
    for (struct load_counter *counter = model->book.first; counter; counter = counter->next)
        counters++;
    assert_int_equal(counters, model->map->count);
    assert_int_equal(atomic_load(&model->book.total), 0);
    load_view_free(&model->view);
    load_book_close(&model->book);
    berth_map_free(model->map);
    berth_nodes_free(model->nodes);
    assert_int_equal(model->heap.bytes, 0);
}

static void random_schedules(void **state)
{
    (void)state;
    static const char *const specs[] = {"slots:table=1024", "hrw", "ring:points=20",
                                        "ring:points=3,probes=3", "maglev:table=1009"};
    static const double factors[] = {0, 1, 1.000001, 1.05, 1.25, 3, 1000000};
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
            struct model model;
            model_open(&model, specs[s], 7, factors[f]);
            for (unsigned step = 0; step < STEPS; step++) {
                model_step(&model);
                model_check(&model);
            }
            model_close(&model);
        }
    }
}

/* One hot key at the tightest factor fills all nodes as evenly as their weights allow, in the order
 * of the key's ranking. */
static void hot_key_fills_all(void **state)
{
    (void)state;
    struct model model;
    model_open(&model, "slots:table=1024", 5, 1);
    for (unsigned i = 0; i < 100; i++) {
        model_take(&model, "hot");
        uint32_t ranking[NAMES];
        berth_map_replicas(model.map, "hot", 3, ranking, NAMES);
        assert_int_equal(model.tickets[i].name, model_number(&model, ranking[i % 5]));
    }
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(model.load[i], 20);
    model_close(&model);
}

static void one_node_takes_all(void **state)
{
    (void)state;
    struct model model;
    model_open(&model, "hrw", 1, 1);
    for (unsigned i = 0; i < 50; i++)
        model_take(&model, "any");
    assert_int_equal(model.load[0], 50);
    model_close(&model);
}

static void nobody_can_take(void **state)
{
    (void)state;
    struct model model;
    char name[16];
    model_open(&model, "slots:table=1024", 0, 1.25);
    struct walk walk = {0};
    assert_int_equal(load_take(&model.view, &walk), BERTH_NONE);
    for (unsigned i = 0; i < 3; i++) {
        berth_nodes_add(model.nodes, model_name(i, name), 1, NULL);
        berth_nodes_set(model.nodes, name, "state", "down", NULL);
    }
    model_publish(&model);
    walk_begin(&walk, model.map, "key", 3);
    assert_int_equal(load_take(&model.view, &walk), BERTH_NONE);
    assert_int_equal(load_of(&model.view, NULL), 0);
    model_close(&model);
}

static void never_below_zero(void **state)
{
    (void)state;
    struct model model;
    model_open(&model, "hrw", 2, 1.25);
    model_take(&model, "key");
    struct load_counter *counter = model.tickets[0].counter;
    model_give(&model, 0);
    assert_int_equal(load_give(&model.book, counter, &(bool){false}), BERTH_E_STATE);
    model_check(&model);
    model_close(&model);
}

/* A name that comes back while tickets of it are open carries them still. */
static void loads_live_on_by_name(void **state)
{
    (void)state;
    struct model model;
    model_open(&model, "hrw", 3, 0);
    for (unsigned i = 0; i < 30; i++)
        model_take(&model, i % 2 ? "a" : "b");
    uint64_t before = model.load[1] + model.load[0];
    assert_true(before > 0);
    berth_nodes_remove(model.nodes, "node-00", NULL);
    berth_nodes_remove(model.nodes, "node-01", NULL);
    model_publish(&model);
    model_check(&model);
    berth_nodes_add(model.nodes, "node-01", 3, NULL);
    berth_nodes_add(model.nodes, "node-00", 1, NULL);
    model_publish(&model);
    model_check(&model);
    model_close(&model);
}

/* A thread that still reads a view in which a node was up gives that node no more keys. */
static void old_views_pass_over_what_went_down(void **state)
{
    (void)state;
    struct model model;
    model_open(&model, "hrw", 4, 0);
    struct load_view old = model.view, next;
    berth_map *before = model.map;
    uint32_t ranking[NAMES];
    berth_map_replicas(before, "key", 3, ranking, NAMES);
    berth_nodes_set(model.nodes, berth_map_name(before, ranking[0]), "state", "down", NULL);
    berth_map *map = berth_map_next(before, model.nodes, NULL);
    expect_ok(load_view_new(&next, &model.book, map, &old, NULL), &(berth_error){0});
    load_admit(&next);
    load_expel(&next);
    struct walk walk;
    walk_begin(&walk, before, "key", 3);
    assert_int_equal(load_take(&old, &walk), ranking[1]);
    assert_int_equal(load_give(&model.book, old.nodes[ranking[1]].counter, &(bool){false}),
                     BERTH_E_OK);
    model.map = map;
    model.view = next;
    model_check(&model);
    load_view_free(&old);
    berth_map_free(before);
    model_close(&model);
}

/* ---- two of the first few ------------------------------------------------------------------ */

static void spread_evens_out(void **state)
{
    (void)state;
    struct model model;
    uint32_t nodes[4];
    model_open(&model, "slots:table=1024", 8, 0);
    size_t n = berth_map_replicas(model.map, "hot", 3, nodes, 4);
    struct walk walk;
    walk_begin(&walk, model.map, "hot", 3);
    for (uint64_t i = 0; i < 400; i++) {
        uint32_t index = load_take_spread(&model.view, &walk, nodes, n, i);
        unsigned name = model_number(&model, index);
        model.load[name]++;
        model.tickets[model.open++] = (struct open_ticket){model.view.nodes[index].counter, name};
    }
    for (size_t i = 0; i < n; i++) { /* two choices leave a few between the least and the most */
        assert_in_range(model.load[model_number(&model, nodes[i])], 95, 105);
    }
    model_check(&model);
    model_close(&model);
}

/* With a bound a spread key keeps to the caps, and with one node it is an ordinary key. */
static void spread_keeps_to_the_bound(void **state)
{
    (void)state;
    struct model model;
    uint32_t nodes[2];
    model_open(&model, "hrw", 6, 1);
    size_t n = berth_map_replicas(model.map, "hot", 3, nodes, 2);
    struct walk walk;
    walk_begin(&walk, model.map, "hot", 3);
    for (uint64_t i = 0; i < 120; i++) {
        uint32_t index = load_take_spread(&model.view, &walk, nodes, i % 2 ? n : 1, i);
        unsigned name = model_number(&model, index);
        assert_true(model.load[name] < model_cap(&model, name, model_total(&model) + 1));
        model.load[name]++;
        model.tickets[model.open++] = (struct open_ticket){model.view.nodes[index].counter, name};
    }
    model_check(&model);
    model_close(&model);
}

/* ---- refusals ------------------------------------------------------------------------------ */

static void bounds_that_make_no_sense(void **state)
{
    (void)state;
    struct model model;
    berth_error error = {0};
    model_open(&model, "hrw", 2, 1.25);
    const double bad[] = {0.999, -1, 1000001, 1.0 / 0.0, 0.0 / 0.0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_error(load_bound_set(&model.book, model.map, bad[i], &error), &error, BERTH_E_RANGE,
                     0,
                     "a bound on load is a factor from 1 to 1000000, such as 1.25, or 0 for none");
    assert_int_equal(atomic_load(&model.book.factor), 1250000);
    model_close(&model);
    model_open(&model, "haproxy:hash-type=consistent", 2, 0);
    expect_error(load_bound_set(&model.book, model.map, 1.255, &error), &error, BERTH_E_RANGE, 0,
                 "haproxy bounds load in whole percents: 1.25, not 1.255");
    expect_error(load_bound_set(&model.book, model.map, 1, &error), &error, BERTH_E_RANGE, 0,
                 "haproxy refuses a bound below 1.01");
    model_close(&model);
}

static void no_memory_for_a_view(void **state)
{
    (void)state;
    struct model model;
    model_open(&model, "hrw", 3, 1.25);
    model_take(&model, "key");
    berth_nodes_add(model.nodes, "node-07", 1, NULL);
    berth_nodes_add(model.nodes, "node-08", 1, NULL);
    berth_map *map = berth_map_next(model.map, model.nodes, NULL);
    int code = BERTH_E_MEMORY;
    unsigned attempts = 0;
    struct load_view next;
    for (size_t bytes = model.heap.bytes; code; attempts++) {
        berth_error error = {0};
        assert_true(attempts < 20);
        model.heap.fail_at = model.heap.calls + 1 + attempts;
        code = load_view_new(&next, &model.book, map, &model.view, &error);
        assert_int_equal(code, error.code);
        if (code)
            assert_int_equal(model.heap.bytes, bytes);
    }
    assert_int_equal(attempts, 4); /* the list, two counters, and all is well */
    model.heap.fail_at = 0;
    load_view_free(&next);
    berth_map_free(map);
    model_check(&model);
    model_close(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_schedules),
        cmocka_unit_test(hot_key_fills_all),
        cmocka_unit_test(one_node_takes_all),
        cmocka_unit_test(nobody_can_take),
        cmocka_unit_test(never_below_zero),
        cmocka_unit_test(loads_live_on_by_name),
        cmocka_unit_test(old_views_pass_over_what_went_down),
        cmocka_unit_test(spread_evens_out),
        cmocka_unit_test(spread_keeps_to_the_bound),
        cmocka_unit_test(bounds_that_make_no_sense),
        cmocka_unit_test(no_memory_for_a_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
