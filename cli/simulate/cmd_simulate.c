/* SPDX-License-Identifier: MIT */
/* cmd_simulate.c - berth simulate: what load and caches go through while nodes come and go */
#include <stdlib.h>

#include "frame/memory.h"
#include "judge/no_owner.h"
#include "judge/warn.h"
#include "read/maps.h"
#include "show/figures.h"
#include "show/out_file.h"
#include "show/progress.h"
#include "simulate/simulate.h"

enum { SIM_KEYS = 100000, SIM_REQUESTS = 1000000, SIM_STEPS = 8, SIM_FILE_STEP = 10000 };
enum { SIM_KEYS_MAX = 100000000, SIM_CACHE_MAX = 100000000, SIM_HOLD_MAX = 10000000 };
enum { SIM_SPREAD_MAX = 64 }; /* what berth_reader_take_spread looks at */

/* ---- options --------------------------------------------------------------------------------- */

/* How many of the inputs are standard input, which can be read once. */
static int sim_inputs(const struct args *args)
{
    static const int inputs[] = {OPT_NODES, OPT_KEYS, OPT_SCHEDULE};
    int count = 0;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        const char *path = args_text(args, inputs[i]);
        count += path && strcmp(path, "-") == 0;
    }
    return count;
}

static const char *sim_conflict(const struct args *args, const struct sim_options *options)
{
    bool file = args_has(args, OPT_KEYS) || args->operand_count > 0;
    if (file && (args_has(args, OPT_ZIPF) || args_has(args, OPT_SYNTHETIC)))
        return "requests are either keys that are given or drawn by --zipf and --synthetic";
    if (sim_inputs(args) > 1)
        return "only one of nodes, keys and schedule can come from standard input";
    if (args_has(args, OPT_BOUND) && options->bound < 1)
        return "--bound is a factor of the fair load: 1 or more, such as 1.25";
    if (args_has(args, OPT_SPREAD) && (options->spread < 2 || options->spread > SIM_SPREAD_MAX))
        return "--spread is 2 to 64 nodes";
    if (options->keys == 0 || options->requests == 0 || options->step == 0 || options->hold == 0)
        return "--synthetic, --requests, --step and --hold are at least 1";
    if (options->keys > SIM_KEYS_MAX || options->cache > SIM_CACHE_MAX ||
        options->hold > SIM_HOLD_MAX)
        return "at most 100,000,000 keys (--synthetic), 100,000,000 keys a cache (--cache) and "
               "10,000,000 requests at a time (--hold) can be simulated";
    return NULL;
}

/* How long a request is in flight unless --hold says it: 100 requests a node. */
static uint64_t sim_hold(size_t nodes)
{
    const uint64_t hold = 100 * (uint64_t)(nodes > 0 ? nodes : 1);
    return hold < SIM_HOLD_MAX ? hold : SIM_HOLD_MAX;
}

static bool sim_options(const struct run *run, size_t nodes, struct sim_options *out)
{
    const struct args *args = &run->args;
    const struct given *zipf = args_find(args, OPT_ZIPF), *bound = args_find(args, OPT_BOUND);
    bool made = !args_has(args, OPT_KEYS) && args->operand_count == 0;
    uint64_t requests = args_count(args, OPT_REQUESTS, made ? SIM_REQUESTS : UINT64_MAX);
    uint64_t step = made ? (requests + SIM_STEPS - 1) / SIM_STEPS : SIM_FILE_STEP;
    *out = (struct sim_options){
        .made = made,
        .integers = args_has(args, OPT_U64),
        .zipf = zipf ? zipf->number : 1,
        .keys = args_count(args, OPT_SYNTHETIC, SIM_KEYS),
        .requests = requests,
        .seed = args_count(args, OPT_SEED, 1),
        .step = args_count(args, OPT_STEP, step),
        .hold = args_count(args, OPT_HOLD, sim_hold(nodes)),
        .cache = args_count(args, OPT_CACHE, 0),
        .spread = args_count(args, OPT_SPREAD, 0),
        .bound = bound ? bound->number : 0,
    };
    const char *conflict = sim_conflict(args, out);
    if (conflict)
        say_error("%s", conflict);
    return !conflict;
}

/* ---- the run --------------------------------------------------------------------------------- */

enum { SIM_WORLDS = 3, SIM_CHANGING = 2 }; /* how many there may be; those that see the changes */

