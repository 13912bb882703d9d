/* SPDX-License-Identifier: MIT */
/* live_torture_test.c - writers, a thread that changes states, and readers at the same time; every
 *                       answer is compared with the version that gave it
 *
 * Two writers apply batches to the version that they read, and record the nodes of each version
 * that they publish. A third thread changes states in a known order, one version for each change,
 * so the versions that no writer recorded are its own. Readers record their answers, with the
 * version of each. When all threads have ended, each version is built again from its nodes, and
 * every record must agree with it: owner, replicas, and the node for a new key. The version of a
 * single lookup is not known; its owner's data must be that of a version that was current then. */
#include "counted_alloc.h"
#include "dice.h"
#include "expect.h"
#include "live/live.h"
#include "locked_alloc.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { VERSIONS = 1000, WRITERS = 2, READERS = 3, KEYS = 64, REPLICAS = 3, NOTES = 20000 };
enum { STATES_OF = 2, PINNED_MAX = READERS * 2 + 1 };

/* An answer that a reader got. Its version is between `first` and `last`, which are equal for
 * answers in a section or of an acquired map. */
struct note {
    uint64_t first, last; /* versions */
    uint32_t key, owner, place, found, list[REPLICAS];
    void *data; /* the owner's data, for a single lookup */
};

struct scribe {
    berth_reader *reader;
    struct note *notes;
    size_t count; /* of all notes; after the first NOTES, some replace older ones */
    struct dice dice;
};

static struct {
    const char *spec;
    berth_live *live;
    berth_nodes *versions[VERSIONS + WRITERS + 2]; /* NULL = made by the thread of states */
    void *owners[VERSIONS + WRITERS + 2][KEYS];    /* the data of each key's owner */
    atomic_uint data, health, conflicts;
    atomic_bool stop;
} scene;

/* ---- writers ------------------------------------------------------------------------------- */

static uint64_t version_of(const berth_map *map)
{
    return ((const struct live_view *)map->view)->version;
}

/* Makes one to four changes. The last gives a node data that it never had, so every version differs
 * from the version before. */
static void edit(berth_nodes *nodes, struct dice *dice)
{
    char name[16], mark[16];
    struct berth_node node;
    for (unsigned n = dice_below(dice, 4); n > 0; n--) {
        snprintf(name, sizeof name, "n%02u", dice_below(dice, 10));
        if (!berth_nodes_find(nodes, name, &node))
            berth_nodes_add(nodes, name, 1 + dice_below(dice, 3), NULL);
        else if (dice_below(dice, 2))
            berth_nodes_remove(nodes, name, NULL);
        else
            berth_nodes_set(nodes, name, dice_below(dice, 2) ? "weight" : "addr", "2", NULL);
    }
    uint32_t fresh = atomic_fetch_add(&scene.data, 1) + 1;
    berth_nodes_at(nodes, dice_below(dice, (uint32_t)berth_nodes_count(nodes)), &node);
    snprintf(mark, sizeof mark, "%s", node.name);
    berth_nodes_set_data(nodes, mark, (void *)(uintptr_t)fresh, NULL);
}

static void *writer(void *seed)
{
    struct dice dice = {.state = (uintptr_t)seed};
    for (;;) {
        uint64_t version;
        berth_nodes *nodes = berth_live_nodes(scene.live, &version, NULL);
        if (version >= VERSIONS) {
            berth_nodes_free(nodes);
            return NULL;
        }
        edit(nodes, &dice);
        if (berth_live_apply(scene.live, nodes, version, NULL) == BERTH_E_OK) {
            scene.versions[version + 1] = nodes; /* no other thread can have made this version */
        } else {
            atomic_fetch_add(&scene.conflicts, 1);
            berth_nodes_free(nodes);
        }
    }
}

/* Makes the k-th change of states. */
static int health_step(unsigned k, int (*set)(void *, const char *, enum berth_state), void *on)
{
    char name[16];
    snprintf(name, sizeof name, "h%u", k % STATES_OF);
    return set(on, name, (enum berth_state)((k / STATES_OF + 1) % 3));
}

static int health_live(void *live, const char *name, enum berth_state state)
{
    return berth_live_set_state(live, name, state, NULL);
}

static int health_nodes(void *nodes, const char *name, enum berth_state state)
{
    static const char *const words[] = {"up", "drain", "down"};
    return berth_nodes_set(nodes, name, "state", words[state], NULL);
}

static void *health(void *unused)
{
    (void)unused;
    struct berth_live_status status;
    for (;;) {
        berth_live_status(scene.live, &status);
        if (status.version >= VERSIONS)
            return NULL;
        if (health_step(atomic_load(&scene.health), health_live, scene.live) == BERTH_E_OK)
            atomic_fetch_add(&scene.health, 1);
        sched_yield();
    }
}

/* ---- readers ------------------------------------------------------------------------------- */

