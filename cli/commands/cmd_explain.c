/* SPDX-License-Identifier: MIT */
/* cmd_explain.c - berth explain KEY...: why this node, and which nodes come next
 *
 * "If it leaves" is not guessed: the map without the owner is built and asked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show/figures.h"
#include "frame/command.h"
#include "judge/no_owner.h"
#include "show/json_out.h"
#include "read/key_reader.h"
#include "read/maps.h"
#include "judge/warn.h"

enum { EXPLAIN_RANKING = 3, EXPLAIN_KEY_COLUMNS = 60 };

struct explain {
    struct out *out;
    const berth_map *map;
    const berth_nodes *nodes;
    struct berth_scheme_info info;
    size_t replicas;
    uint32_t *ranking;
    json_t *list;      /* NULL = text */
    uint64_t no_owner; /* keys that no node answers for */
};

/* One key and all that is said about it. */
struct explained {
    struct berth_key key, shown;
    const uint64_t *number;
    struct berth_explanation why;
    size_t ranked;
    char *heir;         /* the node that takes the key when the owner leaves; NULL = none, or ... */
    berth_error cannot; /* ... the scheme cannot lose this node (code < 0) */
};

static const char *explain_name(const struct explain *ex, uint32_t index)
{
    return index == BERTH_NONE ? "-" : berth_map_name(ex->map, index);
}

/* The owner's name in the map without `owner`. */
static char *explain_heir(const struct explain *ex, struct explained *one)
{
    char *heir = NULL;
    berth_nodes *left = berth_nodes_copy(ex->nodes, &one->cannot);
    if (left &&
        berth_nodes_remove(left, berth_map_name(ex->map, one->why.owner), &one->cannot) >= 0) {
        berth_map *without = berth_map_next(ex->map, left, &one->cannot);
        if (without) {
            uint32_t index = one->number ? berth_map_route_u64(without, *one->number)
                                         : berth_map_route(without, one->key.data, one->key.len);
            heir = index == BERTH_NONE ? NULL : memory_text("%s", berth_map_name(without, index));
        }
        berth_map_free(without);
    }
    berth_nodes_free(left);
    return heir;
}

static void explain_look(const struct explain *ex, struct explained *one)
{
    if (one->number) {
        berth_map_explain_u64(ex->map, *one->number, &one->why);
        one->ranked = berth_map_replicas_u64(ex->map, *one->number, ex->ranking, ex->replicas);
    } else {
        berth_map_explain(ex->map, one->key.data, one->key.len, &one->why);
        one->ranked =
            berth_map_replicas(ex->map, one->key.data, one->key.len, ex->ranking, ex->replicas);
    }
    one->heir = one->why.owner == BERTH_NONE ? NULL : explain_heir(ex, one);
}

