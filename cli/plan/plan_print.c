/* SPDX-License-Identifier: MIT */
/* plan_print.c - a plan as text, Markdown or CSV: legend, flows, nodes, one closing line */
#include "plan/plan_view.h"

#include <stdio.h>
#include <stdlib.h>

#include "show/figures.h"
#include "frame/command.h"
#include "show/table.h"

enum { PLAN_ROWS = 20, PLAN_TITLE_MAX = 1024, PLAN_POSITION_MAX = 24 };

static const char *plan_name(const char *name)
{
    return name ? name : "-";
}

static size_t plan_limit(const struct run *run, size_t count)
{
    return count > PLAN_ROWS && !args_has(&run->args, OPT_ALL) ? PLAN_ROWS : count;
}

/* ---- flows ----------------------------------------------------------------------------------- */

static void plan_flow_columns(const struct plan_view *view, struct table *table)
{
    table_column(table, "", TABLE_MARK);
    table_column(table, "FROM", TABLE_NAME);
    table_column(table, "TO", TABLE_NAME);
    table_column(table, "SHARE", TABLE_NUMBER);
    if (view->has_keys)
        table_column(table, "KEYS", TABLE_NUMBER);
    if (view->has_bytes)
        table_column(table, "BYTES", TABLE_NUMBER);
}

static void plan_flow_row(const struct plan_view *view, struct table *table,
                          const struct berth_flow *flow, int decimals)
{
    table_cell(table, flow->needless ? "!" : "");
    table_cell(table, plan_name(flow->from));
    table_cell(table, plan_name(flow->to));
    table_cell(table, figure_percent(flow->share, decimals).text);
    if (view->has_keys)
        table_cell(table, figure_count(flow->keys).text);
    if (view->has_bytes)
        table_cell(table, figure_bytes(flow->bytes).text);
}

/* Returns how many flows were left out. */
static size_t plan_flows(struct plan_view *view, struct run *run, bool md)
{
    struct table table;
    struct berth_flow flow;
    size_t limit = plan_limit(run, view->sum.flows), shown = 0;
    table_init(&table);
    table.colour = run->colour;
    plan_flow_columns(view, &table);
    int decimals = figure_decimals(view->sum.moved / (double)view->sum.flows);
    for (; shown < limit && berth_plan_flow(view->plan, shown, &flow); shown++)
        plan_flow_row(view, &table, &flow, decimals);
    if (md)
        table_print_md(&table, &run->out);
    else
        table_print(&table, &run->out, 0);
    table_free(&table);
    return view->sum.flows - shown;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void plan_node_row(struct table *table, const struct plan_node *node, int decimals)
{
    char mark[2] = {node->mark, '\0'}, weight[96];
    struct figure before = figure_weight(node->weight_before);
    struct figure after = figure_weight(node->weight_after);
    if (node->mark == '~' && strcmp(before.text, after.text) != 0)
        snprintf(weight, sizeof weight, "%s -> %s", before.text, after.text);
    else
        snprintf(weight, sizeof weight, "%s", node->mark == '-' ? before.text : after.text);
    table_cell(table, node->mark == ' ' ? "" : mark);
    table_cell(table, node->of.name);
    table_cell(table, weight);
    table_cell(table,
               node->mark == '+' ? "-" : figure_percent(node->of.share_before, decimals).text);
    table_cell(table,
               node->mark == '-' ? "-" : figure_percent(node->of.share_after, decimals).text);
}

static void plan_node_rest(struct table *table, size_t count, double before, double after)
{
    char text[64];
    snprintf(text, sizeof text, "(%s more)", figure_count(count).text);
    table_cell(table, "");
    table_cell(table, text);
    table_cell(table, "");
    table_cell(table, figure_percent(before, 2).text);
    table_cell(table, figure_percent(after, 2).text);
}

/* All nodes, or, when there are many, those that change. */
static void plan_nodes(const struct plan_view *view, struct run *run, bool md)
{
    struct table table;
    bool many = plan_limit(run, view->node_count) < view->node_count;
    size_t shown = 0, rest = 0;
    double before = 0, after = 0;
    int decimals = figure_decimals(1.0 / (double)view->node_count);
    table_init(&table);
    table.colour = run->colour;
    table_column(&table, "", TABLE_MARK);
    table_column(&table, "NODE", TABLE_NAME);
    table_column(&table, "WEIGHT", TABLE_NUMBER);
    table_column(&table, "BEFORE", TABLE_NUMBER);
    table_column(&table, "AFTER", TABLE_NUMBER);
    for (size_t i = 0; i < view->node_count; i++) {
        const struct plan_node *node = &view->nodes[i];
        if (!many || (node->mark != ' ' && shown < PLAN_ROWS)) {
            plan_node_row(&table, node, decimals);
            shown++;
        } else {
            before += node->of.share_before;
            after += node->of.share_after;
            rest++;
        }
    }
    if (rest > 0)
        plan_node_rest(&table, rest, before, after);
    if (md)
        table_print_md(&table, &run->out);
    else
        table_print(&table, &run->out, 0);
    table_free(&table);
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
                 {view->sum.needless > 0 || view->sum.keys_needless > 0,
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
    out_format(out, "Peak: %.3f -> %.3f (the largest share in relation to the fair one).\n",
               view->sum.peak_before, view->sum.peak_after);
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
    if (view->sum.flows > 0) {
        size_t left = plan_flows(view, run, false);
        if (left > 0)
            out_format(out, "  (%s more; --all prints them)\n", figure_count(left).text);
        out_char(out, '\n');
    }
    plan_nodes(view, run, false);
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
    out_format(out, "- Peak: %.3f -> %.3f\n\n", view->sum.peak_before, view->sum.peak_after);
    if (view->sum.flows > 0) {
        size_t left = plan_flows(view, run, true);
        if (left > 0)
            out_format(out, "\n%s more flows are left out.\n", figure_count(left).text);
        out_char(out, '\n');
    }
    plan_nodes(view, run, true);
    free(closing);
}

void plan_print_csv(struct plan_view *view, struct run *run)
{
    struct out *out = &run->out;
    struct berth_flow flow;
    if (args_has(&run->args, OPT_RANGES)) {
        plan_ranges(view, run, true);
        return;
    }
    out_text(out, "from,to,share,keys,bytes,needless\n");
    for (size_t i = 0; berth_plan_flow(view->plan, i, &flow); i++) {
        const char *from = plan_name(flow.from), *to = plan_name(flow.to);
        out_csv(out, from, strlen(from));
        out_char(out, ',');
        out_csv(out, to, strlen(to));
        out_format(out, ",%.12g,%llu,%llu,%d\n", flow.share, (unsigned long long)flow.keys,
                   (unsigned long long)flow.bytes, flow.needless);
    }
}