static void scribe_note(struct scribe *scribe, const struct note *note)
{
    size_t at = scribe->count < NOTES ? scribe->count : dice_below(&scribe->dice, NOTES);
    scribe->notes[at] = *note;
    scribe->count += scribe->count < NOTES;
}

static void scribe_map(struct scribe *scribe, const berth_map *map)
{
    struct note note = {.first = version_of(map), .key = dice_below(&scribe->dice, KEYS)};
    note.last = note.first;
    note.owner = berth_map_route_u64(map, note.key);
    note.place = berth_map_place_u64(map, note.key);
    note.found = (uint32_t)berth_map_replicas_u64(map, note.key, note.list, REPLICAS);
    scribe_note(scribe, &note);
}

static void scribe_section(struct scribe *scribe)
{
    const berth_map *map = berth_reader_enter(scribe->reader);
    scribe_map(scribe, map);
    if (dice_below(&scribe->dice, 8) == 0)
        sched_yield(); /* versions are published meanwhile */
    scribe_map(scribe, berth_reader_enter(scribe->reader));
    berth_reader_leave(scribe->reader);
    berth_reader_leave(scribe->reader);
}

static uint64_t scribe_version(struct scribe *scribe)
{
    uint64_t version = version_of(berth_reader_enter(scribe->reader));
    berth_reader_leave(scribe->reader);
    return version;
}

static void scribe_single(struct scribe *scribe)
{
    struct note note = {.first = scribe_version(scribe), .key = dice_below(&scribe->dice, KEYS)};
    uint8_t bytes[8] = {(uint8_t)note.key}; /* the bytes that route_u64 hashes */
    note.data = berth_reader_route_data(scribe->reader, bytes, sizeof bytes);
    note.owner = BERTH_NONE;
    note.last = scribe_version(scribe);
    scribe_note(scribe, &note);
}

static void *reader(void *context)
{
    struct scribe *scribe = context;
    const berth_map *held = NULL;
    while (!atomic_load(&scene.stop)) {
        scribe_section(scribe);
        scribe_single(scribe);
        if (dice_below(&scribe->dice, 16) == 0) {
            berth_live_release(scene.live, held);
            held = berth_live_acquire(scene.live);
        }
        if (held)
            scribe_map(scribe, held);
    }
    berth_live_release(scene.live, held);
    return NULL;
}

/* ---- afterwards ---------------------------------------------------------------------------- */

/* Makes the nodes of the versions that the thread of states published, in its order. */
static uint64_t fill_gaps(void)
{
    struct berth_live_status status;
    unsigned steps = 0;
    berth_live_status(scene.live, &status);
    for (uint64_t v = 2; v <= status.version; v++) {
        if (scene.versions[v])
            continue;
        scene.versions[v] = berth_nodes_copy(scene.versions[v - 1], NULL);
        assert_int_equal(health_step(steps++, health_nodes, scene.versions[v]), BERTH_E_OK);
    }
    assert_int_equal(steps, atomic_load(&scene.health));
    assert_int_equal(status.states, steps);
    return status.version;
}

static void check_note(const berth_map *map, uint64_t version, const struct note *note)
{
    uint32_t list[REPLICAS];
    if (note->first != note->last || note->first != version)
        return;
    if (note->data || note->owner == BERTH_NONE) {
        assert_ptr_equal(note->data, scene.owners[version][note->key]);
        return;
    }
    assert_int_equal(note->owner, berth_map_route_u64(map, note->key));
    assert_int_equal(note->place, berth_map_place_u64(map, note->key));
    assert_int_equal(note->found, berth_map_replicas_u64(map, note->key, list, REPLICAS));
    assert_memory_equal(note->list, list, note->found * sizeof *list);
}

static void check_version(const struct scribe *scribes, uint64_t version)
{
    berth_error error;
    berth_map *map = berth_map_new(scene.spec, scene.versions[version], NULL, &error);
    assert_non_null(map);
    for (uint32_t key = 0; key < KEYS; key++)
        scene.owners[version][key] = berth_map_data(map, berth_map_route_u64(map, key));
    for (unsigned r = 0; r < READERS; r++)
        for (size_t i = 0; i < scribes[r].count; i++)
            check_note(map, version, &scribes[r].notes[i]);
    berth_map_free(map);
}

/* A single lookup must have the answer of a version that was current while it ran. */
static void check_between(const struct scribe *scribe)
{
    for (size_t i = 0; i < scribe->count; i++) {
        const struct note *note = &scribe->notes[i];
        bool found = note->first == note->last;
        for (uint64_t v = note->first; v <= note->last && !found; v++)
            found = scene.owners[v][note->key] == note->data;
        assert_true(found);
    }
}

static void scene_start(const char *spec, const struct berth_alloc *alloc, bool asymmetric)
{
    berth_error error;
    struct berth_options options = {.alloc = alloc};
    memset(&scene, 0, sizeof scene);
    scene.spec = spec;
    scene.versions[1] = berth_nodes_new(NULL);
    expect_ok(berth_nodes_parse_inline(scene.versions[1], "h0,h1,n[00-04]", &error), &error);
    scene.live = berth_live_new(spec, scene.versions[1], &options, &error);
    assert_non_null(scene.live);
    scene.live->asymmetric &= asymmetric;
}

