/* SPDX-License-Identifier: MIT */
/* typical.c - how even a map of these weights is for most sets of names
 * Idea       shares depend on the names by luck alone, so the luck is played: many times over, each
 *            node draws a share by the law of the scheme, and peak and CV are noted down. Their
 *            middle is what is typical; a peak that few of these draws reach is bad luck, or no
 *            luck at all.
 *
 *              points          a node has k arcs, exponential in length: its share is a gamma
 *                              variable of shape k
 *              points, probes  of P probes the nearest wins: an arc of length g is worth
 *                              (1 - exp(-(P - 1) g)) P / (P - 1), g in mean arcs
 *              slots           normal, with the variance of docs/placement.md
 *              bound           what is above a node's room goes to the others
 *
 *            Few points are drawn one by one, many as a sum (Wilson and Hilferty's cube for gamma).
 * Fixed      the draws are SplitMix64 of fixed seeds: the same map always gets the same answer */
#include "place/map.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"

enum { TYPICAL_TRIALS = 500, TYPICAL_DRAWS = 400000, TYPICAL_FEW = 16 };

struct typical {
    uint64_t state; /* of the draws */
    size_t nodes, trials;
    double *fair, *cap, *ratio; /* of each node; cap: the most that its ratio may be */
    double *count;              /* of each node: points; for slots the deviation of its ratio */
    double *peak, *cv;          /* of each trial */
    double probes;
    bool slots;
};

/* ---- draws ----------------------------------------------------------------------------------- */

/* Above 0 and at most 1. */
static double typical_uniform(struct typical *t)
{
    t->state += BITS_GOLDEN;
    return ((double)(bits_mix(t->state) >> 11) + 1) * 0x1p-53;
}

static double typical_normal(struct typical *t)
{
    double radius = sqrt(-2 * log(typical_uniform(t)));
    return radius * cos(6.283185307179586 * typical_uniform(t));
}

/* What an arc is worth in relation to the mean. */
static double typical_arc(struct typical *t)
{
    double length = -log(typical_uniform(t)), others = t->probes - 1;
    return others > 0 ? -expm1(-others * length) * t->probes / others : length;
}

static double typical_points(struct typical *t, double count)
{
    const double p = t->probes;
    if (count < TYPICAL_FEW) {
        double sum = 0;
        for (double k = 0; k < count; k++)
            sum += typical_arc(t);
        return sum / count;
    }
    double ninth = 1 / (9 * count);
    if (p <= 1)
        return pow(1 - ninth + typical_normal(t) * sqrt(ninth), 3);
    double variance = p * p / ((p - 1) * (p - 1)) * (1 - 2 / p + 1 / (2 * p - 1)) - 1;
    return 1 + typical_normal(t) * sqrt(variance / count);
}

/* ---- one trial ------------------------------------------------------------------------------- */

static void typical_scale(struct typical *t)
{
    double whole = 0;
    for (size_t i = 0; i < t->nodes; i++)
        whole += t->ratio[i] * t->fair[i];
    for (size_t i = 0; i < t->nodes && whole > 0; i++)
        t->ratio[i] /= whole;
}

/* What is above the caps goes to those below theirs, some of which it fills. */
static void typical_cap(struct typical *t)
{
    for (int round = 0; round < 8; round++) {
        double above = 0, room = 0;
        for (size_t i = 0; i < t->nodes; i++) {
            if (t->ratio[i] >= t->cap[i]) {
                above += (t->ratio[i] - t->cap[i]) * t->fair[i];
                t->ratio[i] = t->cap[i];
            } else {
                room += t->ratio[i] * t->fair[i];
            }
        }
        if (above <= 1e-12 || room <= 0)
            return;
        for (size_t i = 0; i < t->nodes; i++)
            if (t->ratio[i] < t->cap[i])
                t->ratio[i] *= 1 + above / room;
    }
}

static void typical_trial(struct typical *t, size_t trial)
{
    double peak = 0, squares = 0;
    for (size_t i = 0; i < t->nodes; i++)
        t->ratio[i] = t->slots ? fmax(0, 1 + typical_normal(t) * t->count[i])
                               : typical_points(t, t->count[i]);
    typical_scale(t);
    if (t->slots)
        typical_cap(t);
    for (size_t i = 0; i < t->nodes; i++) {
        peak = fmax(peak, t->ratio[i]);
        squares += (t->ratio[i] - 1) * (t->ratio[i] - 1);
    }
    t->peak[trial] = peak;
    t->cv[trial] = sqrt(squares / (double)t->nodes);
}