/* NULL: this one is not asked for. */
static struct sim_world *sim_world(const struct sim *sim, size_t i)
{
    return i == 0 ? sim->world : i == 1 ? sim->plain : sim->calm;
}

/* Applies the changes up to this request, all that come at one time together. */
static bool sim_change(struct sim *sim, berth_nodes *nodes, size_t *next, uint64_t at)
{
    struct sim_schedule *schedule = &sim->schedule;
    berth_error error;
    while (*next < schedule->count && schedule->changes[*next].at <= at) {
        struct sim_change *first = &schedule->changes[*next];
        for (; *next < schedule->count && schedule->changes[*next].at == first->at; ++*next) {
            schedule->changes[*next].came = true;
            if (schedule_apply(&schedule->changes[*next], nodes, &error) < 0) {
                say_at(schedule->path, schedule->changes[*next].line, "%s", error.text);
                return false;
            }
        }
        struct sim_effect plain;
        for (size_t i = 0; i < SIM_CHANGING; i++) {
            struct sim_world *world = sim_world(sim, i);
            if (world && world_change(world, nodes, i == 0 ? &first->effect : &plain, &error) < 0) {
                say_at(schedule->path, first->line, "%s", error.text);
                return false;
            }
        }
    }
    return true;
}

static bool sim_begin_step(struct sim *sim)
{
    if (sim->world->step_count == SIM_STEPS_MAX) {
        say_error("there are more than %d steps: give a larger --step than %llu", SIM_STEPS_MAX,
                  (unsigned long long)sim->options.step);
        return false;
    }
    for (size_t i = 0; i < SIM_WORLDS; i++)
        if (sim_world(sim, i))
            world_begin_step(sim_world(sim, i));
    return true;
}

static void sim_end_step(struct sim *sim)
{
    for (size_t i = 0; i < SIM_WORLDS; i++)
        if (sim_world(sim, i))
            world_end_step(sim_world(sim, i));
}

