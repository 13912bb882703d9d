/* SPDX-License-Identifier: MIT */
/* plan_machines.c - a plan moves keys between names; this says which machines they reach */
#include <math.h>
#include <stdlib.h>

#include "frame/memory.h"
#include "judge/addresses.h"
#include "plan/plan_view.h"
#include "show/figures.h"

/* Of every node before, its index after; to be freed. */
static uint32_t *plan_pairs(const struct plan_view *view)
{
    uint32_t *pair = memory_new(berth_map_count(view->maps->before) + 1, sizeof *pair);
    for (size_t i = 0; i < view->node_count; i++)
        if (view->nodes[i].of.index_before != BERTH_NONE)
            pair[view->nodes[i].of.index_before] = view->nodes[i].of.index_after;
    return pair;
}

static char *plan_other_machines(const struct plan_view *view)
{
    uint32_t *pair = plan_pairs(view);
    struct addresses addresses =
        addresses_compare(view->maps->before, view->maps->after, pair, " before", " after");
    char *keys = view->has_keys ? memory_text(", %s of %s", figure_count(view->machines.keys).text,
                                              figure_keys(view->sum.keys).text)
                                : memory_text("%s", "");
    char *all = memory_text("Machines: %s: %s of the key space reaches another machine%s.\n",
                            addresses.text ? addresses.text : "addresses differ",
                            figure_percent(view->machines.share, 1).text, keys);
    addresses_free(&addresses);
    free(keys);
    free(pair);
    return all;
}

char *plan_machines(const struct plan_view *view)
{
    if (view->machines.nodes > 0)
        return plan_other_machines(view);
    if (fabs(view->machines.share - view->sum.moved) > 1e-9)
        return memory_text("Machines: nodes that are added are at addresses of nodes that are "
                           "removed: only %s of the key space reaches another machine.\n",
                           figure_percent(view->machines.share, 1).text);
    return memory_text("%s", "");
}
