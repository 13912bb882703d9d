/* SPDX-License-Identifier: MIT */
/* modulo_test.c - the owner is the remainder; when two maps may be compared whole */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

extern const struct scheme scheme_modulo;

static void test_remainder(void **unused)
{
    (void)unused;
    for (uint32_t n = 1; n <= 50; n++) {
        struct fixture f;
        fixture_open(&f, &scheme_modulo, n);
        void *state = fixture_build(&f);
        for (uint64_t i = 0; i < 200; i++)
            assert_int_equal(scheme_modulo.ops->route(state, fixture_key(i)), fixture_key(i) % n);
        assert_int_equal(scheme_modulo.ops->route(state, UINT64_MAX), UINT64_MAX % n);
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

static void test_spans(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_open(&f, &scheme_modulo, 7);
    void *state = fixture_build(&f);
    struct space space = {.key = 99};
    scheme_modulo.ops->space(state, &space);
    assert_int_equal(space.kind, SPACE_CYCLE);
    assert_int_equal(space.size, 7);
    assert_int_equal(space.key, 99);
    uint64_t cursor = 0, next = 0;
    struct span span;
    while (scheme_modulo.ops->span(state, &cursor, &span)) {
        assert_int_equal(span.first, next);
        for (; next <= span.last; next++)
            assert_int_equal(span.owner, scheme_modulo.ops->route(state, 7 * 1000 + next));
    }
    assert_int_equal(next, 7);
    fixture_drop(&f, state);
    fixture_close(&f);
}

static void test_redrawn_maps_are_sampled(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_open(&f, &scheme_modulo, 7);
    fixture_weight(&f, 6, 0);
    void *state = fixture_build(&f);
    struct space space = {0};
    scheme_modulo.ops->space(state, &space);
    assert_int_equal(space.kind, SPACE_NONE);
    fixture_drop(&f, state);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_remainder),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_redrawn_maps_are_sampled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
