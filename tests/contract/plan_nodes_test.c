/* SPDX-License-Identifier: MIT */
/* plan_nodes_test.c - a plan's view of nodes and of fed keys, for every scheme and every attribute
 * that it reads */
#include "property.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 5, KEYS = 2000 };

static const char changed[] = "10.0.0.2:80";

/* The plan from the subject's plain nodes to those with one thing changed. */
struct change {
    berth_nodes *nodes;
    berth_map *before, *after; /* `after` is NULL when the scheme refuses the change */
    berth_plan *plan;
};

static void change_open(struct change *change, const struct subject *subject, const char *key,
                        const char *value)
{
    *change = (struct change){.nodes = subject_nodes(subject, NODES, "10.0.0.%u:80")};
    change->before = subject_map(subject, change->nodes);
    if (berth_nodes_set(change->nodes, changed, key, value, NULL) == 0)
        change->after = berth_map_new(subject->spec, change->nodes, NULL, NULL);
    if (change->after)
        change->plan = berth_plan_new(change->before, change->after, NULL);
}

static void change_close(struct change *change)
{
    berth_plan_free(change->plan);
    berth_map_free(change->after);
    berth_map_free(change->before);
    berth_nodes_free(change->nodes);
}

/* Exactly one node must differ, in `touch` alone, and `decides` must be as given. */
static void expect_touch(const berth_plan *plan, unsigned touch, bool decides)
{
    struct berth_plan_node node;
    for (size_t i = 0; berth_plan_node(plan, i, &node); i++) {
        bool mine = strcmp(node.name, changed) == 0;
        assert_int_equal(node.touched, mine ? touch : 0);
        assert_true(node.decides == (mine && decides));
    }
}

static void expect_change(const berth_plan *plan, const char *key, const char *value, bool decides)
{
    struct berth_plan_node node;
    struct berth_plan_change of;
    for (size_t i = 0; berth_plan_node(plan, i, &node); i++) {
        bool mine = strcmp(node.name, changed) == 0;
        assert_true(berth_plan_change(plan, i, 0, &of) == mine);
        if (!mine)
            continue;
        assert_string_equal(of.attribute, key);
        assert_string_equal(of.after, value);
        assert_true(of.decides == decides);
        assert_false(berth_plan_change(plan, i, 1, &of));
    }
}

/* The figures of the nodes must be those of the maps. */
static void expect_figures(const struct change *change)
{
    double fair[NODES], share[NODES];
    struct berth_plan_node node;
    struct berth_plan_summary sum;
    struct berth_evenness evenness;
    size_t seen = 0;
    berth_plan_summary(change->plan, &sum);
    berth_map_fair(change->after, fair);
    for (size_t i = 0; berth_plan_node(change->plan, i, &node); i++, seen++) {
        assert_true(node.fair_after == fair[node.index_after]);
        share[node.index_after] = node.share_after;
    }
    assert_int_equal(seen, sum.nodes);
    berth_evenness(share, fair, NODES, &evenness);
    if (sum.error_peak > 0) /* a sampled peak is brought nearer to 1 by what chance adds to it */
        assert_true(sum.peak_after <= evenness.peak && sum.peak_after >= 1);
    else
        assert_true(fabs(evenness.peak - sum.peak_after) < 1e-9);
}

static void check_attributes(const struct subject *subject)
{
    char words[256];
    snprintf(words, sizeof words, "%s", subject->info.attributes ? subject->info.attributes : "");
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        static const char *const values[] = {"7", "10.0.0.77", "3-5", "123456", "addr", "0-3"};
        bool taken = false;
        for (size_t v = 0; v < sizeof values / sizeof *values && !taken; v++) {
            struct change change;
            change_open(&change, subject, word, values[v]);
            taken = change.plan != NULL;
            if (taken) {
                bool addr = strcmp(word, "addr") == 0;
                expect_touch(change.plan, addr ? BERTH_TOUCH_ADDRESS : BERTH_TOUCH_ATTRIBUTE, true);
                expect_change(change.plan, word, values[v], true);
                expect_figures(&change);
            }
            change_close(&change);
        }
        if (!taken)
            fail_msg("%s takes none of the values for %s", subject->spec, word);
    }
}

