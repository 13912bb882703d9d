/* SPDX-License-Identifier: MIT */
/* live_take_test.c - take and give on a live map, from one thread */
#include "berth.h"

#include "counted_alloc.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { TICKETS = 60 };

struct bench {
    struct counted_alloc heap;
    struct berth_alloc alloc;
    struct berth_options options;
    berth_live *live;
    berth_reader *reader;
    struct berth_ticket tickets[TICKETS];
    berth_error error;
};

static struct bench *bench_of(const char *spec, const char *inline_nodes)
{
    struct bench *b = calloc(1, sizeof *b);
    b->alloc = counted_alloc_start(&b->heap, 0);
    b->options.alloc = &b->alloc;
    berth_nodes *nodes = berth_nodes_new(NULL);
    if (*inline_nodes)
        expect_ok(berth_nodes_parse_inline(nodes, inline_nodes, &b->error), &b->error);
    b->live = berth_live_new(spec, nodes, &b->options, &b->error);
    assert_non_null(b->live);
    b->reader = berth_reader_new(b->live, &b->error);
    assert_non_null(b->reader);
    berth_nodes_free(nodes);
    return b;
}

static void bench_free(struct bench *b)
{
    berth_reader_free(b->reader);
    berth_live_free(b->live);
    assert_int_equal(b->heap.bytes, 0);
    free(b);
}

static uint64_t load_of_all(const struct bench *b)
{
    struct berth_live_status status;
    berth_live_status(b->live, &status);
    return status.load;
}

static double bound_of(const struct bench *b)
{
    struct berth_live_status status;
    berth_live_status(b->live, &status);
    return status.bound;
}

/* ---- tickets ------------------------------------------------------------------------------- */

static void a_ticket_says_where(void **state)
{
    (void)state;
    struct bench *b = bench_of("slots:table=1024", "a,b,c=2");
    struct berth_ticket *ticket = &b->tickets[0];
    int index = berth_reader_take(b->reader, "key", 3, ticket);
    const berth_map *map = berth_reader_enter(b->reader);
    assert_int_equal(index, berth_map_route(map, "key", 3));
    assert_int_equal(ticket->index, index);
    assert_string_equal(ticket->node, berth_map_name(map, ticket->index));
    assert_int_equal(ticket->version, 1);
    assert_int_equal(berth_live_load(b->live, ticket->node), 1);
    assert_int_equal(load_of_all(b), 1);
    berth_reader_leave(b->reader);
    assert_int_equal(berth_live_give(b->live, ticket), BERTH_E_OK);
    assert_null(ticket->node);
    assert_int_equal(berth_live_give(b->live, ticket), BERTH_E_STATE);
    assert_int_equal(load_of_all(b), 0);
    bench_free(b);
}

/* When a copy of a ticket is given back after the original, the node is empty already, and its load
 * must not fall below zero. */
static void a_copy_is_no_second_ticket(void **state)
{
    (void)state;
    struct bench *b = bench_of("hrw", "a");
    berth_reader_take(b->reader, "key", 3, &b->tickets[0]);
    struct berth_ticket copy = b->tickets[0];
    assert_int_equal(berth_live_give(b->live, &b->tickets[0]), BERTH_E_OK);
    assert_int_equal(berth_live_give(b->live, &copy), BERTH_E_STATE);
    assert_int_equal(berth_live_load(b->live, "a"), 0);
    assert_int_equal(load_of_all(b), 0);
    bench_free(b);
}

/* A ticket that is given to another live map changes neither map, and stays valid for its own. */
static void a_ticket_belongs_to_one_live_map(void **state)
{
    (void)state;
    struct bench *a = bench_of("slots:table=1024", "a,b,c"), *b = bench_of("hrw", "a,b,c");
    assert_true(berth_reader_take(a->reader, "key", 3, &a->tickets[0]) >= 0);
    assert_true(berth_reader_take(b->reader, "key", 3, &b->tickets[0]) >= 0);
    assert_int_equal(berth_live_give(b->live, &a->tickets[0]), BERTH_E_ARGUMENT);
    assert_int_equal(load_of_all(a), 1);
    assert_int_equal(load_of_all(b), 1);
    assert_int_equal(berth_live_give(a->live, &a->tickets[0]), BERTH_E_OK);
    assert_int_equal(berth_live_give(b->live, &b->tickets[0]), BERTH_E_OK);
    bench_free(a);
    bench_free(b);
}

