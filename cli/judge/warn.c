/* SPDX-License-Identifier: MIT */
/* warn.c - one sentence for each thing that goes wrong without an error */
#include "judge/warn.h"

#include <math.h>
#include <stdlib.h>

#include "show/figures.h"
#include "show/names.h"
#include "frame/memory.h"
#include "frame/say.h"

/* ---- the scheme ------------------------------------------------------------------------------ */

static int warn_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The usual weight: the median, the lighter of two in the middle; 0 = no node weighs anything. */
static double warn_usual_weight(const berth_map *map)
{
    struct berth_node node;
    size_t count = 0;
    double *weights = memory_new(berth_map_count(map), sizeof *weights);
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++)
        if (node.weight > 0)
            weights[count++] = node.weight;
    qsort(weights, count, sizeof *weights, warn_compare);
    double usual = count > 0 ? weights[(count - 1) / 2] : 0;
    free(weights);
    return usual;
}

/* The node whose weight is furthest from the usual one, in proportion; false when all nodes that
 * weigh something weigh the same. */
static bool warn_concerned(const berth_map *map, struct berth_node *concerned, bool *heavy)
{
    struct berth_node node;
    double usual = warn_usual_weight(map), furthest = 1 + 1e-9;
    for (uint32_t i = 0; usual > 0 && berth_map_node(map, i, &node); i++) {
        double ratio = node.weight > 0 ? node.weight / usual : 1;
        double off = ratio > 1 ? ratio : 1 / ratio;
        if (off > furthest) {
            furthest = off;
            *concerned = node;
            *heavy = ratio > 1;
        }
    }
    return furthest > 1 + 1e-9;
}

bool warn_weights_differ(const berth_map *map)
{
    struct berth_node node;
    bool heavy;
    return warn_concerned(map, &node, &heavy);
}

enum berth_weighing warn_weighing(const berth_map *map)
{
    double *fair = memory_new(berth_map_count(map), sizeof *fair);
    enum berth_weighing weighing = berth_map_fair(map, fair);
    free(fair);
    return weighing;
}

void warn_about_weights(const berth_map *map)
{
    struct berth_scheme_info info;
    struct berth_node node = {0};
    bool heavy = false;
    enum berth_weighing weighing = warn_weighing(map);
    berth_map_scheme(map, &info);
    if (weighing == BERTH_WEIGHTS_EXACTLY || !warn_concerned(map, &node, &heavy))
        return;
    if (weighing == BERTH_WEIGHTS_ROUGHLY)
        say_warning("%s follows weights only roughly: \"%s\" may get more or less than its weight "
                    "of %s says",
                    info.name, node.name, figure_weight(node.weight).text);
    else
        say_warning("%s ignores these weights: \"%s\" gets no %s for its weight of %s", info.name,
                    node.name, heavy ? "more" : "less", figure_weight(node.weight).text);
}

void warn_about_scheme(const berth_map *map)
{
    struct berth_scheme_info info;
    berth_map_scheme(map, &info);
    if ((info.promises & BERTH_RAW_KEYS) != 0)
        say_warning("%s does not hash integer keys: keys that lie close together, such as ids "
                    "counted up, land on the same node",
                    info.name);
    if (berth_map_order_decides(map))
        say_warning("%s places by the order in which nodes are listed: another order is another "
                    "map",
                    berth_map_spec(map));
    warn_about_weights(map);
}

/* ---- the nodes ------------------------------------------------------------------------------- */

size_t warn_count_down(const berth_map *map)
{
    struct berth_node node;
    size_t down = 0;
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++)
        down += node.state == BERTH_DOWN;
    return down;
}

/* How many nodes in this state the system builds its ring or table without. */
static size_t warn_count_dropped(const berth_map *map, enum berth_state state)
{
    struct berth_node node;
    size_t dropped = 0;
    double *fair = memory_new(berth_map_count(map), sizeof *fair);
    berth_map_fair(map, fair);
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++)
        dropped += node.state == state && node.weight > 0 && fair[i] == 0;
    free(fair);
    return dropped;
}

/* Only where the system has no place for a draining node: else it keeps what it has. */
static void warn_about_draining(const berth_map *map)
{
    const size_t drains = warn_count_dropped(map, BERTH_DRAIN);
    if (drains > 0)
        say_warning("%s %s draining: this scheme places without %s, as if %s were down",
                    figure_nodes(drains).text, drains == 1 ? "is" : "are",
                    drains == 1 ? "it" : "them", drains == 1 ? "it" : "they");
}

void warn_about_bound(const berth_map *map, double bound, berth_live *live)
{
    struct berth_live_status status;
    berth_live_status(live, &status);
    if (bound > 0 && status.bound == 0)
        say_warning("%s bounds no load: the system ignores a bound with these parameters",
                    berth_map_spec(map));
}

void warn_about_down(const berth_map *map)
{
    const size_t down = warn_count_down(map);
    if (down > 0)
        say_warning("%s %s down: %s", figure_nodes(down).text, down == 1 ? "is" : "are",
                    warn_count_dropped(map, BERTH_DOWN) == 0
                        ? "shares are those of all nodes, keys are counted where they go now"
                    : down == 1
                        ? "this scheme places without it, shares are those of the other nodes"
                        : "this scheme places without them, shares are those of the other nodes");
    warn_about_draining(map);
}

void warn_about_silent(const berth_map *map, const double *share, const double *fair)
{
    struct berth_node node;
    const char *first = NULL;
    size_t silent = 0;
    uint32_t *listed = names_order(map);
    for (size_t i = 0; i < berth_map_count(map) && berth_map_node(map, listed[i], &node); i++) {
        if (fair[listed[i]] > 0 && share[listed[i]] <= 0 && node.state == BERTH_UP) {
            first = first ? first : node.name;
            silent++;
        }
    }
    free(listed);
    if (silent == 1)
        say_warning("\"%s\" has a weight, but owns no key at all", first);
    else if (silent > 1)
        say_warning("%s have a weight, but own no key at all: \"%s\" and others",
                    figure_nodes(silent).text, first);
}
