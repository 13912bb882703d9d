/* SPDX-License-Identifier: MIT */
/* plan_view.c - nodes before and after, and the sentences that close a plan */
#include "plan/plan_view.h"
#include "plan/plan_hints.h"

#include <stdio.h>
#include <stdlib.h>

#include "show/text.h"
#include "show/figures.h"
#include "show/names.h"
#include "judge/warn.h"

/* ---- nodes ----------------------------------------------------------------------------------- */

static struct plan_node plan_node_of(const struct two_maps *maps, const struct berth_plan_node *of)
{
    struct plan_node node = {.of = *of};
    struct berth_node each;
    if (berth_map_node(maps->before, of->index_before, &each)) {
        node.weight_before = each.weight;
        node.state_before = each.state;
        node.slot_before = each.slot;
    }
    if (berth_map_node(maps->after, of->index_after, &each)) {
        node.weight_after = each.weight;
        node.state_after = each.state;
        node.slot_after = each.slot;
    }
    node.mark = (of->touched & BERTH_TOUCH_ADDED) != 0     ? '+'
                : (of->touched & BERTH_TOUCH_REMOVED) != 0 ? '-'
                : of->touched != 0                         ? '~'
                                                           : ' ';
    return node;
}

/* Nodes that have a fair share of the map after and own nothing of it. */
static void plan_warn_silent(const struct plan_view *view)
{
    size_t count = berth_map_count(view->maps->after);
    double *share = memory_new(count, sizeof *share), *fair = memory_new(count, sizeof *fair);
    for (size_t i = 0; i < view->node_count; i++) {
        const struct berth_plan_node *of = &view->nodes[i].of;
        if (of->index_after < count) {
            share[of->index_after] = of->share_after;
            fair[of->index_after] = of->fair_after;
        }
    }
    warn_about_silent(view->maps->after, share, fair);
    free(share);
    free(fair);
}

void plan_view_open(struct plan_view *view, const struct two_maps *maps, berth_plan *plan)
{
    struct berth_plan_node of;
    const size_t before = berth_map_count(maps->before), after = berth_map_count(maps->after);
    *view = (struct plan_view){.maps = maps, .plan = plan};
    berth_plan_summary(plan, &view->sum);
    view->node_count = view->sum.nodes;
    view->nodes = memory_new(view->node_count, sizeof *view->nodes);
    uint32_t *listed = names_order(maps->before), *added = names_order(maps->after);
    size_t *place = memory_new(before + after, sizeof *place);
    for (size_t i = 0; berth_plan_node(plan, i, &of); i++)
        place[of.index_before < before ? of.index_before : before + of.index_after] = i + 1;
    for (size_t i = 0, at = 0; at < view->node_count; i++) {
        size_t next = place[i < before ? listed[i] : before + added[i - before]];
        if (next == 0 || !berth_plan_node(plan, next - 1, &of))
            continue;
        view->nodes[at] = plan_node_of(maps, &of);
        view->nodes[at].at = place[i] - 1;
        view->added += view->nodes[at].mark == '+';
        view->removed += view->nodes[at].mark == '-';
        view->changed += view->nodes[at++].mark == '~';
    }
    free(place);
    free(listed);
    free(added);
    plan_warn_silent(view);
}

void plan_view_close(struct plan_view *view)
{
    limits_free(&view->limits);
    free(view->nodes);
}

void plan_state(const struct plan_node *node, char *out, size_t cap)
{
    const char *before = berth_state_text(node->state_before);
    const char *after = berth_state_text(node->state_after);
    out[0] = '\0';
    if (node->of.index_before != BERTH_NONE && node->of.index_after != BERTH_NONE &&
        node->state_before != node->state_after)
        snprintf(out, cap, "%s -> %s", before, after);
    else if (node->mark == '-' ? node->state_before != BERTH_UP : node->state_after != BERTH_UP)
        snprintf(out, cap, "%s", node->mark == '-' ? before : after);
}

static void plan_slot(uint64_t slot, char out[24])
{
    if (slot == BERTH_NO_SLOT)
        snprintf(out, 24, "-");
    else
        snprintf(out, 24, "%llu", (unsigned long long)slot);
}

