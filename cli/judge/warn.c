/* SPDX-License-Identifier: MIT */
/* warn.c - one sentence for each thing that goes wrong without an error */
#include "judge/warn.h"

#include <math.h>
#include <stdlib.h>

#include "show/figures.h"
#include "frame/memory.h"
#include "frame/say.h"

/* ---- the scheme ------------------------------------------------------------------------------ */

/* The heaviest node; false when all nodes that weigh something weigh the same. */
static bool warn_heaviest(const berth_map *map, struct berth_node *heaviest)
{
    struct berth_node node;
    bool differ = false;
    *heaviest = (struct berth_node){0};
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++) {
        differ |=
            node.weight > 0 && heaviest->weight > 0 && fabs(node.weight - heaviest->weight) > 1e-9;
        if (node.weight > heaviest->weight)
            *heaviest = node;
    }
    return differ;
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
    struct berth_node heaviest;
    enum berth_weighing weighing = warn_weighing(map);
    berth_map_scheme(map, &info);
    if (weighing == BERTH_WEIGHTS_EXACTLY || !warn_heaviest(map, &heaviest))
        return;
    if (weighing == BERTH_WEIGHTS_ROUGHLY)
        say_warning("%s follows weights only roughly: \"%s\" may get more or less than its weight "
                    "of %s says",
                    info.name, heaviest.name, figure_weight(heaviest.weight).text);
    else
        say_warning("%s does not look at these weights: \"%s\" gets no more for its weight of %s",
                    info.name, heaviest.name, figure_weight(heaviest.weight).text);
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

/* Whether the system builds its ring or table without the nodes that are down. */
static bool warn_drops_down(const berth_map *map)
{
    struct berth_node node;
    bool drops = false;
    double *fair = memory_new(berth_map_count(map), sizeof *fair);
    berth_map_fair(map, fair);
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++)
        drops |= node.state == BERTH_DOWN && node.weight > 0 && fair[i] == 0;
    free(fair);
    return drops;
}

void warn_about_down(const berth_map *before, const berth_map *after)
{
    const size_t down = warn_count_down(after), was = before ? warn_count_down(before) : 0;
    const berth_map *map = was > down ? before : after;
    const size_t most = was > down ? was : down;
    if (most > 0)
        say_warning("%s %s down: %s", figure_nodes(most).text, most == 1 ? "is" : "are",
                    warn_drops_down(map)
                        ? "this scheme places without them, shares are those of the other nodes"
                        : "shares are those of all nodes, keys are counted where they go now");
}

void warn_about_silent(const berth_map *map, const double *share, const double *fair)
{
    struct berth_node node;
    const char *first = NULL;
    size_t silent = 0;
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++) {
        if (fair[i] > 0 && share[i] <= 0) {
            first = first ? first : node.name;
            silent++;
        }
    }
    if (silent == 1)
        say_warning("\"%s\" has a weight, but owns no key at all", first);
    else if (silent > 1)
        say_warning("%s have a weight, but own no key at all: \"%s\" and others",
                    figure_nodes(silent).text, first);
}
