/* SPDX-License-Identifier: MIT */
/* map_test.c - maps: what they are made of, what is refused, what they say about themselves */
#include "berth.h"
#include "counted_alloc.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static berth_nodes *nodes_of(const char *text)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    expect_ok(berth_nodes_parse(nodes, text, strlen(text), &error), &error);
    return nodes;
}

static berth_map *map_of(const char *spec, const char *text)
{
    berth_nodes *nodes = nodes_of(text);
    berth_error error = {0};
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    if (!map)
        fail_msg("%s", error.text);
    berth_nodes_free(nodes);
    return map;
}

static void refuses(const char *spec, const char *text, const struct berth_options *options,
                    int code, const char *sentence)
{
    berth_nodes *nodes = nodes_of(text);
    berth_error error = {0};
    assert_null(berth_map_new(spec, nodes, options, NULL));
    berth_map *map = berth_map_new(spec, nodes, options, &error);
    assert_null(map);
    expect_error(error.code, &error, code, 0, sentence);
    berth_nodes_free(nodes);
}

/* ---- specs and order ------------------------------------------------------------------------- */

static void test_where_the_spec_comes_from(void **state)
{
    (void)state;
    berth_map *map = map_of(NULL, "a\nb\n");
    assert_string_equal(berth_map_spec(map), "slots");
    berth_map_free(map);
    map = map_of(NULL, "spec ring:probes=2,points=160\na\nb\n");
    assert_string_equal(berth_map_spec(map), "ring:probes=2");
    berth_map_free(map);
    map = map_of("hrw", "spec ring\na\nb\n");
    assert_string_equal(berth_map_spec(map), "hrw");
    berth_map_free(map);
    refuses(NULL, "spec rnig\na\n", NULL, BERTH_E_NAME,
            "there is no scheme \"rnig\"; did you mean \"ring\"?");
}

static void test_index_is_by_name(void **state)
{
    (void)state;
    berth_map *map = map_of("hrw", "b\nab\nB\n\xc3\xa9\na\n10\n9\n");
    static const char *const names[] = {"10", "9", "B", "a", "ab", "b", "\xc3\xa9"};
    assert_int_equal(berth_map_count(map), 7);
    for (uint32_t i = 0; i < 7; i++) {
        struct berth_node node;
        assert_string_equal(berth_map_name(map, i), names[i]);
        assert_int_equal(berth_map_find(map, names[i]), i);
        assert_true(berth_map_node(map, i, &node));
        assert_string_equal(node.name, names[i]);
    }
    assert_null(berth_map_name(map, 7));
    assert_null(berth_map_name(map, BERTH_NONE));
    assert_false(berth_map_node(map, 7, &(struct berth_node){0}));
    assert_int_equal(berth_map_find(map, "aa"), BERTH_NONE);
    assert_int_equal(berth_map_find(map, ""), BERTH_NONE);
    assert_int_equal(berth_map_find(map, NULL), BERTH_NONE);
    berth_map_free(map);
    map = map_of("jump:order=line", "b\nab\na\n");
    assert_string_equal(berth_map_name(map, 0), "b");
    assert_int_equal(berth_map_find(map, "a"), 2);
    berth_map_free(map);
}

static void test_canonical_text(void **state)
{
    (void)state;
    char text[512];
    berth_map *map = map_of(
        "ring:points=40", "b weight=2 zone=y addr=10.0.0.1 state=down slot=3 id=7\n\"a b\" 0.5\n");
    size_t len = berth_map_text(map, text, sizeof text);
    assert_string_equal(text,
                        "spec ring:points=40\nnode \"a b\" weight=0.5\nnode b weight=2 zone=y\n");
    assert_int_equal(len, strlen(text));
    assert_int_equal(berth_map_text(map, NULL, 0), len);
    assert_int_equal(berth_map_text(map, text, 6), len);
    assert_string_equal(text, "spec ");
    berth_map_free(map);
    map = map_of("jump", "b slot=1 addr=x\na slot=0\n");
    berth_map_text(map, text, sizeof text);
    assert_string_equal(text, "spec jump\nnode a slot=0\nnode b slot=1\n");
    berth_map_free(map);
    map = map_of("jump:order=line", "b slot=1\na slot=0\n");
    berth_map_text(map, text, sizeof text);
    assert_string_equal(text, "spec jump:order=line\nnode b\nnode a\n");
    berth_map_free(map);
}