static int typical_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double typical_quantile(const double *sorted, size_t n, double part)
{
    return sorted[(size_t)(part * (double)(n - 1) + 0.5)];
}

static void typical_play(struct typical *t, struct berth_typical *out)
{
    for (size_t i = 0; i < t->trials; i++)
        typical_trial(t, i);
    qsort(t->peak, t->trials, sizeof *t->peak, typical_compare);
    qsort(t->cv, t->trials, sizeof *t->cv, typical_compare);
    *out = (struct berth_typical){
        .peak = typical_quantile(t->peak, t->trials, 0.5),
        .peak_low = typical_quantile(t->peak, t->trials, 0.1),
        .peak_high = typical_quantile(t->peak, t->trials, 0.9),
        .peak_rare = typical_quantile(t->peak, t->trials, 0.98),
        .cv = typical_quantile(t->cv, t->trials, 0.5),
        .cv_low = typical_quantile(t->cv, t->trials, 0.1),
        .cv_high = typical_quantile(t->cv, t->trials, 0.9),
    };
}

/* ---- the law of a map ------------------------------------------------------------------------ */

/* Nodes that own nothing do not play. */
static size_t typical_fair(const struct berth_map *map, double *fair)
{
    size_t nodes = 0;
    berth_map_fair(map, fair);
    for (uint32_t i = 0; i < map->count; i++)
        if (fair[i] > 0)
            fair[nodes++] = fair[i];
    return nodes;
}

/* The most slots that a node has room for, in relation to its fair share of them. */
static double typical_room(double slots, double bound, double fair)
{
    return bound >= 1 ? ceil(bound * slots * fair - 1e-9) / (slots * fair) : HUGE_VAL;
}

static void typical_of_slots(struct typical *t, const struct berth_map *map, double slots)
{
    double bound = berth_map_number(map, "bound", 0), n = (double)t->nodes;
    for (size_t i = 0; i < t->nodes; i++) {
        double p = t->fair[i]; /* to scale the sum to 1 brings the factor 1 - p of the variance */
        t->count[i] = sqrt((n - 1) / (slots * p * (2 * n - 1)));
        t->cap[i] = typical_room(slots, bound, p);
    }
}

static void typical_of_points(struct typical *t, const struct berth_map *map, double points)
{
    double mean = 1;
    if (map->scheme->info.promises & BERTH_NATIVE) { /* a point count of the node's own weight */
        double weights = 0;
        for (uint32_t i = 0; i < map->count; i++)
            weights += (double)map_weight(map, i) / NUMBER_MILLION;
        mean = weights / (double)t->nodes;
    }
    for (size_t i = 0; i < t->nodes; i++)
        t->count[i] = fmax(1, floor(points * t->fair[i] * (double)t->nodes * mean + 0.5));
}

static bool typical_law(struct typical *t, const struct berth_map *map)
{
    double points = berth_map_number(map, "points", 0);
    double slots = map->scheme->clocks ? berth_map_number(map, "table", 0) : 0;
    t->probes = berth_map_number(map, "probes", 1);
    t->slots = slots > 0;
    if (t->slots)
        typical_of_slots(t, map, slots);
    else if (points > 0 && (map->scheme->info.promises & BERTH_EXACT))
        typical_of_points(t, map, points);
    else
        return false;
    return true;
}

int berth_map_typical(const berth_map *map, struct berth_typical *out, berth_error *error)
{
    const struct berth_alloc *alloc = &map->alloc;
    struct typical t = {.trials = TYPICAL_TRIALS};
    const size_t room = 4 * (size_t)map->count + 2 * TYPICAL_TRIALS;
    double *block = alloc_zeroed(alloc, room, sizeof *block);
    *out = (struct berth_typical){0};
    if (!block)
        return fail_memory(error);
    t.fair = block;
    t.cap = block + map->count;
    t.ratio = t.cap + map->count;
    t.count = t.ratio + map->count;
    t.peak = t.count + map->count;
    t.cv = t.peak + TYPICAL_TRIALS;
    t.nodes = typical_fair(map, t.fair);
    while (t.trials > 50 && t.trials * t.nodes > TYPICAL_DRAWS)
        t.trials /= 2;
    bool known = t.nodes > 0 && !map->bare && typical_law(&t, map);
    if (known)
        typical_play(&t, out);
    alloc_free(alloc, block, room, sizeof *block);
    return known ? 0 : fail(error, BERTH_E_UNSUPPORTED, "no law of this scheme's shares is known");
}