void plan_changes(const struct plan_view *view, const struct plan_node *node, char *out, size_t cap)
{
    struct berth_plan_change change;
    char before[24], after[24];
    out[0] = '\0';
    if (node->of.touched & BERTH_TOUCH_SLOT) {
        plan_slot(node->slot_before, before);
        plan_slot(node->slot_after, after);
        text_add(out, cap, "slot %s -> %s", before, after);
    }
    for (size_t k = 0; berth_plan_change(view->plan, node->at, k, &change); k++)
        text_add(out, cap, "%s%s %s -> %s", out[0] == '\0' ? "" : ", ", change.attribute,
                 change.before ? change.before : "-", change.after ? change.after : "-");
}

/* ---- words ----------------------------------------------------------------------------------- */

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

/* "71.5 % needlessly, all from or to touched nodes"; the texts are those of the three amounts. */
static char *plan_needlessly(const char *all, bool any_untouched, const char *untouched,
                             bool any_touched, const char *touched)
{
    if (any_untouched && any_touched)
        return memory_text("%s needlessly: %s between untouched nodes, %s from or to touched ones",
                           all, untouched, touched);
    if (any_untouched || any_touched)
        return memory_text("%s needlessly, all %s nodes", all,
                           any_touched ? "from or to touched" : "between untouched");
    return memory_text("%s", "none needlessly");
}

static void plan_how(const struct berth_plan_summary *sum, char *out, size_t cap)
{
    snprintf(out, cap, "%s", berth_measure_text(sum->measure));
    if (sum->measure != BERTH_BY_SAMPLE)
        return;
    text_add(out, cap, ", +- %s", figure_percent(sum->error, 2).text);
    if (sum->error_least > sum->error)
        text_add(out, cap, ", the least +- %s", figure_percent(sum->error_least, 2).text);
}

static char *plan_closing_space(const struct plan_view *view)
{
    const struct berth_plan_summary *sum = &view->sum;
    char what[160], how[96];
    plan_what(view, what, sizeof what);
    if (sum->moved <= 0)
        return memory_text("Plan: %s: %s (%s).\n", what,
                           sum->keys_moved > 0        ? "the shares stay as they are"
                           : view->machines.nodes > 0 ? "no key moves to a node of another name"
                                                      : "nothing moves",
                           berth_measure_text(sum->measure));
    plan_how(sum, how, sizeof how);
    char *needless =
        plan_needlessly(figure_percent(sum->needless, 1).text, sum->needless_untouched > 0,
                        figure_percent(sum->needless_untouched, 1).text, sum->needless_touched > 0,
                        figure_percent(sum->needless_touched, 1).text);
    char *all = memory_text("Plan: %s: %s of the key space moves (%s is the least), %s (%s).\n",
                            what, figure_percent(sum->moved, 1).text,
                            figure_percent(sum->least, 1).text, needless, how);
    free(needless);
    return all;
}

static char *plan_closing_keys(const struct plan_view *view)
{
    const struct berth_plan_summary *sum = &view->sum;
    if (!view->has_keys)
        return memory_text("%s", "");
    double part = sum->keys > 0 ? (double)sum->keys_moved / (double)sum->keys : 0;
    char bytes[128] = "";
    if (view->has_bytes) {
        snprintf(bytes, sizeof bytes, "; %s of %s", figure_bytes(sum->bytes_moved).text,
                 figure_bytes(sum->bytes).text);
    }
    char *needless = plan_needlessly(
        figure_count(sum->keys_needless).text, sum->keys_needless_untouched > 0,
        figure_count(sum->keys_needless_untouched).text, sum->keys_needless_touched > 0,
        figure_count(sum->keys_needless_touched).text);
    char *all = memory_text("Keys: %s of %s move (%s), %s%s (counted).\n",
                            figure_count(sum->keys_moved).text, figure_count(sum->keys).text,
                            figure_percent(part, 1).text, needless, bytes);
    free(needless);
    return all;
}

void plan_peak(const struct plan_view *view, char *out, size_t cap)
{
    const struct berth_plan_summary *sum = &view->sum;
    snprintf(out, cap, "Peak: %.3f -> %.3f", sum->peak_before, sum->peak_after);
    if (sum->error_peak > 0)
        text_add(out, cap, ", +- %.3f", sum->error_peak);
}

char *plan_closing(const struct plan_view *view)
{
    char *space = plan_closing_space(view), *keys = plan_closing_keys(view);
    char *machines = plan_machines(view), *hints = plan_hints(view);
    char *all = memory_text("%s%s%s%s", space, keys, machines, hints);
    free(machines);
    free(space);
    free(keys);
    free(hints);
    return all;
}
