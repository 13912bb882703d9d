/* SPDX-License-Identifier: MIT */
/* cmd_route.c - berth route: which node
 *
 *   keys --batch--> owners or replicas --writer of the format--> standard output
 *
 * The batch without replicas is the fast path: one berth_map_route_many, then copies. */
#include <stdlib.h>

#include "judge/no_owner.h"
#include "judge/warn.h"
#include "read/key_reader.h"
#include "read/maps.h"
#include "show/json_out.h"
#include "show/progress.h"

/* A node's name in the form its format wants. */
struct route_name {
    char *text;
    size_t len;
};

struct route {
    struct out *out;
    const berth_map *map;
    struct route_name *names; /* NULL: numbers without names */
    size_t names_count;
    size_t replicas; /* of -r */
    bool ranked;     /* -r was given */
    uint32_t owners[KEYS_BATCH];
    uint32_t *ranking; /* room for the replicas of one key */
    enum format format;
    char end; /* of a line of text */
    bool hex;
    bool first;        /* JSON: nothing printed yet */
    uint64_t no_owner; /* no_owner: keys that no node answers for */
};

static void route_names(struct route *route)
{
    if (!berth_map_name(route->map, 0))
        return;
    route->names_count = berth_map_count(route->map);
    route->names = memory_new(route->names_count, sizeof *route->names);
    for (uint32_t i = 0; i < route->names_count; i++) {
        const char *name = berth_map_name(route->map, i);
        if (route->format == FORMAT_JSON) {
            json_t *string = json_out_string(name);
            route->names[i].text = json_dumps(string, JSON_ENCODE_ANY);
            json_decref(string);
        } else {
            route->names[i].text = memory_text("%s", name);
        }
        route->names[i].len = strlen(route->names[i].text);
    }
}

static void route_names_free(struct route *route)
{
    for (size_t i = 0; i < route->names_count; i++)
        free(route->names[i].text);
    free(route->names);
    free(route->ranking);
}

/* Prints the name of a node. */
static void route_node(struct route *route, uint32_t index)
{
    if (route->names)
        out_bytes(route->out, route->names[index].text, route->names[index].len);
    else
        out_format(route->out, route->format == FORMAT_JSON ? "\"%u\"" : "%u", index);
}

/* ---- one key in each format ------------------------------------------------------------------ */

static void route_text(struct route *route, struct berth_key key, const uint32_t *nodes, size_t n)
{
    struct out *out = route->out;
    out_bytes(out, key.data, key.len);
    for (size_t i = 0; i < n; i++) {
        if (__builtin_expect(!route->names, 0)) {
            out_format(out, "\t%u", nodes[i]);
            continue;
        }
        const struct route_name *name = &route->names[nodes[i]];
        out_room(out, name->len + 2);
        out->data[out->used++] = '\t';
        memcpy(out->data + out->used, name->text, name->len);
        out->used += name->len;
    }
    out_char(out, route->end);
}

static void route_csv(struct route *route, struct berth_key key, const uint32_t *nodes, size_t n)
{
    out_csv(route->out, key.data, key.len);
    for (size_t i = 0; i < n; i++) {
        out_char(route->out, ',');
        if (route->names)
            out_csv(route->out, route->names[nodes[i]].text, route->names[nodes[i]].len);
        else
            route_node(route, nodes[i]);
    }
    out_char(route->out, '\n');
}

static void route_json(struct route *route, struct berth_key key, const uint32_t *nodes, size_t n)
{
    struct out *out = route->out;
    json_out_begin_key(out, &route->first, key, route->hex);
    out_text(out, ", \"nodes\": [");
    for (size_t i = 0; i < n; i++) {
        out_text(out, i > 0 ? ", " : "");
        route_node(route, nodes[i]);
    }
    out_text(out, "]}");
}

static void route_key(struct route *route, struct berth_key key, const uint32_t *nodes, size_t n)
{
    if (n == 1 && nodes[0] == BERTH_NONE)
        n = 0;
    route->no_owner += n == 0 && (!route->ranked || route->replicas > 0);
    if (route->format == FORMAT_JSON)
        route_json(route, key, nodes, n);
    else if (route->format == FORMAT_CSV)
        route_csv(route, key, nodes, n);
    else
        route_text(route, key, nodes, n);
}

/* ---- the document ---------------------------------------------------------------------------- */

static void route_begin(struct route *route)
{
    if (route->format == FORMAT_CSV) {
        out_text(route->out, "key");
        for (size_t i = 0; i < route->replicas; i++)
            out_format(route->out, ",node_%zu", i + 1);
        out_text(route->out, route->ranked ? "\n" : ",node\n");
    }
    if (route->format == FORMAT_JSON) {
        out_text(route->out, "{");
        json_out_members(route->out, json_pack("{s:s, s:o, s:o}", "format", "berth.route/1", "spec",
                                               json_out_string(berth_map_spec(route->map)),
                                               "fingerprint", json_out_fingerprint(route->map)));
        out_text(route->out, ", \"routes\": [");
    }
}