static bool sim_serve_all(struct sim *sim, struct sim_stream *stream, berth_nodes *nodes)
{
    struct sim_request request;
    struct progress progress;
    size_t next = 0;
    uint64_t served = 0;
    bool good = true;
    progress_begin(&progress, false);
    while (good && stream_next(stream, &request)) {
        if (served % sim->options.step == 0) {
            if (served > 0)
                sim_end_step(sim);
            good = sim_begin_step(sim);
        }
        good = good && sim_change(sim, nodes, &next, served);
        for (size_t i = 0; good && i < SIM_WORLDS; i++)
            if (sim_world(sim, i))
                world_serve(sim_world(sim, i), &request);
        if (++served % KEYS_BATCH == 0)
            progress_tick(&progress, served);
    }
    progress_end(&progress);
    if (good && served > 0)
        sim_end_step(sim);
    return good && !stream_failed(stream);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void sim_limits(struct sim *sim, const struct run *run)
{
    const struct given *limit = args_find(&run->args, OPT_MAX_PEAK);
    struct sim_total total = world_total(sim->world);
    if (total.lost > 0)
        limits_add(&sim->limits, true,
                   memory_text("%s of %s found no node that could serve them",
                               figure_count(total.lost).text,
                               figure_requests(total.requests).text));
    if (limit)
        limits_add(&sim->limits, total.peak > limit->number,
                   memory_text("the peak is %.3f in step %zu, at most %s is allowed (--max-peak)",
                               total.peak, total.peak_step + 1, limit->text));
}

static enum answer sim_report(struct sim *sim, struct run *run)
{
    sim_limits(sim, run);
    if (run->args.format == FORMAT_JSON)
        sim_print_json(sim, &run->out);
    else if (run->args.format == FORMAT_CSV)
        sim_print_csv(sim, &run->out);
    else
        sim_print(sim, run);
    if (args_has(&run->args, OPT_SVG) && !sim_draw(sim, &run->args))
        return ANSWER_TROUBLE;
    if (run->args.format == FORMAT_CSV)
        limits_say(&sim->limits);
    return sim->limits.failed ? ANSWER_NO : ANSWER_YES;
}

static void sim_warn_late(const struct sim *sim)
{
    for (size_t i = 0; i < sim->schedule.count; i++) {
        const struct sim_change *change = &sim->schedule.changes[i];
        if (!change->came) {
            say_warning("%s:%llu: there were only %llu requests: this change never came",
                        sim->schedule.path, (unsigned long long)change->line,
                        (unsigned long long)sim->world->served);
            return;
        }
    }
}

/* False after saying what is wrong. */
static bool sim_open_worlds(struct sim *sim, const char *spec, const berth_nodes *nodes)
{
    const struct sim_options *options = &sim->options;
    bool ruled = options->bound > 0 || options->spread > 1, changes = sim->schedule.count > 0;
    sim->world = world_new(options, spec, nodes, false);
    if (sim->world && ruled)
        sim->plain = world_new(options, spec, nodes, true);
    if (sim->world && changes)
        sim->calm = world_new(options, spec, nodes, false);
    return sim->world && (sim->plain || !ruled) && (sim->calm || !changes);
}

static enum answer sim_of_map(struct run *run, const berth_map *map, berth_nodes *nodes)
{
    struct sim sim = {0};
    enum answer answer = ANSWER_TROUBLE;
    struct sim_stream *stream = NULL;
    bool drawn = args_has(&run->args, OPT_SVG);
    if (sim_options(run, berth_map_count(map), &sim.options) &&
        (!drawn || out_file_may(&run->args, OPT_SVG)) &&
        schedule_read(&sim.schedule, args_text(&run->args, OPT_SCHEDULE), nodes,
                      sim.options.step) &&
        (stream = stream_open(run, &sim.options)) &&
        sim_open_worlds(&sim, berth_map_spec(map), nodes) && sim_serve_all(&sim, stream, nodes)) {
        sim_warn_late(&sim);
        no_owner_space(&sim.limits, map, "");
        warn_about_bound(map, sim.options.bound, fleet_live(sim.world->fleet));
        answer = sim_report(&sim, run);
    }
    stream_close(stream);
    for (size_t i = 0; i < SIM_WORLDS; i++)
        world_free(sim_world(&sim, i));
    schedule_free(&sim.schedule);
    limits_free(&sim.limits);
    return answer;
}

static enum answer simulate_run(struct run *run)
{
    struct membership nodes;
    enum answer answer = ANSWER_TROUBLE;
    if (maps_nodes(run, &nodes)) {
        berth_map *map = maps_build(args_text(&run->args, OPT_SPEC), &nodes);
        if (map && !maps_without_owner(map, nodes.where)) {
            warn_about_scheme(map);
            answer = sim_of_map(run, map, nodes.nodes);
        }
        berth_map_free(map);
    }
    berth_nodes_free(nodes.nodes);
    return answer;
}

const struct command cmd_simulate = {
    .name = "simulate",
    .summary = "load, moved keys and cache misses while nodes change",
    .usage = "[-a SPEC] -n NODES [--schedule FILE] [KEY...]",
    .about =
        "Sends requests to the nodes and changes the nodes on the way; prints for each step what "
        "every node served, the peak, which keys moved, and what caches missed. Requests are the "
        "keys of -k FILE in their order, or made-up keys drawn by Zipf's law.\n"
        "The schedule has lines such as \"at 100000 down cache-3\" (before request 100,000) or "
        "\"at step 3 add cache-9 weight=2\"; changes are down, up, drain, add, remove and weight "
        "(\"at 5000 weight cache-2 2.5\"). A node that goes down, is removed or gets weight 0 "
        "loses its cache and the requests in flight; a node that drains keeps both and gets no new "
        "ones.\n"
        "With --bound no node has more in flight than that many times its fair share; keys that "
        "find their node full go on along their ranking. With --spread each hot key is served by "
        "the less loaded of two of its first N nodes. The last lines say what either costs.",
    .examples = "  berth simulate -n 'cache-[1-8]' --schedule changes.txt --cache 5000\n"
                "  berth simulate -n nodes.txt -k log.txt --bound 1.25 --svg load.svg\n"
                "  berth simulate -a ring:points=160 -n nodes.txt --zipf 1.2 --spread 3\n",
    .options = OPTIONS_NODES | OPTIONS_KEYS | OPTION(ZIPF) | OPTION(REQUESTS) | OPTION(SEED) |
               OPTION(SCHEDULE) | OPTION(STEP) | OPTION(BOUND) | OPTION(HOLD) | OPTION(SPREAD) |
               OPTION(CACHE) | OPTION(SVG) | OPTION(MAX_PEAK) | OPTION(ALL),
    .formats = FORMAT_TEXT | FORMAT_JSON | FORMAT_CSV | FORMAT_MD,
    .run = simulate_run,
};
