/* SPDX-License-Identifier: MIT */
/* balance_print.c - a balance as text, Markdown, CSV or JSON
 *
 *   bar   ########..    below the fair share by what the dots show
 *         ##########++  above it by what the crosses show */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "balance/balance.h"
#include "show/figures.h"
#include "frame/command.h"
#include "show/json_out.h"
#include "read/maps.h"
#include "show/table.h"

enum { PRINT_BAR = 16, PRINT_ENDS = 10, PRINT_MOST = 40, PRINT_TITLE_MAX = 1024 };

static const char *const level_words[] = {
    [VERDICT_NONE] = "-",        [VERDICT_EVEN] = "even", [VERDICT_TYPICAL] = "typical",
    [VERDICT_UNEVEN] = "uneven", [VERDICT_HOT] = "hot",
};

static const char *print_measure(const struct balance *b)
{
    return berth_measure_text(b->measure);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const struct balance *print_sorting;

static int print_compare(const void *a, const void *b)
{
    double ra = balance_ratio(print_sorting, *(const uint32_t *)a);
    double rb = balance_ratio(print_sorting, *(const uint32_t *)b);
    uint32_t ia = *(const uint32_t *)a, ib = *(const uint32_t *)b;
    return ra > rb ? -1 : ra < rb ? 1 : ia < ib ? -1 : ia > ib;
}

/* The nodes to show, in order: all as listed, or the ends of the ranking by load. */
static uint32_t *print_order(const struct balance *b, bool ranked)
{
    uint32_t *order = memory_new(b->count, sizeof *order);
    for (uint32_t i = 0; i < b->count; i++)
        order[i] = i;
    if (ranked) {
        print_sorting = b;
        qsort(order, b->count, sizeof *order, print_compare);
    }
    return order;
}

static void print_bar(const struct run *run, double ratio, double most, char *out, size_t cap)
{
    double scale = PRINT_BAR / fmax(most, 1);
    size_t fair = (size_t)lround(scale), filled = (size_t)lround(ratio * scale), used = 0;
    const char *full = run->utf8 ? "█" : "#", *over = run->utf8 ? "▓" : "+";
    const char *missing = run->utf8 ? "·" : ".";
    for (size_t i = 0; i < filled || i < fair; i++) {
        const char *mark = i >= filled ? missing : i >= fair ? over : full;
        size_t len = strlen(mark);
        if (used + len + 1 < cap) {
            memcpy(out + used, mark, len);
            used += len;
        }
    }
    out[used] = '\0';
}

static bool print_weighted(const struct balance *b)
{
    for (size_t i = 1; i < b->count; i++)
        if (fabs(b->nodes[i].node.weight - b->nodes[0].node.weight) > 1e-9)
            return true;
    return false;
}

static void print_columns(const struct balance *b, struct table *table, bool bar)
{
    table_column(table, "NODE", TABLE_NAME);
    if (print_weighted(b))
        table_column(table, "WEIGHT", TABLE_NUMBER);
    table_column(table, "FAIR", TABLE_NUMBER);
    table_column(table, "OWNS", TABLE_NUMBER);
    if (b->has_keys)
        table_column(table, "KEYS", TABLE_NUMBER);
    if (b->has_sizes)
        table_column(table, "LOAD", TABLE_NUMBER);
    if (b->replicas > 1)
        table_column(table, "COPIES", TABLE_NUMBER);
    table_column(table, "x FAIR", TABLE_NUMBER);
    if (bar)
        table_column(table, "", TABLE_TEXT);
}

static void print_row(const struct balance *b, const struct run *run, struct table *table,
                      uint32_t i, bool bar)
{
    const struct balance_node *node = &b->nodes[i];
    char text[4 * PRINT_BAR + 8];
    table_cell(table, node->node.name);
    if (print_weighted(b))
        table_cell(table, figure_weight(node->node.weight).text);
    int decimals = figure_decimals(1.0 / (double)b->count);
    table_cell(table, figure_percent(node->fair, decimals).text);
    table_cell(table, figure_percent(node->share, decimals).text);
    if (b->has_keys)
        table_cell(table, figure_count(node->keys).text);
    if (b->has_sizes)
        table_cell(table, figure_count(node->load).text);
    if (b->replicas > 1)
        table_cell(table, figure_count(node->copies).text);
    snprintf(text, sizeof text, "%.3f", balance_ratio(b, i));
    table_cell(table, node->fair > 0 ? text : "-");
    if (bar) {
        text[0] = '\0';
        if (node->fair > 0)
            print_bar(run, balance_ratio(b, i), balance_peak(b), text, sizeof text);
        table_cell(table, text);
    }
}

/* The rows from `from` to `to` of the order. */
static void print_rows(const struct balance *b, const struct run *run, struct table *table,
                       const uint32_t *order, size_t from, size_t to, bool bar)
{
    for (size_t i = from; i < to; i++)
        print_row(b, run, table, order[i], bar);
}

static bool print_table(const struct balance *b, struct run *run, bool md)
{
    struct table table;
    bool cut = b->count > PRINT_MOST && !args_has(&run->args, OPT_ALL);
    uint32_t *order = print_order(b, cut);
    table_init(&table);
    print_columns(b, &table, !md);
    print_rows(b, run, &table, order, 0, cut ? PRINT_ENDS : b->count, !md);
    if (cut) {
        char text[64];
        snprintf(text, sizeof text, "(%zu more)", b->count - 2 * PRINT_ENDS);
        table_cell(&table, text);
        for (size_t c = 1; c < table.columns; c++)
            table_cell(&table, "");
        print_rows(b, run, &table, order, b->count - PRINT_ENDS, b->count, !md);
    }
    if (md)
        table_print_md(&table, &run->out);
    else
        table_print(&table, &run->out, 0);
    free(order);
    table_free(&table);
    return cut;
}

/* ---- text and Markdown ----------------------------------------------------------------------- */

static void print_figures(const struct balance *b, struct out *out)
{
    const struct berth_typical *typical = &b->law.typical;
    struct figure cv = figure_percent(b->owned.cv, 2), error = figure_percent(b->error, 2);
    out_format(out, "peak %.3f, CV %s (", b->owned.peak, cv.text);
    if (b->measure == BERTH_BY_SAMPLE)
        out_format(out, "sampled: each share +- %s of itself, taken out of these figures",
                   error.text);
    else
        out_text(out, b->measure == BERTH_BY_TABLE ? "exact: the whole table or ring was added up"
                                                   : "law: it follows from the scheme's rule");
    out_text(out, ")\n");
    if (b->has_law)
        out_format(out, "typical for %s: peak %.3f (%.3f to %.3f), CV %s\n", b->law.basis,
                   typical->peak, typical->peak_low, typical->peak_high,
                   figure_percent(typical->cv, 2).text);
}

static void print_verdict(struct run *run, const struct verdict *verdict)
{
    if (verdict->level == VERDICT_NONE)
        return;
    bool bad = verdict->level >= VERDICT_UNEVEN;
    out_format(&run->out, "%-6s  %s%-7s%s  ", verdict->about,
               run->colour ? (bad ? "\033[31m" : "\033[32m") : "", level_words[verdict->level],
               run->colour ? "\033[0m" : "");
    out_wrap(&run->out, verdict->sentence, 17, 17);
}

static void print_text(const struct balance *b, struct run *run)
{
    char title[PRINT_TITLE_MAX];
    struct out *out = &run->out;
    maps_title(b->map, title, sizeof title);
    limits_print(&b->limits, out, false);
    out_format(out, "%s\n\n", title);
    bool cut = print_table(b, run, false);
    out_text(out, cut ? "--all prints all nodes\n\n" : "\n");
    balance_print_zones(b, run, false);
    print_figures(b, out);
    out_char(out, '\n');
    print_verdict(run, &b->scheme);
    print_verdict(run, &b->by_key);
    print_verdict(run, &b->by_hot);
    print_verdict(run, &b->by_copy);
    print_verdict(run, &b->by_zone);
}

static void print_md(const struct balance *b, struct run *run)
{
    const struct verdict *verdicts[] = {&b->scheme, &b->by_key, &b->by_hot, &b->by_copy,
                                        &b->by_zone};
    char title[PRINT_TITLE_MAX];
    maps_title(b->map, title, sizeof title);
    out_format(&run->out, "### Balance: %s\n\n", title);
    limits_print(&b->limits, &run->out, true);
    print_table(b, run, true);
    out_char(&run->out, '\n');
    balance_print_zones(b, run, true);
    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
        if (verdicts[i]->level != VERDICT_NONE) {
            out_format(&run->out, "- %s **%s**: %s\n", verdicts[i]->about,
                       level_words[verdicts[i]->level], verdicts[i]->sentence);
        }
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void print_json_counts(const struct balance *b, json_t *row, uint64_t keys, uint64_t load,
                              uint64_t copies)
{
    if (b->has_keys)
        json_object_set_new(row, "keys", json_integer((json_int_t)keys));
    if (b->has_sizes)
        json_object_set_new(row, "load", json_integer((json_int_t)load));
    if (b->replicas > 1)
        json_object_set_new(row, "copies", json_integer((json_int_t)copies));
}

static json_t *print_json_node(const struct balance *b, size_t i)
{
    const struct balance_node *node = &b->nodes[i];
    json_t *json = json_pack("{s:o, s:f, s:f, s:f, s:f}", "name", json_out_string(node->node.name),
                             "weight", node->node.weight, "fair", node->fair, "share", node->share,
                             "ratio", balance_ratio(b, i));
    if (node->node.zone)
        json_object_set_new(json, "zone", json_out_string(node->node.zone));
    if (node->room > 0)
        json_object_set_new(json, "room", json_integer((json_int_t)node->room));
    print_json_counts(b, json, node->keys, node->load, node->copies);
    return json;
}

/* What is kept of the key; a long one is not cut inside a character. */
static struct berth_key print_hot_key(const struct hot_key *hot)
{
    struct berth_key key = hot->key;
    for (size_t cut = 0; key.len < hot->len && cut < 3 && !figure_utf8(key.data, key.len); cut++)
        key.len--;
    return key;
}

static json_t *print_json_hot(const struct balance *b)
{
    json_t *list = json_array();
    for (size_t h = 0; h < b->hot_count; h++) {
        const struct hot_key *hot = &b->hot[h];
        json_t *row = json_object();
        json_out_set_key(row, print_hot_key(hot));
        json_object_set_new(row, "key_bytes", json_integer((json_int_t)hot->len));
        json_object_set_new(row, "load", json_integer((json_int_t)hot->count));
        json_object_set_new(row, "error", json_integer((json_int_t)hot->error));
        json_object_set_new(row, "node", json_out_string(b->nodes[hot->tag].node.name));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *print_json_zones(const struct balance *b)
{
    json_t *list = json_array();
    for (size_t i = 0; i < b->zone_count; i++) {
        const struct balance_zone *zone = &b->zones[i];
        json_t *row =
            json_pack("{s:o, s:I, s:f, s:f, s:f, s:f}", "name",
                      zone->name[0] != '\0' ? json_out_string(zone->name) : json_null(), "nodes",
                      (json_int_t)zone->nodes, "weight", zone->weight, "fair", zone->fair, "share",
                      zone->share, "ratio", balance_zone_ratio(b, zone));
        print_json_counts(b, row, zone->keys, zone->load, zone->copies);
        if (b->replicas > 1)
            json_object_set_new(row, "copies_ratio", json_real(balance_zone_copies(b, zone)));
        json_array_append_new(list, row);
    }
    return list;
}

static void print_json_verdict(json_t *into, const struct verdict *verdict)
{
    if (verdict->level != VERDICT_NONE) {
        json_object_set_new(into, verdict->about,
                            json_pack("{s:s, s:o}", "level", level_words[verdict->level],
                                      "sentence", json_out_string(verdict->sentence)));
    }
}

static json_t *print_json_spread(uint64_t count, const struct berth_evenness *spread)
{
    return json_pack("{s:I, s:f, s:f}", "count", (json_int_t)count, "peak", spread->peak, "cv",
                     spread->cv);
}

static json_t *print_json_verdicts(const struct balance *b)
{
    json_t *verdicts = json_object();
    print_json_verdict(verdicts, &b->scheme);
    print_json_verdict(verdicts, &b->by_key);
    print_json_verdict(verdicts, &b->by_hot);
    print_json_verdict(verdicts, &b->by_copy);
    print_json_verdict(verdicts, &b->by_zone);
    return verdicts;
}

static void print_json(const struct balance *b, struct out *out)
{
    json_t *nodes = json_array();
    for (size_t i = 0; i < b->count; i++)
        json_array_append_new(nodes, print_json_node(b, i));
    json_t *json = json_pack("{s:s, s:o, s:o, s:s, s:f, s:f, s:o}", "format", "berth.balance/1",
                             "spec", json_out_string(berth_map_spec(b->map)), "fingerprint",
                             json_out_fingerprint(b->map), "measure", print_measure(b), "peak",
                             b->owned.peak, "cv", b->owned.cv, "nodes", nodes);
    if (b->measure == BERTH_BY_SAMPLE)
        json_object_set_new(json, "error", json_real(b->error));
    if (b->has_law) {
        json_object_set_new(json, "typical",
                            json_pack("{s:f, s:f, s:f, s:f, s:s}", "peak", b->law.typical.peak,
                                      "peak_low", b->law.typical.peak_low, "peak_high",
                                      b->law.typical.peak_high, "cv", b->law.typical.cv, "basis",
                                      b->law.basis));
    }
    if (b->has_keys) {
        json_object_set_new(json, "keys", print_json_spread(b->keys, &b->by_keys));
        json_object_set_new(json, "load", print_json_spread(b->load, &b->by_load));
        json_object_set_new(json, "hot_keys", print_json_hot(b));
    }
    if (b->zone_count > 0)
        json_object_set_new(json, "zones", print_json_zones(b));
    json_object_set_new(json, "verdict", print_json_verdicts(b));
    limits_json(&b->limits, json);
    json_out_document(out, json);
}

void balance_print(const struct balance *b, struct run *run)
{
    switch (run->args.format) {
    case FORMAT_JSON:
        print_json(b, &run->out);
        break;
    case FORMAT_CSV:
        balance_print_csv(b, &run->out);
        break;
    case FORMAT_MD:
        print_md(b, run);
        break;
    case FORMAT_TEXT:
        print_text(b, run);
        break;
    }
}
