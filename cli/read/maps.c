/* SPDX-License-Identifier: MIT */
/* maps.c - memberships and changes from options, maps from both */
#include "read/maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "frame/memory.h"
#include "read/change.h"
#include "show/figures.h"

enum { MAPS_SPEC_MAX = 1024 };

static void maps_missing(const struct run *run)
{
    struct stat about;
    if (run->args.operand_count > 0 && stat(run->args.operands[0], &about) == 0)
        say_error("there are no nodes: did you mean -n %s?", run->args.operands[0]);
    else
        say_error("there are no nodes: name them by -n FILE, or -n 'cache-[1-8]'");
}

bool maps_nodes(const struct run *run, struct membership *out)
{
    const char *nodes = args_text(&run->args, OPT_NODES);
    const struct given *count = args_find(&run->args, OPT_COUNT);
    *out = (struct membership){0};
    if (nodes && count) {
        say_error("give the nodes by -n or by --count, not by both");
        return false;
    }
    if (count)
        return nodes_numbered(out, count->count, "--count");
    if (!nodes) {
        maps_missing(run);
        return false;
    }
    return nodes_input(out, nodes, "-n", &run->args);
}

berth_map *maps_build(const char *spec, const struct membership *of)
{
    berth_error error;
    const char *own = berth_nodes_spec(of->nodes);
    berth_map *map = berth_map_new(spec, of->nodes, NULL, &error);
    if (map)
        return map;
    bool from_file = own && (!spec || spec == own);
    if (from_file &&
        (error.code == BERTH_E_SYNTAX || error.code == BERTH_E_NAME || error.code == BERTH_E_RANGE))
        error.line = (unsigned)of->spec_line;
    say_library(from_file ? of->where : NULL, &error);
    return NULL;
}

bool maps_without_owner(const berth_map *map, const char *where)
{
    double weights = 0;
    size_t n = berth_map_count(map);
    for (uint32_t i = 0; i < n; i++) {
        struct berth_node node;
        berth_map_node(map, i, &node);
        weights += node.state != BERTH_DOWN ? node.weight : 0;
    }
    if (weights > 0)
        return false;
    say_at(where, 0, "no node can own a key: every node has weight 0 or is down");
    return true;
}

berth_map *maps_open(const struct run *run)
{
    struct membership nodes;
    berth_map *map = NULL;
    if (maps_nodes(run, &nodes))
        map = maps_build(args_text(&run->args, OPT_SPEC), &nodes);
    berth_nodes_free(nodes.nodes);
    if (map && maps_without_owner(map, nodes.where)) {
        berth_map_free(map);
        return NULL;
    }
    return map;
}

bool maps_only_numbers(const struct run *run, uint64_t above)
{
    const char *spec = args_text(&run->args, OPT_SPEC);
    uint64_t count = args_count(&run->args, OPT_COUNT, 0);
    struct berth_scheme_info info;
    return count > above && count < UINT32_MAX && spec && !args_has(&run->args, OPT_NODES) &&
           berth_scheme_find(spec, &info, NULL) && (info.promises & BERTH_NUMBERED) != 0;
}

berth_map *maps_open_any_count(const struct run *run, uint64_t above)
{
    berth_error error;
    if (!maps_only_numbers(run, above))
        return maps_open(run);
    const char *spec = args_text(&run->args, OPT_SPEC);
    const uint64_t count = args_count(&run->args, OPT_COUNT, 0);
    berth_map *map = berth_map_new_count(spec, (uint32_t)count, NULL, &error);
    if (!map)
        say_library("--count", &error);
    return map;
}

void maps_title(const berth_map *map, char *out, size_t cap)
{
    snprintf(out, cap, "%s, %s", berth_map_spec(map), figure_nodes(berth_map_count(map)).text);
}

/* ---- the membership after a change ----------------------------------------------------------- */

/* One step of a change, for the i-th of the nodes that its option names. */
typedef int maps_step(berth_nodes *nodes, const berth_nodes *named, size_t i, berth_error *error);

static int maps_remove(berth_nodes *nodes, const berth_nodes *named, size_t i, berth_error *error)
{
    struct berth_node node;
    berth_nodes_at(named, i, &node);
    return berth_nodes_remove(nodes, node.name, error);
}

static int maps_weigh(berth_nodes *nodes, const berth_nodes *named, size_t i, berth_error *error)
{
    struct berth_node node;
    berth_nodes_at(named, i, &node);
    return berth_nodes_set_weight(nodes, node.name, node.weight, error);
}

