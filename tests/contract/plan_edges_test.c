/* SPDX-License-Identifier: MIT */
/* plan_edges_test.c - plans where one side is empty, the scheme changes, a node is down, or memory
 *                     runs out; and changes whose figures are known beforehand */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "counted_alloc.h"

/* ---- maps ------------------------------------------------------------------------------------ */

static berth_map *map_of(const char *spec, const char *inline_nodes,
                         const struct berth_alloc *alloc)
{
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    if (*inline_nodes && berth_nodes_parse_inline(nodes, inline_nodes, &error))
        fail_msg("%s: %s", inline_nodes, error.text);
    const struct berth_options options = {.alloc = alloc};
    berth_map *map = berth_map_new(spec, nodes, &options, &error);
    if (!map)
        fail_msg("%s: %s", spec, error.text);
    berth_nodes_free(nodes);
    return map;
}

/* As map_of, but from a nodes file, which can hold states. */
static berth_map *map_of_text(const char *spec, const char *text)
{
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    if (berth_nodes_parse(nodes, text, strlen(text), &error))
        fail_msg("line %u: %s", error.line, error.text);
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    assert_non_null(map);
    berth_nodes_free(nodes);
    return map;
}

struct change {
    berth_map *before, *after;
    berth_plan *plan;
    struct berth_plan_summary s;
};

static void change_plan(struct change *c)
{
    c->plan = berth_plan_new(c->before, c->after, NULL);
    assert_non_null(c->plan);
    berth_plan_summary(c->plan, &c->s);
}

static struct change change_of(const char *spec, const char *before, const char *after)
{
    struct change c = {map_of(spec, before, NULL), map_of(spec, after, NULL), NULL, {0}};
    change_plan(&c);
    return c;
}

static void change_close(struct change *c)
{
    berth_plan_free(c->plan);
    berth_map_free(c->before);
    berth_map_free(c->after);
}

/* Feeds the keys prefix0 .. prefix(n-1); each counts as many bytes as its number. */
static void change_feed(struct change *c, const char *prefix, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char text[32];
        const uint64_t bytes = i;
        int len = snprintf(text, sizeof text, "%s%zu", prefix, i);
        const struct berth_key key = {text, (size_t)len};
        assert_int_equal(berth_plan_feed(c->plan, &key, &bytes, 1, NULL, NULL), BERTH_E_OK);
    }
    berth_plan_summary(c->plan, &c->s);
}

static const char *const specs[] = {"slots", "hrw", "ring", "jump:order=line", "modulo:order=line"};
enum { SPECS = sizeof specs / sizeof *specs };

/* ---- one side is empty ----------------------------------------------------------------------- */

static void from_no_nodes_to_some(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < SPECS; i++) {
        struct change c = change_of(specs[i], "", "a,b=2,c");
        struct berth_flow flow;
        double sum = 0;
        change_feed(&c, "k", 1000);
        for (size_t at = 0; berth_plan_flow(c.plan, at, &flow); at++) {
            assert_null(flow.from);
            assert_int_equal(flow.index_from, BERTH_NONE);
            assert_string_equal(flow.to, berth_map_name(c.after, flow.index_to));
            assert_false(flow.needless);
            sum += flow.share;
        }
        assert_int_equal(c.s.flows, 3);
        assert_true(fabs(sum - 1) < 1e-12 && fabs(c.s.moved - 1) < 1e-12);
        assert_true(fabs(c.s.least - 1) < 1e-12 && c.s.needless == 0);
        assert_true(c.s.peak_before == 0 && c.s.peak_after >= 1 - 1e-12);
        assert_int_equal(c.s.keys_moved, 1000);
        assert_int_equal(c.s.keys_least, 1000);
        assert_int_equal(c.s.bytes_moved, 999 * 1000 / 2);
        change_close(&c);
    }
}

static void from_some_nodes_to_none(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < SPECS; i++) {
        struct change c = change_of(specs[i], "a,b=2,c", "");
        struct berth_flow flow;
        change_feed(&c, "k", 1000);
        for (size_t at = 0; berth_plan_flow(c.plan, at, &flow); at++) {
            assert_null(flow.to);
            assert_int_equal(flow.index_to, BERTH_NONE);
            assert_string_equal(flow.from, berth_map_name(c.before, flow.index_from));
        }
        assert_int_equal(c.s.flows, 3);
        assert_true(fabs(c.s.moved - 1) < 1e-12 && fabs(c.s.least - 1) < 1e-12);
        assert_true(c.s.peak_before >= 1 - 1e-12 && c.s.peak_after == 0);
        assert_int_equal(c.s.keys_moved, 1000);
        assert_int_equal(c.s.keys_least, 1000);
        change_close(&c);
    }
}

