/* SPDX-License-Identifier: MIT */
/* fair.c - the part of the key space that each node is to own, and how far others are from it
 *
 * This is the only definition of "fair", "peak" and "CV": plans, the tool and the tests ask here.
 * A scheme says what it makes of weights (`weighing`) and of down nodes (`drops_down`, `drops`). */
#include "place/map.h"

#include <math.h>

/* The system builds its table or ring without this node. */
static bool fair_is_dropped(const struct berth_map *map, uint32_t index)
{
    const struct scheme *scheme = map->scheme;
    const enum berth_state state = map->bare ? BERTH_UP : map->nodes->items[index]->state;
    if (map_leaves_out(map, state))
        return true;
    if (state != BERTH_DOWN)
        return false;
    return scheme->drops ? scheme->drops(map->spec.values) : scheme->reads_state;
}

static uint64_t fair_weight(const struct berth_map *map, uint32_t index)
{
    return fair_is_dropped(map, index) ? 0 : map_weight(map, index);
}

static struct weights fair_weights(const struct berth_map *map)
{
    struct weights weights = {.nodes = map->count, .least = UINT64_MAX};
    for (uint32_t i = 0; i < map->count; i++) {
        uint64_t weight = fair_weight(map, i);
        if (weight == 0)
            continue;
        weights.owners++;
        weights.sum += weight;
        weights.least = weight < weights.least ? weight : weights.least;
        weights.most = weight > weights.most ? weight : weights.most;
    }
    return weights;
}

static enum berth_weighing fair_weighing(const struct berth_map *map, const struct weights *weights)
{
    if (map->scheme->weighing)
        return map->scheme->weighing(map->spec.values, weights);
    return map->scheme->info.promises & BERTH_WEIGHTS ? BERTH_WEIGHTS_EXACTLY
                                                      : BERTH_WEIGHTS_IGNORED;
}

enum berth_weighing map_weighing(const struct berth_map *map)
{
    struct weights weights = fair_weights(map);
    return fair_weighing(map, &weights);
}

enum berth_weighing berth_map_fair(const berth_map *map, double *fair)
{
    struct weights weights = fair_weights(map);
    enum berth_weighing weighing = fair_weighing(map, &weights);
    for (uint32_t i = 0; i < map->count; i++) {
        double weight = (double)fair_weight(map, i);
        if (weighing == BERTH_WEIGHTS_IGNORED)
            fair[i] = weight > 0 ? 1 / (double)weights.owners : 0;
        else
            fair[i] = weight > 0 ? weight / (double)weights.sum : 0;
    }
    return weighing;
}

void berth_evenness(const double *part, const double *fair, size_t n, struct berth_evenness *out)
{
    double whole = 0, squares = 0;
    *out = (struct berth_evenness){0};
    for (size_t i = 0; i < n; i++)
        whole += part[i];
    for (size_t i = 0; i < n && whole > 0; i++) {
        if (fair[i] <= 0)
            continue;
        double ratio = part[i] / whole / fair[i];
        squares += (ratio - 1) * (ratio - 1);
        out->nodes++;
        if (ratio > out->peak) {
            out->peak = ratio;
            out->at = (uint32_t)i;
        }
    }
    out->cv = out->nodes > 0 ? sqrt(squares / out->nodes) : 0;
}

void berth_evenness_sampled(const double *part, const double *fair, size_t n, uint64_t samples,
                            struct berth_evenness *out, double *error)
{
    double noise = 0;
    berth_evenness(part, fair, n, out);
    for (size_t i = 0; i < n && samples > 0; i++)
        if (fair[i] > 0)
            noise += (1 / fair[i] - 1) / (double)samples; /* variance of a binomial part / fair */
    noise = out->nodes > 0 ? noise / out->nodes : 0;
    if (error)
        *error = sqrt(noise);
    double seen = out->cv * out->cv, left = seen > noise ? sqrt((seen - noise) / seen) : 0;
    out->cv *= left;
    if (out->peak > 0)
        out->peak = 1 + (out->peak - 1) * left;
}
