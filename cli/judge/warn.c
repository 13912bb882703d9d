/* SPDX-License-Identifier: MIT */
/* warn.c - one sentence for each thing that goes wrong without an error */
#include "judge/warn.h"

#include <math.h>
#include <string.h>

#include "show/figures.h"
#include "frame/say.h"

/* ---- the scheme -------------------------------------------------------------------------------
 */

static bool warn_weighted(const berth_map *map, struct berth_node *heavy)
{
    double first = 0;
    for (uint32_t i = 0; berth_map_node(map, i, heavy); i++) {
        if (heavy->weight > 0 && first > 0 && fabs(heavy->weight - first) > 1e-9)
            return true;
        if (heavy->weight > 0)
            first = heavy->weight;
    }
    return false;
}

static bool warn_ordered(const berth_map *map, unsigned promises)
{
    return (promises & BERTH_SET) == 0 || strstr(berth_map_spec(map), "order=line") != NULL;
}

void warn_about_weights(const berth_map *map)
{
    struct berth_scheme_info info;
    struct berth_node heavy;
    berth_map_scheme(map, &info);
    if ((info.promises & BERTH_WEIGHTS) == 0 && warn_weighted(map, &heavy) &&
        !warn_points_follow_weights(map))
        say_warning("%s does not look at weights: \"%s\" gets no more or less for its weight of %s",
                    info.name, heavy.name, figure_weight(heavy.weight).text);
}

void warn_about_scheme(const berth_map *map)
{
    struct berth_scheme_info info;
    berth_map_scheme(map, &info);
    if ((info.promises & BERTH_RAW_KEYS) != 0)
        say_warning("%s does not hash integer keys: keys that lie close together, such as ids "
                    "counted up, land on the same node",
                    info.name);
    if (warn_ordered(map, info.promises))
        say_warning("%s places by the order in which nodes are listed: another order is another "
                    "map",
                    berth_map_spec(map));
    warn_about_weights(map);
}

/* ---- the nodes --------------------------------------------------------------------------------
 */

size_t warn_count_down(const berth_map *map)
{
    struct berth_node node;
    size_t down = 0;
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++)
        down += node.state == BERTH_DOWN;
    return down;
}

void warn_about_down(const berth_map *before, const berth_map *after)
{
    size_t down = warn_count_down(after), was = before != NULL ? warn_count_down(before) : 0;
    down = was > down ? was : down;
    if (down > 0)
        say_warning("%s %s down: shares are those of all nodes, keys are counted where they go now",
                    figure_nodes(down).text, down == 1 ? "is" : "are");
}

void warn_about_silent(const berth_map *map, const double *share)
{
    struct berth_node node;
    const char *first = NULL;
    size_t silent = 0;
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++) {
        if (node.weight > 0 && share[i] <= 0) {
            first = first != NULL ? first : node.name;
            silent++;
        }
    }
    if (silent == 1)
        say_warning("\"%s\" has a weight, but owns no key at all", first);
    else if (silent > 1)
        say_warning("%s have a weight, but own no key at all: \"%s\" and others",
                    figure_nodes(silent).text, first);
}
