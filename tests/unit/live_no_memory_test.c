/* SPDX-License-Identifier: MIT */
/* live_no_memory_test.c - publishing while the first, second, third, ... allocation fails
 *
 * It is repeated until it succeeds. Each failure must say "out of memory", change nothing and leak
 * nothing. */
#include "counted_alloc.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ATTEMPTS_MAX = 500, KEYS = 200, TEXT = 4096 };

static int data;

struct change {
    const char *name;
    int (*apply)(berth_live *live, berth_error *error);
};

static int change_add(berth_live *live, berth_error *error)
{
    return berth_live_add(live, "e", 3, error);
}

static int change_remove(berth_live *live, berth_error *error)
{
    return berth_live_remove(live, "b", error);
}

static int change_weight(berth_live *live, berth_error *error)
{
    return berth_live_set_weight(live, "a", 4, error);
}

static int change_down(berth_live *live, berth_error *error)
{
    return berth_live_set_state(live, "a", BERTH_DOWN, error);
}

static int change_drain(berth_live *live, berth_error *error)
{
    return berth_live_set_state(live, "a", BERTH_DRAIN, error);
}

static int change_zone(berth_live *live, berth_error *error)
{
    return berth_live_set(live, "a", "zone", "x", error);
}

static int change_addr(berth_live *live, berth_error *error)
{
    return berth_live_set(live, "a", "addr", "10.0.0.1", error);
}

static int change_data(berth_live *live, berth_error *error)
{
    return berth_live_set_data(live, "a", &data, error);
}

/* Making the batch does not fail; applying it does. */
static int change_batch(berth_live *live, berth_error *error)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_nodes_parse_inline(nodes, "a=2,c,x,y,z", NULL);
    int code = berth_live_apply(live, nodes, 1, error);
    berth_nodes_free(nodes);
    return code;
}

static const struct change changes[] = {
    {"add", change_add},   {"remove", change_remove}, {"weight", change_weight},
    {"down", change_down}, {"drain", change_drain},   {"zone", change_zone},
    {"addr", change_addr}, {"data", change_data},     {"batch", change_batch},
};

/* What a reader sees, and how much memory there is. */
struct picture {
    struct berth_live_status status;
    struct berth_fingerprint fingerprint;
    uint32_t owners[KEYS];
    size_t bytes, blocks;
};

static struct picture picture_of(berth_live *live, berth_reader *reader,
                                 const struct counted_alloc *heap)
{
    struct picture picture;
    memset(&picture, 0, sizeof picture);
    berth_live_status(live, &picture.status);
    picture.fingerprint = berth_map_fingerprint(berth_reader_enter(reader));
    berth_reader_leave(reader);
    for (uint64_t key = 0; key < KEYS; key++)
        picture.owners[key] = berth_reader_route_u64(reader, key);
    picture.bytes = heap->bytes;
    picture.blocks = heap->blocks;
    return picture;
}

static berth_live *live_of(const char *spec, const struct berth_alloc *alloc, berth_error *error)
{
    struct berth_options options = {.alloc = alloc};
    berth_nodes *nodes = berth_nodes_new(NULL);
    expect_ok(berth_nodes_parse_inline(nodes, "a,b=2,c,d", error), error);
    berth_live *live = berth_live_new(spec, nodes, &options, error);
    berth_nodes_free(nodes);
    return live;
}

/* Returns whether the change succeeded. */
static bool change_with(const char *spec, const struct change *change, size_t fail_at)
{
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    berth_error error = {0};
    berth_live *live = live_of(spec, &alloc, &error);
    berth_reader *reader = berth_reader_new(live, &error);
    struct picture before = picture_of(live, reader, &heap);
    heap.fail_at = heap.calls + fail_at;
    int code = change->apply(live, &error);
    bool failed = heap.calls >= heap.fail_at;
    heap.fail_at = 0;
    struct picture after = picture_of(live, reader, &heap);
    assert_int_equal(code, failed ? BERTH_E_MEMORY : BERTH_E_OK);
    if (failed) {
        assert_string_equal(error.text, "out of memory");
        assert_memory_equal(&before, &after, sizeof before);
        expect_ok(change->apply(live, &error), &error); /* it succeeds when there is memory */
    }
    berth_live_status(live, &after.status);
    assert_int_equal(after.status.version, 2);
    berth_reader_free(reader);
    berth_live_free(live);
    assert_int_equal(heap.bytes, 0);
    assert_int_equal(heap.blocks, 0);
    return !failed;
}

static void test_changes(void **state)
{
    (void)state;
    static const char *const specs[] = {"slots:table=64", "ring:points=8", "hrw",
                                        "haproxy:hash-type=consistent"};
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
            size_t n = 1;
            while (!change_with(specs[s], &changes[i], n))
                assert_in_range(n++, 1, ATTEMPTS_MAX);
            if (n < 6) /* two lists of nodes, a map and a view take more */
                fail_msg("%s of %s took %zu blocks", changes[i].name, specs[s], n - 1);
        }
    }
}

static void test_new(void **state)
{
    (void)state;
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    berth_live *live = NULL;
    size_t n = 1;
    for (; !live; n++) {
        berth_error error = {0};
        assert_in_range(n, 1, ATTEMPTS_MAX);
        heap.fail_at = heap.calls + n;
        live = live_of("slots:table=64", &alloc, &error);
        assert_int_equal(error.code, live ? BERTH_E_OK : BERTH_E_MEMORY);
        assert_true(live || heap.bytes == 0);
    }
    assert_true(n > 8);
    berth_error error = {0};
    heap.fail_at = heap.calls + 1;
    assert_null(berth_reader_new(live, &error));
    assert_int_equal(error.code, BERTH_E_MEMORY);
    heap.fail_at = heap.calls + 1;
    assert_null(berth_live_nodes(live, NULL, &error));
    berth_live_free(live);
    assert_int_equal(heap.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
