/* SPDX-License-Identifier: MIT */
/* minimal_test.c - a change of one node moves keys only to it or from it */
#include "dice.h"
#include "keys.h"
#include "property.h"
#include "statistics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { KEYS = 3000, NODES_MAX = 100 };

/* Writes the index in b of each node of a, found by name. */
static void translate(const berth_map *a, const berth_map *b, uint32_t *out)
{
    for (uint32_t i = 0; i < berth_map_count(a); i++)
        out[i] = berth_map_find(b, berth_map_name(a, i));
}

/* Returns how many keys move; fails the test when a key moves that neither leaves nor reaches
 * `touched`. */
static uint32_t moves_only(const struct subject *subject, const berth_map *a, const berth_map *b,
                           const char *touched)
{
    const uint32_t keys = subject_effort(subject, KEYS);
    uint32_t was[KEYS], is[KEYS], to[NODES_MAX + 1], moved = 0;
    uint32_t from_index = berth_map_find(a, touched), to_index = berth_map_find(b, touched);
    translate(a, b, to);
    for (unsigned kind = 0; kind < KEYS_KINDS; kind++) {
        keys_owners(a, kind, keys, was);
        keys_owners(b, kind, keys, is);
        for (uint32_t i = 0; i < keys; i++) {
            if (to[was[i]] == is[i])
                continue;
            if (was[i] != from_index && is[i] != to_index)
                fail_msg("%s key %u moves from %s to %s, none of them %s", keys_names[kind], i,
                         berth_map_name(a, was[i]), berth_map_name(b, is[i]), touched);
            moved++;
        }
    }
    return moved;
}

/* ---- coming and going ------------------------------------------------------------------------ */

static void add_and_remove(const struct subject *subject, uint32_t n, uint32_t which)
{
    char name[16];
    berth_nodes *nodes = subject_nodes(subject, n, "node-%02u");
    berth_map *with = subject_map(subject, nodes);
    snprintf(name, sizeof name, "node-%02u", which);
    subject_remove(nodes, name);
    berth_map *without = subject_map(subject, nodes);
    uint32_t left = moves_only(subject, with, without, name),
             came = moves_only(subject, without, with, name);
    assert_int_equal(left, came);
    assert_true(left > 0 ||
                !(subject->promises & BERTH_NATIVE)); /* with a weak hash the node may own no key */
    berth_map_free(with);
    berth_map_free(without);
    berth_nodes_free(nodes);
}

static void check_coming_and_going(const struct subject *subject)
{
    static const uint32_t sizes[] = {2, 3, 6, 17, 48};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        uint32_t n = sizes[s];
        add_and_remove(subject, n, n - 1);
        if (subject_any_removal(subject)) {
            add_and_remove(subject, n, 0);
            add_and_remove(subject, n, n / 2);
        }
    }
}

/* Whether a key may get another ranking when its owner leaves: with several probes, another probe
 * is then the nearest, and the ranking starts from that probe's point. */
static bool may_rank_otherwise(const struct subject *subject)
{
    return strstr(subject->spec, "probes=") != NULL;
}

/* Without the node, every ranking is the old ranking with that node left out. */
static void check_ranking_survives(const struct subject *subject)
{
    enum { N = 10 };
    berth_nodes *nodes = subject_nodes(subject, N, "node-%02u");
    berth_map *with = subject_map(subject, nodes);
    subject_remove(nodes, "node-06");
    berth_map *without = subject_map(subject, nodes);
    uint32_t to[N], gone = berth_map_find(with, "node-06");
    translate(with, without, to);
    for (unsigned kind = 0; kind < KEYS_KINDS; kind++) {
        for (uint64_t i = 0; i < subject_effort(subject, 500); i++) {
            uint32_t old[N], now[N], left = 0;
            size_t n = keys_replicas(with, kind, i, old, N);
            size_t m = keys_replicas(without, kind, i, now, N);
            if (old[0] == gone && may_rank_otherwise(subject))
                continue;
            for (size_t j = 0; j < n; j++) {
                if (old[j] == gone)
                    continue;
                assert_true(left < m);
                assert_int_equal(to[old[j]], now[left]);
                left++;
            }
            assert_int_equal(left, m);
        }
    }
    berth_map_free(with);
    berth_map_free(without);
    berth_nodes_free(nodes);
}

static bool ranks_all(const struct subject *subject)
{
    return !(subject->promises & BERTH_NUMBERED);
}