static void integers_and_empty_keys(void **state)
{
    (void)state;
    static const char *const specs[] = {"slots:table=1024", "kafka-murmur2:order=line",
                                        "caddy-hrw-v2-8", "jump:order=line"};
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        berth_error error;
        struct berth_scheme_info info;
        if (!berth_scheme_find(specs[s], &info, &error))
            continue;
        struct bench *b = bench_of(specs[s], "a,b,c,d,e");
        for (uint64_t key = 0; key < TICKETS; key++)
            assert_int_equal(berth_reader_take_u64(b->reader, key, &b->tickets[key]),
                             berth_reader_route_u64(b->reader, key));
        assert_int_equal(berth_reader_take(b->reader, NULL, 0, &b->tickets[0]),
                         berth_reader_route(b->reader, NULL, 0));
        bench_free(b);
    }
}

/* ---- nodes that go down, leave, and come back ---------------------------------------------- */

static void a_node_that_left_can_be_given_back_to(void **state)
{
    (void)state;
    struct bench *b = bench_of("hrw", "a,b");
    struct berth_ticket *ticket = &b->tickets[0];
    size_t bytes;
    berth_reader_take(b->reader, "key", 3, ticket);
    char name[8];
    strcpy(name, ticket->node);
    expect_ok(berth_live_remove(b->live, name, &b->error), &b->error);
    assert_string_equal(ticket->node, name);
    assert_int_equal(berth_live_load(b->live, name), 1);
    assert_int_equal(load_of_all(b), 0); /* its load no longer counts */
    bytes = b->heap.bytes;
    assert_int_equal(berth_live_give(b->live, ticket), BERTH_E_OK);
    assert_true(b->heap.bytes < bytes); /* its counter is freed at once */
    assert_int_equal(berth_live_load(b->live, name), 0);
    bench_free(b);
}

static void down_nodes_are_left_out(void **state)
{
    (void)state;
    struct bench *b = bench_of("slots:table=1024", "a,b,c,d");
    expect_ok(berth_live_set_bound(b->live, 1, &b->error), &b->error);
    for (unsigned i = 0; i < 40; i++)
        berth_reader_take(b->reader, "hot", 3, &b->tickets[i]);
    berth_live_set_state(b->live, "b", BERTH_DOWN, &b->error);
    assert_int_equal(load_of_all(b), 30);
    for (unsigned i = 40; i < 49; i++) /* 39 keys among three nodes are 13 for each */
        berth_reader_take(b->reader, "hot", 3, &b->tickets[i]);
    assert_int_equal(berth_live_load(b->live, "a"), 13);
    assert_int_equal(berth_live_load(b->live, "b"), 10);
    assert_int_equal(berth_live_load(b->live, "c"), 13);
    assert_int_equal(berth_live_load(b->live, "d"), 13);
    berth_live_set_state(b->live, "b", BERTH_UP, &b->error);
    assert_int_equal(load_of_all(b), 49);
    for (unsigned i = 0; i < 49; i++)
        assert_int_equal(berth_live_give(b->live, &b->tickets[i]), BERTH_E_OK);
    assert_int_equal(load_of_all(b), 0);
    bench_free(b);
}

/* A node goes down and up ten thousand times while a ticket is open; memory and loads stay the
 * same. */
/* A node that drains keeps what it carries, no longer counts in the total, and takes no new key. */
static void draining_nodes_take_nothing(void **state)
{
    (void)state;
    struct bench *b = bench_of("slots:table=1024", "a,b,c=2");
    struct berth_ticket before, after;
    char key[16];
    for (unsigned i = 0; i < 2 * TICKETS; i++) {
        size_t len = (size_t)snprintf(key, sizeof key, "key:%u", i);
        expect_ok(berth_live_set_state(b->live, "c", BERTH_UP, &b->error), &b->error);
        assert_true(berth_reader_take(b->reader, key, len, &before) >= 0);
        expect_ok(berth_live_set_state(b->live, "c", BERTH_DRAIN, &b->error), &b->error);
        assert_int_equal(load_of_all(b), strcmp(before.node, "c") != 0);
        int index = berth_reader_take(b->reader, key, len, &after);
        assert_int_equal(index, berth_map_place(berth_reader_enter(b->reader), key, len));
        berth_reader_leave(b->reader);
        assert_string_not_equal(after.node, "c");
        assert_int_equal(berth_live_give(b->live, &before), 0);
        assert_int_equal(berth_live_give(b->live, &after), 0);
    }
    assert_int_equal(load_of_all(b), 0);
    bench_free(b);
}