/* ---- refused --------------------------------------------------------------------------------- */

static void test_numbers_refused(void **state)
{
    (void)state;
    refuses("jump", "a\nb slot=0\n", NULL, BERTH_E_SLOT,
            "jump places by number and node \"a\" has none: give every node slot=K, or say "
            "jump:order=line to number them as listed");
    refuses("jumpback", "a slot=5\nb slot=5\n", NULL, BERTH_E_SLOT,
            "slot 5 is given to two nodes, one is \"b\"");
    refuses("modulo", "a slot=0\nb slot=2\n", NULL, BERTH_E_SLOT,
            "slot 1 has no node: modulo needs every slot from 0 to 2; jumpback allows gaps");
    refuses("jumpback", "a slot=4294967294\n", NULL, BERTH_E_SLOT,
            "slot 4294967294 is too large: jumpback takes slots from 0 to 67108863; number the "
            "nodes from 0");
}

static void limited(const char *spec, const char *text, size_t max_bytes, const char *words)
{
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    struct berth_options options = {.alloc = &alloc, .max_bytes = max_bytes};
    berth_nodes *nodes = nodes_of(text);
    berth_error error = {0};
    assert_null(berth_map_new(spec, nodes, &options, &error));
    assert_int_equal(error.code, BERTH_E_LIMIT);
    if (!strstr(error.text, words))
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
    assert_int_equal(heap.bytes, 0);
    berth_nodes_free(nodes);
}

/* A map that would need too much memory is refused before it takes any; the error says how much. */
static void test_limits(void **state)
{
    (void)state;
    limited("slots:table=1048576", "a\nb\n", 100000, "bytes");
    limited("ring", "a 1000000\nb\n", 64 << 20, "160000160 points");
    limited("ring:points=65536", "a 1000000\nb\n", 0, "points");
    limited("maglev:table=4000037", "a\nb\n", 1 << 20, "bytes");
    limited("jumpback", "a slot=60000000\n", 1 << 20, "bytes");
}

static void test_null_arguments(void **state)
{
    (void)state;
    berth_error error = {0};
    berth_nodes *nodes = nodes_of("a\n");
    berth_map *map = berth_map_new("hrw", nodes, NULL, NULL);
    assert_null(berth_map_new("hrw", NULL, NULL, &error));
    assert_int_equal(error.code, BERTH_E_ARGUMENT);
    assert_null(berth_map_next(NULL, nodes, &error));
    assert_int_equal(error.code, BERTH_E_ARGUMENT);
    assert_null(berth_map_next(map, NULL, &error));
    assert_int_equal(error.code, BERTH_E_ARGUMENT);
    assert_null(berth_map_new_count(NULL, 3, NULL, &error));
    assert_int_equal(error.code, BERTH_E_ARGUMENT);
    berth_map_free(NULL);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* ---- hashes of the caller's own -------------------------------------------------------------- */

static uint64_t toy(const void *data, size_t len)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ ((const uint8_t *)data)[i]) * 0x9e3779b97f4a7c15;
    return h ^ h >> 29;
}

static uint64_t toy32(const void *data, size_t len)
{
    return toy(data, len) >> 32;
}

static const struct berth_hash toys[] = {{"toy", "for tests", 64, toy},
                                         {"toy32", "for tests", 32, toy32}};

static void works_with_toys(const char *spec)
{
    struct berth_options options = {.hashes = toys, .hash_count = 2};
    berth_nodes *nodes = nodes_of("a\nb\nc 2\n");
    berth_error error = {0};
    berth_map *map = berth_map_new(spec, nodes, &options, &error);
    if (!map)
        fail_msg("%s: %s", spec, error.text);
    bool narrow = strstr(spec, "toy32");
    assert_string_equal(berth_map_spec(map), spec);
    assert_int_equal(berth_map_hash(map, "key", 3), narrow ? toy32("key", 3) : toy("key", 3));
    struct berth_explanation why;
    berth_map_explain(map, "key", 3, &why);
    assert_string_equal(why.hash_name, narrow ? "toy32" : "toy");
    assert_int_equal(why.hash_bits, narrow ? 32 : 64);
    assert_int_equal(berth_nodes_add(nodes, "d", 1, NULL), 0);
    berth_map *next = berth_map_next(map, nodes, &error);
    berth_map *fresh = berth_map_new(spec, nodes, &options, &error);
    assert_non_null(next);
    for (uint64_t key = 0; key < 1000; key++)
        assert_int_equal(berth_map_route_u64(next, key), berth_map_route_u64(fresh, key));
    berth_map_free(map);
    berth_map_free(next);
    berth_map_free(fresh);
    berth_nodes_free(nodes);
}