/* ---- one of forty nodes leaves: which keys move, and where to -------------------------------- */

enum { FORTY = 40, DOCUMENTS = 200000 };

/* At least 30 of the 39 other nodes must get keys, and none may grow by a fifth. */
static void removal_spreads(const uint64_t *before, const uint64_t *after, uint32_t n,
                            uint32_t gone)
{
    uint32_t gained = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i == gone)
            continue;
        assert_true((double)after[i] <= 1.2 * (double)before[i]);
        gained += after[i] > before[i];
    }
    assert_true(gained >= 30);
}

static void check_one_of_forty(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, FORTY, "n%02u");
    berth_map *with = subject_map(subject, nodes);
    const char *name = subject_any_removal(subject) ? "n17" : "n39";
    subject_remove(nodes, name);
    berth_map *without = subject_map(subject, nodes);
    uint32_t *was = malloc(DOCUMENTS * sizeof *was), *is = malloc(DOCUMENTS * sizeof *is);
    uint32_t back[FORTY], gone = berth_map_find(with, name);
    uint64_t before[FORTY] = {0}, after[FORTY] = {0};
    keys_owners_text(with, "doc/%u", DOCUMENTS, was);
    keys_owners_text(without, "doc/%u", DOCUMENTS, is);
    translate(without, with, back);
    for (uint32_t i = 0; i < DOCUMENTS; i++) {
        before[was[i]]++;
        after[back[is[i]]]++;
        assert_true(was[i] == gone || was[i] == back[is[i]]);
    }
    removal_spreads(before, after, FORTY, gone);
    free(was);
    free(is);
    berth_map_free(with);
    berth_map_free(without);
    berth_nodes_free(nodes);
}

static bool is_own_default(const struct subject *subject)
{
    return subject->plain && (subject->promises & BERTH_NATIVE);
}

/* ---- weights --------------------------------------------------------------------------------- */

static void weight_moves(const struct subject *subject, berth_nodes *nodes, double from, double to)
{
    if (!subject_takes_weight(subject, from) || !subject_takes_weight(subject, to))
        return;
    subject_weight(nodes, "node-04", from);
    berth_map *a = subject_map(subject, nodes);
    subject_weight(nodes, "node-04", to);
    berth_map *b = subject_map(subject, nodes);
    uint32_t there = moves_only(subject, a, b, "node-04");
    assert_int_equal(moves_only(subject, b, a, "node-04"), there);
    assert_true(there > 0 || !(subject->promises & BERTH_NATIVE));
    if (subject_shares_cheap(subject)) {
        double x[16], y[16];
        berth_map_shares(a, x);
        berth_map_shares(b, y);
        assert_true((x[4] < y[4]) == (from < to));
    }
    berth_map_free(a);
    berth_map_free(b);
}

static void check_weight(const struct subject *subject)
{
    static const double steps[][2] = {{1, 2},    {1, 0.5}, {1, 1.000001}, {2, 3},    {0, 1},
                                      {0.25, 8}, {3, 3.5}, {1, 0.000001}, {100, 10}, {1, 0}};
    berth_nodes *nodes = subject_nodes(subject, 9, "node-%02u");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (fabs(steps[i][0] - steps[i][1]) > 0.01)
            weight_moves(subject, nodes, steps[i][0], steps[i][1]);
    subject_weight(nodes, "node-02", 4);
    subject_weight(nodes, "node-07", subject_takes_weight(subject, 0.3) ? 0.3 : 7);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (fabs(steps[i][0] - steps[i][1]) > 0.01)
            weight_moves(subject, nodes, steps[i][0], steps[i][1]);
    berth_nodes_free(nodes);
}

static bool takes_smallest_step(const struct subject *subject)
{
    return subject_takes_weight(subject, 1.000001);
}

/* When a weight of 1 becomes 1.000001, next to nothing may move, and only to that node. */
static void check_smallest_step(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, 9, "node-%02u");
    berth_map *a = subject_map(subject, nodes);
    subject_weight(nodes, "node-04", 1.000001);
    berth_map *b = subject_map(subject, nodes);
    assert_in_range(moves_only(subject, a, b, "node-04"), 0, 20);
    assert_false(subject_fingerprints_equal(a, b));
    berth_map_free(a);
    berth_map_free(b);
    berth_nodes_free(nodes);
}

