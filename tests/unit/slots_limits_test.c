/* SPDX-License-Identifier: MIT */
/* slots_limits_test.c - what slots refuses, and its place in the list of schemes */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "counted_alloc.h"
#include "naive_hrw.h"
#include "scheme/registry.h"

extern const struct scheme scheme_slots;

static const uint64_t one = 1000000; /* a bound of 1, in millionths */

static void too_large_is_refused(void **state)
{
    (void)state;
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    struct member members[3];
    struct value values[3] = {{.number = 1024}, {0}, {0}};
    naive_members(NAIVE_EVEN, 1, members, 3);
    struct build in = naive_build(&scheme_slots, &alloc, members, 3, values);
    void *map;
    berth_error error;
    assert_int_equal(scheme_slots.ops->build(&in, &map, &error), 0);
    in.max_bytes = scheme_slots.ops->bytes(map) - 1;
    scheme_slots.ops->destroy(map, &alloc);
    assert_int_equal(scheme_slots.ops->build(&in, &map, &error), BERTH_E_LIMIT);
    in.max_bytes++;
    assert_int_equal(scheme_slots.ops->build(&in, &map, &error), 0);
    scheme_slots.ops->destroy(map, &alloc);
    assert_int_equal(heap.bytes, 0);
}

static void parameters_are_checked(void **state)
{
    (void)state;
    static const struct berth_hash tiny = {.name = "tiny", .bits = 16};
    struct value values[3] = {{.number = 65536}, {.number = 0}, {.hash = &tiny}};
    berth_error error;
    assert_int_equal(scheme_slots.check(values, &error), 0);
    values[1].number = one;
    assert_int_equal(scheme_slots.check(values, &error), 0);
    values[1].number = one - 1;
    assert_int_equal(scheme_slots.check(values, &error), BERTH_E_RANGE);
    assert_non_null(strstr(error.text, "bound=0.999999"));
    values[1].number = 0;
    values[0].number = 131072;
    assert_int_equal(scheme_slots.check(values, &error), BERTH_E_RANGE);
    assert_non_null(strstr(error.text, "table=65536"));
}

static void slots_is_the_first(void **state)
{
    (void)state;
    assert_ptr_equal(registry_native_at(0), &scheme_slots);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_large_is_refused),
        cmocka_unit_test(parameters_are_checked),
        cmocka_unit_test(slots_is_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