static void test_own_hashes(void **state)
{
    (void)state;
    works_with_toys("ring:hash=toy");
    works_with_toys("ring:hash=toy32");
    works_with_toys("hrw:hash=toy");
    works_with_toys("maglev:hash=toy32");
    works_with_toys("jump:order=line,hash=toy");
}

static void hash_refused(struct berth_hash own, int code, const char *sentence)
{
    struct berth_options options = {.hashes = &own, .hash_count = 1};
    refuses("hrw", "a\n", &options, code, sentence);
}

static void test_own_hashes_refused(void **state)
{
    (void)state;
    hash_refused((struct berth_hash){"toy", "", 8, toy}, BERTH_E_ARGUMENT,
                 "hash \"toy\" has 8 bits; 16, 32 or 64 are known");
    hash_refused((struct berth_hash){"toy", "", 32, toy}, BERTH_E_ARGUMENT,
                 "hash \"toy\" gives more than its 32 bits: clear the others");
    hash_refused((struct berth_hash){"toy", "", 64, NULL}, BERTH_E_ARGUMENT,
                 "a hash of the caller's lacks its name or function");
    hash_refused((struct berth_hash){NULL, "", 64, toy}, BERTH_E_ARGUMENT,
                 "a hash of the caller's lacks its name or function");
    hash_refused((struct berth_hash){"", "", 64, toy}, BERTH_E_ARGUMENT,
                 "a hash of the caller's lacks its name or function");
    hash_refused((struct berth_hash){"md5", "", 64, toy}, BERTH_E_EXISTS,
                 "hash \"md5\" is built in; choose another name");
    hash_refused((struct berth_hash){"XX-H3", "", 64, toy}, BERTH_E_EXISTS,
                 "hash \"XX-H3\" is built in; choose another name");
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void within(size_t told, size_t held)
{
    if (told > held || held - told > 2) /* an array of nothing is a block of one byte */
        fail_msg("%zu bytes are told and %zu held", told, held);
}

/* berth_map_bytes must be what the allocator counts. */
static void holds(const char *spec, const char *text)
{
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    struct berth_options options = {.alloc = &alloc};
    berth_nodes *nodes = nodes_of(text);
    berth_map *map = berth_map_new(spec, nodes, &options, NULL);
    assert_non_null(map);
    within(berth_map_bytes(map), heap.bytes);
    berth_map *next = berth_map_next(map, nodes, NULL);
    assert_non_null(next);
    const size_t told = berth_map_bytes(map) + berth_map_bytes(next);
    assert_true(heap.bytes < told || berth_map_count(map) == 0); /* they share the state */
    berth_map_free(map);
    within(berth_map_bytes(next), heap.bytes);
    berth_map_free(next);
    assert_int_equal(heap.bytes, 0);
    assert_int_equal(heap.blocks, 0);
    berth_nodes_free(nodes);
}

static void test_bytes(void **state)
{
    (void)state;
    struct berth_scheme_info info;
    for (size_t i = 0; berth_scheme_at(i, &info) && (info.promises & BERTH_NATIVE); i++) {
        holds(info.name, "a slot=0\nb slot=1\n");
        holds(info.name, "a slot=0 weight=2\nb slot=1 zone=x state=down\nc slot=2 zone=y id=7\n");
        holds(info.name, "a slot=0 weight=0\n");
        holds(info.name, "");
    }
    holds("ring:probes=3,points=7,hash=md5", "a\nb\nc\n");
    holds("slots:table=1024,bound=1.05", "a\nb\nc\n");
}

/* ---- numbers without names ------------------------------------------------------------------- */

static void same_as_named(const char *spec, uint32_t count)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    char inlined[32];
    snprintf(inlined, sizeof inlined, "n[0001-%04u]", count);
    assert_int_equal(berth_nodes_parse_inline(nodes, inlined, NULL), 0);
    berth_map *named = berth_map_new(spec, nodes, NULL, NULL);
    berth_map *bare = berth_map_new_count(spec, count, NULL, NULL);
    assert_non_null(named);
    assert_non_null(bare);
    assert_int_equal(berth_map_count(bare), count);
    for (uint64_t key = 0; key < 500; key++) {
        uint32_t a[3], b[3];
        assert_int_equal(berth_map_route_u64(bare, key), berth_map_route_u64(named, key));
        size_t n = berth_map_replicas_u64(bare, key, a, 3);
        assert_int_equal(berth_map_replicas_u64(named, key, b, 3), n);
        assert_memory_equal(a, b, n * sizeof *a);
    }
    assert_null(berth_map_name(bare, 0));
    berth_map_free(named);
    berth_map_free(bare);
    berth_nodes_free(nodes);
}

