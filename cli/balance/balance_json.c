/* SPDX-License-Identifier: MIT */
/* balance_json.c - a balance as one document, "berth.balance/1" */
#include "balance/balance.h"
#include "judge/no_owner.h"
#include "show/figures.h"
#include "show/json_out.h"

static void balance_json_counts(const struct balance *b, json_t *row, uint64_t keys, uint64_t load,
                                uint64_t copies)
{
    if (b->has_keys)
        json_object_set_new(row, "keys", json_integer((json_int_t)keys));
    if (b->has_sizes)
        json_object_set_new(row, "load", json_integer((json_int_t)load));
    if (b->replicas > 1)
        json_object_set_new(row, "copies", json_integer((json_int_t)copies));
}

static json_t *balance_json_node(const struct balance *b, size_t i)
{
    const struct balance_node *node = &b->nodes[i];
    json_t *json = json_pack("{s:o, s:f, s:f, s:f, s:f}", "name", json_out_string(node->node.name),
                             "weight", node->node.weight, "fair", node->fair * b->owned_part,
                             "share", node->share, "ratio", balance_ratio(b, i));
    if (node->node.zone)
        json_object_set_new(json, "zone", json_out_string(node->node.zone));
    if (node->room > 0)
        json_object_set_new(json, "room", json_integer((json_int_t)node->room));
    balance_json_counts(b, json, node->keys, node->load, node->copies);
    return json;
}

/* What is kept of the key; a long one is not cut inside a character. */
static struct berth_key balance_json_hot_key(const struct hot_key *hot)
{
    struct berth_key key = hot->key;
    for (size_t cut = 0; key.len < hot->len && cut < 3 && !figure_utf8(key.data, key.len); cut++)
        key.len--;
    return key;
}

static json_t *balance_json_hot(const struct balance *b)
{
    json_t *list = json_array();
    for (size_t h = 0; h < b->hot_count; h++) {
        const struct hot_key *hot = &b->hot[h];
        json_t *row = json_object();
        json_out_set_key(row, balance_json_hot_key(hot));
        json_object_set_new(row, "key_bytes", json_integer((json_int_t)hot->len));
        json_object_set_new(row, "load", json_integer((json_int_t)hot->count));
        json_object_set_new(row, "error", json_integer((json_int_t)hot->error));
        json_object_set_new(row, "node", json_out_string(b->nodes[hot->tag].node.name));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *balance_json_zones(const struct balance *b)
{
    json_t *list = json_array();
    for (size_t i = 0; i < b->zone_count; i++) {
        const struct balance_zone *zone = &b->zones[i];
        json_t *row = json_pack("{s:o, s:I, s:f, s:f, s:f, s:f}", "name",
                                zone->name[0] != '\0' ? json_out_string(zone->name) : json_null(),
                                "nodes", (json_int_t)zone->nodes, "weight", zone->weight, "fair",
                                zone->fair * b->owned_part, "share", zone->share, "ratio",
                                balance_zone_ratio(b, zone));
        balance_json_counts(b, row, zone->keys, zone->load, zone->copies);
        if (b->replicas > 1)
            json_object_set_new(row, "copies_ratio", json_real(balance_zone_copies(b, zone)));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *balance_json_spread(uint64_t count, const struct berth_evenness *spread)
{
    return json_pack("{s:I, s:f, s:f}", "count", (json_int_t)count, "peak", spread->peak, "cv",
                     spread->cv);
}

static json_t *balance_json_verdicts(const struct balance *b)
{
    const struct verdict *verdict;
    json_t *verdicts = json_object();
    for (size_t i = 0; (verdict = balance_verdict(b, i)); i++)
        json_object_set_new(verdicts, verdict->about,
                            json_pack("{s:s, s:o}", "level", balance_level(verdict->level),
                                      "sentence", json_out_string(verdict->sentence)));
    return verdicts;
}

void balance_print_json(const struct balance *b, struct out *out)
{
    json_t *nodes = json_array();
    for (size_t i = 0; i < b->count; i++)
        json_array_append_new(nodes, balance_json_node(b, b->listed[i]));
    json_t *json =
        json_pack("{s:s, s:o, s:o, s:s, s:f, s:f, s:o}", "format", "berth.balance/1", "spec",
                  json_out_string(berth_map_spec(b->map)), "fingerprint",
                  json_out_fingerprint(b->map), "measure", berth_measure_text(b->measure), "peak",
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
        json_object_set_new(json, "keys", balance_json_spread(b->keys, &b->by_keys));
        json_object_set_new(json, "load", balance_json_spread(b->load, &b->by_load));
        json_object_set_new(json, "hot_keys", balance_json_hot(b));
    }
    if (b->zone_count > 0)
        json_object_set_new(json, "zones", balance_json_zones(b));
    json_object_set_new(json, "verdict", balance_json_verdicts(b));
    no_owner_json(b->map, json);
    limits_json(&b->limits, json);
    json_out_document(out, json);
}
