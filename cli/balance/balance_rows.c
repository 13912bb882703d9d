/* SPDX-License-Identifier: MIT */
/* balance_rows.c - the nodes and the zones of a balance, a row each
 *
 * Text and Markdown: a table of the nodes and one of the zones. CSV: one table,
 *
 *   node,zone,weight,...
 *   n1,x,1,...            a node; the zone's column is there when any node has one
 *   ,x,4,...              all nodes of zone x: no name
 *
 *   bar   ########..    below the fair share by what the dots show
 *         ##########++  above it by what the crosses show */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "balance/balance.h"
#include "show/table.h"
#include "show/figures.h"

enum { ROWS_BAR = 16, ROWS_ENDS = 10, ROWS_MOST = 40 };

static bool rows_cut(const struct run *run, size_t count)
{
    return count > ROWS_MOST && !args_has(&run->args, OPT_ALL);
}

static void rows_shares(struct table *table, double fair, double share, size_t of)
{
    int decimals = figure_decimals(1.0 / (double)of);
    table_percent(table, "FAIR", fair, decimals);
    table_percent(table, table->csv ? "SHARE" : "OWNS", share, decimals);
}

static void rows_counts(const struct balance *b, struct table *table, uint64_t keys, uint64_t load)
{
    if (b->has_keys)
        table_count(table, "KEYS", keys);
    if (b->has_sizes)
        table_count(table, "LOAD", load);
}

