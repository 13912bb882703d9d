/* SPDX-License-Identifier: MIT */
/* live_health_test.c - nodes go down and come back in a live map without a lasting effect
 *
 * For every scheme: only the keys of a down node move, and all of them return when it is up; the
 * fingerprint stays; changes of state are counted; and 10,000 changes leave no memory behind. */
#include "counted_alloc.h"
#include "dice.h"
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 11, KEYS = 200, FLAPS = 10000 };

struct ward {
    struct counted_alloc heap;
    struct berth_alloc alloc;
    berth_live *live;
    berth_reader *reader;
    enum berth_state states[NODES]; /* the states of node-00, node-01, ... */
    struct berth_live_status status;
    size_t held; /* how many versions the test keeps */
};

static void ward_open(struct ward *ward, const struct subject *subject)
{
    berth_error error = {0};
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    memset(ward, 0, sizeof *ward);
    ward->alloc = counted_alloc_start(&ward->heap, 0);
    struct berth_options options = {.alloc = &ward->alloc};
    ward->live = berth_live_new(subject->spec, nodes, &options, &error);
    ward->reader = berth_reader_new(ward->live, &error);
    assert_non_null(ward->reader);
    berth_nodes_free(nodes);
}

static void ward_close(struct ward *ward)
{
    berth_reader_free(ward->reader);
    berth_live_free(ward->live);
    assert_int_equal(ward->heap.bytes, 0);
}

static void ward_set(struct ward *ward, uint32_t node, enum berth_state state)
{
    char name[16];
    berth_error error = {0};
    snprintf(name, sizeof name, "node-%02u", node);
    if (berth_live_set_state(ward->live, name, state, &error))
        fail_msg("%s", error.text);
    bool differs = ward->states[node] != state;
    ward->states[node] = state;
    struct berth_live_status before = ward->status;
    berth_live_status(ward->live, &ward->status);
    if (before.version) {
        assert_int_equal(ward->status.version, before.version + differs);
        assert_int_equal(ward->status.states, before.states + differs);
    }
    assert_int_equal(ward->status.retired, ward->held);
}

static void ward_owners(struct ward *ward, uint32_t n, uint32_t *owners)
{
    const berth_map *map = berth_reader_enter(ward->reader);
    keys_owners(map, KEYS_SIMILAR, n, owners);
    berth_reader_leave(ward->reader);
}

static struct berth_fingerprint ward_fingerprint(struct ward *ward)
{
    struct berth_fingerprint fingerprint = berth_map_fingerprint(berth_reader_enter(ward->reader));
    berth_reader_leave(ward->reader);
    return fingerprint;
}

static bool ward_same(struct berth_fingerprint a, struct berth_fingerprint b)
{
    return a.hi == b.hi && a.lo == b.lo;
}

/* Sets down[index] for every node of the map. */
static void ward_down(const struct ward *ward, const berth_map *map, bool down[NODES])
{
    char name[16];
    for (uint32_t i = 0; i < NODES; i++) {
        snprintf(name, sizeof name, "node-%02u", i);
        down[berth_map_find(map, name)] = ward->states[i] == BERTH_DOWN;
    }
}

/* Only the keys of down nodes may have moved, and they must be on nodes that are not down. */
static void check_moved(struct ward *ward, const uint32_t *home)
{
    uint32_t owners[KEYS];
    bool down[NODES];
    ward_owners(ward, KEYS, owners);
    ward_down(ward, berth_reader_enter(ward->reader), down);
    berth_reader_leave(ward->reader);
    for (uint32_t i = 0; i < KEYS; i++) {
        if (!down[home[i]])
            assert_int_equal(owners[i], home[i]);
        else if (owners[i] != BERTH_NONE)
            assert_false(down[owners[i]]);
    }
}

static void check_flapping(const struct subject *subject)
{
    struct ward ward;
    struct dice dice = {.state = 15};
    uint32_t home[KEYS], owners[KEYS];
    ward_open(&ward, subject);
    berth_live_status(ward.live, &ward.status);
    ward_owners(&ward, KEYS, home);
    struct berth_fingerprint fingerprint = ward_fingerprint(&ward);
    size_t bytes = ward.heap.bytes, blocks = ward.heap.blocks;
    const bool native = subject->promises & BERTH_NATIVE;
    for (unsigned i = 0; i < subject_effort(subject, native ? FLAPS : FLAPS / 50); i++) {
        enum berth_state state = dice_below(&dice, 5) == 0 ? BERTH_DRAIN : i % 2 ? BERTH_DOWN : 0;
        ward_set(&ward, dice_below(&dice, NODES), state);
        assert_true(!native || ward_same(ward_fingerprint(&ward), fingerprint));
        if (native && i % 64 == 0 && (subject->promises & BERTH_REPLICAS))
            check_moved(&ward, home);
    }
    for (uint32_t i = 0; i < NODES; i++)
        ward_set(&ward, i, BERTH_UP);
    ward_owners(&ward, KEYS, owners);
    assert_memory_equal(owners, home, sizeof home);
    assert_true(ward_same(ward_fingerprint(&ward), fingerprint));
    assert_int_equal(ward.heap.bytes, bytes);
    assert_int_equal(ward.heap.blocks, blocks);
    ward_close(&ward);
}

/* Versions share the scheme's state: a change of a node's state, address or data takes less than a
 * kilobyte beside the records of the nodes, however large the table is. */
static void check_nothing_is_built(const struct subject *subject)
{
    struct ward ward;
    berth_error error;
    ward_open(&ward, subject);
    const berth_map *map = berth_live_acquire(ward.live);
    size_t bytes = ward.heap.bytes;
    ward.held = 1;
    ward_set(&ward, 3, BERTH_DOWN);
    const size_t more = ward.heap.bytes - bytes;
    assert_true(more < 8192);
    assert_int_equal(berth_live_set(ward.live, "node-04", "addr", "10.0.0.4", &error), 0);
    assert_int_equal(berth_live_set_data(ward.live, "node-04", &ward, &error), 0);
    assert_true(ward.heap.bytes - bytes < more + 256);
    berth_live_release(ward.live, map);
    ward_close(&ward);
}

static bool is_native(const struct subject *subject)
{
    return subject->promises & BERTH_NATIVE;
}

static bool has_table(const struct subject *subject)
{
    return is_native(subject) && (subject->promises & BERTH_EXACT);
}

static const struct property properties[] = {
    {"live: 10,000 changes of state have no lasting effect", 0, check_flapping, NULL},
    {"live: a new state, address or data builds no table", 0, check_nothing_is_built, has_table},
};
PROPERTIES_MAIN(properties)
