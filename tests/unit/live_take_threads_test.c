/* SPDX-License-Identifier: MIT */
/* live_take_threads_test.c - threads that take and give, a writer and a thread that changes states,
 *                            all at the same time
 *
 *   takers    take, spread and give back, some of it at nodes that were removed since
 *   writer    removes nodes and adds them again, with other weights
 *   doctor    marks nodes as down and up
 *
 * In the end all keys are given back: every load and the total must be zero, and only the memory of
 * the last version may be left. */
#include "berth.h"

#include "counted_alloc.h"
#include "dice.h"
#include "locked_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <pthread.h>

#ifdef __SANITIZE_THREAD__ /* it makes the test twenty times as slow */
enum { CHANGES = 300 };
#else
enum { CHANGES = 3000 };
#endif
enum { TAKERS = 3, HELD = 50, NODES = 8 };

static struct {
    berth_live *live;
    atomic_bool stop;
    atomic_uint wrong;
} scene;

struct taker {
    berth_reader *reader;
    struct dice dice;
    struct berth_ticket held[HELD];
    unsigned n;
};

static void taker_take(struct taker *taker)
{
    struct berth_ticket *ticket = &taker->held[taker->n];
    uint64_t key = dice_below(&taker->dice, 40);
    int index = dice_below(&taker->dice, 4)
                    ? berth_reader_take_u64(taker->reader, key, ticket)
                    : berth_reader_take_spread(taker->reader, "hot", 3, 3, ticket);
    if (index < 0)
        return;
    if (ticket->node[0] != 'n' || (uint32_t)index != ticket->index || ticket->version == 0)
        atomic_fetch_add(&scene.wrong, 1);
    taker->n++;
}

static void taker_give(struct taker *taker)
{
    unsigned at = dice_below(&taker->dice, taker->n);
    struct berth_ticket *ticket = &taker->held[at];
    if (ticket->node[0] != 'n' || berth_live_give(scene.live, ticket) != BERTH_E_OK ||
        berth_live_give(scene.live, ticket) != BERTH_E_STATE)
        atomic_fetch_add(&scene.wrong, 1);
    *ticket = taker->held[--taker->n];
}

static void *taker_run(void *context)
{
    struct taker *taker = context;
    while (!atomic_load(&scene.stop)) {
        if (taker->n == HELD || (taker->n > 0 && dice_below(&taker->dice, 2)))
            taker_give(taker);
        else
            taker_take(taker);
    }
    while (taker->n > 0)
        taker_give(taker);
    return NULL;
}

static void *writer_run(void *context)
{
    struct dice dice = {.state = 3};
    char name[8];
    (void)context;
    for (unsigned i = 0; i < CHANGES; i++) {
        snprintf(name, sizeof name, "n%u", dice_below(&dice, NODES));
        if (berth_live_remove(scene.live, name, NULL) == BERTH_E_MISSING)
            berth_live_add(scene.live, name, 1 + dice_below(&dice, 3), NULL);
    }
    return NULL;
}

static void *doctor_run(void *context)
{
    struct dice dice = {.state = 4};
    char name[8];
    (void)context;
    for (unsigned i = 0; i < CHANGES; i++) {
        snprintf(name, sizeof name, "n%u", dice_below(&dice, NODES));
        berth_live_set_state(scene.live, name, dice_below(&dice, 2) ? BERTH_DOWN : BERTH_UP, NULL);
        if (dice_below(&dice, 50) == 0)
            berth_live_set_bound(scene.live, 1 + dice_below(&dice, 2), NULL);
        if (berth_live_load(scene.live, name) > (uint64_t)TAKERS * HELD)
            atomic_fetch_add(&scene.wrong, 1);
    }
    return NULL;
}

static void scene_run(struct taker *takers)
{
    pthread_t threads[TAKERS + 2];
    atomic_store(&scene.stop, false);
    for (unsigned i = 0; i < TAKERS; i++) {
        takers[i] = (struct taker){.dice.state = i, .reader = berth_reader_new(scene.live, NULL)};
        pthread_create(&threads[i], NULL, taker_run, &takers[i]);
    }
    pthread_create(&threads[TAKERS], NULL, writer_run, NULL);
    pthread_create(&threads[TAKERS + 1], NULL, doctor_run, NULL);
    pthread_join(threads[TAKERS], NULL);
    pthread_join(threads[TAKERS + 1], NULL);
    atomic_store(&scene.stop, true);
    for (unsigned i = 0; i < TAKERS; i++) {
        pthread_join(threads[i], NULL);
        berth_reader_free(takers[i].reader);
    }
}

static void all_is_given_back(void **state)
{
    static const char *const specs[] = {"slots:table=256", "ring:points=8",
                                        "haproxy:hash-type=consistent"};
    (void)state;
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        struct counted_alloc heap;
        struct locked_alloc lock;
        struct berth_alloc alloc = locked_alloc_start(&lock, counted_alloc_start(&heap, 0));
        struct berth_options options = {.alloc = &alloc};
        struct berth_live_status status;
        struct taker *takers = calloc(TAKERS, sizeof *takers);
        berth_nodes *nodes = berth_nodes_new(NULL);
        berth_nodes_parse_inline(nodes, "n[0-7]", NULL);
        scene.live = berth_live_new(specs[s], nodes, &options, NULL);
        assert_non_null(scene.live);
        size_t bytes = heap.bytes;
        scene_run(takers);
        assert_int_equal(atomic_load(&scene.wrong), 0);
        berth_live_status(scene.live, &status);
        assert_int_equal(status.load, 0);
        assert_int_equal(status.retired, 0);
        for (unsigned i = 0; i < NODES; i++) {
            char name[8];
            snprintf(name, sizeof name, "n%u", i);
            assert_int_equal(berth_live_load(scene.live, name), 0);
        }
        berth_live_apply(scene.live, nodes, 0, NULL);
        assert_int_equal(heap.bytes, bytes);
        berth_live_free(scene.live);
        assert_int_equal(heap.bytes, 0);
        berth_nodes_free(nodes);
        free(takers);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_is_given_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
