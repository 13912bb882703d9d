/* SPDX-License-Identifier: MIT */
/* live_case_down_test.c - one of three nodes fails and returns, 10,000 times
 *
 * The weights are p1 = 4, p2 = 4, p3 = 6, and the keys are t/0 .. t/199999. While p3 is down, the
 * keys of p1 and p2 stay, and those of p3 divide about equally between them. When p3 is up again,
 * every key returns. The fingerprint stays the same all the time. */
#include "counted_alloc.h"
#include "dice.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { KEYS = 200000, FLAPS = 10000 };

static uint32_t home[KEYS], now[KEYS];

static void owners_of(berth_reader *reader, uint32_t *owners)
{
    char key[16];
    const berth_map *map = berth_reader_enter(reader);
    for (unsigned i = 0; i < KEYS; i++)
        owners[i] = berth_map_route(map, key, (size_t)snprintf(key, sizeof key, "t/%u", i));
    berth_reader_leave(reader);
}

static struct berth_fingerprint fingerprint_of(berth_reader *reader)
{
    struct berth_fingerprint fingerprint = berth_map_fingerprint(berth_reader_enter(reader));
    berth_reader_leave(reader);
    return fingerprint;
}

static void set_state(berth_live *live, const char *name, enum berth_state state)
{
    berth_error error;
    expect_ok(berth_live_set_state(live, name, state, &error), &error);
}

/* The indices of p1, p2, p3 are 0, 1, 2. */
static void check_p3_down(berth_reader *reader)
{
    unsigned to[3] = {0};
    owners_of(reader, now);
    for (unsigned i = 0; i < KEYS; i++) {
        if (home[i] == 2)
            to[now[i]]++;
        else
            assert_int_equal(now[i], home[i]);
    }
    assert_int_equal(to[2], 0);
    assert_true(to[0] + to[1] > KEYS * 0.38 && to[0] + to[1] < KEYS * 0.48); /* about 6 of 14 */
    assert_true(to[0] > to[1] * 0.8 && to[1] > to[0] * 0.8);
}

static void check_case(const char *spec)
{
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    struct berth_options options = {.alloc = &alloc};
    struct berth_live_status status;
    struct dice dice = {.state = 15};
    berth_error error;
    berth_nodes *nodes = berth_nodes_new(NULL);
    expect_ok(berth_nodes_parse_inline(nodes, "p1=4,p2=4,p3=6", &error), &error);
    berth_live *live = berth_live_new(spec, nodes, &options, &error);
    berth_reader *reader = berth_reader_new(live, &error);
    struct berth_fingerprint first = fingerprint_of(reader);
    owners_of(reader, home);
    set_state(live, "p3", BERTH_DOWN);
    check_p3_down(reader);
    set_state(live, "p3", BERTH_UP);
    const size_t bytes = heap.bytes;
    for (unsigned i = 0; i < FLAPS; i++) {
        const char *name = (const char *[]){"p1", "p2", "p3"}[dice_below(&dice, 3)];
        set_state(live, name, BERTH_DOWN);
        struct berth_fingerprint other = fingerprint_of(reader);
        assert_true(first.hi == other.hi && first.lo == other.lo);
        set_state(live, name, BERTH_UP);
    }
    owners_of(reader, now);
    assert_memory_equal(home, now, sizeof home);
    assert_int_equal(heap.bytes, bytes);
    berth_live_status(live, &status);
    assert_int_equal(status.states, 2 * FLAPS + 2);
    assert_int_equal(status.version, status.states + 1);
    berth_reader_free(reader);
    berth_live_free(live);
    berth_nodes_free(nodes);
}

static void test_slots(void **state)
{
    (void)state;
    check_case("slots");
}

static void test_hrw(void **state)
{
    (void)state;
    check_case("hrw");
}

static void test_ring(void **state)
{
    (void)state;
    check_case("ring:points=640");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slots),
        cmocka_unit_test(test_hrw),
        cmocka_unit_test(test_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
