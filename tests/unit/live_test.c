/* SPDX-License-Identifier: MIT */
/* live_test.c - a live map used by one thread: versions, batches, which versions are pinned, when
 *               they are freed */
#include "counted_alloc.h"
#include "expect.h"
#include "live/live.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { TEXT = 4096, KEYS = 500 };

struct bench {
    struct counted_alloc heap;
    struct berth_alloc alloc;
    struct berth_options options;
    berth_live *live;
    berth_error error;
};

/* Opens a live map of three nodes; the table has 1024 slots, so that building it takes little
 * time. */
static int bench_open(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    b->alloc = counted_alloc_start(&b->heap, 0);
    b->options.alloc = &b->alloc;
    berth_nodes *nodes = berth_nodes_new(NULL);
    expect_ok(berth_nodes_parse_inline(nodes, "a,b,c=2", &b->error), &b->error);
    b->live = berth_live_new("slots:table=1024", nodes, &b->options, &b->error);
    assert_non_null(b->live);
    berth_nodes_free(nodes);
    *state = b;
    return 0;
}

static int bench_close(void **state)
{
    struct bench *b = *state;
    berth_live_free(b->live);
    assert_int_equal(b->heap.bytes, 0);
    assert_int_equal(b->heap.blocks, 0);
    free(b);
    return 0;
}

static struct berth_live_status status_of(const struct bench *b)
{
    struct berth_live_status status;
    berth_live_status(b->live, &status);
    return status;
}

static uint64_t version_of(const struct bench *b)
{
    return status_of(b).version;
}

static size_t retired_of(const struct bench *b)
{
    return status_of(b).retired;
}

/* Writes the text of the current version. */
static void text_of(const struct bench *b, char out[TEXT])
{
    const berth_map *map = berth_live_acquire(b->live);
    assert_in_range(berth_map_text(map, out, TEXT), 1, TEXT - 1);
    berth_live_release(b->live, map);
}

static void expect_text(const struct bench *b, const char *wanted)
{
    char text[TEXT];
    text_of(b, text);
    assert_string_equal(text, wanted);
}

