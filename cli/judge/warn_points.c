/* SPDX-License-Identifier: MIT */
/* warn_points.c - what the points of a ring, and the names they are made from, give away */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "show/figures.h"
#include "frame/memory.h"
#include "frame/say.h"
#include "judge/warn.h"

/* HAProxy numbers a server's points id * 4096 + j in 32 bits. */
enum { POINTS_ID_MODULUS = 1 << 20 };

/* How many points each node has, and how many of them another node's point shadows. */
struct points {
    size_t *count, *shadowed;
    size_t nodes, all;
    uint32_t first; /* node with the most shadowed points */
};

static bool points_has_ring(const berth_map *map)
{
    return berth_map_kind(map) == BERTH_KIND_POINT;
}

static void points_count(const berth_map *map, struct points *points)
{
    struct berth_mark mark, last = {0};
    points->nodes = berth_map_count(map);
    points->count = memory_new(points->nodes + 1, sizeof *points->count);
    points->shadowed = memory_new(points->nodes + 1, sizeof *points->shadowed);
    for (points->all = 0; berth_map_mark(map, points->all, &mark); points->all++) {
        bool equal = points->all > 0 && mark.value == last.value && mark.high == last.high;
        if (mark.index < points->nodes) {
            points->count[mark.index]++;
            points->shadowed[mark.index] += equal && mark.index != last.index;
        }
        if (!equal)
            last = mark;
    }
    size_t *lost = memory_new(points->nodes + 1, sizeof *lost);
    berth_map_lost_points(map, lost);
    for (uint32_t i = 0; i < points->nodes; i++) {
        points->count[i] += lost[i];
        points->shadowed[i] += lost[i];
    }
    free(lost);
    for (uint32_t i = 0; i < points->nodes; i++)
        if (points->shadowed[i] > points->shadowed[points->first])
            points->first = i;
}

static void points_free(struct points *points)
{
    free(points->count);
    free(points->shadowed);
}

/* More than a hundredth of a node's points: labels that are spelled alike, not chance. */
static void points_warn_shadowed(const berth_map *map, const struct points *points)
{
    size_t lost = points->nodes > 0 ? points->shadowed[points->first] : 0;
    if (lost == 0 || lost * 100 < points->count[points->first])
        return;
    say_warning("\"%s\" loses %zu of its %zu points to other nodes that have the same: labels "
                "collide, as when one name is another with a digit behind it",
                berth_map_name(map, points->first), lost, points->count[points->first]);
}

/* Nodes that weigh differently and have the same number of points. */
static void points_warn_rounding(const berth_map *map, const struct points *points)
{
    struct berth_node a, b;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i + 1 < points->nodes; i++) {
        berth_map_node(map, (uint32_t)i, &a);
        berth_map_node(map, (uint32_t)i + 1, &b);
        bool rounded = a.weight > 0 && b.weight > 0 && fabs(a.weight - b.weight) > 1e-9 &&
                       points->count[i] == points->count[i + 1] && points->count[i] > 0;
        if (rounded && best == SIZE_MAX)
            best = i;
    }
    if (best == SIZE_MAX)
        return;
    berth_map_node(map, (uint32_t)best, &a);
    berth_map_node(map, (uint32_t)best + 1, &b);
    say_warning("weights round away: \"%s\" (%s) and \"%s\" (%s) have %s points each", a.name,
                figure_weight(a.weight).text, b.name, figure_weight(b.weight).text,
                figure_count(points->count[best]).text);
}

/* ---- names and ids --------------------------------------------------------------------------- */

/* nginx hashes host and port apart: without a port it is another server than with :80. */
static void points_warn_ports(const berth_map *map)
{
    for (uint32_t i = 0; i < berth_map_count(map); i++) {
        char *with = memory_text("%s:80", berth_map_name(map, i));
        bool both = berth_map_find(map, with) != BERTH_NONE;
        if (both)
            say_warning("\"%s\" and \"%s\" are two servers to nginx's hash, though they are one "
                        "address: write one of them",
                        berth_map_name(map, i), with);
        free(with);
        if (both)
            return;
    }
}

/* The nodes of a map with all that the scheme looks at; NULL = no memory. */
static berth_nodes *points_nodes(const berth_map *map)
{
    size_t len = berth_map_text(map, NULL, 0);
    char *text = memory_new(len + 1, 1);
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error;
    berth_map_text(map, text, len + 1);
    if (nodes)
        berth_nodes_parse(nodes, text, len, &error);
    free(text);
    return nodes;
}

struct points_id {
    uint64_t id;
    const char *name;
};

static int points_compare(const void *a, const void *b)
{
    uint64_t x = ((const struct points_id *)a)->id % POINTS_ID_MODULUS;
    uint64_t y = ((const struct points_id *)b)->id % POINTS_ID_MODULUS;
    return x < y ? -1 : x > y;
}

/* Explicit ids only: those that HAProxy gives by itself are small. */
static bool points_warn_ids(const berth_map *map)
{
    berth_nodes *nodes = points_nodes(map);
    struct points_id *ids = memory_new(berth_nodes_count(nodes) + 1, sizeof *ids);
    struct berth_node node;
    size_t count = 0;
    bool said = false;
    for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++) {
        const char *id = berth_nodes_attribute(nodes, node.name, "id");
        ids[count] = (struct points_id){id ? strtoull(id, NULL, 10) : 0, node.name};
        count += id != NULL;
    }
    qsort(ids, count, sizeof *ids, points_compare);
    for (size_t i = 0; !said && i + 1 < count; i++) {
        if (points_compare(&ids[i], &ids[i + 1]) != 0)
            continue;
        say_warning("\"%s\" (id %llu) and \"%s\" (id %llu) have the same points: HAProxy looks at "
                    "ids modulo 2^20 only",
                    ids[i].name, (unsigned long long)ids[i].id, ids[i + 1].name,
                    (unsigned long long)ids[i + 1].id);
        said = true;
    }
    free(ids);
    berth_nodes_free(nodes);
    return said;
}

void warn_about_points(const berth_map *map)
{
    struct berth_scheme_info info;
    struct points points = {0};
    berth_map_scheme(map, &info);
    if (strcmp(info.name, "nginx") == 0)
        points_warn_ports(map);
    if (strcmp(info.name, "haproxy") == 0 && points_warn_ids(map))
        return;
    if (!points_has_ring(map))
        return;
    points_count(map, &points);
    points_warn_shadowed(map, &points);
    if (warn_weighing(map) != BERTH_WEIGHTS_IGNORED)
        points_warn_rounding(map, &points);
    points_free(&points);
}
