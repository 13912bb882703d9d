/* SPDX-License-Identifier: MIT */
/* plan_view.c - nodes before and after, and the sentences that close a plan */
#include "plan/plan_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "frame/text.h"
#include "show/figures.h"
#include "judge/warn.h"

/* ---- nodes ------------------------------------------------------------------------------------
 */

static double *plan_shares(const berth_map *map)
{
    double *share = memory_new(berth_map_count(map), sizeof *share);
    berth_map_shares(map, share);
    return share;
}

static bool plan_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Was it touched in a way that may matter for placement? */
static bool plan_touched(const struct berth_node *a, const struct berth_node *b)
{
    return fabs(a->weight - b->weight) > 1e-9 || a->slot != b->slot || a->state != b->state ||
           !plan_same_text(a->zone, b->zone);
}

static void plan_add_before(struct plan_view *view, uint32_t i, const double *before,
                            const double *after)
{
    struct plan_node *node = &view->nodes[view->node_count++];
    struct berth_node old, new;
    berth_map_node(view->maps->before, i, &old);
    *node = (struct plan_node){old.name, old.weight, 0, before[i], 0, '-'};
    uint32_t j = berth_map_find(view->maps->after, old.name);
    if (j == BERTH_NONE) {
        view->removed++;
        return;
    }
    berth_map_node(view->maps->after, j, &new);
    node->weight_after = new.weight;
    node->share_after = after[j];
    node->mark = plan_touched(&old, &new) ? '~' : ' ';
    view->changed += node->mark == '~';
}

void plan_view_open(struct plan_view *view, const struct two_maps *maps, berth_plan *plan)
{
    *view = (struct plan_view){.maps = maps, .plan = plan};
    size_t before_count = berth_map_count(maps->before), after_count = berth_map_count(maps->after);
    double *before = plan_shares(maps->before), *after = plan_shares(maps->after);
    view->nodes = memory_new(before_count + after_count, sizeof *view->nodes);
    for (uint32_t i = 0; i < before_count; i++)
        plan_add_before(view, i, before, after);
    for (uint32_t j = 0; j < after_count; j++) {
        struct berth_node node;
        berth_map_node(maps->after, j, &node);
        if (berth_map_find(maps->before, node.name) == BERTH_NONE) {
            view->nodes[view->node_count++] =
                (struct plan_node){node.name, 0, node.weight, 0, after[j], '+'};
            view->added++;
        }
    }
    warn_about_silent(maps->after, after);
    free(before);
    free(after);
}

void plan_view_close(struct plan_view *view)
{
    free(view->nodes);
}

/* ---- words ------------------------------------------------------------------------------------
 */

const char *plan_measure(const struct plan_view *view)
{
    return view->sum.measure == BERTH_BY_TABLE ? "exact"
           : view->sum.measure == BERTH_BY_LAW ? "law"
                                               : "sampled";
}

void plan_position(const struct plan_view *view, uint64_t position, char *out, size_t cap)
{
    if (view->sum.residues) {
        snprintf(out, cap, "%llu", (unsigned long long)position);
        return;
    }
    struct berth_range last;
    bool wide = view->sum.ranges == 0 ||
                !berth_plan_range(view->plan, view->sum.ranges - 1, &last) ||
                last.last > UINT32_MAX;
    snprintf(out, cap, "0x%0*llx", wide ? 16 : 8, (unsigned long long)position);
}

/* "1 node added, 2 removed" */
static void plan_what(const struct plan_view *view, char *out, size_t cap)
{
    const struct {
        size_t count;
        const char *what;
    } parts[] = {{view->added, "added"}, {view->removed, "removed"}, {view->changed, "changed"}};
    out[0] = '\0';
    for (size_t i = 0; i < 3; i++) {
        bool first = out[0] == '\0';
        if (parts[i].count > 0)
            text_add(out, cap, "%s%s %s", first ? "" : ", ",
                     first ? figure_nodes(parts[i].count).text : figure_count(parts[i].count).text,
                     parts[i].what);
    }
    if (out[0] == '\0') {
        snprintf(out, cap, "%s",
                 strcmp(berth_map_spec(view->maps->before), berth_map_spec(view->maps->after)) == 0
                     ? "the same nodes"
                     : "another scheme for the same nodes");
    }
}

static char *plan_closing_space(const struct plan_view *view)
{
    const struct berth_plan_summary *sum = &view->sum;
    char what[160], how[64];
    plan_what(view, what, sizeof what);
    if (sum->moved <= 0)
        return memory_text("Plan: %s: %s (%s).\n", what,
                           sum->keys_moved > 0 ? "the shares stay as they are" : "nothing moves",
                           plan_measure(view));
    if (sum->measure == BERTH_BY_SAMPLE)
        snprintf(how, sizeof how, "sampled, +- %s", figure_percent(sum->error, 2).text);
    else
        snprintf(how, sizeof how, "%s", plan_measure(view));
    struct figure needless = figure_percent(sum->needless, 1);
    return memory_text("Plan: %s: %s of the key space moves (%s is the least), %s needlessly "
                       "(%s).\n",
                       what, figure_percent(sum->moved, 1).text, figure_percent(sum->least, 1).text,
                       sum->needless > 0 ? needless.text : "none", how);
}

static char *plan_closing_keys(const struct plan_view *view)
{
    const struct berth_plan_summary *sum = &view->sum;
    if (!view->has_keys)
        return memory_text("%s", "");
    double part = sum->keys > 0 ? (double)sum->keys_moved / (double)sum->keys : 0;
    struct figure needless = figure_count(sum->keys_needless);
    char bytes[128] = "";
    if (view->has_bytes) {
        snprintf(bytes, sizeof bytes, "; %s of %s", figure_bytes(sum->bytes_moved).text,
                 figure_bytes(sum->bytes).text);
    }
    return memory_text("Keys: %s of %s move (%s), %s needlessly%s (counted).\n",
                       figure_count(sum->keys_moved).text, figure_count(sum->keys).text,
                       figure_percent(part, 1).text,
                       sum->keys_needless > 0 ? needless.text : "none", bytes);
}

/* One line on what to do about what is seen; "" when there is nothing. */
static const char *plan_hint(const struct plan_view *view)
{
    struct berth_scheme_info info;
    berth_map_scheme(view->maps->after, &info);
    if (view->sum.needless > 0.005 && (info.promises & BERTH_MINIMAL) == 0)
        return "Hint: this scheme does not keep movement minimal; slots, hrw and ring do.\n";
    if (view->added > 0 && view->removed > 0 && view->sum.moved > 1.2 * view->sum.least &&
        (info.promises & BERTH_NATIVE) != 0 && (info.promises & BERTH_NUMBERED) == 0)
        return "Hint: a node that takes the place of another can take its name, with another "
               "addr=: then nothing moves.\n";
    return "";
}

char *plan_closing(const struct plan_view *view)
{
    char *space = plan_closing_space(view), *keys = plan_closing_keys(view);
    char *all = memory_text("%s%s%s", space, keys, plan_hint(view));
    free(space);
    free(keys);
    return all;
}
