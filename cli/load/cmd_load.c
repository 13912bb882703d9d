/* SPDX-License-Identifier: MIT */
/* cmd_load.c - berth load: which node takes each key when load is bounded, decided as a live map does
 *
 *   keys, or lines of --ops --taking--> takes, one line each; with --summary the nodes instead */
#include <stdio.h>
#include <stdlib.h>

#include "show/figures.h"
#include "show/given_limits.h"
#include "show/json_out.h"
#include "read/maps.h"
#include "show/progress.h"
#include "show/table.h"
#include "load/taking.h"
#include "judge/warn.h"

struct load {
    struct run *run;
    struct out *out;
    struct taking *taking;
    struct keys *keys;
    bool ops, lines, summary;
    char end; /* of a line of text */
    bool first;
    struct limits limits;
};

/* ---- one take -------------------------------------------------------------------------------- */

static void load_json_take(struct load *load, struct berth_key shown,
                           const struct taking_result *result)
{
    json_out_begin_key(load->out, &load->first, shown, load->taking->hex);
    json_t *node = result->node ? json_out_string(result->node) : json_null();
    json_t *owner = result->owner ? json_out_string(result->owner) : json_null();
    out_text(load->out, ", ");
    json_out_members(load->out, json_pack("{s:o, s:o}", "node", node, "owner", owner));
    out_char(load->out, '}');
}

static void load_print_take(struct load *load, struct berth_key shown,
                            const struct taking_result *result)
{
    if (load->run->args.format == FORMAT_JSON) {
        load_json_take(load, shown, result);
    } else if (!load->summary) {
        out_bytes(load->out, shown.data, shown.len);
        if (result->node)
            out_format(load->out, "\t%s", result->node);
        out_char(load->out, load->end);
    }
}

static bool load_operation(struct load *load, struct berth_key line, uint64_t number)
{
    bool took;
    struct berth_key shown;
    struct taking_result result;
    const char *wrong = taking_operation(load->taking, line, &took, &shown, &result);
    if (wrong) {
        const char *where = args_text(&load->run->args, OPT_KEYS);
        char text[80];
        figure_key(line.data, line.len, 40, text, sizeof text);
        if (load->run->args.operand_count > 0)
            say_error("operation %s: %s", text, wrong);
        else
            say_at(!where || strcmp(where, "-") == 0 ? "standard input" : where, number, "%s: %s",
                   text, wrong);
        return false;
    }
    if (took)
        load_print_take(load, shown, &result);
    return true;
}

static bool load_batch(struct load *load, const struct key_batch *batch)
{
    uint64_t before = keys_count(load->keys) - batch->n;
    for (size_t i = 0; i < batch->n; i++) {
        if (load->ops) {
            if (!load_operation(load, batch->shown[i], before + i + 1))
                return false;
            continue;
        }
        struct taking_result result =
            taking_take(load->taking, batch->numbers ? (struct berth_key){0} : batch->keys[i],
                        batch->numbers ? batch->numbers[i] : 0, batch->shown[i]);
        load_print_take(load, batch->shown[i], &result);
    }
    return true;
}

/* ---- in the end ------------------------------------------------------------------------------ */

struct load_node {
    const char *name;
    struct berth_node node;
    bool there; /* in the membership now */
    const struct taking_node *counts;
};

static struct load_node load_node(const struct load *load, const berth_nodes *nodes, size_t i)
{
    const struct taking *taking = load->taking;
    struct load_node row = {.name = taking->names.items[i].data, .counts = &taking->nodes[i]};
    row.there = berth_nodes_find(nodes, row.name, &row.node);
    return row;
}

/* The largest load over the fair one among the nodes that take keys. */
static double load_peak(const struct load *load, const berth_map *map)
{
    const struct taking *taking = load->taking;
    size_t n = berth_map_count(map);
    double *fair = memory_new(n, sizeof *fair), *part = memory_new(n, sizeof *part), all = 0;
    struct berth_evenness even;
    struct berth_node node;
    berth_map_fair(map, fair);
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++) {
        if (node.state != BERTH_UP)
            fair[i] = 0;
        else
            part[i] = fair[i] > 0 ? (double)taking->nodes[taking->numbers[i]].load : 0;
        all += fair[i];
    }
    for (size_t i = 0; i < n && all > 0; i++)
        fair[i] /= all;
    berth_evenness(part, fair, n, &even);
    free(part);
    free(fair);
    return even.peak;
}

