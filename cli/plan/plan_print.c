/* SPDX-License-Identifier: MIT */
/* plan_print.c - a plan as text, Markdown or CSV: legend, flows, nodes, one closing line */
#include "plan/plan_view.h"

#include <stdio.h>
#include <stdlib.h>

#include "show/figures.h"
#include "frame/command.h"
#include "show/table.h"

enum {
    PLAN_ROWS = 20,
    PLAN_CHANGES_MAX = 512,
    PLAN_PEAK_MAX = 80,
    PLAN_TITLE_MAX = 1024,
    PLAN_POSITION_MAX = 24
};

static const char *plan_name(const char *name)
{
    return name ? name : "-";
}

static size_t plan_limit(const struct run *run, size_t count)
{
    return count > PLAN_ROWS && !args_has(&run->args, OPT_ALL) ? PLAN_ROWS : count;
}

/* ---- flows ----------------------------------------------------------------------------------- */

static void plan_flow_row(const struct plan_view *view, struct table *table,
                          const struct berth_flow *flow)
{
    int decimals = figure_decimals(view->sum.moved / (double)view->sum.flows);
    if (!table->csv)
        table_mark(table, flow->needless ? '!' : ' ');
    table_name(table, "FROM", plan_name(flow->from));
    table_name(table, "TO", plan_name(flow->to));
    /* Keys that move show that there is a share, be it too small for the sample. */
    bool unseen = flow->share <= 0 && flow->keys > 0 && !table->csv;
    table_percent(table, "SHARE", unseen ? 1e-12 : flow->share, decimals);
    if (view->has_keys || table->csv)
        table_count(table, "KEYS", flow->keys);
    if (view->has_bytes || table->csv)
        table_bytes(table, "BYTES", flow->bytes);
    if (table->csv)
        table_count(table, "NEEDLESS", flow->needless);
    table_row(table);
}

/* The first `limit` flows. */
static void plan_flows(struct plan_view *view, struct run *run, size_t limit)
{
    struct table table;
    struct berth_flow flow = {0};
    table_open(&table, run);
    plan_flow_row(view, &table, &flow);
    table_heading(&table);
    for (size_t i = 0; i < limit && berth_plan_flow(view->plan, i, &flow); i++)
        plan_flow_row(view, &table, &flow);
    table_close(&table);
}