/* The reader's answers must be those of a map of the same text. */
static void expect_answers(const struct bench *b, berth_reader *reader)
{
    char text[TEXT];
    berth_error error;
    text_of(b, text);
    berth_nodes *nodes = berth_nodes_new(NULL);
    expect_ok(berth_nodes_parse(nodes, text, strlen(text), &error), &error);
    berth_map *map = berth_map_new(NULL, nodes, NULL, &error);
    for (uint64_t key = 0; key < KEYS; key++) {
        char name[24];
        size_t len = (size_t)snprintf(name, sizeof name, "key-%llu", (unsigned long long)key);
        assert_int_equal(berth_reader_route_u64(reader, key), berth_map_route_u64(map, key));
        assert_int_equal(berth_reader_route(reader, name, len), berth_map_route(map, name, len));
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* ---- versions ------------------------------------------------------------------------------ */

static void test_each_change_is_a_version(void **state)
{
    struct bench *b = *state;
    berth_reader *reader = berth_reader_new(b->live, &b->error);
    expect_text(b, "spec slots:table=1024\nnode a\nnode b\nnode c weight=2\n");
    assert_int_equal(version_of(b), 1);
    expect_answers(b, reader);
    expect_ok(berth_live_add(b->live, "d", 0.5, &b->error), &b->error);
    expect_text(b, "spec slots:table=1024\nnode a\nnode b\nnode c weight=2\nnode d weight=0.5\n");
    assert_int_equal(version_of(b), 2);
    expect_answers(b, reader);
    expect_ok(berth_live_remove(b->live, "a", &b->error), &b->error);
    expect_ok(berth_live_set_weight(b->live, "c", 3, &b->error), &b->error);
    expect_ok(berth_live_set(b->live, "b", "zone", "x", &b->error), &b->error);
    expect_text(b, "spec slots:table=1024\nnode b zone=x\nnode c weight=3\nnode d weight=0.5\n");
    assert_int_equal(version_of(b), 5);
    expect_answers(b, reader);
    assert_int_equal(retired_of(b), 0);
    assert_int_equal(status_of(b).states, 0);
    berth_reader_free(reader);
}

static void test_errors_change_nothing(void **state)
{
    struct bench *b = *state;
    char before[TEXT], after[TEXT];
    text_of(b, before);
    expect_error(berth_live_add(b->live, "a", 1, &b->error), &b->error, BERTH_E_EXISTS, 0,
                 "node \"a\" is listed already");
    expect_error(berth_live_remove(b->live, "x", &b->error), &b->error, BERTH_E_MISSING, 0,
                 "there is no node \"x\"");
    expect_error(berth_live_set(b->live, "a", "state", "dwn", &b->error), &b->error, BERTH_E_RANGE,
                 0, "state \"dwn\" is not up, drain or down; did you mean \"down\"?");
    expect_error(berth_live_set_state(b->live, "a", (enum berth_state)3, &b->error), &b->error,
                 BERTH_E_RANGE, 0, "3 is no state: BERTH_UP, BERTH_DRAIN or BERTH_DOWN");
    assert_int_equal(berth_live_set_weight(b->live, "a", -1, NULL), BERTH_E_WEIGHT);
    assert_int_equal(berth_live_add(NULL, "a", 1, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_live_add(b->live, NULL, 1, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_live_set(b->live, "a", NULL, "x", NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_live_apply(b->live, NULL, 0, NULL), BERTH_E_ARGUMENT);
    assert_null(berth_live_nodes(NULL, NULL, NULL));
    assert_null(berth_reader_new(NULL, NULL));
    assert_null(berth_live_new("slots", NULL, NULL, NULL));
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_null(berth_live_new("slotz", nodes, NULL, &b->error));
    assert_int_equal(b->error.code, BERTH_E_NAME);
    berth_nodes_free(nodes);
    berth_live_free(NULL);
    berth_reader_free(NULL);
    berth_live_release(b->live, NULL);
    text_of(b, after);
    assert_string_equal(before, after);
    assert_int_equal(version_of(b), 1);
}

static void test_no_net_change_is_no_version(void **state)
{
    struct bench *b = *state;
    int data;
    expect_ok(berth_live_set_weight(b->live, "c", 2, &b->error), &b->error);
    expect_ok(berth_live_set(b->live, "a", "zone", "", &b->error), &b->error);
    expect_ok(berth_live_set_state(b->live, "a", BERTH_UP, &b->error), &b->error);
    expect_ok(berth_live_set_data(b->live, "a", NULL, &b->error), &b->error);
    assert_int_equal(version_of(b), 1);
    /* A node is removed and added again in one batch; slots do not read the order of listing. */
    berth_nodes *nodes = berth_live_nodes(b->live, NULL, &b->error);
    expect_ok(berth_nodes_remove(nodes, "a", &b->error), &b->error);
    expect_ok(berth_nodes_add(nodes, "a", 1, &b->error), &b->error);
    expect_ok(berth_live_apply(b->live, nodes, 1, &b->error), &b->error);
    assert_int_equal(version_of(b), 1);
    expect_ok(berth_nodes_set_data(nodes, "a", &data, &b->error), &b->error);
    expect_ok(berth_live_apply(b->live, nodes, 1, &b->error), &b->error);
    assert_int_equal(version_of(b), 2);
    expect_ok(berth_nodes_set(nodes, "a", "note", "x", &b->error), &b->error);
    expect_ok(berth_live_apply(b->live, nodes, 2, &b->error), &b->error);
    assert_int_equal(version_of(b), 3);
    berth_nodes_free(nodes);
}

static void test_batches(void **state)
{
    struct bench *b = *state;
    uint64_t version = 0;
    berth_nodes *nodes = berth_live_nodes(b->live, &version, &b->error);
    assert_int_equal(version, 1);
    expect_ok(berth_nodes_add(nodes, "d", 1, &b->error), &b->error);
    expect_ok(berth_nodes_add(nodes, "e", 1, &b->error), &b->error);
    expect_ok(berth_nodes_remove(nodes, "b", &b->error), &b->error);
    expect_ok(berth_live_apply(b->live, nodes, version, &b->error), &b->error);
    assert_int_equal(version_of(b), 2);
    expect_text(b, "spec slots:table=1024\nnode a\nnode c weight=2\nnode d\nnode e\n");
    /* The same copy once more belongs to a version that is no longer current. */
    expect_ok(berth_nodes_remove(nodes, "e", &b->error), &b->error);
    expect_error(berth_live_apply(b->live, nodes, version, &b->error), &b->error, BERTH_E_STATE, 0,
                 "the nodes are of version 1 and version 2 is current: take them anew");
    assert_int_equal(version_of(b), 2);
    expect_ok(berth_live_apply(b->live, nodes, 0, &b->error), &b->error);
    assert_int_equal(version_of(b), 3);
    berth_nodes_free(nodes);
    nodes = berth_nodes_new(NULL);
    berth_reader *reader = berth_reader_new(b->live, &b->error);
    expect_ok(berth_live_apply(b->live, nodes, 3, &b->error), &b->error); /* without any node */
    assert_int_equal(berth_reader_route(reader, "x", 1), BERTH_NONE);
    assert_null(berth_reader_route_data(reader, "x", 1));
    berth_reader_free(reader);
    berth_nodes_free(nodes);
}

/* When the scheme refuses the nodes, the whole batch is refused. */
static void test_refused_batch(void **state)
{
    (void)state;
    berth_error error;
    berth_nodes *nodes = berth_nodes_new(NULL);
    expect_ok(berth_nodes_parse(nodes, "a slot=0\nb slot=1\n", 18, &error), &error);
    berth_live *live = berth_live_new("jumpback", nodes, NULL, &error);
    assert_non_null(live);
    assert_int_equal(berth_live_add(live, "c", 1, &error), BERTH_E_SLOT);
    expect_ok(berth_nodes_parse(nodes, "c slot=2\nd slot=2\n", 18, &error), &error);
    assert_int_equal(berth_live_apply(live, nodes, 1, &error), BERTH_E_SLOT);
    struct berth_live_status status;
    berth_live_status(live, &status);
    assert_int_equal(status.version, 1);
    berth_nodes *current = berth_live_nodes(live, NULL, &error);
    assert_int_equal(berth_nodes_count(current), 2);
    berth_nodes_free(current);
    berth_nodes_free(nodes);
    berth_live_free(live);
}

static void test_data(void **state)
{
    struct bench *b = *state;
    int one, two;
    berth_reader *reader = berth_reader_new(b->live, &b->error);
    assert_null(berth_reader_route_data(reader, "x", 1));
    for (const char *name = "a"; name; name = *name == 'a' ? "b" : *name == 'b' ? "c" : NULL)
        expect_ok(berth_live_set_data(b->live, name, &one, &b->error), &b->error);
    assert_int_equal(version_of(b), 4);
    assert_ptr_equal(berth_reader_route_data(reader, "x", 1), &one);
    expect_ok(berth_live_add(b->live, "d", 1, &b->error), &b->error);
    const berth_map *map = berth_reader_enter(reader);
    uint32_t owner = berth_reader_route(reader, "x", 1);
    assert_ptr_equal(berth_map_data(map, owner), &one);
    expect_ok(berth_live_set_data(b->live, berth_map_name(map, owner), &two, &b->error), &b->error);
    assert_ptr_equal(berth_reader_route_data(reader, "x", 1), &one);
    berth_reader_leave(reader);
    assert_ptr_equal(berth_reader_route_data(reader, "x", 1), &two);
    /* Copies keep the pointers of the nodes. */
    berth_nodes *nodes = berth_live_nodes(b->live, NULL, &b->error);
    expect_ok(berth_nodes_remove(nodes, "d", &b->error), &b->error);
    expect_ok(berth_live_apply(b->live, nodes, 0, &b->error), &b->error);
    assert_ptr_equal(berth_reader_route_data(reader, "x", 1), &two);
    berth_nodes_free(nodes);
    berth_reader_free(reader);
}

/* ---- which versions are pinned ------------------------------------------------------------- */

static void flip(struct bench *b)
{
    struct berth_node node;
    berth_nodes *nodes = berth_live_nodes(b->live, NULL, &b->error);
    if (berth_nodes_find(nodes, "flip", &node))
        expect_ok(berth_nodes_remove(nodes, "flip", &b->error), &b->error);
    else
        expect_ok(berth_nodes_add(nodes, "flip", 1, &b->error), &b->error);
    expect_ok(berth_live_apply(b->live, nodes, 0, &b->error), &b->error);
    berth_nodes_free(nodes);
}

static void test_a_section_pins_its_version(void **state)
{
    struct bench *b = *state;
    berth_reader *reader = berth_reader_new(b->live, &b->error);
    const berth_map *map = berth_reader_enter(reader);
    struct berth_fingerprint before = berth_map_fingerprint(map);
    for (unsigned i = 0; i < 9; i++)
        flip(b);
    assert_int_equal(retired_of(b), 1); /* the eight versions in between are freed */
    assert_int_equal(version_of(b), 10);
    struct berth_fingerprint after = berth_map_fingerprint(map);
    assert_true(before.hi == after.hi && before.lo == after.lo);
    assert_ptr_equal(berth_reader_enter(reader), map); /* a nested section has the same map */
    for (uint64_t key = 0; key < KEYS; key++)
        assert_int_equal(berth_reader_route_u64(reader, key), berth_map_route_u64(map, key));
    berth_reader_leave(reader);
    assert_int_equal(retired_of(b), 1);
    berth_reader_leave(reader);
    assert_int_equal(retired_of(b), 0); /* freed by the reader that left last */
    expect_answers(b, reader);
    berth_reader_leave(reader); /* leaving once too often has no effect */
    expect_answers(b, reader);
    berth_reader_free(reader);
}

static void test_parked_readers_pin_nothing(void **state)
{
    struct bench *b = *state;
    berth_reader *readers[20];
    for (unsigned i = 0; i < 20; i++) {
        readers[i] = berth_reader_new(b->live, &b->error);
        berth_reader_route(readers[i], "x", 1);
        flip(b);
        assert_int_equal(retired_of(b), 0);
    }
    assert_int_equal(status_of(b).readers, 20);
    for (unsigned i = 0; i < 20; i++)
        berth_reader_free(readers[(i * 7) % 20]);
    assert_int_equal(status_of(b).readers, 0);
}

/* Each reader in a section pins the version that it entered; they may leave in any order. */
static void test_at_most_one_each(void **state)
{
    struct bench *b = *state;
    berth_reader *readers[5];
    for (unsigned i = 0; i < 5; i++) {
        readers[i] = berth_reader_new(b->live, &b->error);
        berth_reader_enter(readers[i]);
        flip(b);
        assert_int_equal(retired_of(b), i + 1);
    }
    for (unsigned i = 0; i < 5; i++) {
        berth_reader_leave(readers[(i * 3) % 5]);
        assert_int_equal(retired_of(b), 4 - i);
    }
    for (unsigned i = 0; i < 5; i++)
        berth_reader_free(readers[i]);
}

/* A thread has ended inside a section, and another thread frees its handle. */
static void test_free_lets_go(void **state)
{
    struct bench *b = *state;
    berth_reader *reader = berth_reader_new(b->live, &b->error);
    berth_reader_enter(reader);
    flip(b);
    assert_int_equal(retired_of(b), 1);
    berth_reader_free(reader);
    assert_int_equal(retired_of(b), 0);
}

static void test_acquired_maps_are_counted(void **state)
{
    struct bench *b = *state;
    const berth_map *first = berth_live_acquire(b->live), *again = berth_live_acquire(b->live);
    assert_ptr_equal(first, again);
    berth_live_release(b->live, again);
    flip(b);
    const berth_map *second = berth_live_acquire(b->live);
    assert_ptr_not_equal(first, second);
    assert_int_equal(retired_of(b), 1);
    flip(b);
    flip(b);
    assert_int_equal(retired_of(b), 2);
    for (uint64_t key = 0; key < KEYS; key++) /* sanitizers report maps that were freed */
        assert_true(berth_map_route_u64(first, key) < 4 && berth_map_route_u64(second, key) < 4);
    berth_live_release(b->live, first);
    assert_int_equal(retired_of(b), 1);
    berth_live_release(b->live, second);
    assert_int_equal(retired_of(b), 0);
}

/* More versions are held than one chunk of slots has room for, and slots are reused. */
static void test_many_held_versions(void **state)
{
    enum { MANY = LIVE_CHUNK + 50 };
    struct bench *b = *state;
    const berth_map *held[MANY];
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < MANY; i++) {
            held[i] = berth_live_acquire(b->live);
            flip(b);
        }
        assert_int_equal(retired_of(b), MANY);
        for (unsigned i = 0; i < MANY; i++)
            berth_live_release(b->live, held[(i * 7) % MANY]);
        assert_int_equal(retired_of(b), 0);
    }
    assert_non_null(b->live->slots[1]);
    assert_null(b->live->slots[2]);
}

/* The counters are set as if 2^47 maps had been acquired from one version: the count moves to the
 * view and stays right. */
static void test_counts_do_not_run_over(void **state)
{
    struct bench *b = *state;
    const uint64_t half = UINT64_C(1) << (LIVE_COUNT_BITS - 1);
    const berth_map *first = berth_live_acquire(b->live);
    struct live_view *view = first->view;
    atomic_fetch_add(&b->live->word, half - 1);             /* as if so many were acquired */
    atomic_fetch_sub(&view->references, (int64_t)half - 1); /* and released */
    const berth_map *second = berth_live_acquire(b->live);
    assert_int_equal(atomic_load(&b->live->word) & (half * 2 - 1), 1);
    assert_int_equal(atomic_load(&view->references), 1);
    flip(b);
    assert_int_equal(atomic_load(&view->references), 2);
    assert_int_equal(retired_of(b), 1);
    berth_live_release(b->live, first);
    assert_int_equal(retired_of(b), 1);
    berth_live_release(b->live, second);
    assert_int_equal(retired_of(b), 0);
}

/* Readers work without membarrier, as on other systems. */
static void test_without_membarrier(void **state)
{
    struct bench *b = *state;
    b->live->asymmetric = false;
    test_a_section_pins_its_version(state);
    test_parked_readers_pin_nothing(state);
    test_at_most_one_each(state);
    test_free_lets_go(state);
}

/* A thread that cannot lock the lists leaves a request, and the lock holder carries it out. */
static void test_requests_to_the_lock_holder(void **state)
{
    struct bench *b = *state;
    berth_reader *reader = berth_reader_new(b->live, &b->error);
    berth_reader_enter(reader);
    flip(b);
    pthread_mutex_lock(&b->live->lists);
    berth_reader_leave(reader);
    assert_int_equal(b->live->retired_count, 1);
    live_unlock_lists(b->live);
    assert_int_equal(b->live->retired_count, 0);
    berth_reader_free(reader);
}

#define LIVE_TEST(name) cmocka_unit_test_setup_teardown(name, bench_open, bench_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LIVE_TEST(test_each_change_is_a_version),
        LIVE_TEST(test_errors_change_nothing),
        LIVE_TEST(test_no_net_change_is_no_version),
        LIVE_TEST(test_batches),
        cmocka_unit_test(test_refused_batch),
        LIVE_TEST(test_data),
        LIVE_TEST(test_a_section_pins_its_version),
        LIVE_TEST(test_parked_readers_pin_nothing),
        LIVE_TEST(test_at_most_one_each),
        LIVE_TEST(test_free_lets_go),
        LIVE_TEST(test_acquired_maps_are_counted),
        LIVE_TEST(test_many_held_versions),
        LIVE_TEST(test_counts_do_not_run_over),
        LIVE_TEST(test_without_membarrier),
        LIVE_TEST(test_requests_to_the_lock_holder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
