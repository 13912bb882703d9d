/* SPDX-License-Identifier: MIT */
/* jump_test.c - jump against recorded values of the published code; adding the last node is
 * minimal */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <jansson.h>

extern const struct scheme scheme_jump;

static uint64_t key_of(const json_t *text)
{
    const char *digits = json_string_value(text);
    return digits[0] == '-' ? -strtoull(digits + 1, NULL, 10) : strtoull(digits, NULL, 10);
}

static void check_config(const json_t *keys, const json_t *config)
{
    struct fixture f;
    uint32_t n =
        (uint32_t)json_integer_value(json_object_get(json_object_get(config, "params"), "n"));
    fixture_open(&f, &scheme_jump, n);
    void *state = fixture_build(&f);
    const json_t *expect = json_object_get(config, "expect");
    assert_int_equal(json_array_size(expect), json_array_size(keys));
    for (size_t i = 0; i < json_array_size(keys); i++)
        assert_int_equal(scheme_jump.ops->route(state, key_of(json_array_get(keys, i))),
                         json_integer_value(json_array_get(expect, i)));
    fixture_drop(&f, state);
    fixture_close(&f);
}

static void test_published_values(void **unused)
{
    (void)unused;
    json_error_t error;
    json_t *root = json_load_file(BERTH_TEST_DATA "/vectors/compat/jump_paper.json", 0, &error);
    if (!root)
        fail_msg("jump_paper.json:%d: %s", error.line, error.text);
    const json_t *keys = json_object_get(root, "int_keys");
    const json_t *configs = json_object_get(root, "configs");
    assert_true(json_array_size(keys) > 100);
    assert_true(json_array_size(configs) > 5);
    for (size_t i = 0; i < json_array_size(configs); i++)
        check_config(keys, json_array_get(configs, i));
    json_decref(root);
}

static void test_growing_moves_only_to_the_new_node(void **unused)
{
    (void)unused;
    enum { KEYS = 500 };
    uint32_t was[KEYS] = {0};
    for (uint32_t n = 1; n <= 300; n++) {
        struct fixture f;
        fixture_open(&f, &scheme_jump, n);
        void *state = fixture_build(&f);
        for (uint64_t i = 0; i < KEYS; i++) {
            uint32_t is = scheme_jump.ops->route(state, fixture_key(i));
            if (is != was[i])
                assert_int_equal(is, n - 1);
            was[i] = is;
        }
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

/* Tries batches of every small length, at every alignment of their end. */
static void test_many_is_one_by_one(void **unused)
{
    (void)unused;
    enum { KEYS = 100 };
    const uint32_t sizes[] = {1, 2, 3, 10, 1000, 70000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        struct fixture f;
        fixture_open(&f, &scheme_jump, sizes[s]);
        fixture_weight(&f, sizes[s] / 2, 0);
        void *state = fixture_build(&f);
        for (size_t n = 0; n <= KEYS; n++) {
            uint64_t hashes[KEYS];
            uint32_t out[KEYS + 1] = {0};
            for (size_t i = 0; i < n; i++)
                hashes[i] = fixture_key(i + 31 * n);
            if (n > 2)
                hashes[1] = 0, hashes[2] = UINT64_MAX;
            out[n] = 77;
            scheme_jump.ops->route_many(state, hashes, n, out);
            for (size_t i = 0; i < n; i++)
                assert_int_equal(out[i], scheme_jump.ops->route(state, hashes[i]));
            assert_int_equal(out[n], 77);
        }
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_values),
        cmocka_unit_test(test_growing_moves_only_to_the_new_node),
        cmocka_unit_test(test_many_is_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