static void flapping_leaves_nothing(void **state)
{
    (void)state;
    struct bench *b = bench_of("slots:table=64", "a,b,c");
    for (unsigned i = 0; i < 9; i++)
        berth_reader_take_u64(b->reader, i, &b->tickets[i]);
    uint64_t before = berth_live_load(b->live, "b");
    size_t bytes = b->heap.bytes;
    for (unsigned i = 0; i < 10000; i++)
        berth_live_set_state(b->live, "b", i % 2 ? BERTH_UP : BERTH_DOWN, &b->error);
    assert_int_equal(b->heap.bytes, bytes);
    assert_int_equal(berth_live_load(b->live, "b"), before);
    assert_int_equal(load_of_all(b), 9);
    bench_free(b);
}

static void no_node_is_left_to_take(void **state)
{
    (void)state;
    struct bench *b = bench_of("hrw", "");
    assert_int_equal(berth_reader_take(b->reader, "key", 3, &b->tickets[0]), BERTH_E_MISSING);
    assert_int_equal(berth_live_give(b->live, &b->tickets[0]), BERTH_E_STATE);
    berth_live_add(b->live, "a", 1, &b->error);
    berth_live_set_state(b->live, "a", BERTH_DOWN, &b->error);
    assert_int_equal(berth_reader_take_spread(b->reader, "key", 3, 2, &b->tickets[0]),
                     BERTH_E_MISSING);
    assert_int_equal(load_of_all(b), 0);
    bench_free(b);
}

/* A section holds its version; even so, a node that went down in the meantime gets no key. */
static void a_section_takes_in_its_version(void **state)
{
    (void)state;
    struct bench *b = bench_of("hrw", "a,b,c");
    const berth_map *map = berth_reader_enter(b->reader);
    uint32_t ranking[3];
    berth_map_replicas(map, "key", 3, ranking, 3);
    berth_live_set_state(b->live, berth_map_name(map, ranking[0]), BERTH_DOWN, &b->error);
    berth_live_add(b->live, "d", 1000, &b->error);
    assert_int_equal(berth_reader_take(b->reader, "key", 3, &b->tickets[0]), ranking[1]);
    assert_int_equal(b->tickets[0].version, 1);
    berth_reader_leave(b->reader);
    berth_reader_take(b->reader, "key", 3, &b->tickets[1]);
    assert_int_equal(b->tickets[1].version, 3);
    bench_free(b);
}

/* ---- the bound ----------------------------------------------------------------------------- */

static void bounds(void **state)
{
    (void)state;
    struct bench *b = bench_of("hrw", "a,b");
    assert_true(bound_of(b) == 0);
    expect_ok(berth_live_set_bound(b->live, 1.25, &b->error), &b->error);
    assert_true(bound_of(b) == 1.25);
    assert_int_equal(berth_live_set_bound(b->live, 0.5, &b->error), BERTH_E_RANGE);
    assert_true(bound_of(b) == 1.25);
    expect_ok(berth_live_set_bound(b->live, 0, &b->error), &b->error);
    assert_true(bound_of(b) == 0);
    bench_free(b);
    b = bench_of("kubeai-chwbl", "a,b"); /* a system with a bound by default */
    assert_true(bound_of(b) == 1.25);
    bench_free(b);
    b = bench_of("redis-cluster-slot:order=line", "a,b");
    expect_error(berth_live_set_bound(b->live, 1.25, &b->error), &b->error, BERTH_E_UNSUPPORTED, 0,
                 "redis-cluster-slot has no ranking, so a full node's keys have nowhere to go");
    assert_true(berth_reader_take(b->reader, "key", 3, &b->tickets[0]) >= 0);
    bench_free(b);
}

/* A hot key is spread over its first replicas only, as evenly as two choices can. */
static void hot_keys_are_spread(void **state)
{
    (void)state;
    struct bench *b = bench_of("slots:table=1024", "n[0-9]");
    const berth_map *map = berth_reader_enter(b->reader);
    uint32_t replicas[4];
    berth_map_replicas(map, "hot", 3, replicas, 4);
    for (unsigned i = 0; i < TICKETS; i++)
        berth_reader_take_spread(b->reader, "hot", 3, 4, &b->tickets[i]);
    for (unsigned i = 0; i < 4; i++)
        assert_in_range(berth_live_load(b->live, berth_map_name(map, replicas[i])), 12, 18);
    assert_int_equal(load_of_all(b), TICKETS);
    berth_reader_leave(b->reader);
    bench_free(b);
}

/* ---- no memory ----------------------------------------------------------------------------- */