static void from_no_nodes_to_none(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < SPECS; i++) {
        struct change c = change_of(specs[i], "", "");
        change_feed(&c, "k", 10);
        assert_int_equal(c.s.keys, 10);
        assert_int_equal(c.s.keys_moved + c.s.flows + c.s.ranges, 0);
        assert_true(c.s.moved == 0 && c.s.least == 0 && c.s.peak_before == 0);
        change_close(&c);
    }
}

/* The map has nodes, but all have weight 0, so no node owns the keys. */
static void all_weights_0_are_as_no_nodes(void **unused)
{
    (void)unused;
    static const char *const weighted[] = {"slots", "hrw", "ring"};
    for (size_t i = 0; i < 3; i++) {
        struct change c = change_of(weighted[i], "a=0,b=0", "a=0,b=1");
        struct berth_flow flow;
        assert_int_equal(c.s.flows, 1);
        assert_true(berth_plan_flow(c.plan, 0, &flow));
        assert_null(flow.from);
        assert_string_equal(flow.to, "b");
        assert_true(flow.share == 1 && c.s.moved == 1 && c.s.least == 1);
        assert_true(c.s.peak_before == 0 && c.s.peak_after == 1);
        change_close(&c);
    }
}

/* ---- changes with known figures -------------------------------------------------------------- */

/* Of the weights 1, 2, 3, 4, that of b becomes 3: 3/11 - 2/10 moves, all of it to b. */
static void one_weight_grows(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        double tolerance;
        enum berth_measure measure;
    } cases[] = {{"hrw", 1e-12, BERTH_BY_LAW},
                 {"slots", 0.003, BERTH_BY_TABLE},
                 {"ring", 0.015, BERTH_BY_TABLE}};
    for (size_t i = 0; i < 3; i++) {
        struct change c = change_of(cases[i].spec, "a,b=2,c=3,d=4", "a,b=3,c=3,d=4");
        struct berth_flow flow;
        change_feed(&c, "t/", 200000);
        for (size_t at = 0; berth_plan_flow(c.plan, at, &flow); at++)
            assert_string_equal(flow.to, "b");
        assert_int_equal(c.s.flows, 3);
        assert_int_equal(c.s.measure, cases[i].measure);
        assert_true(fabs(c.s.moved - (3 / 11.0 - 2 / 10.0)) < cases[i].tolerance);
        assert_true(fabs((double)c.s.keys_moved / 200000 - c.s.moved) < 0.003);
        assert_true(fabs(c.s.moved - c.s.least) < 1e-15 && c.s.needless == 0);
        assert_int_equal(c.s.keys_least, c.s.keys_moved);
        change_close(&c);
    }
}

/* n17 of 40 nodes leaves: only its keys move, and they spread over the others. */
static void one_of_forty_leaves(void **unused)
{
    (void)unused;
    static const char *const minimal[] = {"slots", "hrw", "ring"};
    for (size_t i = 0; i < 3; i++) {
        struct change c = change_of(minimal[i], "n[1-40]", "n[1-16],n[18-40]");
        struct berth_flow flow;
        size_t at = 0;
        change_feed(&c, "doc/", 200000);
        for (; berth_plan_flow(c.plan, at, &flow); at++) {
            assert_string_equal(flow.from, "n17");
            assert_true(flow.keys <= 200000 / 40 / 5);
        }
        assert_true(at >= 30);
        assert_int_equal(c.s.keys_needless, 0);
        assert_int_equal(c.s.keys_least, c.s.keys_moved);
        change_close(&c);
    }
}

/* Flows by law must agree with 400,000 keys to six standard errors; weights change in every way at
 * once. */
static void law_agrees_with_keys(void **unused)
{
    (void)unused;
    enum { KEYS = 400000 };
    struct change c = change_of("hrw", "a=3,b=1,c=7,d=2,e=5,g=0", "a=3,b=4,c=2,e=6,f=3,g=1");
    struct berth_flow flow;
    static uint64_t keys[KEYS];
    for (uint64_t i = 0; i < KEYS; i++)
        keys[i] = i;
    assert_int_equal(berth_plan_feed_u64(c.plan, keys, NULL, KEYS, NULL, NULL), BERTH_E_OK);
    size_t at = 0;
    for (; berth_plan_flow(c.plan, at, &flow); at++) {
        double error = sqrt(flow.share * (1 - flow.share) / KEYS);
        assert_true(fabs((double)flow.keys / KEYS - flow.share) < 6 * error);
    }
    assert_true(at > 12);
    berth_plan_summary(c.plan, &c.s);
    assert_int_equal(c.s.measure, BERTH_BY_LAW);
    assert_true(c.s.error == 0 && c.s.peak_before == 1 && c.s.peak_after == 1);
    assert_true(c.s.moved > c.s.least && c.s.needless_untouched == 0);
    assert_true(c.s.needless_touched == c.s.needless);
    change_close(&c);
}

