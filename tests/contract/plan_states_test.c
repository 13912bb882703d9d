/* SPDX-License-Identifier: MIT */
/* plan_states_test.c - a plan without keys says what a plan with keys counts, whatever the states
 *
 *   one goes down   up, up, up   -> up, down, up          its keys go down their ranking
 *   it comes back   up, down, up -> up, up, up
 *   it drains       up, up, up   -> drain, up, (removed)  it keeps its keys and takes none
 *   one joins       up, up       -> up, up, drain         it has no key to keep, and takes none */
#include "dice.h"
#include "property.h"

#include <setjmp.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum { NODES = 9, KEYS = 100000 };

static const char pattern[] = "10.0.0.%u:80";

/* One membership: states by index, the number of nodes that stay, and a weight. */
struct membership {
    const char *state[NODES]; /* NULL = up */
    uint32_t count;
    double weight_of_7;
};

static const struct membership whole = {.count = NODES};
static const struct membership one_down = {.state = {[3] = "down"}, .count = NODES};
static const struct membership two_down = {.state = {[3] = "down", [8] = "down"}, .count = NODES};
static const struct membership draining = {.state = {[2] = "drain", [5] = "down"},
                                           .count = NODES - 1};
static const struct membership without_last = {.count = NODES - 1};
static const struct membership joining = {.state = {[NODES - 1] = "drain"}, .count = NODES};
static const struct membership heavier = {
    .state = {[7] = "drain"}, .count = NODES, .weight_of_7 = 3};

static berth_map *map_of(const struct subject *subject, const struct membership *m)
{
    berth_nodes *nodes = subject_nodes(subject, m->count, pattern);
    char name[32];
    for (uint32_t i = 0; i < m->count; i++) {
        snprintf(name, sizeof name, pattern, i);
        if (m->state[i])
            subject_set(nodes, name, "state", m->state[i]);
        if (i == 7 && m->weight_of_7 > 0 && subject_takes_weight(subject, m->weight_of_7))
            subject_weight(nodes, name, m->weight_of_7);
    }
    berth_map *map = subject_map(subject, nodes);
    berth_nodes_free(nodes);
    return map;
}

/* Six standard errors of the difference of a counted part and a measured one. */
static double slack(const struct berth_plan_summary *sum, double share)
{
    double p = fmin(fmax(share, 1.0 / KEYS), 0.5);
    double samples = sum->samples > 0 ? 1 / (double)sum->samples : 0;
    return 6 * sqrt(p * (1 - p) * (1.0 / KEYS + samples)) + 1.0 / KEYS;
}

static void expect_part(const struct berth_plan_summary *sum, const char *what, double share,
                        uint64_t keys)
{
    double part = (double)keys / KEYS;
    if (fabs(share - part) > slack(sum, share))
        fail_msg("%s: %.5f of the key space, %.5f of the keys", what, share, part);
}

/* How many of the keys no node answers for, before and after. */
struct unanswered {
    uint64_t before, after;
};

static void expect_agreement(berth_plan *plan, const struct unanswered *none)
{
    struct berth_plan_summary sum;
    struct berth_plan_node node;
    struct berth_flow flow;
    berth_plan_summary(plan, &sum);
    expect_part(&sum, "moved", sum.moved, sum.keys_moved);
    expect_part(&sum, "no owner before", sum.no_owner_before, none->before);
    expect_part(&sum, "no owner after", sum.no_owner_after, none->after);
    for (size_t i = 0; berth_plan_node(plan, i, &node); i++) {
        expect_part(&sum, node.name, node.share_before, node.keys_before);
        expect_part(&sum, node.name, node.share_after, node.keys_after);
    }
    for (size_t i = 0; berth_plan_flow(plan, i, &flow); i++)
        expect_part(&sum, flow.from ? flow.from : "no node", flow.share, flow.keys);
    assert_true(fabs(sum.error) < 0.01);
}

/* Keys are spread evenly over the positions, whatever the scheme's hash makes of similar ones. */
static struct unanswered feed(berth_plan *plan)
{
    static uint64_t keys[KEYS];
    static struct berth_fed fed[KEYS];
    struct unanswered none = {0, 0};
    struct dice dice = {.state = 7};
    for (size_t i = 0; i < KEYS; i++)
        keys[i] = dice_u64(&dice);
    assert_int_equal(berth_plan_feed_u64(plan, keys, NULL, KEYS, fed, NULL), 0);
    for (size_t i = 0; i < KEYS; i++) {
        none.before += fed[i].from == BERTH_NONE;
        none.after += fed[i].to == BERTH_NONE;
    }
    return none;
}

static void check_change(const struct subject *subject, const struct membership *a,
                         const struct membership *b)
{
    berth_map *before = map_of(subject, a), *after = map_of(subject, b);
    berth_plan *plan = berth_plan_new(before, after, NULL);
    assert_non_null(plan);
    struct unanswered none = feed(plan);
    expect_agreement(plan, &none);
    berth_plan_free(plan);
    berth_map_free(after);
    berth_map_free(before);
}

static void check_states(const struct subject *subject)
{
    check_change(subject, &two_down, &whole);
    if (subject_shares_cheap(subject)) {
        check_change(subject, &whole, &one_down);
        check_change(subject, &one_down, &two_down);
    }
    if (subject_any_removal(subject) || subject->by_line)
        check_change(subject, &whole, &draining);
    check_change(subject, &whole, &heavier);
    check_change(subject, &without_last, &joining);
}

/* The scheme's hash spreads the keys over the positions; weak ones do not. */
static bool spreads(const struct subject *subject)
{
    double share[NODES];
    size_t counts[NODES + 1] = {0};
    berth_map *map = map_of(subject, &whole);
    struct dice dice = {.state = 7};
    bool even = true;
    berth_map_shares(map, share);
    for (size_t i = 0; i < KEYS; i++) {
        uint32_t owner = berth_map_route_u64(map, dice_u64(&dice));
        counts[owner < NODES ? owner : NODES]++;
    }
    for (uint32_t i = 0; i < NODES; i++)
        even &= fabs((double)counts[i] / KEYS - share[i]) < 3 * sqrt(share[i] / KEYS);
    berth_map_free(map);
    return even;
}

/* What has to be sampled takes two million lookups a plan. */
static bool affordable(const struct subject *subject)
{
    bool cheap = subject->plain || subject->by_line || subject_shares_cheap(subject);
    return cheap && spreads(subject);
}

static const struct property properties[] = {
    {"a plan without keys says what keys would", 0, check_states, affordable},
};
PROPERTIES_MAIN(properties)
