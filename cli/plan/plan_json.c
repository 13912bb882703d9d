/* SPDX-License-Identifier: MIT */
/* plan_json.c - a plan as one document, "berth.plan/1" */
#include <stdlib.h>
#include <string.h>

#include "show/json_out.h"
#include "plan/plan_view.h"
#include "plan/plan_hints.h"

enum { PLAN_POSITION_MAX = 24 };

static json_t *plan_json_name(const char *name)
{
    return name ? json_out_string(name) : json_null();
}

static json_t *plan_json_map(const berth_map *map, double peak, double no_owner)
{
    return json_pack("{s:o, s:o, s:I, s:f, s:f}", "spec", json_out_string(berth_map_spec(map)),
                     "fingerprint", json_out_fingerprint(map), "nodes",
                     (json_int_t)berth_map_count(map), "peak", peak, "no_owner", no_owner);
}

static void plan_json_change(json_t *list, const char *what, json_t *before, json_t *after)
{
    json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "what", json_out_string(what),
                                          "before", before, "after", after));
}

static json_t *plan_json_slot(uint64_t slot)
{
    return slot == BERTH_NO_SLOT ? json_null() : json_integer((json_int_t)slot);
}

/* What differs about a node besides its weight. */
static json_t *plan_json_changes(const struct plan_view *view, const struct plan_node *node)
{
    json_t *list = json_array();
    struct berth_plan_change of;
    if (node->of.touched & BERTH_TOUCH_STATE)
        plan_json_change(list, "state", json_string(berth_state_text(node->state_before)),
                         json_string(berth_state_text(node->state_after)));
    if (node->of.touched & BERTH_TOUCH_SLOT)
        plan_json_change(list, "slot", plan_json_slot(node->slot_before),
                         plan_json_slot(node->slot_after));
    for (size_t k = 0; berth_plan_change(view->plan, node->at, k, &of); k++)
        plan_json_change(list, of.attribute, plan_json_name(of.before), plan_json_name(of.after));
    return list;
}

static json_t *plan_json_nodes(const struct plan_view *view)
{
    json_t *list = json_array();
    for (size_t i = 0; i < view->node_count; i++) {
        const struct plan_node *node = &view->nodes[i];
        const char *change = node->mark == '+'   ? "added"
                             : node->mark == '-' ? "removed"
                             : node->mark == '~' ? "changed"
                                                 : "none";
        json_t *row = json_pack(
            "{s:o, s:s, s:f, s:f, s:f, s:f}", "name", json_out_string(node->of.name), "change",
            change, "weight_before", node->weight_before, "weight_after", node->weight_after,
            "share_before", node->of.share_before, "share_after", node->of.share_after);
        json_object_set_new(row, "changes", plan_json_changes(view, node));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *plan_json_flows(const struct plan_view *view)
{
    json_t *list = json_array();
    struct berth_flow flow;
    for (size_t i = 0; berth_plan_flow(view->plan, i, &flow); i++) {
        json_t *row =
            json_pack("{s:o, s:o, s:f, s:b}", "from", plan_json_name(flow.from), "to",
                      plan_json_name(flow.to), "share", flow.share, "needless", flow.needless);
        if (view->has_keys)
            json_object_set_new(row, "keys", json_integer((json_int_t)flow.keys));
        if (view->has_bytes)
            json_object_set_new(row, "bytes", json_integer((json_int_t)flow.bytes));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *plan_json_ranges(const struct plan_view *view)
{
    json_t *list = json_array();
    char first[PLAN_POSITION_MAX], last[PLAN_POSITION_MAX];
    struct berth_range range;
    for (size_t i = 0; berth_plan_range(view->plan, i, &range); i++) {
        plan_position(view, range.first, first, sizeof first);
        plan_position(view, range.last, last, sizeof last);
        json_array_append_new(
            list,
            json_pack("{s:s, s:s, s:o, s:o}", "first", first, "last", last, "from",
                      plan_json_name(berth_map_name(view->maps->before, range.index_from)), "to",
                      plan_json_name(berth_map_name(view->maps->after, range.index_to))));
    }
    return list;
}

static json_t *plan_json_hints(const struct plan_view *view)
{
    json_t *list = json_array();
    char *hints = plan_hints(view);
    for (char *line = hints; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        line[len] = '\0';
        json_array_append_new(list, json_out_string(line + strlen("Hint: ")));
        line += len + 1;
    }
    free(hints);
    return list;
}

static void plan_json_counted(const struct plan_view *view, json_t *json)
{
    const struct berth_plan_summary *sum = &view->sum;
    if (view->has_keys)
        json_object_set_new(json, "keys",
                            json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "count",
                                      (json_int_t)sum->keys, "moved", (json_int_t)sum->keys_moved,
                                      "least", (json_int_t)sum->keys_least, "needless",
                                      (json_int_t)sum->keys_needless, "needless_untouched",
                                      (json_int_t)sum->keys_needless_untouched, "needless_touched",
                                      (json_int_t)sum->keys_needless_touched));
    if (view->has_bytes)
        json_object_set_new(json, "bytes",
                            json_pack("{s:I, s:I, s:I, s:I}", "count", (json_int_t)sum->bytes,
                                      "moved", (json_int_t)sum->bytes_moved, "least",
                                      (json_int_t)sum->bytes_least, "needless",
                                      (json_int_t)sum->bytes_needless));
}

static void plan_json_machines(const struct plan_view *view, json_t *json)
{
    json_t *machines = json_pack("{s:I, s:f}", "nodes", (json_int_t)view->machines.nodes, "share",
                                 view->machines.share);
    if (view->has_keys)
        json_object_set_new(machines, "keys", json_integer((json_int_t)view->machines.keys));
    json_object_set_new(json, "other_machines", machines);
}

static json_t *plan_json_document(const struct plan_view *view, const struct run *run)
{
    const struct berth_plan_summary *sum = &view->sum;
    json_t *json =
        json_pack("{s:o, s:o, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "before",
                  plan_json_map(view->maps->before, sum->peak_before, sum->no_owner_before),
                  "after", plan_json_map(view->maps->after, sum->peak_after, sum->no_owner_after),
                  "measure", berth_measure_text(sum->measure), "error", sum->error, "error_least",
                  sum->error_least, "error_peak", sum->error_peak, "moved", sum->moved, "least",
                  sum->least, "needless", sum->needless, "needless_untouched",
                  sum->needless_untouched, "needless_touched", sum->needless_touched);
    plan_json_counted(view, json);
    plan_json_machines(view, json);
    json_object_set_new(json, "hints", plan_json_hints(view));
    limits_json(&view->limits, json);
    json_object_set_new(json, "flows", plan_json_flows(view));
    json_object_set_new(json, "nodes", plan_json_nodes(view));
    if (args_has(&run->args, OPT_RANGES)) {
        json_object_set_new(json, "positions", json_string(sum->residues ? "residues" : "hash"));
        json_object_set_new(json, "ranges", plan_json_ranges(view));
    }
    return json;
}

void plan_print_json(struct plan_view *view, struct run *run, bool rest)
{
    json_t *json = plan_json_document(view, run);
    if (rest) {
        out_text(&run->out, ", ");
        json_out_members(&run->out, json);
        out_text(&run->out, "}\n");
        return;
    }
    json_t *document = json_pack("{s:s}", "format", "berth.plan/1");
    json_object_update(document, json);
    json_decref(json);
    json_out_document(&run->out, document);
}