static void check_fields(const struct subject *subject)
{
    struct change change;
    change_open(&change, subject, "weight", "2");
    if (change.plan) {
        expect_touch(change.plan, BERTH_TOUCH_WEIGHT, true);
        expect_figures(&change);
    }
    change_close(&change);
    change_open(&change, subject, "state", "down");
    expect_touch(change.plan, BERTH_TOUCH_STATE, true);
    expect_figures(&change);
    change_close(&change);
    change_open(&change, subject, "zone", "b");
    expect_touch(change.plan, BERTH_TOUCH_ZONE, true);
    expect_change(change.plan, "zone", "b", true);
    change_close(&change);
    change_open(&change, subject, "colour", "blue"); /* no scheme reads it */
    expect_touch(change.plan, 0, false);
    expect_change(change.plan, "colour", "blue", false);
    change_close(&change);
}

/* What is reported of each fed key must add up to what the plan counts. */
static void check_fed(const struct subject *subject)
{
    struct change change;
    struct berth_plan_summary sum;
    struct berth_plan_node node;
    static struct berth_fed fed[KEYS];
    static uint64_t keys[KEYS], bytes[KEYS];
    uint64_t moved = 0, needless = 0, after = 0, weighed = 0;
    change_open(&change, subject, "state", "down");
    for (uint64_t i = 0; i < KEYS; i++) {
        keys[i] = i * 0x9e3779b97f4a7c15;
        bytes[i] = i;
    }
    assert_int_equal(berth_plan_feed_u64(change.plan, keys, bytes, KEYS, fed, NULL), 0);
    berth_plan_summary(change.plan, &sum);
    for (size_t i = 0; i < KEYS; i++) {
        assert_int_equal(fed[i].from, berth_map_route_u64(change.before, keys[i]));
        if (!fed[i].moved)
            assert_int_equal(fed[i].to, berth_map_route_u64(change.after, keys[i]));
        moved += fed[i].moved;
        needless += fed[i].needless;
    }
    assert_int_equal(moved, sum.keys_moved);
    assert_int_equal(needless < sum.keys_needless ? needless : sum.keys_needless,
                     sum.keys_needless_untouched);
    for (size_t i = 0; berth_plan_node(change.plan, i, &node); i++) {
        after += node.keys_after;
        weighed += node.bytes_after;
    }
    for (size_t i = 0; i < KEYS; i++) {
        after += fed[i].to == BERTH_NONE;
        weighed += fed[i].to == BERTH_NONE ? bytes[i] : 0;
    }
    assert_int_equal(after, KEYS);
    assert_int_equal(weighed, sum.bytes);
    change_close(&change);
}

static void check_settings(const struct subject *subject)
{
    berth_map *map = subject_map_of(subject, NODES, "10.0.0.%u:80");
    struct berth_setting setting;
    bool any = false;
    for (size_t i = 0; i < subject->info.param_count; i++) {
        const struct berth_param *param = &subject->info.params[i];
        assert_true(berth_map_param(map, param->name, &setting));
        assert_string_equal(setting.param->name, param->name);
        any |= setting.given;
        if (!setting.given && param->shape != BERTH_HASH)
            assert_string_equal(setting.text, param->preset);
    }
    assert_true(any == (strchr(berth_map_spec(map), ':') != NULL));
    assert_false(berth_map_param(map, "no-such-parameter", &setting));
    assert_true(berth_map_number(map, "no-such-parameter", 47) == 47);
    assert_non_null(berth_kind_text(berth_map_kind(map)));
    berth_map_free(map);
}

static const struct property properties[] = {
    {"a plan sees every attribute that the scheme reads", 0, check_attributes, NULL},
    {"a plan sees weight, state, zone", 0, check_fields, subject_shares_cheap},
    {"what each fed key did", 0, check_fed, subject_shares_cheap},
    {"parameters of a map", 0, check_settings, NULL},
};
PROPERTIES_MAIN(properties)
