/* SPDX-License-Identifier: MIT */
/* hot_thread_test.c - a sketch for each thread, merged in the end, keeps the promises of a single
 * one */
#include "berth.h"
#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <pthread.h>
#include <cmocka.h>

enum { THREADS = 4, KEYS = 2000, REQUESTS = 20000, COUNTERS = 100 };

struct part {
    pthread_t thread;
    uint64_t seed, weight[KEYS];
    berth_hot *hot;
};

/* Half of the additions are of the same key; of the others, smaller keys come more often. */
static void *fill(void *of)
{
    struct part *part = of;
    struct dice dice = {.state = part->seed};
    part->hot = berth_hot_new(COUNTERS, sizeof(uint32_t), NULL, NULL);
    for (uint32_t i = 0; i < REQUESTS && part->hot; i++) {
        uint32_t key = dice_below(&dice, 1 + dice_below(&dice, 1 + dice_below(&dice, KEYS)));
        uint64_t weight = dice_below(&dice, 4);
        part->weight[key] += weight;
        berth_hot_add(part->hot, &key, sizeof key, weight, NULL);
    }
    return NULL;
}

static void test_threads(void **state)
{
    static struct part parts[THREADS];
    uint64_t total = 0;
    for (uint64_t t = 0; t < THREADS; t++) {
        parts[t].seed = t + 1;
        assert_int_equal(pthread_create(&parts[t].thread, NULL, fill, &parts[t]), 0);
    }
    for (size_t t = 0; t < THREADS; t++) {
        pthread_join(parts[t].thread, NULL);
        assert_non_null(parts[t].hot);
    }
    for (size_t t = 1; t < THREADS; t++) {
        assert_int_equal(berth_hot_merge(parts[0].hot, parts[t].hot, NULL), 0);
        for (size_t key = 0; key < KEYS; key++)
            parts[0].weight[key] += parts[t].weight[key];
        berth_hot_free(parts[t].hot);
    }
    for (size_t key = 0; key < KEYS; key++)
        total += parts[0].weight[key];
    assert_int_equal(berth_hot_total(parts[0].hot), total);
    assert_true(berth_hot_bound(parts[0].hot) <= total / COUNTERS);
    struct berth_hot_key key;
    size_t heavy = 0;
    for (size_t i = 0; berth_hot_at(parts[0].hot, i, &key); i++) {
        uint64_t weight = parts[0].weight[*(const uint32_t *)key.data];
        assert_true(key.count - key.error <= weight && weight <= key.count);
        heavy += weight > total / COUNTERS;
    }
    for (size_t i = 0; i < KEYS; i++)
        heavy -= parts[0].weight[i] > total / COUNTERS;
    assert_int_equal(heavy, 0); /* all heavy keys are listed */
    berth_hot_free(parts[0].hot);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