/* The table of flows in text and Markdown, and how many are left out. */
static void plan_flow_table(struct plan_view *view, struct run *run)
{
    size_t limit = plan_limit(run, view->sum.flows), left = view->sum.flows - limit;
    if (view->sum.flows == 0)
        return;
    plan_flows(view, run, limit);
    if (left > 0)
        out_format(&run->out,
                   run->args.format == FORMAT_MD ? "\n%s more flows are left out.\n"
                                                 : "  (%s more; --all prints them)\n",
                   figure_count(left).text);
    out_char(&run->out, '\n');
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The columns that not every plan needs. */
struct plan_extra {
    bool states, changes;
};

static struct plan_extra plan_extra(const struct plan_view *view)
{
    struct plan_extra extra = {false, false};
    char text[PLAN_CHANGES_MAX];
    for (size_t i = 0; i < view->node_count && !(extra.states && extra.changes); i++) {
        plan_state(&view->nodes[i], text, sizeof text);
        extra.states |= text[0] != '\0';
        plan_changes(view, &view->nodes[i], text, sizeof text);
        extra.changes |= text[0] != '\0';
    }
    return extra;
}

/* node: NULL for the sum of many. */
static void plan_extra_cells(const struct plan_view *view, struct plan_extra extra,
                             const struct plan_node *node, struct table *table)
{
    char text[PLAN_CHANGES_MAX] = "";
    if (extra.states) {
        if (node)
            plan_state(node, text, sizeof text);
        table_text(table, "STATE", text);
    }
    if (extra.changes) {
        text[0] = '\0';
        if (node)
            plan_changes(view, node, text, sizeof text);
        table_name(table, "CHANGED", text);
    }
    table_row(table);
}

static void plan_node_cells(struct table *table, char mark, const char *name, const char *weight,
                            double before, double after, int decimals)
{
    table_mark(table, mark);
    table_name(table, "NODE", name);
    table_number(table, "WEIGHT", weight);
    table_percent(table, "BEFORE", before, decimals);
    table_percent(table, "AFTER", after, decimals);
}

static void plan_node_row(struct table *table, const struct plan_node *node, int decimals)
{
    char weight[96];
    struct figure before = figure_weight(node->weight_before);
    struct figure after = figure_weight(node->weight_after);
    if (node->mark == '~' && strcmp(before.text, after.text) != 0)
        snprintf(weight, sizeof weight, "%s -> %s", before.text, after.text);
    else
        snprintf(weight, sizeof weight, "%s", node->mark == '-' ? before.text : after.text);
    plan_node_cells(table, node->mark, node->of.name, weight,
                    node->mark == '+' ? TABLE_NONE : node->of.share_before,
                    node->mark == '-' ? TABLE_NONE : node->of.share_after, decimals);
}

/* All nodes, or, when there are many, those that change. */
static void plan_nodes(const struct plan_view *view, struct run *run)
{
    struct table table;
    const struct plan_extra extra = plan_extra(view);
    bool many = plan_limit(run, view->node_count) < view->node_count;
    size_t shown = 0, rest = 0;
    double before = 0, after = 0;
    int decimals = figure_decimals(1.0 / (double)view->node_count);
    table_open(&table, run);
    for (size_t i = 0; i < view->node_count; i++) {
        const struct plan_node *node = &view->nodes[i];
        if (!many || (node->mark != ' ' && shown < PLAN_ROWS)) {
            plan_node_row(&table, node, decimals);
            plan_extra_cells(view, extra, node, &table);
            shown++;
        } else {
            before += node->of.share_before;
            after += node->of.share_after;
            rest++;
        }
    }
    if (rest > 0) {
        char text[64];
        snprintf(text, sizeof text, "(%s more)", figure_count(rest).text);
        plan_node_cells(&table, ' ', text, "", before, after, 2);
        plan_extra_cells(view, extra, NULL, &table);
    }
    table_close(&table);
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static void plan_ranges(const struct plan_view *view, struct run *run, bool csv)
{
    const struct two_maps *maps = view->maps;
    char first[PLAN_POSITION_MAX], last[PLAN_POSITION_MAX];
    struct out *out = &run->out;
    struct berth_range range;
    if (view->sum.measure != BERTH_BY_TABLE)
        say_warning("this scheme has neither ring nor table: there are no ranges to list");
    out_text(out, csv ? "first,last,from,to\n" : view->sum.residues ? "POSITIONS\n" : "RANGES\n");
    for (size_t i = 0; !out->failed && berth_plan_range(view->plan, i, &range); i++) {
        const char *from = plan_name(berth_map_name(maps->before, range.index_from));
        const char *to = plan_name(berth_map_name(maps->after, range.index_to));
        plan_position(view, range.first, first, sizeof first);
        plan_position(view, range.last, last, sizeof last);
        if (csv) {
            out_format(out, "%s,%s,", first, last);
            out_csv(out, from, strlen(from));
            out_char(out, ',');
            out_csv(out, to, strlen(to));
            out_char(out, '\n');
        } else {
            out_format(out, "  %s .. %s  %s -> %s\n", first, last, from, to);
        }
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void plan_title(const struct plan_view *view, char *out, size_t cap)
{
    const char *before = berth_map_spec(view->maps->before);
    const char *after = berth_map_spec(view->maps->after);
    struct figure old = figure_nodes(berth_map_count(view->maps->before));
    struct figure new = figure_nodes(berth_map_count(view->maps->after));
    if (strcmp(before, after) == 0)
        snprintf(out, cap, "%s: %s -> %s", before, old.text, new.text);
    else
        snprintf(out, cap, "%s, %s -> %s, %s", before, old.text, after, new.text);
}

/* Only the marks that occur. */
static void plan_legend(const struct plan_view *view, struct out *out)
{
    const struct {
        bool used;
        const char *text;
    } marks[] = {{view->added > 0, "+ added"},
                 {view->removed > 0, "- removed"},
                 {view->changed > 0, "~ changed"},
                 {view->sum.needless_untouched > 0 || view->sum.keys_needless_untouched > 0,
                  "! needless: neither node was touched"}};
    const char *gap = "";
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (marks[i].used) {
            out_format(out, "%s%s", gap, marks[i].text);
            gap = "   ";
        }
    }
    out_text(out, *gap != '\0' ? "\n\n" : "\n");
}

static void plan_closing_lines(const struct plan_view *view, struct out *out)
{
    char *closing = plan_closing(view);
    for (char *line = closing; *line != '\0';) {
        char *end = strchr(line, '\n');
        *end = '\0';
        out_wrap(out, line, 6, 0);
        line = end + 1;
    }
    char peak[PLAN_PEAK_MAX];
    plan_peak(view, peak, sizeof peak);
    out_format(out, "%s (the largest share in relation to the fair one).\n", peak);
    free(closing);
}

void plan_print_text(struct plan_view *view, struct run *run)
{
    char title[PLAN_TITLE_MAX];
    struct out *out = &run->out;
    plan_title(view, title, sizeof title);
    limits_print(&view->limits, out, false);
    out_format(out, "%s\n", title);
    plan_legend(view, out);
    plan_flow_table(view, run);
    plan_nodes(view, run);
    out_char(out, '\n');
    if (args_has(&run->args, OPT_RANGES)) {
        plan_ranges(view, run, false);
        out_char(out, '\n');
    }
    plan_closing_lines(view, out);
    if (run->terminal && !view->has_keys)
        out_text(out, "Next: -k FILE counts your own keys, and --list names those that move.\n");
}

void plan_print_md(struct plan_view *view, struct run *run)
{
    char title[PLAN_TITLE_MAX];
    struct out *out = &run->out;
    char *closing = plan_closing(view);
    plan_title(view, title, sizeof title);
    out_format(out, "### %s\n\n", title);
    limits_print(&view->limits, out, true);
    for (const char *line = closing; *line != '\0'; line += strcspn(line, "\n") + 1)
        out_format(out, "- %.*s\n", (int)strcspn(line, "\n"), line);
    char peak[PLAN_PEAK_MAX];
    plan_peak(view, peak, sizeof peak);
    out_format(out, "- %s\n\n", peak);
    plan_flow_table(view, run);
    plan_nodes(view, run);
    free(closing);
}

void plan_print_csv(struct plan_view *view, struct run *run)
{
    if (args_has(&run->args, OPT_RANGES))
        plan_ranges(view, run, true);
    else
        plan_flows(view, run, view->sum.flows);
}