/* Of the weights 1:2:3:4, the second becomes 3: checks the shares, and how many keys move. */
static void check_weight_figures(const struct subject *subject)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    uint32_t *was = malloc(DOCUMENTS * sizeof *was), *is = malloc(DOCUMENTS * sizeof *is);
    berth_nodes *nodes = berth_nodes_new(NULL);
    uint32_t counts[4] = {0}, moved = 0;
    for (uint32_t i = 0; i < 4; i++)
        subject_add(subject, nodes, names[i], i + 1, i);
    berth_map *before = subject_map(subject, nodes);
    subject_weight(nodes, "b", 3);
    berth_map *after = subject_map(subject, nodes);
    keys_owners_text(before, "t/%u", DOCUMENTS, was);
    keys_owners_text(after, "t/%u", DOCUMENTS, is);
    for (uint32_t i = 0; i < DOCUMENTS; i++) {
        counts[was[i]]++;
        moved += was[i] != is[i];
        assert_true(was[i] == is[i] || is[i] == 1);
    }
    for (uint32_t i = 0; i < 4; i++)
        assert_true(fabs((double)counts[i] / DOCUMENTS - 0.1 * (i + 1)) < 0.02);
    double law = 3.0 / 11 - 2.0 / 10;
    bool table = strcmp(subject->info.name, "ring") != 0;
    assert_true(fabs((double)moved / DOCUMENTS - law) < (table ? 0.003 : 0.015));
    free(was);
    free(is);
    berth_map_free(before);
    berth_map_free(after);
    berth_nodes_free(nodes);
}

/* ---- nearly minimal -------------------------------------------------------------------------- */

/* Returns how many keys move when one of n nodes is removed, divided by the keys that it had. */
static double excess_of_removal(const struct subject *subject, uint32_t n)
{
    double moved = 0, owned = 0;
    for (uint32_t which = 0; which < n; which += n / 5) {
        char name[16];
        uint32_t was[KEYS * 10], is[KEYS * 10], to[NODES_MAX];
        berth_nodes *nodes = subject_nodes(subject, n, "node-%02u");
        berth_map *with = subject_map(subject, nodes);
        snprintf(name, sizeof name, "node-%02u", which);
        subject_remove(nodes, name);
        berth_map *without = subject_map(subject, nodes);
        translate(with, without, to);
        keys_owners(with, KEYS_RANDOM, KEYS * 10, was);
        keys_owners(without, KEYS_RANDOM, KEYS * 10, is);
        for (uint32_t i = 0; i < KEYS * 10; i++) {
            moved += to[was[i]] != is[i];
            owned += was[i] == which;
        }
        berth_map_free(with);
        berth_map_free(without);
        berth_nodes_free(nodes);
    }
    return moved / owned;
}

static bool has_scheme(const char *spec)
{
    return berth_scheme_find(spec, &(struct berth_scheme_info){0}, NULL);
}

/* How many keys move with a bound, compared with the least that must move, for 100 nodes and 65536
 * slots: 1.03 and 1.34 times as many when the rule was chosen. */
static void check_cost_of_a_cap(const struct subject *subject)
{
    assert_true(has_scheme(subject->spec));
    struct subject loose = subject_of("slots:table=65536,bound=1.05");
    struct subject tight = subject_of("slots:table=65536,bound=1");
    double mild = excess_of_removal(&loose, 100), strict = excess_of_removal(&tight, 100);
    assert_true(mild >= 1 && mild < 1.06);
    assert_true(strict > 1.15 && strict < 1.5);
}

static bool is_slots(const struct subject *subject)
{
    return strcmp(subject->spec, "slots") == 0;
}

static const struct property properties[] = {
    {"a node that comes or goes moves only its own keys", BERTH_MINIMAL, check_coming_and_going,
     NULL},
    {"a removal takes the node out of every ranking", BERTH_MINIMAL | BERTH_REPLICAS,
     check_ranking_survives, ranks_all},
    {"one of forty leaves: 30 others share its keys", BERTH_MINIMAL, check_one_of_forty,
     is_own_default},
    {"a weight moves keys only to or from its node", BERTH_MINIMAL | BERTH_WEIGHTS, check_weight,
     NULL},
    {"the smallest step of a weight", BERTH_MINIMAL | BERTH_WEIGHTS, check_smallest_step,
     takes_smallest_step},
    {"weights 1:2:3:4, the second to 3", BERTH_MINIMAL | BERTH_WEIGHTS, check_weight_figures,
     is_own_default},
    {"how many more keys move with a bound", 0, check_cost_of_a_cap, is_slots},
};
PROPERTIES_MAIN(properties)
