/* SPDX-License-Identifier: MIT */
/* fair_test.c - every scheme with weights: fair shares add up to 1; a map that says that it follows
 *               weights does so; a map that says that it ignores them places keys as with weights
 *               of 1 */
#include "property.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum { NODES = 6 };

/* Weights whole and fractional, large and small, with a sum below and above twice the number of
 * nodes. */
static const double weights_tried[][NODES] = {
    {1, 1, 1, 1, 1, 1},           {1, 2, 1, 1, 2, 1},      {20, 40, 60, 80, 20, 30},
    {0.2, 0.4, 0.6, 0.8, 0.2, 1}, {0, 40, 60, 80, 20, 40},
};

static const struct berth_evenness nothing;

static bool takes(const struct subject *subject, const double *weights)
{
    bool all = true;
    for (int i = 0; i < NODES; i++)
        all &= subject_takes_weight(subject, weights[i]);
    return all;
}

static berth_map *map_of(const struct subject *subject, const double *weights)
{
    berth_nodes *nodes = subject_nodes(subject, NODES, "10.0.0.%u:80");
    for (uint32_t i = 0; i < NODES; i++) {
        char name[24];
        snprintf(name, sizeof name, "10.0.0.%u:80", i);
        subject_weight(nodes, name, weights[i]);
    }
    berth_map *map = subject_map(subject, nodes);
    berth_nodes_free(nodes);
    return map;
}

/* Counts the points of each node, by index; returns false when the map is no ring. */
static bool points_of(const berth_map *map, double *points)
{
    struct berth_mark mark;
    for (int i = 0; i < NODES; i++)
        points[i] = 0;
    if (berth_map_kind(map) != BERTH_KIND_POINT)
        return false;
    for (size_t i = 0; berth_map_mark(map, i, &mark); i++)
        points[mark.index]++;
    return true;
}

/* Returns by how much a share may differ from the fair share: by rounding, by the chance of a
 * table's names, or by the error of a sample. */
static double leeway(const berth_map *map, double fair)
{
    struct berth_explanation about;
    berth_map_explain(map, "key", 3, &about);
    double parts = berth_map_kind(map) == BERTH_KIND_SLOT ? (double)about.positions : 1 << 20;
    return 0.02 * fair + 5 * sqrt(fair / parts);
}

/* Rings are judged by their numbers of points. These are proportional to the weights, except for
 * one label of four points, and for points that fall together in a narrow hash. All else is judged
 * by shares. */
static void expect_followed(const berth_map *map, const double *fair, const double *share)
{
    double points[NODES], all = 0;
    bool ring = points_of(map, points);
    for (int i = 0; i < NODES; i++)
        all += points[i];
    for (int i = 0; i < NODES; i++) {
        if (ring && fabs(points[i] - all * fair[i]) > 5 + 0.1 * all * fair[i])
            fail_msg("%s: node %d has %.0f of %.0f points for %f", berth_map_spec(map), i,
                     points[i], all, fair[i]);
        if (!ring && fabs(share[i] - fair[i]) > leeway(map, fair[i]))
            fail_msg("%s: node %d owns %f for %f", berth_map_spec(map), i, share[i], fair[i]);
    }
}

/* Every node's share must be its share with weights of 1. */
static void expect_ignored(const struct subject *subject, const berth_map *map,
                           const double *weights, const double *share)
{
    double even[NODES], other[NODES];
    for (int i = 0; i < NODES; i++)
        even[i] = weights[i] > 0;
    berth_map *plain = map_of(subject, even);
    berth_map_shares(plain, other);
    for (uint32_t i = 0; i < NODES; i++)
        assert_true(share[i] == other[berth_map_find(plain, berth_map_name(map, i))]);
    berth_map_free(plain);
}

