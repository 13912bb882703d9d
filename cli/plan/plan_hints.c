/* SPDX-License-Identifier: MIT */
/* plan_hints.c - why more moves than the least, and what would move less
 *
 *   reason    from what was touched and what the scheme promises: one for each kind of needless
 *   remedy    another plan for the same change, made and measured: a scheme that moves less, the
 *             place of the node that leaves for the one that joins, its name */
#include "plan/plan_hints.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "show/figures.h"

/* Trying another scheme by law takes the square of the nodes. */
enum { HINTS_NODES_MAX = 2000 };

struct hints {
    const struct plan_view *view;
    struct berth_scheme_info scheme; /* after */
    char *text;
};

static void hints_add(struct hints *hints, char *sentence)
{
    char *longer = memory_text("%sHint: %s.\n", hints->text, sentence);
    free(hints->text);
    free(sentence);
    hints->text = longer;
}

static bool hints_same_spec(const struct plan_view *view)
{
    return strcmp(berth_map_spec(view->maps->before), berth_map_spec(view->maps->after)) == 0;
}

/* ---- reasons --------------------------------------------------------------------------------- */

static bool hints_any_drains(const struct plan_view *view)
{
    for (size_t i = 0; i < view->node_count; i++)
        if (view->nodes[i].state_after == BERTH_DRAIN &&
            view->nodes[i].of.index_after != BERTH_NONE)
            return true;
    return false;
}

static size_t hints_count_touched(const struct plan_view *view, unsigned touch)
{
    size_t count = 0;
    for (size_t i = 0; i < view->node_count; i++)
        count += (view->nodes[i].of.touched & touch) != 0;
    return count;
}

static const char *hints_why_untouched(const struct hints *hints)
{
    const berth_map *after = hints->view->maps->after;
    unsigned promises = hints->scheme.promises;
    if ((promises & BERTH_NUMBERED) && berth_map_order_decides(after) && (promises & BERTH_MINIMAL))
        return "nodes are numbered as they are listed, so a node that comes or goes before others "
               "numbers all behind it anew, and this scheme moves the least only when numbers come "
               "and go at the end of the list";
    if ((promises & BERTH_NUMBERED) && (promises & BERTH_MINIMAL))
        return "this scheme moves the least only when the last numbers come or go";
    if (!(promises & BERTH_MINIMAL))
        return "this scheme does not keep movement minimal: another number of nodes, or another "
               "weight, places keys of all nodes anew";
    if (berth_map_number(after, "bound", 0) > 0)
        return "the bound fills nodes up, so what one of them cannot take or gives back moves "
               "others";
    if (hints_any_drains(hints->view))
        return "a node that drains takes nothing, so what its weight draws goes on to others";
    return "in this scheme a node's points or slots depend on the other nodes, too";
}

static const char *hints_why_touched(const struct hints *hints)
{
    const struct plan_view *view = hints->view;
    if (view->added > 0 && view->removed > 0)
        return "keys of nodes that leave go to all others, and nodes that join take theirs from "
               "all others: so nodes that stay take some keys and give away others";
    if (hints_count_touched(view, BERTH_TOUCH_WEIGHT) > 1 &&
        berth_map_kind(view->maps->after) == BERTH_KIND_POINT)
        return "this ring gives a node points for its own weight, not for its part of all weights: "
               "more points for several nodes move keys between these, even where no part changes";
    if (view->changed > 1)
        return "several nodes change at once, and keys move between these, too";
    if (!(hints->scheme.promises & BERTH_MINIMAL))
        return "this scheme does not keep movement minimal: a node that changes gives keys away "
               "and takes others";
    return "a node that changes gives keys away and takes others in this scheme";
}

static void hints_reasons(struct hints *hints, bool untouched, bool touched)
{
    if (!hints_same_spec(hints->view)) {
        hints_add(hints,
                  memory_text("the two schemes place by different rules, so keys move between "
                              "nodes that stay; that comes once, with the change of the scheme"));
        return;
    }
    if (untouched)
        hints_add(hints, memory_text("between untouched nodes: %s", hints_why_untouched(hints)));
    if (touched)
        hints_add(hints, memory_text("from or to touched nodes: %s", hints_why_touched(hints)));
}

/* ---- remedies -------------------------------------------------------------------------------- */

/* What the change from one membership to another moves under a spec; false when it cannot be
 * built. */
