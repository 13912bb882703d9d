/* SPDX-License-Identifier: MIT */
/* laws.c - the laws of balance, from the parameters in a map's spec */
#include "judge/laws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "show/text.h"

double law_chi_square(double chi_square, double freedom)
{
    if (freedom < 1)
        return 0;
    double ninth = 2 / (9 * freedom);
    return (cbrt(chi_square / freedom) - (1 - ninth)) / sqrt(ninth);
}

/* ---- the laws -------------------------------------------------------------------------------- */

static double law_nodes(const berth_map *map)
{
    struct berth_node node;
    double nodes = 0;
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++)
        nodes += node.weight > 0;
    return nodes;
}

/* With so many times the points: scatter falls with the root of their number. */
static double law_peak_with(const struct law *law, double more)
{
    return 1 + (law->typical.peak - 1) / sqrt(more);
}

/* How many points, by doubling, would bring the peak near 1.1. */
static void law_more_points(const struct berth_param *param, double points, struct law *law)
{
    double more = 2;
    while (law_peak_with(law, more) > 1.1 && points * more * 2 <= (double)param->max)
        more *= 2;
    if (law->typical.peak > 1.05 && points * more <= (double)param->max)
        snprintf(law->better, sizeof law->better, "with %s=%.0f it would be about %.2f",
                 param->name, points * more, law_peak_with(law, more));
}

static void law_ring(const berth_map *map, double points, double nodes, struct law *law)
{
    double probes = berth_map_number(map, "probes", 1);
    snprintf(law->basis, sizeof law->basis, "%.0f node%s x %.0f point%s", nodes,
             nodes > 1 ? "s" : "", points, points > 1 ? "s" : "");
    if (probes > 1)
        text_add(law->basis, sizeof law->basis, ", %.0f probes", probes);
    law->points = true;
    struct berth_setting setting;
    if (berth_map_param(map, "points", &setting))
        law_more_points(setting.param, points, law);
}

/* The largest ratio that bound=1.05 would let a node of this map have: rooms are whole slots. */
static double law_bounded(const berth_map *map, double slots)
{
    double most = 0, *fair = memory_new(berth_map_count(map), sizeof *fair);
    berth_map_fair(map, fair);
    for (size_t i = 0; i < berth_map_count(map); i++)
        if (fair[i] > 0)
            most = fmax(most, ceil(1.05 * slots * fair[i] - 1e-9) / (slots * fair[i]));
    free(fair);
    return most;
}

static void law_slots(const berth_map *map, double slots, double nodes, struct law *law)
{
    double bound = berth_map_number(map, "bound", 0);
    snprintf(law->basis, sizeof law->basis, "%.0f nodes, %.0f slots", nodes, slots);
    if (bound >= 1)
        text_add(law->basis, sizeof law->basis, ", bound %g", bound);
    else if (law->typical.peak > 1.05)
        snprintf(law->better, sizeof law->better, "with bound=1.05 it would be at most %.3f",
                 law_bounded(map, slots));
}

bool law_of(const berth_map *map, struct law *law)
{
    struct berth_scheme_info info;
    berth_map_scheme(map, &info);
    *law = (struct law){.native = info.promises & BERTH_NATIVE};
    if (berth_map_typical(map, &law->typical, NULL) != 0)
        return false;
    double points = berth_map_number(map, "points", 0);
    if (points > 0)
        law_ring(map, points, law_nodes(map), law);
    else
        law_slots(map, berth_map_number(map, "table", 0), law_nodes(map), law);
    return true;
}