static const char *load_state(const struct load_node *row)
{
    return row->there ? berth_state_text(row->node.state) : "gone";
}

static void load_table(const struct load *load, const berth_nodes *nodes)
{
    struct table table;
    table_open(&table, load->run);
    for (size_t i = 0; i < load->taking->names.count; i++) {
        struct load_node row = load_node(load, nodes, i);
        table_name(&table, "node", row.name);
        table_text(&table, "state", load_state(&row));
        table_number(&table, "weight", row.there ? figure_weight(row.node.weight).text : "-");
        table_count(&table, "carries", row.counts->load);
        table_count(&table, "most", row.counts->most);
        table_count(&table, "passed on", row.counts->passed);
        table_row(&table);
    }
    table_close(&table);
}

static void load_print_summary(const struct load *load, const berth_nodes *nodes,
                               const struct berth_live_status *status, const berth_map *map)
{
    const struct taking *taking = load->taking;
    char title[512], bound[64] = "no bound";
    maps_title(map, title, sizeof title);
    if (status->bound > 0)
        snprintf(bound, sizeof bound, "bound %.9g", status->bound);
    limits_print(&load->limits, load->out, false);
    out_format(load->out, "%s, %s\n\n", title, bound);
    load_table(load, nodes);
    out_format(
        load->out, "\n%s taken, %s passed on by a full node (%s)", figure_count(taking->taken).text,
        figure_count(taking->passed).text,
        figure_percent(taking->taken ? (double)taking->passed / (double)taking->taken : 0, 1).text);
    if (taking->refused > 0)
        out_format(load->out, ", %s found no node", figure_count(taking->refused).text);
    out_format(load->out, "; peak %.3f\n", load_peak(load, map));
}

static json_t *load_json_node(const struct load_node *row)
{
    json_t *object =
        json_pack("{s:o, s:s}", "name", json_out_string(row->name), "state", load_state(row));
    if (row->there)
        json_object_set_new(object, "weight", json_real(row->node.weight));
    json_object_set_new(object, "load", json_integer((json_int_t)row->counts->load));
    json_object_set_new(object, "most", json_integer((json_int_t)row->counts->most));
    json_object_set_new(object, "passed_on", json_integer((json_int_t)row->counts->passed));
    return object;
}

static void load_json_end(const struct load *load, const berth_nodes *nodes,
                          const struct berth_live_status *status, const berth_map *map)
{
    const struct taking *taking = load->taking;
    json_t *rows = json_array();
    for (size_t i = 0; i < taking->names.count; i++) {
        struct load_node row = load_node(load, nodes, i);
        json_array_append_new(rows, load_json_node(&row));
    }
    json_t *end =
        json_pack("{s:f, s:I, s:I, s:I, s:I, s:I, s:f, s:o}", "bound", status->bound, "taken",
                  (json_int_t)taking->taken, "passed_on", (json_int_t)taking->passed, "refused",
                  (json_int_t)taking->refused, "no_owner", (json_int_t)taking->no_owner, "load",
                  (json_int_t)status->load, "peak", load_peak(load, map), "nodes", rows);
    limits_json(&load->limits, end);
    out_text(load->out, load->first ? "], " : "\n], ");
    json_out_members(load->out, end);
    out_text(load->out, "}\n");
}

static void load_end(const struct load *load)
{
    struct berth_live_status status;
    berth_error error;
    berth_nodes *nodes = berth_live_nodes(load->taking->live, NULL, &error);
    if (!nodes) {
        say_library(NULL, &error);
        return;
    }
    taking_look(load->taking);
    berth_live_status(load->taking->live, &status);
    const berth_map *map = berth_live_acquire(load->taking->live);
    if (load->run->args.format == FORMAT_JSON)
        load_json_end(load, nodes, &status, map);
    else if (load->summary)
        load_print_summary(load, nodes, &status, map);
    berth_live_release(load->taking->live, map);
    berth_nodes_free(nodes);
}

