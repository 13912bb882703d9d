/* SPDX-License-Identifier: MIT */
/* simulate_print.c - a simulation as tables: steps, changes, nodes by steps; and what it cost */
#include <stdio.h>
#include <stdlib.h>

#include "show/figures.h"
#include "frame/command.h"
#include "simulate/simulate.h"
#include "show/table.h"

enum { PRINT_STEPS_A_TABLE = 8, PRINT_NODES_MOST = 40, PRINT_HOT_MOST = 3, PRINT_KEY = 30 };

static void print_table(struct table *table)
{
    struct run *run = table->run;
    table_close(table);
    out_char(&run->out, '\n');
}

static void print_ratio(struct table *table, const char *title, double ratio)
{
    table_ratio(table, title, ratio > 0 ? ratio : TABLE_NONE, 2);
}

static double print_part(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

/* ---- what is simulated ----------------------------------------------------------------------- */

static void print_title(const struct sim *sim, struct run *run)
{
    const struct sim_options *o = &sim->options;
    struct out *out = &run->out;
    const berth_map *map = fleet_map(sim->world->fleet);
    char keys[120] = "of the keys given";
    if (o->made)
        snprintf(keys, sizeof keys, "for %s, Zipf %g, seed %llu", figure_keys(o->keys).text,
                 o->zipf, (unsigned long long)o->seed);
    const bool md = run->args.format == FORMAT_MD;
    if (!md)
        limits_print(&sim->limits, out, false);
    out_format(out, "%s%s: %s %s\n", md ? "### " : "", berth_map_spec(map),
               figure_requests(sim->world->served).text, keys);
    if (md) {
        out_char(out, '\n');
        limits_print(&sim->limits, out, true);
    }
    out_format(out, "%s at a time", figure_count(o->hold).text);
    if (o->bound > 0)
        out_format(out, "; bound %g", o->bound);
    if (o->spread > 1)
        out_format(out, "; hot keys on 2 of their first %llu nodes", (unsigned long long)o->spread);
    if (o->cache > 0)
        out_format(out, "; caches of %s", figure_keys(o->cache).text);
    out_text(out, "\n\n");
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Draining nodes keep their keys, and get no new requests. */
static bool print_diverts(const struct sim *sim)
{
    for (size_t s = 0; s < sim->world->step_count; s++)
        if (sim->world->steps[s].effect.diverted != sim->world->steps[s].effect.moved)
            return true;
    return false;
}

static void print_moved(struct table *table, const struct sim *sim, const struct sim_effect *effect)
{
    table_percent(table, "MOVED", effect->moved > 0 ? effect->moved : TABLE_NONE, 2);
    if (print_diverts(sim))
        table_percent(table, "DIVERTED", effect->diverted > 0 ? effect->diverted : TABLE_NONE, 2);
}

static void print_steps(const struct sim *sim, struct run *run)
{
    const struct sim_world *world = sim->world;
    struct table table;
    table_open(&table, run);
    for (size_t s = 0; s < world->step_count; s++) {
        const struct sim_step *step = &world->steps[s];
        table_count(&table, "STEP", s + 1);
        table_count(&table, "REQUESTS", step->requests);
        table_count(&table, "UP", step->up);
        print_ratio(&table, "PEAK", step->peak);
        table_name(&table, "AT", step->peak > 0 ? world->nodes[step->peak_at].name : "-");
        print_ratio(&table, "IN FLIGHT", step->flight_peak);
        print_moved(&table, sim, &step->effect);
        if (sim->options.cache > 0)
            table_percent(&table, "MISSES", print_part(step->misses, step->requests), 2);
        table_row(&table);
    }
    print_table(&table);
}

/* word: what stands there instead; NULL = the figures. */
static void print_effect(struct table *table, const struct sim *sim,
                         const struct sim_effect *effect, const char *word)
{
    const struct sim_effect whole = world_total(sim->world).effect;
    const double diverted = word ? TABLE_NONE : effect->diverted;
    if (word)
        table_number(table, "MOVED", word);
    else
        table_percent(table, "MOVED", effect->moved, 2);
    if (print_diverts(sim))
        table_percent(table, "DIVERTED", diverted, 2);
    if (whole.failed > 0)
        table_number(table, "FAILED", word ? "-" : figure_count(effect->failed).text);
    if (whole.forgotten > 0)
        table_number(table, "FORGOTTEN", word ? "-" : figure_count(effect->forgotten).text);
}

static void print_changes(const struct sim *sim, struct run *run)
{
    struct table table;
    if (sim->schedule.count == 0)
        return;
    table_open(&table, run);
    for (size_t i = 0; i < sim->schedule.count; i++) {
        const struct sim_change *change = &sim->schedule.changes[i];
        table_count(&table, "BEFORE", change->at);
        table_name(&table, "CHANGE", change->text);
        const bool with = i > 0 && change[-1].at == change->at;
        print_effect(&table, sim, &change->effect,
                     !change->came ? "never came"
                     : with        ? "(with it)"
                                   : NULL);
        table_row(&table);
    }
    print_table(&table);
}

static void print_cell(struct table *table, const struct sim_world *world, size_t step, size_t node,
                       bool misses)
{
    char title[24];
    const struct sim_step *of = &world->steps[step];
    const struct sim_cell *cell = node < of->cell_count ? &of->cells[node] : NULL;
    snprintf(title, sizeof title, "%zu", step + 1);
    if (cell && (cell->fair > 0 || cell->load > 0))
        table_count(table, title, misses ? cell->misses : cell->load);
    else
        table_number(table, title, "-");
}

/* What each node served, or missed, in the steps from `from` to `to`. */
static void print_nodes(const struct sim *sim, struct run *run, size_t from, size_t to, bool misses)
{
    const struct sim_world *world = sim->world;
    struct table table;
    size_t shown = world->node_count;
    if (shown > PRINT_NODES_MOST && !args_has(&run->args, OPT_ALL))
        shown = PRINT_NODES_MOST;
    table_open(&table, run);
    for (size_t i = 0; i < shown; i++) {
        table_name(&table, misses ? "MISSED IN STEP" : "SERVED IN STEP", world->nodes[i].name);
        for (size_t s = from; s < to; s++)
            print_cell(&table, world, s, i, misses);
        table_row(&table);
    }
    print_table(&table);
    if (shown < world->node_count)
        out_format(&run->out, "%zu more nodes: --all prints them\n\n", world->node_count - shown);
}

static void print_all_nodes(const struct sim *sim, struct run *run)
{
    size_t steps = sim->world->step_count;
    if (steps > PRINT_STEPS_A_TABLE && !args_has(&run->args, OPT_ALL)) {
        out_text(&run->out, "--all prints what each node served in each step\n\n");
        return;
    }
    for (size_t from = 0; from < steps; from += PRINT_STEPS_A_TABLE) {
        size_t to = from + PRINT_STEPS_A_TABLE < steps ? from + PRINT_STEPS_A_TABLE : steps;
        print_nodes(sim, run, from, to, false);
        if (sim->options.cache > 0)
            print_nodes(sim, run, from, to, true);
    }
}

/* ---- what it cost ---------------------------------------------------------------------------- */

static void print_sentence(struct run *run, char *sentence)
{
    if (run->args.format == FORMAT_MD)
        out_format(&run->out, "- %s\n", sentence);
    else
        out_wrap(&run->out, sentence, 2, 0);
    free(sentence);
}

static void print_total_effect(const struct sim *sim, struct run *run,
                               const struct sim_effect *effect)
{
    print_sentence(run, memory_text("moved: %s of the keys, all changes together",
                                    figure_percent(effect->moved, 2).text));
    if (print_diverts(sim))
        print_sentence(run, memory_text("diverted: %s of the keys send new requests elsewhere; "
                                        "where a node drains, they do not move",
                                        figure_percent(effect->diverted, 2).text));
    if (effect->failed > 0)
        print_sentence(run,
                       memory_text("failed: %s that were in flight at nodes that went down, left "
                                   "or got weight 0",
                                   figure_requests(effect->failed).text));
    if (effect->forgotten > 0)
        print_sentence(run, memory_text("forgotten: %s in the caches of these nodes",
                                        figure_keys(effect->forgotten).text));
}

static void print_whole(const struct sim *sim, struct run *run)
{
    const struct sim_world *world = sim->world;
    struct sim_total total = world_total(world);
    if (total.peak > 0)
        print_sentence(run, memory_text("peak %s at %s in step %zu", figure_ratio(total.peak).text,
                                        world->nodes[total.peak_at].name, total.peak_step + 1));
    if (total.small > 0)
        print_sentence(run, memory_text("the peak leaves out nodes whose fair part of a step is "
                                        "below one request: up to %s in a step",
                                        figure_nodes(total.small).text));
    if (sim->schedule.count > 0)
        print_total_effect(sim, run, &total.effect);
    if (sim->options.cache > 0)
        print_sentence(
            run, memory_text("misses: %s, %s of all requests", figure_count(total.misses).text,
                             figure_percent(print_part(total.misses, total.requests), 2).text));
    if (total.lost > 0)
        print_sentence(run, memory_text("lost: %s found no node that could serve them",
                                        figure_requests(total.lost).text));
}

/* The same requests without the changes, beside those with them. */
static void print_changes_cost(const struct sim *sim, struct run *run)
{
    if (!sim->calm)
        return;
    struct sim_total with = world_total(sim->world), calm = world_total(sim->calm);
    if (with.peak > 0 && calm.peak > 0)
        print_sentence(run, memory_text("without the changes the peak would be %s",
                                        figure_ratio(calm.peak).text));
    if (sim->options.cache > 0) {
        bool more = with.misses >= calm.misses;
        uint64_t difference = more ? with.misses - calm.misses : calm.misses - with.misses;
        print_sentence(run,
                       memory_text("the changes cost: %s misses%s (%s; without them %s)",
                                   figure_count(difference).text, more ? "" : " fewer",
                                   figure_percent(print_part(with.misses, with.requests), 2).text,
                                   figure_percent(print_part(calm.misses, calm.requests), 2).text));
    }
}

static void print_hot(const struct sim *sim, struct run *run)
{
    struct sim_hot *hot = fleet_hot(sim->world->fleet);
    struct hot_key key;
    char *list = memory_text("hot keys:");
    size_t n = 0;
    for (; hot && hot_at(hot, n, sim->world->up, &key); n++) {
        char name[PRINT_KEY * 4];
        if (n >= PRINT_HOT_MOST)
            continue;
        figure_key(key.key.data, key.key.len, PRINT_KEY, name, sizeof name);
        char *longer =
            memory_text("%s%s %s (%s)", list, n > 0 ? "," : "", name,
                        figure_percent(print_part(key.count - key.error, hot_seen(hot)), 2).text);
        free(list);
        list = longer;
    }
    if (n > PRINT_HOT_MOST)
        print_sentence(run, memory_text("%s and %zu more", list, n - PRINT_HOT_MOST));
    else if (hot)
        print_sentence(run, memory_text("%s", n > 0 ? list : "no key is hot"));
    free(list);
}

/* The same requests without bound and spreading, beside those with them. */
static void print_cost(const struct sim *sim, struct run *run)
{
    if (!sim->plain)
        return;
    struct sim_total with = world_total(sim->world), without = world_total(sim->plain);
    const char *what = sim->options.bound <= 0    ? "spreading"
                       : sim->options.spread <= 1 ? "the bound"
                                                  : "bound and spreading";
    if (with.flight_peak > 0)
        print_sentence(run, memory_text("in flight with %s: at most %s x fair; without: %s", what,
                                        figure_ratio(with.flight_peak).text,
                                        figure_ratio(without.flight_peak).text));
    print_sentence(run, memory_text("peak with %s: %s; without: %s", what,
                                    figure_ratio(with.peak).text, figure_ratio(without.peak).text));
    print_sentence(run,
                   memory_text("it costs: %s of the requests went past their key's owner",
                               figure_percent(print_part(with.past_owner, with.requests), 2).text));
    if (sim->options.cache > 0) {
        bool more = with.misses >= without.misses;
        uint64_t difference = more ? with.misses - without.misses : without.misses - with.misses;
        print_sentence(
            run, memory_text("%s %s misses than without it (%s; without %s)",
                             figure_count(difference).text, more ? "more" : "fewer",
                             figure_percent(print_part(with.misses, with.requests), 2).text,
                             figure_percent(print_part(without.misses, without.requests), 2).text));
    }
}

void sim_print(const struct sim *sim, struct run *run)
{
    print_title(sim, run);
    print_steps(sim, run);
    print_changes(sim, run);
    print_all_nodes(sim, run);
    print_whole(sim, run);
    print_changes_cost(sim, run);
    print_hot(sim, run);
    print_cost(sim, run);
}