static bool maps_change(berth_nodes *nodes, const struct membership *from,
                        const struct given *given, maps_step *step)
{
    char option[32];
    snprintf(option, sizeof option, "--%s", option_rows[given->id].name);
    berth_nodes *named = memory_check(berth_nodes_new(NULL));
    berth_error error;
    bool good = change_read(named, given, from);
    for (size_t i = 0; good && i < berth_nodes_count(named); i++) {
        if (step(nodes, named, i, &error) < 0) {
            say_library(option, &error);
            good = false;
        }
    }
    berth_nodes_free(named);
    return good;
}

static bool maps_apply(const struct run *run, const struct membership *from, berth_nodes *nodes)
{
    static const struct {
        enum option_id id;
        maps_step *step;
    } steps[] = {{OPT_REMOVE, maps_remove}, {OPT_ADD, change_copy_node}, {OPT_WEIGHT, maps_weigh}};
    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
        for (size_t i = 0; i < run->args.given_count; i++) {
            const struct given *given = &run->args.given[i];
            if (given->id == steps[s].id && !maps_change(nodes, from, given, steps[s].step))
                return false;
        }
    }
    return true;
}

static bool maps_changed(const struct run *run, const struct membership *from,
                         struct membership *to)
{
    berth_error error;
    *to = (struct membership){.nodes = berth_nodes_copy(from->nodes, &error),
                              .where = "after the change"};
    if (!to->nodes) {
        say_library(NULL, &error);
        return false;
    }
    if (!maps_apply(run, from, to->nodes))
        return false;
    if (berth_nodes_count(to->nodes) == 0) {
        say_error("no node would be left");
        return false;
    }
    return true;
}

static bool maps_nodes_after(const struct run *run, const struct membership *from,
                             struct membership *to)
{
    const struct args *args = &run->args;
    const char *nodes = args_text(args, OPT_TO);
    const struct given *count = args_find(args, OPT_TO_COUNT);
    bool steps =
        args_has(args, OPT_ADD) || args_has(args, OPT_REMOVE) || args_has(args, OPT_WEIGHT);
    if ((nodes != NULL) + (count != NULL) + steps > 1) {
        say_error("say what changes either by -N, by --to-count, or by --add, --remove and "
                  "--weight");
        return false;
    }
    const char *before = args_text(args, OPT_NODES);
    if (nodes && before && strcmp(nodes, "-") == 0 && strcmp(before, "-") == 0) {
        say_error("the nodes before and after cannot both come from standard input");
        return false;
    }
    if (nodes)
        return nodes_input(to, nodes, "-N", args);
    if (count)
        return nodes_numbered(to, count->count, "--to-count");
    if (!steps && !args_has(args, OPT_TO_SPEC)) {
        say_error("what is to change? -N NODES, --add NODES, --remove NAMES, --weight NAME=W or "
                  "--to-spec SPEC");
        return false;
    }
    return maps_changed(run, from, to);
}

/* --to-spec, else -a, else the new file's own line, else as before. */
static const char *maps_spec_after(const struct run *run, const struct two_maps *two)
{
    const char *spec = args_text(&run->args, OPT_TO_SPEC);
    if (!spec)
        spec = args_text(&run->args, OPT_SPEC);
    if (!spec)
        spec = berth_nodes_spec(two->to.nodes);
    return spec ? spec : berth_map_spec(two->before);
}

/* The map after the change. For the same scheme it is made from the map before and shares what did
 * not change; for another scheme it is built from the nodes. */
static berth_map *maps_build_after(const char *spec, const struct two_maps *two)
{
    char canonical[MAPS_SPEC_MAX];
    berth_error error;
    int len = berth_spec_canonical(spec, NULL, canonical, sizeof canonical, &error);
    if (len >= 0 && strcmp(canonical, berth_map_spec(two->before)) == 0) {
        berth_map *map = berth_map_next(two->before, two->to.nodes, &error);
        if (!map)
            say_library(NULL, &error);
        return map;
    }
    return maps_build(spec, &two->to);
}

bool maps_open_two(const struct run *run, struct two_maps *two)
{
    *two = (struct two_maps){0};
    if (!maps_nodes(run, &two->from) || !maps_nodes_after(run, &two->from, &two->to))
        return false;
    two->before = maps_build(args_text(&run->args, OPT_SPEC), &two->from);
    if (!two->before || maps_without_owner(two->before, two->from.where))
        return false;
    two->after = maps_build_after(maps_spec_after(run, two), two);
    return two->after && !maps_without_owner(two->after, two->to.where);
}

void maps_close_two(struct two_maps *two)
{
    berth_map_free(two->before);
    berth_map_free(two->after);
    berth_nodes_free(two->from.nodes);
    berth_nodes_free(two->to.nodes);
}