static void load_begin(struct load *load, const berth_map *map)
{
    load->first = true;
    if (load->run->args.format != FORMAT_JSON)
        return;
    out_text(load->out, "{");
    json_out_members(load->out, json_pack("{s:s, s:o}", "format", "berth.load/1", "spec",
                                          json_out_string(berth_map_spec(map))));
    out_text(load->out, ", \"takes\": [");
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Takes that found no node are the answer "no". */
static void load_limits(struct load *load)
{
    const struct taking *taking = load->taking;
    char why[160] = "every node was down, draining, full or of weight 0";
    if (taking->refused == 0)
        return;
    if (taking->no_owner == taking->refused)
        snprintf(why, sizeof why, "no node that is up answers for their keys");
    else if (taking->no_owner > 0)
        snprintf(why, sizeof why,
                 "no node that is up answers for the keys of %s, and for the others every "
                 "node was full",
                 figure_count(taking->no_owner).text);
    limits_add(&load->limits, true,
               memory_text("%s of %s takes found no node: %s", figure_count(taking->refused).text,
                           figure_count(taking->taken + taking->refused).text, why));
}

static enum answer load_all(struct load *load)
{
    struct key_batch batch;
    struct progress progress;
    bool good = true;
    progress_begin(&progress, load->run->terminal);
    while (good && !load->out->failed && keys_next(load->keys, &batch)) {
        good = load_batch(load, &batch);
        if (batch.waits)
            out_flush(load->out);
        progress_tick(&progress, keys_count(load->keys));
    }
    progress_end(&progress);
    if (!good || keys_failed(load->keys))
        return ANSWER_TROUBLE;
    load_limits(load);
    load_end(load);
    if (!load->summary && load->run->args.format == FORMAT_TEXT)
        limits_say(&load->limits);
    return load->limits.failed ? ANSWER_NO : ANSWER_YES;
}

static enum answer load_map(struct run *run, const berth_map *map, const struct membership *from)
{
    const struct given *bound = args_find(&run->args, OPT_BOUND);
    struct load load = {.run = run,
                        .out = &run->out,
                        .ops = args_has(&run->args, OPT_OPS),
                        .summary = args_has(&run->args, OPT_SUMMARY),
                        .end = args_has(&run->args, OPT_NUL) ? '\0' : '\n'};
    enum answer answer = ANSWER_TROUBLE;
    load.keys = keys_open(run, true);
    if (load.keys)
        load.taking = taking_new(berth_map_spec(map), from->nodes, bound ? bound->number : -1);
    if (load.taking) {
        load.taking->hex = args_has(&run->args, OPT_HEX);
        load.taking->u64 = args_has(&run->args, OPT_U64);
        load.taking->keeps = load.ops;
        taking_look(load.taking);
        warn_about_weights(map);
        warn_about_bound(map, bound ? bound->number : 0, load.taking->live);
        load_begin(&load, map);
        answer = load_all(&load);
    }
    taking_free(load.taking);
    limits_free(&load.limits);
    if (load.keys)
        keys_close(load.keys);
    return answer;
}

static enum answer load_run(struct run *run)
{
    struct membership from;
    enum answer answer = ANSWER_TROUBLE;
    if (!maps_nodes(run, &from))
        return answer;
    berth_map *map = maps_build(args_text(&run->args, OPT_SPEC), &from);
    if (map)
        answer = load_map(run, map, &from);
    berth_map_free(map);
    berth_nodes_free(from.nodes);
    return answer;
}

const struct command cmd_load = {
    .name = "load",
    .summary = "which node takes each key when no node may carry too much",
    .usage = "[-a SPEC] -n NODES [--bound X] [KEY...]",
    .about =
        "Takes the keys one after another on a live map and holds them: each goes to the first "
        "node of its ranking that carries less than X times its fair share. Prints one line "
        "per key, as route does; with --summary what each node carries in the end, how much at "
        "most, and how many of its keys it passed on.\n"
        "With --ops each line is an operation: \"take KEY\", \"give KEY\" (gives "
        "back the oldest take of KEY), \"end N\" (gives back the N-th take), \"down NODE\", "
        "\"drain NODE\", \"up NODE\", \"add "
        "NODE[=W]\", \"weight NODE=W\", \"remove NODE\", \"bound X\". Only takes print a line.\n"
        "haproxy and kubeai-chwbl decide as those programs do, by hash-balance-factor and "
        "meanLoadFactor in percent: --bound 1.25 is 125.",
    .examples = "  berth load -n 'cache-[1-8]' --bound 1.25 --summary --synthetic 10000\n"
                "  berth load -a haproxy:hash-type=consistent -n a,b,c --bound 1.25 x x x x\n"
                "  berth load -n a,b,c --ops 'take x' 'down a' 'take x' 'give x'\n",
    .options = OPTIONS_NODES | OPTIONS_KEYS | OPTION(BOUND) | OPTION(OPS) | OPTION(SUMMARY),
    .formats = FORMAT_TEXT | FORMAT_JSON,
    .run = load_run,
};