/* A join that fails at its n-th allocation must not change nodes, loads or memory. */
static void no_memory_to_publish(void **state)
{
    (void)state;
    struct bench *b = bench_of("slots:table=64", "a,b,c");
    berth_reader_take(b->reader, "key", 3, &b->tickets[0]);
    int code = BERTH_E_MEMORY;
    size_t bytes = b->heap.bytes;
    for (size_t attempt = 1; code == BERTH_E_MEMORY; attempt++) {
        assert_true(attempt < 200);
        b->heap.fail_at = b->heap.calls + attempt;
        code = berth_live_add(b->live, "d", 1, &b->error);
        assert_int_equal(load_of_all(b), 1);
        if (code) {
            assert_int_equal(b->heap.bytes, bytes);
            assert_int_equal(berth_live_load(b->live, "d"), 0);
        }
    }
    expect_ok(code, &b->error);
    assert_int_equal(berth_live_give(b->live, &b->tickets[0]), BERTH_E_OK);
    bench_free(b);
}

/* ---- many nodes leave and come back -------------------------------------------------------- */

enum { CROWD = 1500 };

static void crowd_applies(struct bench *b, const char *inline_nodes)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    expect_ok(berth_nodes_parse_inline(nodes, inline_nodes, &b->error), &b->error);
    expect_ok(berth_live_apply(b->live, nodes, 0, &b->error), &b->error);
    berth_nodes_free(nodes);
}

/* Each node that comes back has its own load again, whichever nodes were listed in between. */
static void crowds_come_back(void **state)
{
    (void)state;
    struct bench *b = bench_of("hrw", "old-[1-1500]");
    struct berth_ticket *tickets = calloc(2 * CROWD, sizeof *tickets);
    for (unsigned i = 0; i < CROWD; i++)
        assert_true(berth_reader_take_u64(b->reader, i, &tickets[i]) >= 0);
    crowd_applies(b, "new-[1-1500]");
    for (unsigned i = CROWD; i < 2 * CROWD; i++)
        assert_true(berth_reader_take_u64(b->reader, i, &tickets[i]) >= 0);
    assert_int_equal(load_of_all(b), CROWD);
    crowd_applies(b, "old-[1-1500],new-7,newest");
    uint64_t all = berth_live_load(b->live, "new-7");
    for (unsigned i = 1; i <= CROWD; i++) {
        char name[16];
        uint64_t carries = 0;
        snprintf(name, sizeof name, "old-%u", i);
        for (unsigned j = 0; j < CROWD; j++)
            carries += strcmp(tickets[j].node, name) == 0;
        assert_int_equal(berth_live_load(b->live, name), carries);
        all += carries;
    }
    assert_int_equal(load_of_all(b), all);
    for (unsigned i = 0; i < 2 * CROWD; i++)
        assert_int_equal(berth_live_give(b->live, &tickets[i]), BERTH_E_OK);
    assert_int_equal(load_of_all(b), 0);
    free(tickets);
    bench_free(b);
}

/* A ticket of the node itself and a ticket of another node are not yet given back. */
static void no_memory_to_come_back(void **state)
{
    (void)state;
    struct bench *b = bench_of("hrw", "a");
    berth_reader_take(b->reader, "k", 1, &b->tickets[0]);
    crowd_applies(b, "b");
    berth_reader_take(b->reader, "k", 1, &b->tickets[1]);
    crowd_applies(b, "c");
    int code = BERTH_E_MEMORY;
    for (unsigned attempts = 1; code; attempts++) {
        assert_true(attempts < 200);
        const size_t bytes = b->heap.bytes;
        b->heap.fail_at = b->heap.calls + attempts;
        code = berth_live_add(b->live, "a", 1, &b->error);
        assert_int_equal(b->heap.bytes == bytes, code != BERTH_E_OK);
        assert_int_equal(berth_live_load(b->live, "a"), 1);
        assert_int_equal(load_of_all(b), code == BERTH_E_OK);
    }
    b->heap.fail_at = 0;
    assert_int_equal(berth_live_give(b->live, &b->tickets[0]), BERTH_E_OK);
    assert_int_equal(berth_live_give(b->live, &b->tickets[1]), BERTH_E_OK);
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ticket_says_where),
        cmocka_unit_test(a_copy_is_no_second_ticket),
        cmocka_unit_test(a_ticket_belongs_to_one_live_map),
        cmocka_unit_test(integers_and_empty_keys),
        cmocka_unit_test(a_node_that_left_can_be_given_back_to),
        cmocka_unit_test(down_nodes_are_left_out),
        cmocka_unit_test(draining_nodes_take_nothing),
        cmocka_unit_test(flapping_leaves_nothing),
        cmocka_unit_test(no_node_is_left_to_take),
        cmocka_unit_test(a_section_takes_in_its_version),
        cmocka_unit_test(bounds),
        cmocka_unit_test(hot_keys_are_spread),
        cmocka_unit_test(no_memory_to_publish),
        cmocka_unit_test(crowds_come_back),
        cmocka_unit_test(no_memory_to_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
