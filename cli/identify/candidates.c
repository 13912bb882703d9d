/* SPDX-License-Identifier: MIT */
/* candidates.c - building each candidate and counting what it explains */
#include "identify/candidates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "identify/settings.h"
#include "show/progress.h"
#include "show/text.h"

enum {
    CANDIDATES_SAMPLE = 200,
    CANDIDATES_WHOLE = 40,
    CANDIDATES_NODES = 100000,
    CANDIDATES_LEAST = 150
};

/* ---- the nodes of a candidate ---------------------------------------------------------------- */

/* The length of a name without ":port"; all of it where there is none. */
static size_t candidate_host(const char *name)
{
    const char *colon = strrchr(name, ':');
    const bool port = colon && colon > name && colon[1] != '\0' &&
                      strspn(colon + 1, "0123456789") == strlen(colon + 1);
    return port ? (size_t)(colon - name) : strlen(name);
}

/* A node and its position in the list. */
struct candidate_node {
    struct berth_node of;
    size_t at;
};

static int candidate_by_name(const void *a, const void *b)
{
    const struct candidate_node *x = a, *y = b;
    return strcmp(x->of.name, y->of.name);
}

/* The nodes in the candidate's order; to be freed. */
static struct candidate_node *candidate_listed(const struct candidate *candidate,
                                               const berth_nodes *nodes, size_t count)
{
    struct candidate_node *list = memory_new(count, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        list[i].at = candidate->order == ORDER_BACKWARDS ? count - 1 - i : i;
        berth_nodes_at(nodes, list[i].at, &list[i].of);
    }
    if (candidate->order == ORDER_NAME)
        qsort(list, count, sizeof *list, candidate_by_name);
    return list;
}

/* The name that the candidate has for a node; to be freed. */
static char *candidate_name(const struct candidate *candidate, const char *name)
{
    return memory_text("%.*s", candidate->hosts ? (int)candidate_host(name) : -1, name);
}

/* A node with all that it carries, under the candidate's name. */
static bool candidate_add(berth_nodes *to, const struct candidate *candidate,
                          const berth_nodes *from, const struct candidate_node *node)
{
    const char *key, *value;
    char *name = candidate_name(candidate, node->of.name), slot[24];
    const double weight = candidate->even && node->of.weight > 0 ? 1 : node->of.weight;
    bool good = berth_nodes_add(to, name, weight, NULL) >= 0;
    for (size_t k = 0; good && berth_nodes_attribute_at(from, node->at, k, &key, &value); k++)
        good = berth_nodes_set(to, name, key, value, NULL) >= 0;
    good = good && berth_nodes_set(to, name, "state", berth_state_text(node->of.state), NULL) >= 0;
    snprintf(slot, sizeof slot, "%llu", (unsigned long long)node->of.slot);
    if (good && node->of.slot != BERTH_NO_SLOT)
        good = berth_nodes_set(to, name, "slot", slot, NULL) >= 0;
    free(name);
    return good;
}

static uint32_t *candidate_index(const struct candidate *candidate, const berth_nodes *nodes,
                                 const berth_map *map, size_t count)
{
    uint32_t *index = memory_new(count, sizeof *index);
    struct berth_node node;
    for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++) {
        char *name = candidate_name(candidate, node.name);
        index[i] = berth_map_find(map, name);
        free(name);
    }
    return index;
}

berth_map *candidate_map(const struct candidate *candidate, const berth_nodes *nodes,
                         uint32_t **index)
{
    const size_t count = berth_nodes_count(nodes);
    struct candidate_node *list = candidate_listed(candidate, nodes, count);
    berth_nodes *made = memory_check(berth_nodes_new(NULL));
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = candidate_add(made, candidate, nodes, &list[i]);
    berth_map *map = good ? berth_map_new(candidate->spec, made, NULL, NULL) : NULL;
    *index = map ? candidate_index(candidate, nodes, map, count) : NULL;
    berth_nodes_free(made);
    free(list);
    return map;
}

void candidate_nodes_text(const struct candidate *candidate, char *out, size_t cap)
{
    static const char *const orders[] = {"as listed", "by name", "backwards"};
    out[0] = '\0';
    text_add(out, cap, "%s%s%s", orders[candidate->order],
             candidate->hosts ? ", without ports" : "", candidate->even ? ", weights ignored" : "");
}

/* ---- what it explains ------------------------------------------------------------------------ */

/* given[i]: how many keys the map gives node i of its own. */
static double candidate_chance(const size_t *given, const uint32_t *index,
                               const struct observed *observed, size_t keys)
{
    double chance = 0;
    for (size_t i = 0; i < observed->nodes; i++)
        if (index[i] != BERTH_NONE)
            chance += (double)observed->answers[i] / (double)observed->count *
                      ((double)given[index[i]] / (double)keys);
    return chance;
}

size_t candidate_explains(const berth_map *map, const uint32_t *index,
                          const struct observed *observed, size_t keys, double *chance)
{
    size_t *given = memory_new(berth_map_count(map), sizeof *given), explained = 0;
    for (size_t i = 0; i < keys; i++) {
        const uint32_t node = observed->node[i];
        const uint32_t owner = berth_map_route(map, observed->key[i].data, observed->key[i].len);
        if (owner != BERTH_NONE)
            given[owner]++;
        explained += node < observed->nodes && owner == index[node] && owner != BERTH_NONE;
    }
    if (chance)
        *chance = candidate_chance(given, index, observed, keys);
    free(given);
    return explained;
}

