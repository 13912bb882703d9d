/* SPDX-License-Identifier: MIT */
/* no_memory_test.c - every constructor while the first, second, third, ... allocation fails
 *
 * It is repeated until it succeeds. Each failure must say "out of memory", free every byte that it
 * allocated, and change nothing. */
#include "berth.h"
#include "counted_alloc.h"
#include "expect.h"
#include "keys.h"
#include "subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ATTEMPTS_MAX = 500, TEXT = 8192 };

static const char start[] = "spec ring\nnode a\nnode b weight=2 zone=x\nnode c zone=y id=7\n";

/* A change of a membership that is tried. */
struct change {
    const char *name;
    int (*apply)(berth_nodes *nodes, berth_error *error);
    bool counts; /* it must need memory at least once */
};

static int change_add(berth_nodes *nodes, berth_error *error)
{
    return berth_nodes_add(nodes, "d", 1, error);
}

/* Adds so many nodes that both the list and the table of names grow. */
static int change_add_many(berth_nodes *nodes, berth_error *error)
{
    for (unsigned i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "more-%u", i);
        int code = berth_nodes_add(nodes, name, 1, error);
        if (code) {
            while (i-- > 0) {
                snprintf(name, sizeof name, "more-%u", i);
                berth_nodes_remove(nodes, name, NULL);
            }
            return code;
        }
    }
    return BERTH_E_OK;
}

static int change_set(berth_nodes *nodes, berth_error *error)
{
    return berth_nodes_set(nodes, "b", "guid", "x y z", error);
}

static int change_unset(berth_nodes *nodes, berth_error *error)
{
    return berth_nodes_set(nodes, "c", "id", NULL, error);
}

static int change_parse(berth_nodes *nodes, berth_error *error)
{
    static const char text[] =
        "d 2\nnode e zone=z id=8 addr=10.0.0.1\nf state=down slot=3\ng\nh\ni\n"
        "j\nk\nl\nm\nn\no\np\nq\nr\n";
    return berth_nodes_parse(nodes, text, sizeof text - 1, error);
}

static int change_inline(berth_nodes *nodes, berth_error *error)
{
    return berth_nodes_parse_inline(nodes, "x-[1-20],y=2", error);
}

static int change_remove(berth_nodes *nodes, berth_error *error)
{
    return berth_nodes_remove(nodes, "b", error);
}

static void text_of(const berth_nodes *nodes, char out[TEXT])
{
    assert_in_range(berth_nodes_text(nodes, NULL, out, TEXT), 0, TEXT - 1);
}

/* Returns whether the change succeeded. */
static bool change_with(const struct change *change, size_t fail_at)
{
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    berth_nodes *nodes = berth_nodes_new(&alloc);
    berth_error error = {0};
    char before[TEXT], after[TEXT];
    expect_ok(berth_nodes_parse(nodes, start, sizeof start - 1, &error), &error);
    text_of(nodes, before);
    heap.fail_at = heap.calls + fail_at;
    int code = change->apply(nodes, &error);
    bool failed = heap.calls >= heap.fail_at;
    heap.fail_at = 0;
    text_of(nodes, after);
    if (failed) {
        assert_int_equal(code, BERTH_E_MEMORY);
        assert_int_equal(error.code, BERTH_E_MEMORY);
        assert_string_equal(error.text, "out of memory");
        assert_string_equal(before, after);
        expect_ok(change->apply(nodes, &error), &error); /* it succeeds when there is memory */
    } else {
        assert_int_equal(code, BERTH_E_OK);
        assert_string_not_equal(before, after);
    }
    berth_nodes_free(nodes);
    assert_int_equal(heap.bytes, 0);
    assert_int_equal(heap.blocks, 0);
    return !failed;
}

static void test_changes(void **state)
{
    (void)state;
    static const struct change changes[] = {
        {"add", change_add, true},       {"add many", change_add_many, true},
        {"set", change_set, true},       {"unset", change_unset, true},
        {"parse", change_parse, true},   {"inline", change_inline, true},
        {"remove", change_remove, false}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        size_t n = 1;
        while (!change_with(&changes[i], n))
            assert_in_range(n++, 1, ATTEMPTS_MAX);
        if ((n > 1) != changes[i].counts)
            fail_msg("%s took %zu blocks", changes[i].name, n - 1);
    }
}

/* ---- objects --------------------------------------------------------------------------------- */

static void test_nodes_new_and_copy(void **state)
{
    (void)state;
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 1);
    berth_error error = {0};
    assert_null(berth_nodes_new(&alloc));
    alloc = counted_alloc_start(&heap, 0);
    berth_nodes *nodes = berth_nodes_new(&alloc), *copy = NULL;
    expect_ok(berth_nodes_parse(nodes, start, sizeof start - 1, &error), &error);
    size_t bytes = heap.bytes, n = 1;
    for (; !copy; n++) {
        assert_in_range(n, 1, ATTEMPTS_MAX);
        assert_int_equal(heap.bytes, bytes);
        heap.fail_at = heap.calls + n;
        memset(&error, 0, sizeof error);
        copy = berth_nodes_copy(nodes, &error);
        assert_int_equal(error.code, copy ? BERTH_E_OK : BERTH_E_MEMORY);
    }
    heap.fail_at = 0;
    assert_true(n > 5);
    char a[TEXT], b[TEXT];
    text_of(nodes, a);
    text_of(copy, b);
    assert_string_equal(a, b);
    berth_nodes_free(copy);
    assert_int_equal(heap.bytes, bytes);
    berth_nodes_free(nodes);
    assert_int_equal(heap.bytes, 0);
}