/* NULL = the point has none. */
static char *explain_label(const struct explain *ex, const struct explained *one)
{
    const size_t len = berth_map_label(ex->map, &one->why, NULL, 0);
    if (len == 0)
        return NULL;
    char *label = memory_new(len + 1, 1);
    berth_map_label(ex->map, &one->why, label, len + 1);
    return label;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void explain_row(const struct explain *ex, const char *title, const char *text)
{
    out_format(ex->out, "%-10s  %s\n", title, text);
}

static void explain_key(const struct explain *ex, const struct explained *one)
{
    char text[512], line[640];
    figure_key(one->shown.data, one->shown.len, EXPLAIN_KEY_COLUMNS, text, sizeof text);
    if (one->number) {
        snprintf(line, sizeof line, "%.*s, an integer", (int)one->shown.len,
                 (const char *)one->shown.data);
    } else {
        snprintf(line, sizeof line, "%s, %s byte%s", text, figure_count(one->key.len).text,
                 one->key.len == 1 ? "" : "s");
    }
    explain_row(ex, "key", line);
}

/* "0x..." with a digit for each four bits. */
static void explain_digits(uint64_t value, unsigned bits, char *out, size_t room)
{
    snprintf(out, room, "0x%0*llx", (int)(bits + 3) / 4, (unsigned long long)value);
}

static void explain_hash(const struct explain *ex, const struct explained *one)
{
    const struct berth_explanation *why = &one->why;
    char digits[24];
    explain_digits(why->digest, why->hash_bits, digits, sizeof digits);
    char *line = why->hash_bits > 0
                     ? memory_text("%s, %s (%s)", digits, why->hash_name, why->hash_text)
                     : memory_text("%s %s: each node has its own", why->hash_name, why->hash_text);
    explain_row(ex, "hash", line);
    free(line);
}

static double explain_real(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The same of a point or a score, which may have 128 bits. */
static void explain_place(const struct berth_explanation *why, char *out, size_t room)
{
    if (why->position_bits == 128)
        snprintf(out, room, "0x%016llx%016llx", (unsigned long long)why->position,
                 (unsigned long long)why->position_low);
    else
        explain_digits(why->position, why->position_bits, out, room);
}

static void explain_position(const struct explain *ex, const struct explained *one)
{
    const struct berth_explanation *why = &one->why;
    char line[128];
    if (why->positions > 0)
        snprintf(line, sizeof line, "%s of 0 to %s", figure_count(why->position).text,
                 figure_count(why->positions - 1).text);
    else if (why->position_real)
        snprintf(line, sizeof line, "%.17g", explain_real(why->position));
    else
        explain_place(why, line, sizeof line);
    char *label = explain_label(ex, one);
    char *text = memory_text("%s%s%s", line, label ? ", label " : "", label ? label : "");
    explain_row(ex, berth_kind_text(why->kind), text);
    free(label);
    free(text);
}

/* Another node at the same place, and a place that is another node's than the owner's. */
static void explain_met(const struct explain *ex, const struct explained *one)
{
    const struct berth_explanation *why = &one->why;
    const char *kind = berth_kind_text(why->kind);
    if (why->tied != BERTH_NONE) {
        char *line =
            memory_text("with %s, which has the same %s", explain_name(ex, why->tied), kind);
        explain_row(ex, "tie", line);
        free(line);
    }
    if (why->met != why->owner) {
        char *line = memory_text("%s: the %s found is its, and the scheme goes on from there",
                                 explain_name(ex, why->met), kind);
        explain_row(ex, "passes", line);
        free(line);
    }
}

static void explain_owner(const struct explain *ex, const struct explained *one)
{
    struct berth_node owner;
    berth_map_node(ex->map, one->why.owner, &owner);
    char *line =
        memory_text("%s%s%s%s", owner.name, owner.addr ? " at " : "", owner.addr ? owner.addr : "",
                    owner.state == BERTH_DOWN    ? ", which is down"
                    : owner.state == BERTH_DRAIN ? ", which is being drained"
                                                 : "");
    explain_row(ex, "owner", line);
    free(line);
    if (one->why.chosen != one->why.owner)
        explain_row(ex, "answers", explain_name(ex, one->why.chosen));
}

static void explain_ranking(const struct explain *ex, const struct explained *one)
{
    out_format(ex->out, "%-10s  ", "ranking");
    for (size_t i = 0; i < one->ranked; i++)
        out_format(ex->out, "%s%zu %s", i > 0 ? ", " : "", i + 1, explain_name(ex, ex->ranking[i]));
    out_char(ex->out, '\n');
}

static void explain_next(const struct explain *ex, const struct explained *one)
{
    const char *owner = explain_name(ex, one->why.owner);
    char *line = one->heir ? memory_text("%s, if %s leaves", one->heir, owner)
                 : one->cannot.code < 0
                     ? memory_text("%s cannot leave: %s", owner, one->cannot.text)
                     : memory_text("no node: %s is the only one", owner);
    out_format(ex->out, "%-10s  ", "next");
    out_wrap(ex->out, line, 12, 12);
    free(line);
}

static void explain_text(const struct explain *ex, const struct explained *one)
{
    explain_key(ex, one);
    explain_hash(ex, one);
    explain_position(ex, one);
    explain_met(ex, one);
    if (one->why.owner == BERTH_NONE) {
        explain_row(ex, "owner", "none: this place belongs to no node");
        return;
    }
    explain_owner(ex, one);
    explain_ranking(ex, one);
    explain_next(ex, one);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *explain_json_name(const struct explain *ex, uint32_t index)
{
    return index == BERTH_NONE ? json_null() : json_out_string(berth_map_name(ex->map, index));
}

static void explain_json_position(const struct explain *ex, const struct explained *one,
                                  json_t *json)
{
    const struct berth_explanation *why = &one->why;
    char *label = explain_label(ex, one), place[40];
    explain_place(why, place, sizeof place);
    json_object_set_new(json, "hash",
                        why->hash_bits > 0 ? json_out_hash(why->digest, why->hash_bits)
                                           : json_null());
    json_object_set_new(json, "hash_name", json_string(why->hash_name));
    json_object_set_new(json, "hash_text", json_string(why->hash_text));
    json_object_set_new(json, "hash_bits", json_integer(why->hash_bits));
    json_object_set_new(json, "what", json_string(berth_kind_text(why->kind)));
    json_object_set_new(json, "position",
                        why->positions > 0   ? json_integer((json_int_t)why->position)
                        : why->position_real ? json_real(explain_real(why->position))
                                             : json_string(place));
    if (why->positions > 0)
        json_object_set_new(json, "positions", json_integer((json_int_t)why->positions));
    json_object_set_new(json, "label", label ? json_out_string(label) : json_null());
    json_object_set_new(json, "met", explain_json_name(ex, why->met));
    json_object_set_new(json, "tied", explain_json_name(ex, why->tied));
    free(label);
}

static json_t *explain_json(const struct explain *ex, const struct explained *one)
{
    const struct berth_explanation *why = &one->why;
    json_t *ranking = json_array();
    for (size_t i = 0; i < one->ranked; i++)
        json_array_append_new(ranking, explain_json_name(ex, ex->ranking[i]));
    json_t *json = json_object();
    if (one->shown.data == one->key.data)
        json_out_set_key(json, one->shown);
    else
        json_object_set_new(json, "key_hex", json_stringn(one->shown.data, one->shown.len));
    explain_json_position(ex, one, json);
    json_object_set_new(json, "owner", explain_json_name(ex, why->owner));
    json_object_set_new(json, "chosen", explain_json_name(ex, why->chosen));
    json_object_set_new(json, "ranking", ranking);
    json_object_set_new(json, "next", one->heir ? json_out_string(one->heir) : json_null());
    return json;
}

/* ---- the command ----------------------------------------------------------------------------- */

static void explain_one(struct explain *ex, struct explained *one, bool first)
{
    explain_look(ex, one);
    ex->no_owner += one->why.chosen == BERTH_NONE;
    if (ex->list) {
        json_array_append_new(ex->list, explain_json(ex, one));
    } else {
        if (!first)
            out_char(ex->out, '\n');
        explain_text(ex, one);
    }
    free(one->heir);
}

static enum answer explain_keys(struct explain *ex, struct keys *keys)
{
    struct key_batch batch;
    bool first = true;
    while (!ex->out->failed && keys_next(keys, &batch)) {
        for (size_t i = 0; i < batch.n; i++) {
            struct explained one = {
                .key = batch.keys[i],
                .shown = batch.shown[i],
                .number = batch.numbers ? &batch.numbers[i] : NULL,
            };
            explain_one(ex, &one, first);
            first = false;
        }
    }
    return keys_failed(keys) ? ANSWER_TROUBLE : ANSWER_YES;
}

static enum answer explain_all(struct explain *ex, struct run *run, struct keys *keys)
{
    char title[1024];
    maps_title(ex->map, title, sizeof title);
    warn_about_scheme(ex->map);
    if (run->args.format == FORMAT_JSON)
        ex->list = json_array();
    else
        out_format(ex->out, "%s\n\n", title);
    enum answer answer = explain_keys(ex, keys);
    struct limits limits = {0};
    no_owner_keys(&limits, ex->no_owner, keys_count(keys), "");
    if (ex->list) {
        json_t *document = json_pack("{s:s, s:o, s:o, s:I, s:o}", "format", "berth.explain/1",
                                     "spec", json_out_string(berth_map_spec(ex->map)),
                                     "fingerprint", json_out_fingerprint(ex->map), "no_owner",
                                     (json_int_t)ex->no_owner, "keys", ex->list);
        limits_json(&limits, document);
        json_out_document(ex->out, document);
    } else {
        limits_say(&limits);
    }
    answer = answer == ANSWER_YES && limits.failed ? ANSWER_NO : answer;
    limits_free(&limits);
    return answer;
}

static enum answer explain_run(struct run *run)
{
    struct membership of;
    struct explain ex = {.out = &run->out};
    enum answer answer = ANSWER_TROUBLE;
    berth_map *map = NULL;
    if (maps_nodes(run, &of))
        map = maps_build(args_text(&run->args, OPT_SPEC), &of);
    struct keys *keys = map ? keys_open(run, true) : NULL;
    if (keys) {
        size_t count = berth_map_count(map);
        uint64_t wanted = args_count(&run->args, OPT_REPLICAS, EXPLAIN_RANKING);
        ex.map = map;
        ex.nodes = of.nodes;
        ex.replicas = wanted < count ? (size_t)wanted : count;
        ex.ranking = memory_new(count, sizeof *ex.ranking);
        berth_map_scheme(map, &ex.info);
        answer = explain_all(&ex, run, keys);
        free(ex.ranking);
        keys_close(keys);
    }
    berth_map_free(map);
    berth_nodes_free(of.nodes);
    return answer;
}

const struct command cmd_explain = {
    .name = "explain",
    .summary = "why a key is where it is, and which nodes come next",
    .usage = "[-a SPEC] -n NODES KEY...",
    .about = "For each key: its hash, what the scheme looks at, the owner, the ranking, and the "
             "node that takes the key when the owner leaves.",
    .examples = "  berth explain -n 'cache-[1-8]' player:17\n"
                "  berth explain -a ring:points=160 -n nodes.txt --u64 17\n",
    .options = OPTIONS_NODES | OPTIONS_KEYS | OPTION(REPLICAS),
    .formats = FORMAT_TEXT | FORMAT_JSON,
    .run = explain_run,
};