/* Keys are printed as they come, so what is wrong with them stands behind them in JSON, else on
 * standard error. limits: NULL after trouble. */
static void route_end(struct route *route, const struct limits *limits)
{
    if (limits && route->format != FORMAT_JSON)
        limits_say(limits);
    if (route->format != FORMAT_JSON)
        return;
    out_text(route->out, route->first ? "]" : "\n]");
    if (limits) {
        json_t *end = json_pack("{s:I}", "no_owner", (json_int_t)route->no_owner);
        limits_json(limits, end);
        out_text(route->out, ", ");
        json_out_members(route->out, end);
    }
    out_text(route->out, "}\n");
}

static void route_owners(struct route *route, const struct key_batch *batch)
{
    if (batch->numbers)
        berth_map_route_many_u64(route->map, batch->numbers, batch->n, route->owners);
    else
        berth_map_route_many(route->map, batch->keys, batch->n, route->owners);
    for (size_t i = 0; i < batch->n; i++)
        route_key(route, batch->shown[i], &route->owners[i], 1);
}

static void route_replicas(struct route *route, const struct key_batch *batch)
{
    for (size_t i = 0; i < batch->n; i++) {
        size_t n = batch->numbers
                       ? berth_map_replicas_u64(route->map, batch->numbers[i], route->ranking,
                                                route->replicas)
                       : berth_map_replicas(route->map, batch->keys[i].data, batch->keys[i].len,
                                            route->ranking, route->replicas);
        route_key(route, batch->shown[i], route->ranking, n);
    }
}

static enum answer route_all(struct route *route, struct keys *keys, bool quiet)
{
    struct key_batch batch;
    struct progress progress;
    progress_begin(&progress, quiet);
    route_begin(route);
    while (!route->out->failed && keys_next(keys, &batch)) {
        if (route->ranked)
            route_replicas(route, &batch);
        else
            route_owners(route, &batch);
        if (batch.waits) /* whoever feeds us may be waiting for these answers */
            out_flush(route->out);
        progress_tick(&progress, keys_count(keys));
    }
    progress_end(&progress);
    if (keys_failed(keys)) {
        route_end(route, NULL);
        return ANSWER_TROUBLE;
    }
    struct limits limits = {0};
    no_owner_keys(&limits, route->no_owner, keys_count(keys), "");
    route_end(route, &limits);
    bool failed = limits.failed;
    limits_free(&limits);
    return failed ? ANSWER_NO : ANSWER_YES;
}

static void route_limit_replicas(struct route *route, const struct run *run)
{
    uint64_t asked = args_count(&run->args, OPT_REPLICAS, 0);
    size_t count = berth_map_count(route->map);
    if (asked > count) {
        say_warning("-r %llu: there are only %zu nodes", (unsigned long long)asked, count);
        asked = count;
    }
    route->ranked = args_has(&run->args, OPT_REPLICAS);
    route->replicas = (size_t)asked;
    route->ranking = memory_new((size_t)asked + 1, sizeof *route->ranking);
}

static enum answer route_run(struct run *run)
{
    berth_map *map = maps_open_any_count(run, NUMBERED_MAX);
    struct keys *keys = map ? keys_open(run, true) : NULL;
    enum answer answer = ANSWER_TROUBLE;
    if (keys) {
        struct route route = {.out = &run->out,
                              .map = map,
                              .format = run->args.format,
                              .end = args_has(&run->args, OPT_NUL) ? '\0' : '\n',
                              .hex = args_has(&run->args, OPT_HEX),
                              .first = true};
        route_names(&route);
        if (route.names)
            warn_about_weights(map);
        route_limit_replicas(&route, run);
        answer = route_all(&route, keys, run->terminal);
        route_names_free(&route);
        keys_close(keys);
    }
    berth_map_free(map);
    return answer;
}

const struct command cmd_route = {
    .name = "route",
    .summary = "which node owns each key",
    .usage = "[-a SPEC] -n NODES [KEY...]",
    .about =
        "Prints one line per key, in the order given: the key, a tab, its node; with -r N the "
        "first N nodes of the key, the owner first.\n"
        "Keys are arguments, or the lines of -k FILE, or of standard input. A key is the bytes "
        "of its line; an empty line is the empty key. Keys are never held in memory together.\n"
        "Exit status 1 when no node answers for a key: its line holds the key alone.",
    .examples = "  berth route -n 'cache-[1-8]' player:17 player:18\n"
                "  berth route -n nodes.txt -k keys.txt -r 3\n"
                "  find . -print0 | berth route -0 -n nodes.txt\n"
                "  berth route -a jump --count 12 --u64 17 18\n",
    .options = OPTIONS_NODES | OPTIONS_KEYS | OPTION(SIZES) | OPTION(REPLICAS),
    .formats = FORMAT_TEXT | FORMAT_JSON | FORMAT_CSV,
    .run = route_run,
};
