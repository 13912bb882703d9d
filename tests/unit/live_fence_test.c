/* SPDX-License-Identifier: MIT */
/* live_fence_test.c - the asymmetric fence by itself: when two threads each store, and then load
 *                     what the other stores, at least one of them must see the other's store
 *
 *     reader   x = 1; compiler barrier; sees y?        writer   y = 1; heavy fence; sees x?
 *
 * Without the heavy fence, both threads miss the other's store in about one of a hundred rounds on
 * x86, provided that they run at the same time. */
#include "live/live.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { ROUNDS = 20000 };

/* Each variable is on a cache line of its own; otherwise the stores would be seen at once. */
static struct {
    atomic_uint turn;
    char apart_turn[LIVE_LINE];
    atomic_uint x;
    char apart_x[LIVE_LINE];
    atomic_uint y;
    char apart_y[LIVE_LINE];
    atomic_uint done;
    unsigned saw_y[ROUNDS];
} litmus;

static void wait_for(atomic_uint *what, unsigned value)
{
    for (unsigned spins = 0; atomic_load_explicit(what, memory_order_acquire) != value; spins++)
        if (spins % 4096 == 4095)
            sched_yield();
}

static void *reader(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        wait_for(&litmus.turn, i + 1);
        atomic_store_explicit(&litmus.x, i + 1, memory_order_release);
        atomic_signal_fence(memory_order_seq_cst);
        litmus.saw_y[i] = atomic_load_explicit(&litmus.y, memory_order_acquire) == i + 1;
        atomic_store_explicit(&litmus.done, i + 1, memory_order_release);
    }
    return NULL;
}

static void test_one_sees_the_other(void **state)
{
    (void)state;
    pthread_t thread;
    unsigned missed = 0;
    bool fenced = true;
    if (!live_fence_register())
        skip(); /* readers exchange here */
    pthread_create(&thread, NULL, reader, NULL);
    for (unsigned i = 0; i < ROUNDS; i++) {
        atomic_store_explicit(&litmus.turn, i + 1, memory_order_release);
        for (unsigned pause = 0; pause < i % 512; pause++) /* meets the reader at other places */
            atomic_signal_fence(memory_order_seq_cst);
        atomic_store_explicit(&litmus.y, i + 1, memory_order_release);
        fenced &= live_fence_heavy();
        unsigned saw_x = atomic_load_explicit(&litmus.x, memory_order_acquire) == i + 1;
        wait_for(&litmus.done, i + 1);
        missed += !saw_x && !litmus.saw_y[i];
    }
    pthread_join(thread, NULL);
    assert_true(fenced);
    assert_int_equal(missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_sees_the_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