static void test_bare_numbers(void **state)
{
    (void)state;
    static const char *const specs[] = {"jump:order=line", "jumpback:order=line",
                                        "modulo:order=line"};
    for (size_t i = 0; i < 3; i++) {
        same_as_named(specs[i], 1);
        same_as_named(specs[i], 2);
        same_as_named(specs[i], 1000);
    }
    berth_error error = {0};
    assert_null(berth_map_new_count("slots", 3, NULL, &error));
    expect_error(error.code, &error, BERTH_E_UNSUPPORTED, 0,
                 "slots places by name; a count of numbers will not do");
    assert_null(berth_map_new_count("jump", 0, NULL, &error));
    assert_int_equal(error.code, BERTH_E_ARGUMENT);
    assert_null(berth_map_new_count("jmup", 3, NULL, &error));
    expect_error(error.code, &error, BERTH_E_NAME, 0,
                 "there is no scheme \"jmup\"; did you mean \"jump\"?");
}

/* A map of numbers without names answers every call. */
static void test_bare_numbers_all_questions(void **state)
{
    (void)state;
    enum { N = 5 };
    berth_map *map = berth_map_new_count("jumpback", N, NULL, NULL), *twin;
    double share[N], sum = 0;
    char text[200];
    struct berth_explanation why;
    assert_non_null(map);
    berth_map_shares(map, share);
    for (unsigned i = 0; i < N; i++)
        sum += share[i];
    assert_true(sum > 0.999999 && sum < 1.000001);
    assert_null(berth_map_data(map, 0));
    assert_int_equal(berth_map_find(map, "0"), BERTH_NONE);
    assert_true(berth_map_bytes(map) > 0);
    assert_true(berth_map_text(map, text, sizeof text) > 5);
    berth_map_explain(map, "a", 1, &why);
    assert_true(why.owner < N && why.chosen == why.owner);
    twin = berth_map_new_count("jumpback", N, NULL, NULL);
    struct berth_fingerprint a = berth_map_fingerprint(map), b = berth_map_fingerprint(twin);
    assert_true(a.hi == b.hi && a.lo == b.lo);
    berth_map_free(twin);
    twin = berth_map_new_count("jumpback", N + 1, NULL, NULL);
    b = berth_map_fingerprint(twin);
    assert_false(a.hi == b.hi && a.lo == b.lo);
    berth_map_free(twin);
    berth_nodes *nodes = nodes_of("a slot=0\nb slot=1\n");
    berth_error error = {0};
    twin = berth_map_next(map, nodes, &error);
    assert_non_null(twin);
    assert_string_equal(berth_map_name(twin, 0), "a");
    berth_map_free(twin);
    berth_nodes_free(nodes);
    struct berth_node node;
    if (berth_map_node(map, 2, &node))
        assert_true(node.weight == 1 && node.state == BERTH_UP);
    berth_map_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_where_the_spec_comes_from),
        cmocka_unit_test(test_index_is_by_name),
        cmocka_unit_test(test_canonical_text),
        cmocka_unit_test(test_numbers_refused),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_null_arguments),
        cmocka_unit_test(test_own_hashes),
        cmocka_unit_test(test_own_hashes_refused),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_bare_numbers),
        cmocka_unit_test(test_bare_numbers_all_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