static bool hints_try(const char *spec, const berth_nodes *from, const berth_nodes *to,
                      struct berth_plan_summary *out)
{
    berth_map *before = berth_map_new(spec, from, NULL, NULL);
    berth_map *after = before ? berth_map_new(spec, to, NULL, NULL) : NULL;
    berth_plan *plan = after ? berth_plan_new(before, after, NULL) : NULL;
    bool done = plan != NULL;
    if (done)
        berth_plan_summary(plan, out);
    berth_plan_free(plan);
    berth_map_free(after);
    berth_map_free(before);
    return done;
}

/* At most half of what is needless is left. */
static bool hints_is_better(const struct plan_view *view, const struct berth_plan_summary *sum)
{
    return sum->needless <= view->sum.needless / 2 && sum->moved < view->sum.moved;
}

static char *hints_figures(const struct berth_plan_summary *sum)
{
    if (sum->moved <= 0)
        return memory_text("%s", "nothing moves");
    return memory_text("%s moves, %s needlessly", figure_percent(sum->moved, 1).text,
                       sum->needless > 0 ? figure_percent(sum->needless, 1).text : "none");
}

/* The scheme that wastes least on the same change. */
static void hints_scheme(struct hints *hints)
{
    static const char *const specs[] = {"slots", "hrw"};
    const struct plan_view *view = hints->view;
    const struct two_maps *maps = view->maps;
    struct berth_plan_summary sum, best = {0};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        if (hints_try(specs[i], maps->from.nodes, maps->to.nodes, &sum) &&
            hints_is_better(view, &sum) && (!found || sum.needless < best.needless)) {
            found = specs[i];
            best = sum;
        }
    if (!found)
        return;
    char *figures = hints_figures(&best);
    hints_add(hints, memory_text("with -a %s the same change is cheaper: %s", found, figures));
    free(figures);
}

/* The change of nodes alone, with the scheme before. */
static void hints_stay(struct hints *hints)
{
    const struct plan_view *view = hints->view;
    const char *spec = berth_map_spec(view->maps->before);
    struct berth_plan_summary sum;
    if (view->added + view->removed + view->changed == 0 ||
        !hints_try(spec, view->maps->from.nodes, view->maps->to.nodes, &sum) ||
        !hints_is_better(view, &sum))
        return;
    char *figures = hints_figures(&sum);
    hints_add(hints, memory_text("with %s on both sides the change of nodes is cheaper: %s", spec,
                                 figures));
    free(figures);
}

/* ---- a node in the place of another ---------------------------------------------------------- */

struct hints_swap {
    const berth_nodes *from, *to;
    berth_nodes *nodes;
    size_t next; /* in `to`: where the search for a node that joins goes on */
    bool names;  /* it takes the name, too */
};

/* Sets weight, state and attributes of a node of `of` on a node of the new list; not its slot. */
static void hints_copy(berth_nodes *nodes, const char *name, const berth_nodes *of, size_t at)
{
    struct berth_node node;
    const char *key, *value;
    if (!berth_nodes_at(of, at, &node))
        return;
    if (berth_nodes_add(nodes, name, node.weight, NULL) != 0)
        berth_nodes_set_weight(nodes, name, node.weight, NULL);
    berth_nodes_set(nodes, name, "state", berth_state_text(node.state), NULL);
    for (size_t k = 0; berth_nodes_attribute_at(of, at, k, &key, &value); k++)
        berth_nodes_set(nodes, name, key, value, NULL);
}

static void hints_slot(berth_nodes *nodes, const char *name, uint64_t slot)
{
    char text[24];
    if (slot == BERTH_NO_SLOT)
        return;
    snprintf(text, sizeof text, "%llu", (unsigned long long)slot);
    berth_nodes_set(nodes, name, "slot", text, NULL);
}

static bool hints_next_added(struct hints_swap *swap, struct berth_node *out, size_t *at)
{
    struct berth_node same;
    while (berth_nodes_at(swap->to, swap->next, out)) {
        *at = swap->next++;
        if (!berth_nodes_find(swap->from, out->name, &same))
            return true;
    }
    return false;
}

static size_t hints_position(const berth_nodes *nodes, const char *name)
{
    struct berth_node node;
    size_t at = 0;
    while (berth_nodes_at(nodes, at, &node) && strcmp(node.name, name) != 0)
        at++;
    return at;
}

/* The i-th node of the list before: itself as it is after, or the next one that joins in its place,
 * with what tells the scheme who it is. */
