/* SPDX-License-Identifier: MIT */
/* plan_numbers_test.c - plans of maps of numbers without names */
#include "berth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static berth_map *count_of(const char *spec, uint32_t count, size_t max_bytes)
{
    const struct berth_options options = {.max_bytes = max_bytes};
    berth_map *map = berth_map_new_count(spec, count, &options, NULL);
    assert_non_null(map);
    return map;
}

/* The plan must be the same as with nodes of these numbers, except for the names. */
static void numbers_are_nodes(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"jump:order=line", "jumpback:order=line",
                                        "modulo:order=line"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        berth_nodes *nodes = berth_nodes_new(NULL);
        assert_int_equal(berth_nodes_parse_inline(nodes, "a,b,c,d", NULL), BERTH_E_OK);
        berth_map *named = berth_map_new(specs[i], nodes, NULL, NULL);
        assert_int_equal(berth_nodes_parse_inline(nodes, "e,f", NULL), BERTH_E_OK);
        berth_map *named_after = berth_map_next(named, nodes, NULL);
        berth_map *before = count_of(specs[i], 4, 0), *after = count_of(specs[i], 6, 0);
        berth_plan *plan = berth_plan_new(before, after, NULL);
        berth_plan *model = berth_plan_new(named, named_after, NULL);
        assert_non_null(plan);
        assert_int_equal(
            berth_plan_feed_u64(plan, (uint64_t[]){1, 2, 3, 4, 5}, NULL, 5, NULL, NULL), 0);
        assert_int_equal(
            berth_plan_feed_u64(model, (uint64_t[]){1, 2, 3, 4, 5}, NULL, 5, NULL, NULL), 0);
        struct berth_plan_summary mine, theirs;
        berth_plan_summary(plan, &mine);
        berth_plan_summary(model, &theirs);
        assert_memory_equal(&mine, &theirs, sizeof mine);
        struct berth_flow flow, other;
        for (size_t f = 0; berth_plan_flow(model, f, &other); f++) {
            assert_true(berth_plan_flow(plan, f, &flow));
            assert_null(flow.from);
            assert_null(flow.to);
            assert_int_equal(flow.index_from, other.index_from);
            assert_int_equal(flow.index_to, other.index_to);
            assert_int_equal(flow.keys, other.keys);
            assert_int_equal(flow.needless, other.needless);
            assert_true(flow.share == other.share);
        }
        assert_true(mine.moved > 0);
        berth_plan_free(plan);
        berth_plan_free(model);
        berth_map_free(before);
        berth_map_free(after);
        berth_map_free(named);
        berth_map_free(named_after);
        berth_nodes_free(nodes);
    }
}

static void names_and_numbers_do_not_mix(void **unused)
{
    (void)unused;
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_map *bare = count_of("jump", 3, 0), *none = berth_map_new("jump", nodes, NULL, NULL);
    assert_int_equal(berth_nodes_parse_inline(nodes, "a,b", NULL), BERTH_E_OK);
    berth_map *named = berth_map_new("jump:order=line", nodes, NULL, NULL);
    assert_null(berth_plan_new(bare, named, &error));
    assert_int_equal(error.code, BERTH_E_UNSUPPORTED);
    assert_null(berth_plan_new(named, bare, &error));
    berth_plan *plan = berth_plan_new(none, bare, &error);
    assert_non_null(plan);
    struct berth_plan_summary s;
    berth_plan_summary(plan, &s);
    assert_true(s.moved == 1);
    assert_int_equal(s.flows, 3);
    berth_plan_free(plan);
    berth_map_free(none);
    berth_map_free(bare);
    berth_map_free(named);
    berth_nodes_free(nodes);
}

/* Numbers take no memory in a map, but they do in a plan. */
static void too_many_numbers(void **unused)
{
    (void)unused;
    berth_error error = {0};
    berth_map *many = count_of("jumpback", UINT32_MAX - 1, 0),
              *few = count_of("jumpback", 99, 4096);
    assert_null(berth_plan_new(many, many, &error));
    assert_int_equal(error.code, BERTH_E_LIMIT);
    assert_null(berth_plan_new(few, few, &error));
    assert_int_equal(error.code, BERTH_E_LIMIT);
    berth_map_free(many);
    berth_map_free(few);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_nodes),
        cmocka_unit_test(names_and_numbers_do_not_mix),
        cmocka_unit_test(too_many_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
