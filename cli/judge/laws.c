/* SPDX-License-Identifier: MIT */
/* laws.c - the laws of balance, from the parameters in a map's spec */
#include "judge/laws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "judge/variant.h"
#include "show/text.h"

double law_chi_square(double chi_square, double freedom)
{
    if (freedom < 1)
        return 0;
    double ninth = 2 / (9 * freedom);
    return (cbrt(chi_square / freedom) - (1 - ninth)) / sqrt(ninth);
}

/* ---- the laws -------------------------------------------------------------------------------- */

/* Those that are to own something. */
static double law_nodes(const berth_map *map)
{
    double nodes = 0, *fair = memory_new(berth_map_count(map), sizeof *fair);
    berth_map_fair(map, fair);
    for (size_t i = 0; i < berth_map_count(map); i++)
        nodes += fair[i] > 0;
    free(fair);
    return nodes;
}

/* With so many times the points: scatter falls with the root of their number. */
static double law_guess(const struct law *law, double more)
{
    return 1 + (law->typical.peak - 1) / sqrt(more);
}

/* Tries another value of a parameter: what is typical then, if that is known and better. */
static bool law_try(const berth_map *map, const struct law *law, const char *param,
                    const char *value, struct berth_typical *out)
{
    berth_map *variant = variant_with(map, param, value);
    bool known = variant && berth_map_typical(variant, out, NULL) == BERTH_E_OK;
    berth_map_free(variant);
    return known && out->hash_tried && out->peak < 1 + 0.9 * (law->typical.peak - 1);
}

/* How many points, by doubling, would bring the peak near 1.1. */
static void law_more_points(const berth_map *map, struct law *law)
{
    struct berth_setting points;
    struct berth_typical then;
    char value[32];
    double more = 2;
    if (!berth_map_param(map, "points", &points) || points.param->shape != BERTH_INTEGER)
        return;
    while (law_guess(law, more) > 1.1 && points.number * more * 2 <= (double)points.param->max)
        more *= 2;
    snprintf(value, sizeof value, "%.0f", points.number * more);
    if (points.number * more <= (double)points.param->max &&
        law_try(map, law, points.param->name, value, &then))
        snprintf(law->better, sizeof law->better, "with %s=%s it would be about %.2f",
                 points.param->name, value, then.peak);
}

/* Rooms are whole slots, so the bound's promise is not quite the number that it is given. */
static void law_bound(const berth_map *map, struct law *law)
{
    struct berth_typical then;
    if (berth_map_number(map, "bound", 1) < 1 && law_try(map, law, "bound", "1.05", &then) &&
        then.most > 0)
        snprintf(law->better, sizeof law->better, "with bound=1.05 it would be at most %.3f",
                 then.most);
}

/* Another hash that the scheme has, when its own is to blame. */
static void law_other_hash(const berth_map *map, struct law *law)
{
    struct berth_setting hash;
    struct berth_typical then;
    char value[32];
    if (!berth_map_param(map, "hash", &hash))
        return;
    const char *words = hash.param->shape == BERTH_WORD ? hash.param->words : "xxh3";
    for (size_t len; *words && law->better[0] == '\0'; words += len, words += strspn(words, " ")) {
        len = strcspn(words, " ");
        snprintf(value, sizeof value, "%.*s", (int)len, words);
        if (strcmp(value, hash.text) != 0 && law_try(map, law, hash.param->name, value, &then) &&
            !then.weak_hash)
            snprintf(law->better, sizeof law->better, "with %s=%s it would be about %.2f",
                     hash.param->name, value, then.peak);
    }
}

void law_advise(const berth_map *map, struct law *law)
{
    if (law->typical.peak <= 1.05)
        return;
    if (law->typical.weak_hash)
        law_other_hash(map, law);
    if (law->points && law->better[0] == '\0')
        law_more_points(map, law);
    else if (!law->points)
        law_bound(map, law);
}

static void law_ring(const berth_map *map, double nodes, struct law *law)
{
    double probes = berth_map_number(map, "probes", 1), each = law->typical.parts / nodes;
    bool alike = fabs(each - rint(each)) < 1e-9;
    double points = alike ? rint(each) : law->typical.parts;
    snprintf(law->basis, sizeof law->basis,
             alike ? "%.0f node%s x %.0f point%s" : "%.0f node%s, %.0f point%s in all", nodes,
             nodes > 1 ? "s" : "", points, points > 1 ? "s" : "");
    if (probes > 1)
        text_add(law->basis, sizeof law->basis, ", %.0f probes", probes);
    law->points = true;
}

static void law_slots(const berth_map *map, double slots, double nodes, struct law *law)
{
    double bound = berth_map_number(map, "bound", 0);
    snprintf(law->basis, sizeof law->basis, "%.0f node%s, %.0f slots", nodes, nodes > 1 ? "s" : "",
             slots);
    if (bound >= 1)
        text_add(law->basis, sizeof law->basis, ", bound %g", bound);
}

bool law_of(const berth_map *map, struct law *law)
{
    struct berth_scheme_info info;
    berth_map_scheme(map, &info);
    *law = (struct law){.native = info.promises & BERTH_NATIVE};
    if (berth_map_typical(map, &law->typical, NULL) != 0)
        return false;
    if (berth_map_kind(map) == BERTH_KIND_POINT)
        law_ring(map, law_nodes(map), law);
    else
        law_slots(map, law->typical.parts, law_nodes(map), law);
    return true;
}
