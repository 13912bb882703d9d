/* SPDX-License-Identifier: MIT */
/* no_owner.c - keys that no node answers for, put into words */
#include "judge/no_owner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "show/figures.h"
#include "show/text.h"

enum { NO_OWNER_RANGES = 3 };

/* Runs of slots that no node has: " no node has slots 0 to 99, 300 and more"; "" for other kinds. */
static void no_owner_slots(const berth_map *map, char *out, size_t cap)
{
    struct berth_mark mark;
    size_t runs = 0, first = SIZE_MAX;
    out[0] = '\0';
    if (berth_map_kind(map) != BERTH_KIND_SLOT)
        return;
    for (size_t i = 0;; i++) {
        bool there = berth_map_mark(map, i, &mark);
        bool none = there && mark.index == BERTH_NONE;
        if (none && first == SIZE_MAX)
            first = i;
        if (!none && first != SIZE_MAX) {
            if (runs++ < NO_OWNER_RANGES) {
                text_add(out, cap, "%s%zu", runs == 1 ? ": no node has slots " : ", ", first);
                if (i - 1 > first)
                    text_add(out, cap, " to %zu", i - 1);
            }
            first = SIZE_MAX;
        }
        if (!there)
            break;
    }
    if (runs > NO_OWNER_RANGES)
        text_add(out, cap, " and %s more runs", figure_count(runs - NO_OWNER_RANGES).text);
}

static void no_owner_measure(const struct berth_unowned *unowned, char *out, size_t cap)
{
    if (unowned->measure == BERTH_BY_SAMPLE)
        snprintf(out, cap, "sampled, +- %s", figure_percent(unowned->error, 2).text);
    else
        snprintf(out, cap, "%s", berth_measure_text(unowned->measure));
}

char *no_owner_sentence(const berth_map *map, const char *when)
{
    struct berth_unowned unowned;
    char slots[160], how[64], down[200] = "";
    berth_map_unowned(map, &unowned);
    if (unowned.share <= 0)
        return NULL;
    no_owner_measure(&unowned, how, sizeof how);
    no_owner_slots(map, slots, sizeof slots);
    if (unowned.down > 0)
        snprintf(down, sizeof down,
                 "%s of the key space belongs to nodes that are down%s, and no "
                 "other node takes it over",
                 figure_percent(unowned.down, 2).text, when);
    if (unowned.down >= unowned.share)
        return memory_text("%s (%s)", down, how);
    return memory_text("%s of the key space has no owner%s%s%s%s (%s)",
                       figure_percent(unowned.share - unowned.down, 2).text, when, slots,
                       down[0] != '\0' ? "; " : "", down, how);
}

void no_owner_space(struct limits *limits, const berth_map *map, const char *when)
{
    char *sentence = no_owner_sentence(map, when);
    if (sentence)
        limits_add(limits, true, sentence);
}

void no_owner_keys(struct limits *limits, uint64_t none, uint64_t keys, const char *when)
{
    if (none > 0)
        limits_add(limits, true,
                   memory_text("%s of %s %s no node that answers%s", figure_count(none).text,
                               figure_keys(keys).text, none == 1 ? "has" : "have", when));
}

void no_owner_json(const berth_map *map, json_t *into)
{
    struct berth_unowned unowned;
    berth_map_unowned(map, &unowned);
    json_object_set_new(into, "no_owner", json_real(unowned.share));
}