static void rows_copies(const struct balance *b, struct table *table, uint64_t copies)
{
    if (b->replicas > 1)
        table_count(table, "COPIES", copies);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static const struct balance *rows_sorting;

static int rows_compare(const void *a, const void *b)
{
    double ra = balance_ratio(rows_sorting, *(const uint32_t *)a);
    double rb = balance_ratio(rows_sorting, *(const uint32_t *)b);
    uint32_t ia = *(const uint32_t *)a, ib = *(const uint32_t *)b;
    return ra > rb ? -1 : ra < rb ? 1 : ia < ib ? -1 : ia > ib;
}

/* The nodes to show, in order: all as listed, or the ends of the ranking by load. */
static uint32_t *rows_order(const struct balance *b, bool ranked)
{
    uint32_t *order = memory_new(b->count, sizeof *order);
    memcpy(order, b->listed, b->count * sizeof *order);
    if (ranked) {
        rows_sorting = b;
        qsort(order, b->count, sizeof *order, rows_compare);
    }
    return order;
}

static void rows_bar(struct table *table, double ratio, double most)
{
    char bar[4 * ROWS_BAR + 8];
    bool utf8 = table->run->utf8;
    double scale = ROWS_BAR / fmax(most, 1);
    size_t fair = (size_t)lround(scale), filled = (size_t)lround(ratio * scale), used = 0;
    const char *full = utf8 ? "█" : "#", *over = utf8 ? "▓" : "+", *missing = utf8 ? "·" : ".";
    for (size_t i = 0; i < filled || i < fair; i++) {
        const char *mark = i >= filled ? missing : i >= fair ? over : full;
        size_t len = strlen(mark);
        if (used + len + 1 < sizeof bar) {
            memcpy(bar + used, mark, len);
            used += len;
        }
    }
    bar[used] = '\0';
    table_text(table, "", bar);
}

static bool rows_weighted(const struct balance *b)
{
    for (size_t i = 1; i < b->count; i++)
        if (fabs(b->nodes[i].node.weight - b->nodes[0].node.weight) > 1e-9)
            return true;
    return false;
}

/* After the counts: the ratio to the fair share, as a figure and, in text, as a bar. */
static void rows_node_ratio(const struct balance *b, struct table *table, uint32_t i)
{
    bool has = b->nodes[i].fair > 0;
    table_ratio(table, "x FAIR", has ? balance_ratio(b, i) : TABLE_NONE, 3);
    if (table->run->args.format == FORMAT_MD)
        return;
    if (has)
        rows_bar(table, balance_ratio(b, i), balance_peak(b));
    else
        table_text(table, "", "");
}

static void rows_node(const struct balance *b, struct table *table, uint32_t i)
{
    const struct balance_node *node = &b->nodes[i];
    table_name(table, "NODE", node->node.name);
    if (table->csv && b->zone_count > 0)
        table_name(table, "ZONE", node->node.zone ? node->node.zone : "");
    if (table->csv || rows_weighted(b))
        table_weight(table, "WEIGHT", node->node.weight);
    rows_shares(table, node->fair * b->owned_part, node->share, b->count);
    rows_counts(b, table, node->keys, node->load);
    rows_copies(b, table, node->copies);
    if (!table->csv)
        rows_node_ratio(b, table, i);
    table_row(table);
}

bool balance_print_nodes(const struct balance *b, struct run *run)
{
    struct table table;
    bool cut = rows_cut(run, b->count);
    uint32_t *order = rows_order(b, cut);
    table_open(&table, run);
    for (size_t i = 0; i < (cut ? ROWS_ENDS : b->count); i++)
        rows_node(b, &table, order[i]);
    if (cut) {
        char text[64];
        snprintf(text, sizeof text, "(%zu more)", b->count - 2 * ROWS_ENDS);
        table_gap(&table, text);
        for (size_t i = b->count - ROWS_ENDS; i < b->count; i++)
            rows_node(b, &table, order[i]);
    }
    table_close(&table);
    free(order);
    return cut;
}

/* ---- zones ----------------------------------------------------------------------------------- */

static void rows_zone_ratio(struct table *table, double ratio)
{
    table_ratio(table, "x FAIR", ratio > 0 ? ratio : TABLE_NONE, 3);
}

static void rows_zone(const struct balance *b, struct table *table, const struct balance_zone *zone)
{
    table_name(table, "ZONE", zone->name[0] != '\0' ? zone->name : "(none)");
    table_count(table, "NODES", zone->nodes);
    rows_shares(table, zone->fair * b->owned_part, zone->share, b->zone_count);
    rows_counts(b, table, zone->keys, zone->load);
    rows_zone_ratio(table, balance_zone_ratio(b, zone));
    rows_copies(b, table, zone->copies);
    if (b->replicas > 1)
        rows_zone_ratio(table, balance_zone_copies(b, zone));
    table_row(table);
}

void balance_print_zones(const struct balance *b, struct run *run)
{
    struct table table;
    if (b->zone_count == 0)
        return;
    size_t shown = rows_cut(run, b->zone_count) ? ROWS_MOST : b->zone_count;
    table_open(&table, run);
    for (size_t z = 0; z < shown; z++)
        rows_zone(b, &table, &b->zones[z]);
    table_close(&table);
    if (shown < b->zone_count)
        out_format(&run->out, "%s%zu more zones: --all prints them\n",
                   run->args.format == FORMAT_MD ? "\n" : "", b->zone_count - shown);
    out_char(&run->out, '\n');
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void rows_csv_zone(const struct balance *b, struct table *table,
                          const struct balance_zone *zone)
{
    table_name(table, "NODE", "");
    table_name(table, "ZONE", zone->name);
    table_weight(table, "WEIGHT", zone->weight);
    rows_shares(table, zone->fair * b->owned_part, zone->share, b->zone_count);
    rows_counts(b, table, zone->keys, zone->load);
    rows_copies(b, table, zone->copies);
    table_row(table);
}

void balance_print_csv(const struct balance *b, struct run *run)
{
    struct table table;
    table_open(&table, run);
    for (uint32_t i = 0; i < b->count; i++)
        rows_node(b, &table, b->listed[i]);
    for (size_t z = 0; z < b->zone_count; z++)
        rows_csv_zone(b, &table, &b->zones[z]);
    table_close(&table);
}