/* On average, the nodes of the largest fair share must own more than those of the smallest. */
static void expect_roughly(const berth_map *map, const double *fair, const double *share)
{
    double least = 1, most = 0, small = 0, large = 0, smalls = 0, larges = 0;
    for (int i = 0; i < NODES; i++) {
        least = fair[i] > 0 ? fmin(least, fair[i]) : least;
        most = fmax(most, fair[i]);
    }
    for (int i = 0; i < NODES; i++) {
        small += fair[i] == least ? share[i] : 0;
        smalls += fair[i] == least;
        large += fair[i] == most ? share[i] : 0;
        larges += fair[i] == most;
    }
    if (most > least && large / larges <= small / smalls)
        fail_msg("%s: heavy nodes own %f, light ones %f", berth_map_spec(map), large / larges,
                 small / smalls);
}

static void check_weights(const struct subject *subject)
{
    for (size_t w = 0; w < sizeof weights_tried / sizeof *weights_tried; w++) {
        const double *weights = weights_tried[w];
        double fair[NODES + 1] = {[NODES] = 47}, share[NODES], sum = 0;
        if (!takes(subject, weights))
            continue;
        berth_map *map = map_of(subject, weights);
        enum berth_weighing weighing = berth_map_fair(map, fair);
        berth_map_shares(map, share);
        for (uint32_t i = 0; i < NODES; i++) {
            struct berth_node node;
            assert_true(berth_map_node(map, i, &node) && (fair[i] > 0) == (node.weight > 0));
            sum += fair[i];
        }
        assert_true(fabs(sum - 1) < 1e-12 && fair[NODES] == 47);
        if (weighing == BERTH_WEIGHTS_EXACTLY)
            expect_followed(map, fair, share);
        else if (weighing == BERTH_WEIGHTS_IGNORED)
            expect_ignored(subject, map, weights, share);
        else
            expect_roughly(map, fair, share);
        berth_map_free(map);
    }
}

/* Where the placement leaves out a down node, its fair share is 0, and it must own nothing. */
static void check_down(const struct subject *subject)
{
    double fair[NODES], share[NODES], before[NODES], sum = 0;
    berth_nodes *nodes = subject_nodes(subject, NODES, "10.0.0.%u:80");
    berth_map *up = subject_map(subject, nodes);
    berth_map_shares(up, before);
    double was = before[berth_map_find(up, "10.0.0.3:80")];
    subject_set(nodes, "10.0.0.3:80", "state", "down");
    berth_map *map = subject_map(subject, nodes);
    uint32_t down = berth_map_find(map, "10.0.0.3:80");
    berth_map_fair(map, fair);
    berth_map_shares(map, share);
    for (int i = 0; i < NODES; i++)
        sum += fair[i];
    assert_true(fabs(sum - 1) < 1e-12);
    if (was > 0) /* some keys reach few nodes only, whatever their states */
        assert_true((fair[down] > 0) == (share[down] > 0));
    berth_map_free(up);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* A scheme that promises weights must not ignore any weights. */
static void check_promise(const struct subject *subject)
{
    double fair[NODES];
    berth_map *map = map_of(subject, weights_tried[1]);
    enum berth_weighing weighing = berth_map_fair(map, fair);
    assert_true(weighing != BERTH_WEIGHTS_IGNORED);
    berth_map_free(map);
}

static void check_evenness(const struct subject *subject)
{
    (void)subject;
    struct berth_evenness out;
    berth_evenness((double[]){2, 6, 0}, (double[]){0.5, 0.5, 0}, 3, &out);
    assert_true(out.peak == 1.5 && out.at == 1 && out.nodes == 2 && fabs(out.cv - 0.5) < 1e-12);
    berth_evenness((double[]){0, 0}, (double[]){0.5, 0.5}, 2, &out);
    assert_memory_equal(&out, &nothing, sizeof out);
    berth_evenness(NULL, NULL, 0, &out);
    assert_memory_equal(&out, &nothing, sizeof out);
}

static bool is_first(const struct subject *subject)
{
    return subject->plain && subject->info.name[0] == 's' && subject->promises & BERTH_NATIVE;
}

static const struct property properties[] = {
    {"fair shares, and how closely shares follow weights", 0, check_weights, NULL},
    {"fair shares with a node down", 0, check_down, NULL},
    {"a scheme that promises weights ignores none", BERTH_WEIGHTS, check_promise, NULL},
    {"peak and CV of given shares", BERTH_NATIVE, check_evenness, is_first},
};
PROPERTIES_MAIN(properties)