/* Returns four nodes with zones and attributes, one of them down: all that a map may have to
 * store. */
static berth_nodes *rich_nodes(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, 4, "node-%u");
    subject_set(nodes, "node-0", "zone", "x");
    subject_set(nodes, "node-1", "zone", "y");
    subject_set(nodes, "node-2", "state", "down");
    subject_set(nodes, "node-3", "id", "3");
    return nodes;
}

/* Builds a map whose n-th allocation fails; returns NULL when the build failed. */
static berth_map *build(const struct subject *subject, const berth_map *before,
                        const berth_nodes *nodes, struct counted_alloc *heap, size_t fail_at)
{
    struct berth_alloc alloc;
    berth_error error = {0};
    berth_map *map;
    size_t bytes = before ? heap->bytes : 0;
    if (before) {
        heap->fail_at = heap->calls + fail_at;
        map = berth_map_next(before, nodes, &error);
        heap->fail_at = 0;
    } else {
        alloc = counted_alloc_start(heap, fail_at);
        struct berth_options options = {.alloc = &alloc};
        map = berth_map_new(subject->spec, nodes, &options, &error);
        heap->fail_at = 0;
    }
    if (!map) {
        if (error.code != BERTH_E_MEMORY)
            fail_msg("attempt %zu: %s", fail_at, error.text);
        assert_string_equal(error.text, "out of memory");
        assert_int_equal(heap->bytes, bytes);
    }
    return map;
}

static void test_maps_of(const struct subject *subject)
{
    struct counted_alloc heap;
    berth_nodes *nodes = rich_nodes(subject);
    berth_map *expected = berth_map_new(subject->spec, nodes, NULL, NULL), *map = NULL;
    if (!expected) { /* the preset refuses these nodes */
        assert_false(subject->promises & BERTH_NATIVE);
        berth_nodes_free(nodes);
        nodes = subject_nodes(subject, 4, "node-%u");
        expected = subject_map(subject, nodes);
    }
    for (size_t n = 1; !map; n++) {
        assert_in_range(n, 1, ATTEMPTS_MAX);
        map = build(subject, NULL, nodes, &heap, n);
        assert_true(map == NULL || n > 3);
    }
    subject_same_answers(expected, map, 20);
    size_t bytes = heap.bytes;
    subject_add(subject, nodes, "node-4", 1, 4);
    berth_map *next = NULL, *grown = subject_map(subject, nodes);
    for (size_t n = 1; !next; n++) {
        assert_in_range(n, 1, ATTEMPTS_MAX);
        next = build(subject, map, nodes, &heap, n);
    }
    subject_same_answers(grown, next, 20);
    subject_same_answers(expected, map, 20);
    berth_map_free(next);
    assert_int_equal(heap.bytes, bytes);
    berth_map_free(map);
    assert_int_equal(heap.bytes, 0);
    assert_int_equal(heap.blocks, 0);
    berth_map_free(grown);
    berth_map_free(expected);
    berth_nodes_free(nodes);
}

static void test_maps(void **state)
{
    (void)state;
    size_t count;
    struct subject *all = subjects_all(&count);
    for (size_t i = 0; i < count; i++)
        test_maps_of(&all[i]);
    free(all);
}

static void test_bare_maps(void **state)
{
    (void)state;
    struct counted_alloc heap;
    berth_map *map = NULL;
    for (size_t n = 1; !map; n++) {
        struct berth_alloc alloc = counted_alloc_start(&heap, n);
        struct berth_options options = {.alloc = &alloc};
        berth_error error = {0};
        map = berth_map_new_count("jump", 1000, &options, &error);
        assert_true(map || error.code == BERTH_E_MEMORY);
        assert_true(map || heap.bytes == 0);
        assert_in_range(n, 1, ATTEMPTS_MAX);
    }
    berth_map_free(map);
    assert_int_equal(heap.bytes, 0);
}

/* A map shares no memory with the nodes of which it was made, and does not use their allocator. */
static void test_whose_memory(void **state)
{
    (void)state;
    struct counted_alloc mine, theirs;
    struct berth_alloc a = counted_alloc_start(&mine, 0), b = counted_alloc_start(&theirs, 0);
    struct berth_options options = {.alloc = &b};
    berth_nodes *nodes = berth_nodes_new(&a);
    berth_nodes_parse(nodes, start, sizeof start - 1, NULL);
    size_t before = mine.bytes;
    berth_map *map = berth_map_new("ring", nodes, &options, NULL);
    assert_int_equal(mine.bytes, before);
    assert_true(theirs.bytes > 0);
    berth_nodes_free(nodes);
    assert_int_equal(mine.bytes, 0);
    assert_string_equal(berth_map_name(map, 1), "b");
    assert_true(berth_map_route(map, "k", 1) < 3);
    size_t held = theirs.bytes, calls = theirs.calls;
    for (uint64_t key = 0; key < 1000; key++) { /* lookups allocate nothing */
        uint32_t list[3];
        berth_map_route_u64(map, key);
        berth_map_replicas_u64(map, key, list, 3);
    }
    assert_int_equal(theirs.calls, calls);
    assert_int_equal(theirs.bytes, held);
    berth_map_free(map);
    assert_int_equal(theirs.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),      cmocka_unit_test(test_nodes_new_and_copy),
        cmocka_unit_test(test_maps),         cmocka_unit_test(test_bare_maps),
        cmocka_unit_test(test_whose_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