static void candidate_ask(struct candidate *candidate, const struct observed *observed,
                          const berth_nodes *nodes, size_t keys)
{
    uint32_t *index;
    berth_map *map = candidate_map(candidate, nodes, &index);
    candidate->explains = 0;
    candidate->chance = 0;
    if (map)
        candidate->explains = candidate_explains(map, index, observed, keys, &candidate->chance);
    const double part = (double)candidate->explains / (double)keys;
    candidate->beyond =
        candidate->chance < 1 ? (part - candidate->chance) / (1 - candidate->chance) : part - 1;
    candidate->whole = keys == observed->count;
    berth_map_free(map);
    free(index);
}

/* ---- which there are ------------------------------------------------------------------------- */

static void candidates_add(struct candidates *candidates, const struct candidate *candidate)
{
    if (candidates->count == candidates->room) {
        candidates->room = 2 * candidates->room + 64;
        candidates->list =
            memory_more(candidates->list, candidates->room, sizeof *candidates->list);
    }
    candidates->list[candidates->count++] = *candidate;
}

/* What the fleet allows to vary. */
struct candidates_fleet {
    bool ports, uneven;
};

static struct candidates_fleet candidates_fleet(const berth_nodes *nodes)
{
    struct candidates_fleet fleet = {false, false};
    struct berth_node node, first = {0};
    for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++) {
        first = i == 0 ? node : first;
        fleet.ports |= candidate_host(node.name) < strlen(node.name);
        fleet.uneven |= node.weight < first.weight || node.weight > first.weight;
    }
    return fleet;
}

/* All spellings and orders of a spec; the plain one first. ordered: the order of listing decides. */
static void candidates_spell(struct candidates *candidates, const char *spec, bool ordered,
                             const struct candidates_fleet *fleet)
{
    for (int even = 0; even <= fleet->uneven; even++)
        for (int hosts = 0; hosts <= fleet->ports; hosts++)
            for (int order = 0; order < (ordered ? ORDERS : 1); order++)
                candidates_add(candidates, &(struct candidate){.spec = memory_text("%s", spec),
                                                               .order = (enum candidate_order)order,
                                                               .hosts = hosts,
                                                               .even = even});
}

struct candidates_sink {
    struct candidates *candidates;
    struct candidates_fleet fleet;
};

static void candidates_take(void *context, const struct berth_scheme_info *scheme, const char *spec)
{
    struct candidates_sink *sink = context;
    const bool ordered = (scheme->promises & BERTH_SET) == 0 || strstr(spec, "order=line") != NULL;
    candidates_spell(sink->candidates, spec, ordered, &sink->fleet);
}

/* ---- in what order they answer --------------------------------------------------------------- */

static size_t candidate_distance(const struct candidate *candidate)
{
    return (size_t)candidate->order + candidate->hosts + candidate->even;
}

/* What explains more than chance does first; then the plainer one: fewer changes to the nodes, the
 * shorter spec. */
static int candidates_compare(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->beyond < y->beyond || x->beyond > y->beyond)
        return x->beyond < y->beyond ? 1 : -1;
    const size_t near = candidate_distance(x), far = candidate_distance(y);
    if (near != far)
        return near < far ? -1 : 1;
    const size_t brief = strlen(x->spec), full = strlen(y->spec);
    if (brief != full)
        return brief < full ? -1 : 1;
    return strcmp(x->spec, y->spec);
}

static void candidates_sort(struct candidates *candidates, size_t first)
{
    qsort(candidates->list, first, sizeof *candidates->list, candidates_compare);
}

/* How far a candidate is from a scheme's defaults over the nodes as they are listed. */
static size_t candidate_level(const struct candidate *candidate)
{
    size_t level = candidate_distance(candidate);
    for (const char *c = candidate->spec; *c != '\0'; c++)
        level += *c == '=';
    return level - (strstr(candidate->spec, "order=line") != NULL);
}

static int candidates_plainer(const void *a, const void *b)
{
    const size_t x = candidate_level(a), y = candidate_level(b);
    return x != y ? (x < y ? -1 : 1) : candidates_compare(a, b);
}

/* Asks the plainest first, a level at a time, until one of a level explains the whole sample. Those
 * behind are dropped. */
static void candidates_sample(struct candidates *candidates, const struct observed *observed,
                              const berth_nodes *nodes, struct progress *progress)
{
    const size_t sample = observed->count < CANDIDATES_SAMPLE ? observed->count : CANDIDATES_SAMPLE;
    const size_t most = CANDIDATES_LEAST + CANDIDATES_NODES / (observed->nodes + 1);
    bool found = false;
    size_t i = 0, level = 0;
    for (; i < candidates->count && i < most; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate_level(candidate) > level && found)
            break;
        level = candidate_level(candidate);
        candidate_ask(candidate, observed, nodes, sample);
        found |= candidate->explains == sample;
        progress_tick(progress, i * sample);
    }
    candidates->tried = i;
}

void candidates_try(struct candidates *candidates, const struct observed *observed,
                    const berth_nodes *nodes, bool quiet)
{
    struct candidates_sink sink = {candidates, candidates_fleet(nodes)};
    struct progress progress;
    settings_each(candidates_take, &sink);
    qsort(candidates->list, candidates->count, sizeof *candidates->list, candidates_plainer);
    progress_begin(&progress, quiet);
    candidates_sample(candidates, observed, nodes, &progress);
    progress_end(&progress);
    candidates_sort(candidates, candidates->tried);
    size_t asked = 0; /* all that explain everything are found, and some more */
    for (bool all = false; asked < candidates->tried && (asked < CANDIDATES_WHOLE || all);
         asked++) {
        candidate_ask(&candidates->list[asked], observed, nodes, observed->count);
        all = candidates->list[asked].explains == observed->count;
    }
    candidates_sort(candidates, asked);
}

void candidates_free(struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++)
        free(candidates->list[i].spec);
    free(candidates->list);
}
