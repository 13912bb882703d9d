/* SPDX-License-Identifier: MIT */
/* balance_rows.c - the zones of a balance as a table, and the whole of it as CSV
 *
 *   node,zone,weight,...
 *   n1,x,1,...            a node; the zone's column is there when any node has one
 *   ,x,4,...              all nodes of zone x: no name */
#include <stdio.h>

#include "balance/balance.h"
#include "show/figures.h"
#include "show/table.h"

enum { ROWS_MOST = 40 };

/* ---- zones ----------------------------------------------------------------------------------- */

static void rows_zone_columns(const struct balance *b, struct table *table)
{
    table_column(table, "ZONE", TABLE_NAME);
    table_column(table, "NODES", TABLE_NUMBER);
    table_column(table, "FAIR", TABLE_NUMBER);
    table_column(table, "OWNS", TABLE_NUMBER);
    if (b->has_keys)
        table_column(table, "KEYS", TABLE_NUMBER);
    if (b->has_sizes)
        table_column(table, "LOAD", TABLE_NUMBER);
    table_column(table, "x FAIR", TABLE_NUMBER);
    if (b->replicas > 1) {
        table_column(table, "COPIES", TABLE_NUMBER);
        table_column(table, "x FAIR", TABLE_NUMBER);
    }
}

static void rows_ratio(struct table *table, double ratio)
{
    char text[32];
    snprintf(text, sizeof text, "%.3f", ratio);
    table_cell(table, ratio > 0 ? text : "-");
}

static void rows_zone(const struct balance *b, struct table *table, const struct balance_zone *zone)
{
    int decimals = figure_decimals(1.0 / (double)b->zone_count);
    table_cell(table, zone->name[0] != '\0' ? zone->name : "(none)");
    table_cell(table, figure_count(zone->nodes).text);
    table_cell(table, figure_percent(zone->fair, decimals).text);
    table_cell(table, figure_percent(zone->share, decimals).text);
    if (b->has_keys)
        table_cell(table, figure_count(zone->keys).text);
    if (b->has_sizes)
        table_cell(table, figure_count(zone->load).text);
    rows_ratio(table, balance_zone_ratio(b, zone));
    if (b->replicas > 1) {
        table_cell(table, figure_count(zone->copies).text);
        rows_ratio(table, balance_zone_copies(b, zone));
    }
}

void balance_print_zones(const struct balance *b, struct run *run, bool md)
{
    struct table table;
    if (b->zone_count == 0)
        return;
    bool cut = b->zone_count > ROWS_MOST && !args_has(&run->args, OPT_ALL);
    table_init(&table);
    rows_zone_columns(b, &table);
    for (size_t z = 0; z < (cut ? ROWS_MOST : b->zone_count); z++)
        rows_zone(b, &table, &b->zones[z]);
    if (md)
        table_print_md(&table, &run->out);
    else
        table_print(&table, &run->out, 0);
    table_free(&table);
    if (cut)
        out_format(&run->out, "%s%zu more zones: --all prints them\n", md ? "\n" : "",
                   b->zone_count - ROWS_MOST);
    out_char(&run->out, '\n');
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void rows_csv_counts(const struct balance *b, struct out *out, uint64_t keys, uint64_t load,
                            uint64_t copies)
{
    if (b->has_keys)
        out_format(out, ",%llu", (unsigned long long)keys);
    if (b->has_sizes)
        out_format(out, ",%llu", (unsigned long long)load);
    if (b->replicas > 1)
        out_format(out, ",%llu", (unsigned long long)copies);
    out_char(out, '\n');
}

static void rows_csv_node(const struct balance *b, struct out *out, const struct balance_node *node)
{
    const char *zone = node->node.zone ? node->node.zone : "";
    out_csv(out, node->node.name, strlen(node->node.name));
    if (b->zone_count > 0) {
        out_char(out, ',');
        out_csv(out, zone, strlen(zone));
    }
    out_format(out, ",%s,%.12g,%.12g", figure_weight(node->node.weight).text, node->fair,
               node->share);
    rows_csv_counts(b, out, node->keys, node->load, node->copies);
}

static void rows_csv_zone(const struct balance *b, struct out *out, const struct balance_zone *zone)
{
    out_char(out, ',');
    out_csv(out, zone->name, strlen(zone->name));
    out_format(out, ",%s,%.12g,%.12g", figure_weight(zone->weight).text, zone->fair, zone->share);
    rows_csv_counts(b, out, zone->keys, zone->load, zone->copies);
}

void balance_print_csv(const struct balance *b, struct out *out)
{
    out_format(out, "node%s,weight,fair,share%s%s%s\n", b->zone_count > 0 ? ",zone" : "",
               b->has_keys ? ",keys" : "", b->has_sizes ? ",load" : "",
               b->replicas > 1 ? ",copies" : "");
    for (size_t i = 0; i < b->count; i++)
        rows_csv_node(b, out, &b->nodes[i]);
    for (size_t z = 0; z < b->zone_count; z++)
        rows_csv_zone(b, out, &b->zones[z]);
}