static void scene_run(struct scribe *scribes)
{
    pthread_t threads[WRITERS + READERS + 1];
    struct berth_live_status status;
    for (unsigned i = 0; i < READERS; i++) {
        scribes[i].reader = berth_reader_new(scene.live, NULL);
        pthread_create(&threads[WRITERS + i], NULL, reader, &scribes[i]);
    }
    for (unsigned i = 0; i < WRITERS; i++)
        pthread_create(&threads[i], NULL, writer, (void *)(uintptr_t)(i + 1));
    pthread_create(&threads[WRITERS + READERS], NULL, health, NULL);
    do {
        sched_yield();
        berth_live_status(scene.live, &status);
        assert_in_range(status.retired, 0, PINNED_MAX);
    } while (status.version < VERSIONS);
    for (unsigned i = 0; i < WRITERS; i++)
        pthread_join(threads[i], NULL);
    pthread_join(threads[WRITERS + READERS], NULL);
    atomic_store(&scene.stop, true);
    for (unsigned i = 0; i < READERS; i++)
        pthread_join(threads[WRITERS + i], NULL);
}

static void torture(const char *spec, bool asymmetric)
{
    struct counted_alloc heap;
    struct locked_alloc lock;
    struct berth_alloc alloc = locked_alloc_start(&lock, counted_alloc_start(&heap, 0));
    struct scribe scribes[READERS] = {{0}};
    struct berth_live_status status;
    scene_start(spec, &alloc, asymmetric);
    berth_reader *parked = berth_reader_new(scene.live, NULL); /* stays in the same section */
    const berth_map *first = berth_reader_enter(parked);
    for (unsigned i = 0; i < READERS; i++) {
        scribes[i].notes = calloc(NOTES, sizeof *scribes[i].notes);
        scribes[i].dice.state = 1000 + i;
    }
    scene_run(scribes);
    berth_live_status(scene.live, &status);
    assert_int_equal(status.retired, 1);
    assert_int_equal(version_of(first), 1);
    berth_reader_leave(parked);
    const uint64_t last = fill_gaps();
    for (uint64_t v = 1; v <= last; v++)
        check_version(scribes, v);
    for (unsigned i = 0; i < READERS; i++) {
        check_between(&scribes[i]);
        berth_reader_free(scribes[i].reader);
        free(scribes[i].notes);
    }
    berth_reader_free(parked);
    berth_live_status(scene.live, &status);
    assert_int_equal(status.retired, 0);
    berth_live_free(scene.live);
    for (uint64_t v = 1; v <= last; v++)
        berth_nodes_free(scene.versions[v]);
    assert_int_equal(heap.bytes, 0);
}

static void test_slots(void **state)
{
    (void)state;
    torture("slots:table=256", true);
}

static void test_without_membarrier(void **state)
{
    (void)state;
    torture("slots:table=256", false);
}

static void test_ring(void **state)
{
    (void)state;
    torture("ring:points=10", true);
}

static void test_hrw(void **state)
{
    (void)state;
    torture("hrw", true);
}

/* With a preset that removes down nodes from its table, each change of state builds a new table. */
static void test_rebuilt(void **state)
{
    (void)state;
    torture("envoy-maglev:table=251", true);
}

/* ---- threads that end ---------------------------------------------------------------------- */

static void *enter_and_die(void *handle)
{
    berth_reader_enter(handle);
    return NULL;
}

static void *route_and_die(void *handle)
{
    berth_reader_route(handle, "x", 1);
    return NULL;
}

/* A thread that ended pins no version. When it ended inside a section it pins one version until its
 * handle is freed. */
static void test_dead_threads(void **state)
{
    (void)state;
    struct berth_live_status status;
    pthread_t outside, inside;
    scene_start("slots:table=256", NULL, true);
    berth_reader *readers[2] = {berth_reader_new(scene.live, NULL),
                                berth_reader_new(scene.live, NULL)};
    pthread_create(&outside, NULL, route_and_die, readers[0]);
    pthread_create(&inside, NULL, enter_and_die, readers[1]);
    pthread_join(outside, NULL);
    pthread_join(inside, NULL);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(berth_live_set_weight(scene.live, "h0", 2 + i, NULL), 0);
    berth_live_status(scene.live, &status);
    assert_int_equal(status.retired, 1);
    berth_reader_free(readers[1]);
    berth_live_status(scene.live, &status);
    assert_int_equal(status.retired, 0);
    berth_reader_free(readers[0]);
    berth_live_free(scene.live);
    berth_nodes_free(scene.versions[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slots),   cmocka_unit_test(test_without_membarrier),
        cmocka_unit_test(test_ring),    cmocka_unit_test(test_hrw),
        cmocka_unit_test(test_rebuilt), cmocka_unit_test(test_dead_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
