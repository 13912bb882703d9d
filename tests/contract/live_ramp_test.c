/* SPDX-License-Identifier: MIT */
/* live_ramp_test.c - a slow start: the weight of a new node rises in ten steps
 *
 * Over the whole ramp each key moves at most once, and only to the new node, so the plan of each
 * step moves keys to that node only. When the weight falls again in ten steps, each key returns to
 * the node from which it came. */
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 7, KEYS = 20000, STEPS = 10 };

static void step_to(berth_live *live, double weight)
{
    berth_error error;
    if (berth_live_set_weight(live, "new", weight, &error))
        fail_msg("%s", error.text);
}

static void owners_of(const berth_map *map, uint32_t *owners)
{
    keys_owners(map, KEYS_SIMILAR, KEYS, owners);
}

/* Every flow of the plan must go to the new node; on the way down, from it. */
static void check_plan(const berth_map *before, const berth_map *after, bool up)
{
    struct berth_flow flow;
    struct berth_plan_summary summary;
    berth_plan *plan = berth_plan_new(before, after, NULL);
    berth_plan_summary(plan, &summary);
    assert_true(summary.moved > 0);
    assert_true(summary.needless == 0);
    for (size_t i = 0; berth_plan_flow(plan, i, &flow); i++)
        assert_string_equal(up ? flow.to : flow.from, "new");
    berth_plan_free(plan);
}

/* Adds the moves of each key to moves[]. */
static void step(berth_live *live, double weight, bool up, unsigned *moves)
{
    static uint32_t before[KEYS], after[KEYS];
    const berth_map *old = berth_live_acquire(live);
    step_to(live, weight);
    const berth_map *new = berth_live_acquire(live);
    const uint32_t joined = berth_map_find(new, "new");
    owners_of(old, before);
    owners_of(new, after);
    for (unsigned i = 0; i < KEYS; i++) {
        if (before[i] == after[i])
            continue;
        assert_int_equal(up ? after[i] : before[i], joined);
        moves[i]++;
    }
    check_plan(old, new, up);
    berth_live_release(live, old);
    berth_live_release(live, new);
}

static void check_ramp(const struct subject *subject)
{
    static unsigned moves[KEYS];
    static uint32_t start[KEYS], end[KEYS];
    berth_error error;
    berth_nodes *nodes = subject_nodes(subject, NODES, "node-%02u");
    subject_add(subject, nodes, "new", 0, NODES); /* it is listed, but owns nothing */
    berth_live *live = berth_live_new(subject->spec, nodes, NULL, &error);
    assert_non_null(live);
    const berth_map *map = berth_live_acquire(live);
    owners_of(map, start);
    berth_live_release(live, map);
    for (unsigned down = 0; down < 2; down++) {
        memset(moves, 0, sizeof moves);
        for (unsigned i = 1; i <= STEPS; i++)
            step(live, (down ? STEPS - i : i) / (double)STEPS, !down, moves);
        unsigned moved = 0;
        for (unsigned i = 0; i < KEYS; i++) {
            assert_in_range(moves[i], 0, 1);
            moved += moves[i];
        }
        assert_in_range(moved, KEYS / (NODES + 1) / 2, KEYS / (NODES + 1) * 2);
    }
    map = berth_live_acquire(live);
    owners_of(map, end);
    assert_memory_equal(start, end, sizeof start);
    berth_live_release(live, map);
    berth_live_free(live);
    berth_nodes_free(nodes);
}

static bool ramps(const struct subject *subject)
{
    return subject->plain && (subject->promises & BERTH_NATIVE) &&
           !(subject->promises & BERTH_NUMBERED);
}

static const struct property properties[] = {
    {"live: over a ramp each key moves at most once", BERTH_MINIMAL | BERTH_WEIGHTS, check_ramp,
     ramps},
};
PROPERTIES_MAIN(properties)
