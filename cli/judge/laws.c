/* SPDX-License-Identifier: MIT */
/* laws.c - the laws of balance, from the parameters in a map's spec */
#include "judge/laws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show/text.h"

/* ---- chance ---------------------------------------------------------------------------------- */

/* The x below which a standard normal lies with probability p, by bisection. */
static double law_quantile(double p)
{
    double low = -9, high = 9;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (erfc(-middle / sqrt(2)) / 2 < p)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* Expected largest of n shares of mean 1 and this CV. */
static double law_peak(double cv, double n)
{
    if (n < 2 || cv <= 0)
        return 1;
    double z = law_quantile((n - 0.375) / (n + 0.25)); /* Blom's place of the largest */
    double ninth = cv * cv / 9;
    return pow(1 - ninth + z * cv / 3, 3);
}

double law_chi_square(double chi_square, double freedom)
{
    if (freedom < 1)
        return 0;
    double ninth = 2 / (9 * freedom);
    return (cbrt(chi_square / freedom) - (1 - ninth)) / sqrt(ninth);
}

/* ---- the laws -------------------------------------------------------------------------------- */

struct law_sum {
    double weight, nodes; /* of nodes with weight */
};

static struct law_sum law_weights(const berth_map *map)
{
    struct law_sum sum = {0};
    struct berth_node node;
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++) {
        sum.weight += node.weight;
        sum.nodes += node.weight > 0;
    }
    return sum;
}

/* Root of the mean of the nodes' CV^2, each (1 - p) / (parts of that node). */
static double law_cv(const berth_map *map, double per_weight, double whole)
{
    struct law_sum sum = law_weights(map);
    struct berth_node node;
    double total = 0;
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++) {
        if (node.weight > 0) {
            double p = node.weight / sum.weight;
            double parts = whole > 0 ? whole * p : fmax(1, floor(per_weight * node.weight + 0.5));
            total += (1 - p) / parts;
        }
    }
    return sum.nodes > 0 ? sqrt(total / sum.nodes) : 0;
}

/* How many points, by doubling, would bring the peak near 1.1. */
static void law_more_points(const struct berth_param *param, double points, double nodes,
                            struct law *law)
{
    double more = 2;
    while (law_peak(law->cv / sqrt(more), nodes) > 1.1 && points * more * 2 <= (double)param->max)
        more *= 2;
    if (law->peak > 1.05 && points * more <= (double)param->max)
        snprintf(law->better, sizeof law->better, "with %s=%.0f it would be about %.2f",
                 param->name, points * more, law_peak(law->cv / sqrt(more), nodes));
}

static void law_ring(const berth_map *map, double points, double nodes, struct law *law)
{
    double probes = berth_map_number(map, "probes", 1);
    double gain = 2 * probes - 1;
    law->cv = law_cv(map, points, 0) / sqrt(gain);
    law->peak = law_peak(law->cv, nodes);
    snprintf(law->basis, sizeof law->basis, "%.0f node%s x %.0f point%s", nodes,
             nodes > 1 ? "s" : "", points, points > 1 ? "s" : "");
    if (probes > 1)
        text_add(law->basis, sizeof law->basis, ", %.0f probes", probes);
    law->points = true;
    struct berth_setting setting;
    if (berth_map_param(map, "points", &setting))
        law_more_points(setting.param, points, nodes, law);
}

/* The largest share that a bound lets a node have, in relation to its fair one: a node has room for
 * a whole number of slots. */
static double law_bound(const berth_map *map, double slots, double bound)
{
    struct law_sum sum = law_weights(map);
    struct berth_node node;
    double most = 0;
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++) {
        double fair = slots * node.weight / sum.weight;
        if (node.weight > 0)
            most = fmax(most, ceil(bound * fair - 1e-9) / fair);
    }
    return most;
}

/* docs/placement.md: the clocks halve the variance of owners drawn at random, nearly. */
static void law_slots(const berth_map *map, double slots, double nodes, struct law *law)
{
    double bound = berth_map_number(map, "bound", 0);
    law->cv = law_cv(map, 0, slots) * sqrt((nodes - 1) / (2 * nodes - 1));
    law->peak = law_peak(law->cv, nodes);
    snprintf(law->basis, sizeof law->basis, "%.0f nodes, %.0f slots", nodes, slots);
    double most = bound >= 1 ? law_bound(map, slots, bound) : 0;
    if (most > 0 && law->peak > most) {
        law->peak = most;
        snprintf(law->basis, sizeof law->basis, "%.0f nodes, %.0f slots, bound %g", nodes, slots,
                 bound);
    } else if (bound == 0 && law->peak > 1.05) {
        snprintf(law->better, sizeof law->better, "with bound=1.05 it would be at most %.3g",
                 law_bound(map, slots, 1.05));
    }
}

bool law_of(const berth_map *map, struct law *law)
{
    struct berth_scheme_info info;
    berth_map_scheme(map, &info);
    *law = (struct law){0};
    double nodes = law_weights(map).nodes;
    double points = berth_map_number(map, "points", 0);
    if (strcmp(info.name, "slots") == 0) {
        law_slots(map, berth_map_number(map, "slots", 0), nodes, law);
        return true;
    }
    if (points > 0 && (info.promises & BERTH_EXACT) != 0) {
        law_ring(map, points, nodes, law);
        return true;
    }
    return false;
}
