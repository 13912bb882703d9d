/* SPDX-License-Identifier: MIT */
/* balance_zones.c - the nodes added up by zone, and whether a small zone carries too much
 *
 * n replicas put about n / zones copies of every key into each zone, however few nodes it has: when
 * a zone is smaller than the others, its nodes hold more copies than their weight says. */
#include <stdlib.h>

#include "balance/balance.h"
#include "show/figures.h"

static const char *zone_name(const struct balance_node *node)
{
    return node->node.zone ? node->node.zone : "";
}

static struct balance_zone *zone_of(struct balance *b, const char *name)
{
    for (size_t z = 0; z < b->zone_count; z++)
        if (strcmp(b->zones[z].name, name) == 0)
            return &b->zones[z];
    b->zones[b->zone_count] = (struct balance_zone){.name = name};
    return &b->zones[b->zone_count++];
}

void balance_zones(struct balance *b)
{
    bool any = false;
    for (size_t i = 0; i < b->count; i++)
        any |= b->nodes[i].node.zone != NULL;
    if (!any)
        return;
    b->zones = memory_new(b->count, sizeof *b->zones);
    for (size_t i = 0; i < b->count; i++) {
        const struct balance_node *node = &b->nodes[b->listed[i]];
        struct balance_zone *zone = zone_of(b, zone_name(node));
        zone->nodes++;
        zone->weight += node->node.weight;
        zone->fair += node->fair;
        zone->share += node->share;
        zone->keys += node->keys;
        zone->load += node->load;
        zone->copies += node->copies;
    }
}

static uint64_t zone_all_copies(const struct balance *b)
{
    uint64_t copies = 0;
    for (size_t z = 0; z < b->zone_count; z++)
        copies += b->zones[z].copies;
    return copies;
}

double balance_zone_copies(const struct balance *b, const struct balance_zone *zone)
{
    double all = (double)zone_all_copies(b);
    return zone->fair > 0 && all > 0 ? (double)zone->copies / all / zone->fair : 0;
}

/* The node that holds most copies in relation to its weight. */
static const struct balance_node *zone_fullest(const struct balance *b,
                                               const struct balance_zone *zone)
{
    const struct balance_node *fullest = NULL;
    double most = -1;
    for (size_t i = 0; i < b->count; i++) {
        const struct balance_node *node = &b->nodes[i];
        double ratio = node->fair > 0 ? (double)node->copies / node->fair : 0;
        if (strcmp(zone_name(node), zone->name) == 0 && ratio > most) {
            most = ratio;
            fullest = node;
        }
    }
    return fullest;
}

static char *zone_sentence(const struct balance *b, const struct balance_zone *zone, bool uneven)
{
    const struct balance_node *node = zone_fullest(b, zone);
    double copies = (double)zone_all_copies(b), ratio = balance_zone_copies(b, zone);
    const char *name = zone->name[0] != '\0' ? zone->name : "(none)";
    if (!uneven)
        return memory_text("the fullest zone, %s, holds %s x its fair share of copies%s", name,
                           figure_ratio(ratio).text,
                           ratio > BALANCE_EVEN ? ", as chance has it with so few keys" : "");
    double part = (double)node->copies / (double)b->keys;
    return memory_text("%s holds a copy of %s of the keys, %s x its fair share of copies: zone %s "
                       "has %zu of %s and %s of the weight, but gets %s of the copies",
                       node->node.name, figure_percent(part, 1).text,
                       figure_ratio((double)node->copies / copies / node->fair).text, name,
                       zone->nodes, figure_nodes(b->count).text, figure_percent(zone->fair, 1).text,
                       figure_percent((double)zone->copies / copies, 1).text);
}

/* More than what a fleet does not mind, and than what chance does to so many copies. */
static bool zones_are_uneven(const struct balance *b)
{
    struct berth_evenness evenness;
    double *part = memory_new(b->zone_count, sizeof *part);
    double *fair = memory_new(b->zone_count, sizeof *fair), error;
    for (size_t z = 0; z < b->zone_count; z++) {
        part[z] = (double)b->zones[z].copies;
        fair[z] = b->zones[z].fair;
    }
    double samples = balance_independent(b) * (double)b->replicas;
    berth_evenness_sampled(part, fair, b->zone_count, (uint64_t)samples, &evenness, &error);
    free(part);
    free(fair);
    return evenness.peak > BALANCE_EVEN && evenness.peak > 1 + BALANCE_NOISE * error;
}

void balance_judge_zones(struct balance *b)
{
    const struct balance_zone *fullest = NULL;
    for (size_t z = 0; z < b->zone_count; z++)
        if (!fullest || balance_zone_copies(b, &b->zones[z]) > balance_zone_copies(b, fullest))
            fullest = &b->zones[z];
    if (!fullest || fullest->copies == 0)
        return;
    bool uneven = zones_are_uneven(b);
    b->by_zone.level = uneven ? VERDICT_UNEVEN : VERDICT_EVEN;
    b->by_zone.sentence = zone_sentence(b, fullest, uneven);
}