static void hints_replace(struct hints_swap *swap, size_t i)
{
    struct berth_node old, node;
    const char *key, *value;
    size_t at;
    if (!berth_nodes_at(swap->from, i, &old))
        return;
    if (berth_nodes_find(swap->to, old.name, &node)) {
        hints_copy(swap->nodes, old.name, swap->to, hints_position(swap->to, old.name));
        hints_slot(swap->nodes, old.name, node.slot);
        return;
    }
    if (!hints_next_added(swap, &node, &at))
        return;
    const char *name = swap->names ? old.name : node.name;
    hints_copy(swap->nodes, name, swap->to, at);
    hints_slot(swap->nodes, name, old.slot);
    for (size_t k = 0; berth_nodes_attribute_at(swap->from, i, k, &key, &value); k++)
        if (strcmp(key, "addr") != 0 && strcmp(key, "zone") != 0)
            berth_nodes_set(swap->nodes, name, key, value, NULL);
}

static bool hints_try_swap(const struct plan_view *view, bool names, struct berth_plan_summary *out)
{
    struct hints_swap swap = {view->maps->from.nodes, view->maps->to.nodes, berth_nodes_new(NULL),
                              0, names};
    struct berth_node node;
    size_t at;
    for (size_t i = 0; i < berth_nodes_count(swap.from); i++)
        hints_replace(&swap, i);
    while (hints_next_added(&swap, &node, &at)) {
        hints_copy(swap.nodes, node.name, swap.to, at);
        hints_slot(swap.nodes, node.name, node.slot);
    }
    bool done = hints_try(berth_map_spec(view->maps->after), swap.from, swap.nodes, out) &&
                hints_is_better(view, out);
    berth_nodes_free(swap.nodes);
    return done;
}

static bool hints_in_place(struct hints *hints)
{
    const struct plan_view *view = hints->view;
    struct berth_plan_summary sum;
    const char *how;
    if (view->added == 0 || view->removed == 0)
        return false;
    if (hints_try_swap(view, false, &sum))
        how = "can take its line in the list, its slot= and the attributes that the scheme reads";
    else if ((hints->scheme.promises & BERTH_NATIVE) && hints_try_swap(view, true, &sum))
        how = "can take its name, with another addr=";
    else
        return false;
    char *figures = hints_figures(&sum);
    hints_add(hints,
              memory_text("a node that takes the place of another %s: then %s", how, figures));
    free(figures);
    return true;
}

/* ---- owners by hand -------------------------------------------------------------------------- */

/* The attribute that says what a node owns, such as "slots"; NULL = no node has it. */
static const char *hints_assigned_by(const struct hints *hints)
{
    const berth_map *after = hints->view->maps->after;
    const char *key, *value, *attributes = hints->scheme.attributes;
    for (uint32_t i = 0; attributes && i < berth_map_count(after); i++)
        for (size_t k = 0; berth_map_attribute(after, i, k, &key, &value); k++)
            if (strstr(attributes, key))
                return key;
    return NULL;
}

static const char *hints_first_idle(const struct plan_view *view)
{
    for (size_t i = 0; i < view->node_count; i++)
        if (view->nodes[i].mark == '+' && view->nodes[i].of.share_after <= 0)
            return view->nodes[i].of.name;
    return NULL;
}

static void hints_assign(struct hints *hints)
{
    const char *idle = hints_first_idle(hints->view), *key = hints_assigned_by(hints);
    if (!(hints->scheme.promises & BERTH_ASSIGNED) || !idle || !key)
        return;
    hints_add(hints, memory_text(
                         "%s never moves anything by itself: a node owns what its %s= says, and %s "
                         "has none. To see what a move costs, write down who shall own what "
                         "afterwards, and ask with -N FILE",
                         hints->scheme.name, key, idle));
}

/* ---- all ------------------------------------------------------------------------------------- */

char *plan_hints(const struct plan_view *view)
{
    const struct berth_plan_summary *sum = &view->sum;
    struct hints hints = {.view = view, .text = memory_text("%s", "")};
    double noise = 3 * hypot(sum->error, sum->error_least) + 1e-9;
    bool untouched = sum->needless_untouched > noise || sum->keys_needless_untouched > 0;
    bool touched = sum->needless_touched > noise || sum->keys_needless_touched > 0;
    berth_map_scheme(view->maps->after, &hints.scheme);
    hints_assign(&hints);
    if (!untouched && !touched && sum->needless <= noise)
        return hints.text;
    hints_reasons(&hints, untouched || !touched, touched);
    if (view->node_count > HINTS_NODES_MAX)
        return hints.text;
    if (!hints_same_spec(view))
        hints_stay(&hints);
    else if (!hints_in_place(&hints))
        hints_scheme(&hints);
    return hints.text;
}
