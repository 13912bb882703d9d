/* SPDX-License-Identifier: MIT */
/* live_threads_test.c - readers, while a writer goes back and forth between two memberships
 *
 * One membership has ten nodes; the other lacks three of them and has three others. The writer
 * changes 10,000 times. Each single answer must be that of one of the two, each list of replicas
 * must come from one version, and in the end only the memory of one version may be left. The test
 * runs with membarrier and without it. */
#include "counted_alloc.h"
#include "expect.h"
#include "live/live.h"
#include "locked_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#ifdef __SANITIZE_THREAD__ /* it makes the test twenty times as slow */
enum { SWITCHES = 1000 };
#else
enum { SWITCHES = 10000 };
#endif
enum { READERS = 4, KEYS = 1000, REPLICAS = 3, SETS = 2 };

struct answer {
    uint32_t list[REPLICAS];
    void *data;
};

static struct {
    berth_live *live;
    berth_nodes *nodes[SETS];
    struct berth_fingerprint fingerprints[SETS];
    struct answer answers[SETS][KEYS];
    int data[16];
    atomic_bool stop;
    atomic_uint wrong;
} scene;

static size_t scene_key(unsigned i, char out[16])
{
    return (size_t)snprintf(out, 16, "z%u", i);
}

/* Fills a membership with the nodes first .. first + 9. */
static void scene_set(unsigned set, unsigned first)
{
    berth_error error;
    char name[16], key[16];
    scene.nodes[set] = berth_nodes_new(NULL);
    for (unsigned i = first; i < first + 10; i++) {
        snprintf(name, sizeof name, "n%02u", i);
        expect_ok(berth_nodes_add(scene.nodes[set], name, 1, &error), &error);
        berth_nodes_set_data(scene.nodes[set], name, &scene.data[i], &error);
    }
    berth_map *map = berth_map_new("slots:table=256", scene.nodes[set], NULL, &error);
    scene.fingerprints[set] = berth_map_fingerprint(map);
    for (unsigned i = 0; i < KEYS; i++) {
        struct answer *answer = &scene.answers[set][i];
        size_t len = scene_key(i, key);
        assert_int_equal(berth_map_replicas(map, key, len, answer->list, REPLICAS), REPLICAS);
        answer->data = berth_map_data(map, answer->list[0]);
    }
    berth_map_free(map);
}

static const struct answer *scene_answers(const berth_map *map)
{
    struct berth_fingerprint now = berth_map_fingerprint(map);
    for (unsigned set = 0; set < SETS; set++)
        if (now.hi == scene.fingerprints[set].hi && now.lo == scene.fingerprints[set].lo)
            return scene.answers[set];
    return NULL;
}

static bool scene_list_is(const berth_map *map, const char *key, size_t len,
                          const struct answer *answer)
{
    uint32_t list[REPLICAS];
    return berth_map_replicas(map, key, len, list, REPLICAS) == REPLICAS &&
           memcmp(list, answer->list, sizeof list) == 0 &&
           berth_map_route(map, key, len) == list[0];
}

/* Looks a key up in three ways; returns how many answers were wrong. */
static unsigned scene_ask(berth_reader *reader, unsigned i)
{
    char key[16];
    size_t len = scene_key(i, key);
    unsigned wrong = 0;
    void *data = berth_reader_route_data(reader, key, len);
    wrong += data != scene.answers[0][i].data && data != scene.answers[1][i].data;
    const berth_map *map = berth_reader_enter(reader);
    const struct answer *answers = scene_answers(map);
    wrong += !answers || !scene_list_is(map, key, len, &answers[i]) ||
             berth_reader_route(reader, key, len) != answers[i].list[0];
    berth_reader_leave(reader);
    map = berth_live_acquire(scene.live);
    answers = scene_answers(map);
    wrong += !answers || !scene_list_is(map, key, len, &answers[i]);
    berth_live_release(scene.live, map);
    return wrong;
}

static void *scene_reader(void *handle)
{
    unsigned wrong = 0;
    for (unsigned i = 0; !atomic_load(&scene.stop); i++)
        wrong += scene_ask(handle, i % KEYS);
    atomic_fetch_add(&scene.wrong, wrong);
    return NULL;
}

static void scene_run(bool asymmetric, unsigned switches)
{
    struct counted_alloc heap;
    struct locked_alloc lock;
    struct berth_alloc alloc = locked_alloc_start(&lock, counted_alloc_start(&heap, 0));
    struct berth_options options = {.alloc = &alloc};
    struct berth_live_status status;
    berth_reader *readers[READERS];
    pthread_t threads[READERS];
    berth_error error;
    scene.live = berth_live_new("slots:table=256", scene.nodes[0], &options, &error);
    scene.live->asymmetric &= asymmetric;
    size_t bytes = heap.bytes;
    atomic_store(&scene.stop, false);
    for (unsigned i = 0; i < READERS; i++) {
        readers[i] = berth_reader_new(scene.live, &error);
        pthread_create(&threads[i], NULL, scene_reader, readers[i]);
    }
    for (unsigned i = 1; i <= switches; i++) {
        expect_ok(berth_live_apply(scene.live, scene.nodes[i % SETS], i, &error), &error);
        berth_live_status(scene.live, &status);
        assert_int_equal(status.version, i + 1);
        assert_in_range(status.retired, 0, 2 * READERS); /* each reader may hold two */
    }
    atomic_store(&scene.stop, true);
    for (unsigned i = 0; i < READERS; i++) {
        pthread_join(threads[i], NULL);
        berth_reader_free(readers[i]);
    }
    berth_live_status(scene.live, &status);
    assert_int_equal(status.retired, 0);
    assert_int_equal(heap.bytes, bytes);
    assert_int_equal(atomic_load(&scene.wrong), 0);
    berth_live_free(scene.live);
    assert_int_equal(heap.bytes, 0);
}

static void test_back_and_forth(void **state)
{
    (void)state;
    scene_run(true, SWITCHES);
}

static void test_back_and_forth_without_membarrier(void **state)
{
    (void)state;
    scene_run(false, SWITCHES / 10);
}

static int scene_open(void **state)
{
    (void)state;
    scene_set(0, 0);
    scene_set(1, 3);
    return 0;
}

static int scene_close(void **state)
{
    (void)state;
    for (unsigned set = 0; set < SETS; set++)
        berth_nodes_free(scene.nodes[set]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_back_and_forth),
        cmocka_unit_test(test_back_and_forth_without_membarrier),
    };
    return cmocka_run_group_tests(tests, scene_open, scene_close);
}