/* When a list loses its first line, all other nodes are renumbered, and what moves between them is
 * needless. */
static void numbers_by_line_move_untouched_nodes(void **unused)
{
    (void)unused;
    struct change c = change_of("jump:order=line", "a,b,c,d,e", "b,c,d,e");
    change_feed(&c, "k", 20000);
    assert_int_equal(c.s.measure, BERTH_BY_SAMPLE);
    assert_true(c.s.needless > 0.5 && c.s.needless < c.s.moved);
    assert_true(fabs(c.s.needless - (double)c.s.keys_needless / 20000) < 0.02);
    double expected = sqrt(c.s.moved * (1 - c.s.moved) / 1048576);
    assert_true(fabs(c.s.error - expected) < 1e-15);
    change_close(&c);
}

/* ---- another scheme -------------------------------------------------------------------------- */

static struct change change_of_specs(const char *before, const char *after, const char *nodes)
{
    struct change c = {map_of(before, nodes, NULL), map_of(after, nodes, NULL), NULL, {0}};
    change_plan(&c);
    return c;
}

static void another_scheme_moves_needlessly(void **unused)
{
    (void)unused;
    static const struct {
        const char *before, *after;
        enum berth_measure measure;
    } cases[] = {
        {"slots", "ring", BERTH_BY_TABLE},
        {"ring", "ring:points=100", BERTH_BY_TABLE},
        {"slots", "slots:size=1024", BERTH_BY_TABLE},
        {"slots", "hrw", BERTH_BY_SAMPLE},
        {"hrw", "hrw:hash=fnv1a-64", BERTH_BY_SAMPLE},
        {"ring", "ring:hash=crc32", BERTH_BY_SAMPLE},
        {"slots", "modulo:order=line", BERTH_BY_SAMPLE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct change c = change_of_specs(cases[i].before, cases[i].after, "n[1-8]");
        change_feed(&c, "k", 20000);
        assert_int_equal(c.s.measure, cases[i].measure);
        assert_true(c.s.moved > 0.001 && c.s.needless == c.s.moved - c.s.least);
        assert_true(c.s.needless_touched == 0 && c.s.needless_untouched == c.s.needless);
        assert_int_equal(c.s.keys_needless, c.s.keys_moved - c.s.keys_least);
        assert_int_equal(c.s.keys_needless_touched, 0);
        assert_true(fabs((double)c.s.keys_moved / 20000 - c.s.moved) < 0.025);
        assert_true((c.s.error > 0) == (c.s.measure == BERTH_BY_SAMPLE));
        assert_true((c.s.ranges > 0) == (c.s.measure == BERTH_BY_TABLE));
        change_close(&c);
    }
}

static uint64_t count_bytes(const void *data, size_t len, uint64_t factor)
{
    const unsigned char *bytes = data;
    uint64_t sum = len;
    for (size_t i = 0; i < len; i++)
        sum = (sum + bytes[i]) * factor;
    return sum ^ sum >> 29;
}

static uint64_t digest_one(const void *data, size_t len)
{
    return count_bytes(data, len, 0x9e3779b97f4a7c15);
}

static uint64_t digest_two(const void *data, size_t len)
{
    return count_bytes(data, len, 0xd1342543de82ef95);
}

static const struct berth_hash hash_one = {"mine", "", 64, digest_one};
static const struct berth_hash hash_two = {"mine", "", 64, digest_two};

static berth_map *map_with_hash(const char *spec, const struct berth_hash *mine)
{
    const struct berth_options options = {.hashes = mine, .hash_count = 1};
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_int_equal(berth_nodes_parse_inline(nodes, "n[1-8]", NULL), BERTH_E_OK);
    berth_map *map = berth_map_new(spec, nodes, &options, NULL);
    assert_non_null(map);
    berth_nodes_free(nodes);
    return map;
}

/* The specs are the same, but the hash functions of that name are not. */
static void another_hash_of_the_same_name(void **unused)
{
    (void)unused;
    static const char *const hashed[] = {"hrw:hash=mine", "slots:hash=mine", "ring:hash=mine"};
    for (size_t i = 0; i < 3; i++) {
        struct change c = {
            map_with_hash(hashed[i], &hash_one), map_with_hash(hashed[i], &hash_two), NULL, {0}};
        change_plan(&c);
        assert_int_equal(c.s.measure, BERTH_BY_SAMPLE);
        assert_true(c.s.moved > 0.5 && c.s.needless == c.s.moved - c.s.least);
        assert_true(c.s.needless_touched == 0);
        change_close(&c);
    }
}

/* ---- states ---------------------------------------------------------------------------------- */

/* Shares and keys speak of what clients see. */
static void a_node_goes_down(void **unused)
{
    (void)unused;
    static const char *const replicated[] = {"slots", "hrw", "ring"};
    for (size_t i = 0; i < 3; i++) {
        struct change c = {
            map_of_text(replicated[i], "node a\nnode b\nnode c\nnode d\n"),
            map_of_text(replicated[i], "node a\nnode b state=down\nnode c\nnode d\n"),
            NULL,
            {0}};
        struct berth_flow flow;
        change_plan(&c);
        assert_true(c.s.measure != BERTH_BY_SAMPLE);
        assert_true(fabs(c.s.moved - 0.25) < 0.05 && c.s.flows == 3);
        assert_true((c.s.ranges > 0) == (c.s.measure == BERTH_BY_TABLE));
        change_feed(&c, "k", 20000);
        assert_int_equal(c.s.flows, 3);
        for (size_t at = 0; berth_plan_flow(c.plan, at, &flow); at++) {
            assert_string_equal(flow.from, "b");
            assert_true(fabs(flow.share - (double)flow.keys / 20000) < 0.012 && !flow.needless);
        }
        assert_int_equal(c.s.keys_least, c.s.keys_moved);
        change_close(&c);
    }
}

/* ---- wrong input, large numbers, no memory --------------------------------------------------- */

static void wrong_arguments_are_refused(void **unused)
{
    (void)unused;
    struct change c = change_of("ring", "a,b", "a,b,c");
    struct berth_flow flow;
    struct berth_range range;
    struct berth_plan_summary s;
    berth_error error = {0};
    assert_null(berth_plan_new(NULL, c.after, &error));
    assert_int_equal(error.code, BERTH_E_ARGUMENT);
    assert_null(berth_plan_new(c.before, NULL, NULL));
    assert_int_equal(berth_plan_feed(c.plan, NULL, NULL, 1, NULL, &error), BERTH_E_ARGUMENT);
    assert_int_equal(berth_plan_feed(NULL, NULL, NULL, 0, NULL, &error), BERTH_E_ARGUMENT);
    assert_int_equal(berth_plan_feed_u64(c.plan, NULL, NULL, 1, NULL, &error), BERTH_E_ARGUMENT);
    assert_int_equal(berth_plan_feed_u64(NULL, NULL, NULL, 0, NULL, &error), BERTH_E_ARGUMENT);
    assert_int_equal(berth_plan_feed(c.plan, NULL, NULL, 0, NULL, NULL), BERTH_E_OK);
    assert_false(berth_plan_flow(c.plan, c.s.flows, &flow));
    assert_false(berth_plan_range(c.plan, c.s.ranges, &range));
    assert_false(berth_plan_flow(NULL, 0, &flow));
    assert_false(berth_plan_range(NULL, 0, &range));
    berth_plan_summary(NULL, &s);
    assert_int_equal(s.keys + s.flows, 0);
    berth_plan_summary(c.plan, &s);
    assert_int_equal(s.keys, 0);
    berth_plan_free(NULL);
    change_close(&c);
}

static void sums_of_bytes_stop_at_the_largest(void **unused)
{
    (void)unused;
    struct change c = change_of("ring", "a", "b");
    const uint64_t keys[] = {1, 2, 3}, bytes[] = {UINT64_MAX - 5, 3, 9};
    struct berth_flow flow;
    assert_int_equal(berth_plan_feed_u64(c.plan, keys, bytes, 2, NULL, NULL), BERTH_E_OK);
    assert_true(berth_plan_flow(c.plan, 0, &flow));
    assert_true(flow.bytes == UINT64_MAX - 2);
    assert_int_equal(berth_plan_feed_u64(c.plan, keys, bytes, 3, NULL, NULL), BERTH_E_OK);
    assert_true(berth_plan_flow(c.plan, 0, &flow));
    berth_plan_summary(c.plan, &c.s);
    assert_true(flow.bytes == UINT64_MAX && c.s.bytes == UINT64_MAX);
    assert_true(c.s.bytes_moved == UINT64_MAX && c.s.bytes_needless == 0);
    assert_int_equal(flow.keys, 5);
    change_close(&c);
}

/* The order of the flows follows the keys that were fed last. */
static void flows_are_ranked_again_after_a_feed(void **unused)
{
    (void)unused;
    struct change c = change_of("slots", "a,b,c,d", "b,c,d");
    struct berth_flow largest, smallest;
    assert_int_equal(c.s.flows, 3);
    assert_true(berth_plan_flow(c.plan, 0, &largest) && berth_plan_flow(c.plan, 2, &smallest));
    assert_true(largest.share >= smallest.share);
    uint64_t key = 0;
    while (berth_map_route_u64(c.before, key) != largest.index_from ||
           berth_map_route_u64(c.after, key) != smallest.index_to)
        key++;
    assert_int_equal(berth_plan_feed_u64(c.plan, &key, NULL, 1, NULL, NULL), BERTH_E_OK);
    assert_true(berth_plan_flow(c.plan, 0, &largest));
    assert_string_equal(largest.to, smallest.to);
    assert_int_equal(largest.keys, 1);
    change_close(&c);
}

/* Makes, feeds and frees a plan with an allocator whose n-th call from here fails. Returns whether
 * all succeeded; in either case the plan leaves no memory behind. */
static bool plan_under(struct counted_alloc *heap, const berth_map *before, const berth_map *after,
                       size_t n)
{
    enum { KEYS = 2000 };
    uint64_t keys[KEYS];
    berth_error error = {0};
    size_t held = heap->bytes;
    heap->fail_at = heap->calls + n;
    berth_plan *plan = berth_plan_new(before, after, &error);
    bool done = plan != NULL;
    for (uint64_t i = 0; i < KEYS; i++)
        keys[i] = i;
    if (done)
        done = berth_plan_feed_u64(plan, keys, NULL, KEYS, NULL, &error) == BERTH_E_OK;
    if (!done)
        assert_int_equal(error.code, BERTH_E_MEMORY);
    if (plan) {
        struct berth_plan_summary s;
        berth_plan_summary(plan, &s);
        assert_true(done ? s.keys == KEYS : s.keys < KEYS);
    }
    berth_plan_free(plan);
    assert_int_equal(heap->bytes, held);
    return done;
}

static void no_memory_leaves_nothing(void **unused)
{
    (void)unused;
    static const char *const pairs[][2] = {{"ring:points=4", "ring:points=4"},
                                           {"hrw", "hrw"},
                                           {"modulo:order=line", "jump:order=line"}};
    for (size_t i = 0; i < 3; i++) {
        struct counted_alloc heap;
        struct berth_alloc alloc = counted_alloc_start(&heap, 0);
        berth_map *before = map_of(pairs[i][0], "n[1-9],x", &alloc);
        berth_map *after = map_of(pairs[i][1], "n[2-7],n8=2,n9,y[1-6]", &alloc);
        size_t n = 1;
        while (!plan_under(&heap, before, after, n))
            n++;
        assert_true(n > 10);
        berth_map_free(before);
        berth_map_free(after);
        assert_int_equal(heap.blocks, 0);
    }
}

/* When a node is down, keys may need flows that the maps do not have, and memory for them. */
static void no_memory_while_feeding(void **unused)
{
    (void)unused;
    static const char text[] = "node a state=down\nnode b\nnode c\nnode d\n";
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    const struct berth_options options = {.alloc = &alloc};
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_int_equal(berth_nodes_parse(nodes, text, strlen(text), NULL), BERTH_E_OK);
    berth_map *after = berth_map_new("ring", nodes, &options, NULL);
    berth_map *before = map_of("ring", "a,b,c,d", &alloc);
    size_t n = 1, failures = 0;
    for (; !plan_under(&heap, before, after, n); n++)
        failures++;
    assert_true(failures >= 8);
    berth_map_free(before);
    berth_map_free(after);
    berth_nodes_free(nodes);
    assert_int_equal(heap.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_no_nodes_to_some),
        cmocka_unit_test(from_some_nodes_to_none),
        cmocka_unit_test(from_no_nodes_to_none),
        cmocka_unit_test(all_weights_0_are_as_no_nodes),
        cmocka_unit_test(one_weight_grows),
        cmocka_unit_test(one_of_forty_leaves),
        cmocka_unit_test(law_agrees_with_keys),
        cmocka_unit_test(numbers_by_line_move_untouched_nodes),
        cmocka_unit_test(another_scheme_moves_needlessly),
        cmocka_unit_test(another_hash_of_the_same_name),
        cmocka_unit_test(a_node_goes_down),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(sums_of_bytes_stop_at_the_largest),
        cmocka_unit_test(flows_are_ranked_again_after_a_feed),
        cmocka_unit_test(no_memory_leaves_nothing),
        cmocka_unit_test(no_memory_while_feeding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
