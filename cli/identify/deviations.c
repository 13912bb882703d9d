/* SPDX-License-Identifier: MIT */
/* deviations.c - a node that is down, or gone, or has another name: tried, not guessed */
#include "identify/deviations.h"

#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "show/figures.h"
#include "show/text.h"

enum { DEVIATIONS_NAMED = 3 };

/* ---- which answers --------------------------------------------------------------------------- */

static void deviations_list(struct deviations *deviations, const uint32_t *index,
                            const struct observed *observed)
{
    for (size_t i = 0; i < observed->count; i++) {
        const uint32_t node = observed->node[i];
        const uint32_t owner =
            berth_map_route(deviations->map, observed->key[i].data, observed->key[i].len);
        if (node < observed->nodes && owner == index[node])
            continue;
        if (deviations->count < DEVIATIONS_KEPT) {
            deviations->kept[deviations->count] = i;
            deviations->expected[deviations->count] =
                owner == BERTH_NONE ? NULL : berth_map_name(deviations->map, owner);
        }
        deviations->count++;
    }
}

/* ---- what would explain more ----------------------------------------------------------------- */

/* Names of nodes without an answer; how many there are. */
static size_t deviations_silent(const struct observed *observed, const berth_nodes *nodes,
                                char *out, size_t cap)
{
    struct berth_node node;
    size_t silent = 0;
    out[0] = '\0';
    for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++) {
        if (observed->answers[i] > 0)
            continue;
        if (silent++ < DEVIATIONS_NAMED)
            text_add(out, cap, "%s\"%.80s\"", silent > 1 ? ", " : "", node.name);
    }
    if (silent > DEVIATIONS_NAMED)
        text_add(out, cap, " and %zu more", silent - DEVIATIONS_NAMED);
    return silent;
}

/* How many answers the candidate gives over other nodes, which stand where the old ones do. */
static size_t deviations_try(const struct candidate *best, const struct observed *observed,
                             const berth_nodes *nodes)
{
    uint32_t *index;
    berth_map *map = candidate_map(best, nodes, &index);
    size_t explains = map ? candidate_explains(map, index, observed, observed->count, NULL) : 0;
    berth_map_free(map);
    free(index);
    return explains;
}

/* The nodes with every silent one down, or of weight 0; to be freed. */
static berth_nodes *deviations_without(const struct observed *observed, const berth_nodes *nodes,
                                       bool down)
{
    berth_nodes *copy = memory_check(berth_nodes_copy(nodes, NULL));
    struct berth_node node;
    for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++) {
        if (observed->answers[i] > 0)
            continue;
        if (down)
            berth_nodes_set(copy, node.name, "state", "down", NULL);
        else
            berth_nodes_set_weight(copy, node.name, 0, NULL);
    }
    return copy;
}

/* Takes the sentence over when it explains more than what was found so far. */
static void deviations_offer(struct deviations *deviations, size_t explains, char *sentence)
{
    if (explains <= deviations->explains) {
        free(sentence);
        return;
    }
    free(deviations->reason);
    deviations->reason = sentence;
    deviations->explains = explains;
}

static void deviations_try_silent(struct deviations *deviations, const struct candidate *best,
                                  const struct observed *observed, const berth_nodes *nodes)
{
    char names[400];
    const size_t silent = deviations_silent(observed, nodes, names, sizeof names);
    for (int down = 1; silent > 0 && silent < observed->nodes && down >= 0; down--) {
        berth_nodes *copy = deviations_without(observed, nodes, down);
        size_t explains = deviations_try(best, observed, copy);
        deviations_offer(deviations, explains,
                         memory_text("with %s %s it explains %s of %s: %s never answered", names,
                                     down ? "down" : "left out", figure_count(explains).text,
                                     figure_count(observed->count).text,
                                     silent == 1 ? "that node" : "those nodes"));
        berth_nodes_free(copy);
    }
}

/* The list with one node under the name that answered in its place; to be freed. */
static berth_nodes *deviations_renamed(const berth_nodes *nodes, size_t at, const char *name)
{
    berth_nodes *copy = memory_check(berth_nodes_new(NULL));
    struct berth_node node;
    for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++)
        berth_nodes_add(copy, i == at ? name : node.name, node.weight, NULL);
    return copy;
}

/* One node is silent, and one name is not known: is it the same node? */
static void deviations_try_renamed(struct deviations *deviations, const struct candidate *best,
                                   const struct observed *observed, const berth_nodes *nodes)
{
    struct berth_node node;
    size_t silent = 0, at = 0;
    for (size_t i = 0; i < observed->nodes; i++) {
        silent += observed->answers[i] == 0;
        at = observed->answers[i] == 0 ? i : at;
    }
    if (silent != 1 || observed->unknown.count != 1)
        return;
    const char *name = observed->unknown.items[0].data;
    berth_nodes *copy = deviations_renamed(nodes, at, name);
    struct observed same = *observed; /* the unknown name is that node's now */
    same.node = memory_new(observed->count, sizeof *same.node);
    for (size_t i = 0; i < observed->count; i++)
        same.node[i] = observed->node[i] < observed->nodes ? observed->node[i] : (uint32_t)at;
    size_t explains = deviations_try(best, &same, copy);
    berth_nodes_at(nodes, at, &node);
    deviations_offer(deviations, explains,
                     memory_text("with \"%.80s\" called \"%.80s\" it explains %s of %s", node.name,
                                 name, figure_count(explains).text,
                                 figure_count(observed->count).text));
    free(same.node);
    berth_nodes_free(copy);
}

void deviations_find(struct deviations *deviations, const struct candidate *best,
                     const struct observed *observed, const berth_nodes *nodes)
{
    uint32_t *index;
    *deviations = (struct deviations){.explains = best->explains};
    deviations->map = candidate_map(best, nodes, &index);
    if (deviations->map)
        deviations_list(deviations, index, observed);
    free(index);
    if (deviations->count == 0)
        return;
    deviations_try_silent(deviations, best, observed, nodes);
    deviations_try_renamed(deviations, best, observed, nodes);
}

void deviations_free(struct deviations *deviations)
{
    berth_map_free(deviations->map);
    free(deviations->reason);
}
