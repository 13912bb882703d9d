/* SPDX-License-Identifier: MIT */
/* berth_build.c - the cost of berth's maps: built at once, with one node more or less, and built
 *                 node after node; and the cost of plans */
#include <stdlib.h>

#include "loop.h"
#include "ways.h"

struct build {
    struct setting set;
    berth_nodes *nodes; /* the nodes of the setting */
    berth_map *map;     /* of those nodes */
    berth_map *other;   /* of those and one node more */
};

static void build_close(void *state)
{
    struct build *build = state;
    berth_map_free(build->other);
    berth_map_free(build->map);
    berth_nodes_free(build->nodes);
    free(build);
}

static int build_add(berth_nodes *nodes, const struct setting *set, uint32_t number)
{
    char name[NODES_NAME];
    nodes_name(number, name);
    return berth_nodes_add(nodes, name, nodes_weight(set, number), NULL);
}

static int build_remove(berth_nodes *nodes, uint32_t number)
{
    char name[NODES_NAME];
    nodes_name(number, name);
    return berth_nodes_remove(nodes, name, NULL);
}

static void *build_open(const struct setting *setting)
{
    struct build *build = calloc(1, sizeof *build);
    if (!build)
        return NULL;
    build->set = *setting;
    build->nodes = nodes_make(setting);
    build->map = berth_map_new(setting->spec, build->nodes, NULL, NULL);
    build_add(build->nodes, setting, setting->nodes);
    build->other = berth_map_next(build->map, build->nodes, NULL);
    build_remove(build->nodes, setting->nodes);
    if (build->map && build->other)
        return build;
    build_close(build);
    return NULL;
}

/* ---- built at once --------------------------------------------------------------------------- */

/* The list of nodes is part of the time, because the peer makes its list of servers too. */
static uint64_t build_run_all(void *state, const struct slice *slice)
{
    const struct build *build = state;
    for (size_t i = 0; i < slice->count; i++) {
        berth_nodes *nodes = nodes_make(&build->set);
        berth_map_free(berth_map_new(build->set.spec, nodes, NULL, NULL));
        berth_nodes_free(nodes);
    }
    return 0;
}

const struct way berth_build = {
    .name = "berth, build", .open = build_open, .close = build_close, .run = build_run_all};

/* ---- one node more, one node less ------------------------------------------------------------ */

static uint64_t build_run_add(void *state, const struct slice *slice)
{
    struct build *build = state;
    build_add(build->nodes, &build->set, build->set.nodes);
    for (size_t i = 0; i < slice->count; i++)
        berth_map_free(berth_map_next(build->map, build->nodes, NULL));
    build_remove(build->nodes, build->set.nodes);
    return 0;
}

static uint64_t build_run_remove(void *state, const struct slice *slice)
{
    const struct build *build = state;
    for (size_t i = 0; i < slice->count; i++)
        berth_map_free(berth_map_next(build->other, build->nodes, NULL));
    return 0;
}

const struct way berth_add = {
    .name = "berth, one node more", .open = build_open, .close = build_close, .run = build_run_add};

const struct way berth_remove = {.name = "berth, one node less",
                                 .open = build_open,
                                 .close = build_close,
                                 .run = build_run_remove};

/* ---- a map after each of many additions ------------------------------------------------------ */

static uint64_t build_run_adds(void *state, const struct slice *slice)
{
    const struct build *build = state;
    for (size_t i = 0; i < slice->count; i++) {
        berth_nodes *nodes = berth_nodes_new(NULL);
        berth_map *map = berth_map_new(build->set.spec, nodes, NULL, NULL);
        for (uint32_t k = 0; k < build->set.nodes; k++) {
            build_add(nodes, &build->set, k);
            berth_map *next = berth_map_next(map, nodes, NULL);
            berth_map_free(map);
            map = next;
        }
        berth_map_free(map);
        berth_nodes_free(nodes);
    }
    return 0;
}

const struct way berth_adds = {
    .name = "berth, add by add", .open = build_open, .close = build_close, .run = build_run_adds};

/* ---- plans ----------------------------------------------------------------------------------- */

static uint64_t build_run_plan(void *state, const struct slice *slice)
{
    const struct build *build = state;
    uint64_t flows = 0;
    for (size_t i = 0; i < slice->count; i++) {
        struct berth_plan_summary summary;
        berth_plan *plan = berth_plan_new(build->map, build->other, NULL);
        berth_plan_summary(plan, &summary);
        flows += summary.flows;
        berth_plan_free(plan);
    }
    return flows;
}

const struct way berth_plan_two = {
    .name = "berth, plan", .open = build_open, .close = build_close, .run = build_run_plan};
