/* SPDX-License-Identifier: MIT */
/* plan_flows_test.c - the table of flows, and the sort that it uses */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "counted_alloc.h"
#include "plan/flows.h"
#include "base/order.h"

static bool less_value(const void *context, uint32_t a, uint32_t b)
{
    const uint64_t *values = context;
    return values[a] < values[b];
}

static void sort_orders_every_length(void **unused)
{
    (void)unused;
    enum { MOST = 300 };
    uint64_t values[MOST] = {0};
    uint32_t items[MOST];
    for (size_t n = 0; n <= MOST; n++) {
        size_t seen = 0;
        for (size_t i = 0; i < n; i++) {
            values[i] = bits_mix(i + n * BITS_GOLDEN) % (n / 2 + 1);
            items[i] = (uint32_t)i;
        }
        order_sort(items, n, less_value, values);
        for (size_t i = 1; i < n; i++)
            assert_true(values[items[i - 1]] <= values[items[i]]);
        for (size_t i = 0; i < n; i++)
            seen += items[i];
        assert_int_equal(seen, n == 0 ? 0 : n * (n - 1) / 2);
    }
}

/* The first few items are sorted one after the other, and no item is lost. */
static void order_in_steps(void **unused)
{
    (void)unused;
    enum { MOST = 100 };
    uint64_t values[MOST];
    uint32_t items[MOST];
    for (size_t n = 1; n <= MOST; n++) {
        size_t seen = 0;
        for (size_t i = 0; i < n; i++) {
            values[i] = bits_mix(i + n * BITS_GOLDEN) % (n / 2 + 1);
            items[i] = (uint32_t)i;
        }
        order_start(items, n, less_value, values);
        for (size_t done = 0; done < n / 2 + 1; done++)
            order_next(items, done, n, less_value, values);
        for (size_t i = 0; i <= n / 2; i++)
            for (size_t j = i + 1; j < n; j++)
                assert_true(values[items[i]] <= values[items[j]]);
        for (size_t i = 0; i < n; i++)
            seen += items[i];
        assert_int_equal(seen, n * (n - 1) / 2);
    }
}

static void flows_add_up_per_direction(void **unused)
{
    (void)unused;
    enum { NODES = 40, ROUNDS = 20000 };
    static uint64_t expected[NODES][NODES];
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    struct flows flows;
    flows_init(&flows, &alloc);
    for (uint64_t i = 0; i < ROUNDS; i++) {
        uint64_t r = bits_mix(i * BITS_GOLDEN);
        uint32_t from = (uint32_t)(r % NODES), to = (uint32_t)((r >> 32) % NODES);
        struct flow *flow = flows_at(&flows, from, to);
        assert_non_null(flow);
        flow->keys += i;
        expected[from][to] += i;
    }
    size_t used = 0;
    for (uint32_t from = 0; from < NODES; from++)
        for (uint32_t to = 0; to < NODES; to++)
            if (expected[from][to] != 0) {
                used++;
                assert_int_equal(flows_at(&flows, from, to)->keys, expected[from][to]);
            }
    assert_int_equal(flows.count, used);
    flows_free(&flows);
    assert_int_equal(heap.blocks, 0);
}

/* A flow that was appended is found, and flows can be appended after lookups. */
static void flows_appended_are_found(void **unused)
{
    (void)unused;
    enum { MANY = 300 };
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    struct flows flows;
    flows_init(&flows, &alloc);
    assert_true(flows_reserve(&flows, 10));
    for (uint32_t i = 0; i < MANY; i++) {
        struct flow *flow = i % 3 ? flows_append(&flows, i, 1) : flows_at(&flows, i, 1);
        assert_non_null(flow);
        flow->keys = i;
        assert_int_equal(flows_ranked(&flows, 0)->keys, i);
        assert_int_equal(flows_ranked(&flows, i / 2)->keys, i - i / 2);
    }
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(flows_at(&flows, i, 1)->keys, i);
    assert_int_equal(flows.count, MANY);
    flows_free(&flows);
    assert_int_equal(heap.blocks, 0);
}

static void expect_rank(struct flows *flows, size_t i, uint32_t from, uint32_t to)
{
    const struct flow *flow = flows_ranked(flows, i);
    assert_int_equal(flow->from, from);
    assert_int_equal(flow->to, to);
}

static void ranking_is_by_keys_then_share_then_nodes(void **unused)
{
    (void)unused;
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    struct flows flows;
    flows_init(&flows, &alloc);
    flows_at(&flows, 2, 1)->share = 0.1;
    flows_at(&flows, 1, 2)->share = 0.1;
    flows_at(&flows, 1, 0)->share = 0.1;
    flows_at(&flows, 3, 0)->share = 0.2;
    expect_rank(&flows, 0, 3, 0);
    expect_rank(&flows, 1, 1, 0);
    expect_rank(&flows, 2, 1, 2);
    expect_rank(&flows, 3, 2, 1);
    flows_at(&flows, 2, 1)->keys = 7;
    flows_unsort(&flows);
    expect_rank(&flows, 0, 2, 1);
    expect_rank(&flows, 1, 3, 0);
    assert_int_equal(flows_at(&flows, 2, 1)->keys, 7);
    flows_free(&flows);
}

/* Whichever allocation fails, the flows stay as they were, and more can be added. */
static void no_memory_changes_nothing(void **unused)
{
    (void)unused;
    enum { MANY = 200 };
    bool failed = true;
    for (size_t n = 1; failed; n++) {
        struct counted_alloc heap;
        struct berth_alloc alloc = counted_alloc_start(&heap, n);
        struct flows flows;
        flows_init(&flows, &alloc);
        failed = false;
        for (uint32_t i = 0; i < MANY; i++) {
            struct flow *flow = flows_at(&flows, i, i + 1);
            if (!flow) {
                assert_false(failed);
                failed = true;
                assert_int_equal(flows.count, i);
                flow = flows_at(&flows, i, i + 1);
            }
            flow->keys = i;
        }
        for (uint32_t i = 0; i < MANY; i++)
            assert_int_equal(flows_ranked(&flows, i)->keys, MANY - 1 - i);
        flows_free(&flows);
        assert_int_equal(heap.bytes, 0);
        assert_int_equal(heap.blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sort_orders_every_length),
        cmocka_unit_test(order_in_steps),
        cmocka_unit_test(flows_add_up_per_direction),
        cmocka_unit_test(flows_appended_are_found),
        cmocka_unit_test(ranking_is_by_keys_then_share_then_nodes),
        cmocka_unit_test(no_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
