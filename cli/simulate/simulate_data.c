/* SPDX-License-Identifier: MIT */
/* simulate_data.c - a simulation as JSON, and as CSV: one row for each node in each step */
#include <stdio.h>

#include "show/json_out.h"
#include "simulate/simulate.h"

/* ---- CSV ------------------------------------------------------------------------------------- */

static bool data_there(const struct sim_cell *cell)
{
    return cell->fair > 0 || cell->load > 0 || cell->in_flight > 0;
}

void sim_print_csv(const struct sim *sim, struct out *out)
{
    const struct sim_world *world = sim->world;
    out_format(out, "step,first,node,fair,load%s,in_flight\n",
               sim->options.cache > 0 ? ",misses" : "");
    for (size_t s = 0; s < world->step_count; s++) {
        const struct sim_step *step = &world->steps[s];
        for (size_t i = 0; i < step->cell_count; i++) {
            const struct sim_cell *cell = &step->cells[i];
            if (!data_there(cell))
                continue;
            out_format(out, "%zu,%llu,", s + 1, (unsigned long long)step->first);
            out_csv(out, world->nodes[i].name, strlen(world->nodes[i].name));
            out_format(out, ",%.12g,%llu", cell->fair, (unsigned long long)cell->load);
            if (sim->options.cache > 0)
                out_format(out, ",%llu", (unsigned long long)cell->misses);
            out_format(out, ",%llu\n", (unsigned long long)cell->in_flight);
        }
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void data_number(json_t *into, const char *name, uint64_t number)
{
    json_object_set_new(into, name, json_integer((json_int_t)number));
}

static json_t *data_stream(const struct sim *sim)
{
    const struct sim_options *o = &sim->options;
    json_t *json = json_object();
    data_number(json, "requests", sim->world->served);
    if (o->made) {
        data_number(json, "keys", o->keys);
        json_object_set_new(json, "zipf", json_real(o->zipf));
        data_number(json, "seed", o->seed);
    }
    data_number(json, "step", o->step);
    data_number(json, "hold", o->hold);
    if (o->cache > 0)
        data_number(json, "cache", o->cache);
    if (o->bound > 0)
        json_object_set_new(json, "bound", json_real(o->bound));
    if (o->spread > 1)
        data_number(json, "spread", o->spread);
    return json;
}

static void data_effect(json_t *into, const struct sim_effect *effect,
                        const struct sim_options *options)
{
    json_object_set_new(into, "moved", json_real(effect->moved));
    json_object_set_new(into, "diverted", json_real(effect->diverted));
    data_number(into, "failed", effect->failed);
    if (options->cache > 0)
        data_number(into, "forgotten", effect->forgotten);
}

static json_t *data_cells(const struct sim_world *world, const struct sim_step *step)
{
    json_t *list = json_array();
    for (size_t i = 0; i < step->cell_count; i++) {
        const struct sim_cell *cell = &step->cells[i];
        if (!data_there(cell))
            continue;
        json_t *row =
            json_pack("{s:o, s:f, s:I, s:f}", "name", json_out_string(world->nodes[i].name), "fair",
                      cell->fair, "load", (json_int_t)cell->load, "ratio", sim_ratio(cell));
        if (world->options->cache > 0)
            data_number(row, "misses", cell->misses);
        data_number(row, "in_flight", cell->in_flight);
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *data_steps(const struct sim_world *world)
{
    json_t *list = json_array();
    for (size_t s = 0; s < world->step_count; s++) {
        const struct sim_step *step = &world->steps[s];
        json_t *row = json_object();
        data_number(row, "step", s + 1);
        data_number(row, "first", step->first);
        data_number(row, "requests", step->requests);
        data_number(row, "up", step->up);
        json_object_set_new(row, "peak", json_real(step->peak));
        json_object_set_new(row, "flight_peak", json_real(step->flight_peak));
        data_effect(row, &step->effect, world->options);
        data_number(row, "left_out", step->small);
        data_number(row, "past_owner", step->past_owner);
        data_number(row, "lost", step->lost);
        if (world->options->cache > 0)
            data_number(row, "misses", step->misses);
        json_object_set_new(row, "nodes", data_cells(world, step));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *data_changes(const struct sim_schedule *schedule, const struct sim_options *options)
{
    json_t *list = json_array();
    for (size_t i = 0; i < schedule->count; i++) {
        const struct sim_change *change = &schedule->changes[i];
        json_t *row = json_pack("{s:I, s:I, s:o, s:b}", "line", (json_int_t)change->line, "before",
                                (json_int_t)change->at, "change", json_out_string(change->text),
                                "came", change->came);
        if (change->came && (i == 0 || change[-1].at != change->at))
            data_effect(row, &change->effect, options);
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *data_total(const struct sim_world *world)
{
    struct sim_total total = world_total(world);
    json_t *json =
        json_pack("{s:f, s:f, s:I, s:I}", "peak", total.peak, "flight_peak", total.flight_peak,
                  "past_owner", (json_int_t)total.past_owner, "lost", (json_int_t)total.lost);
    data_effect(json, &total.effect, world->options);
    data_number(json, "left_out", total.small);
    if (world->options->cache > 0)
        data_number(json, "misses", total.misses);
    return json;
}

static json_t *data_hot(const struct sim *sim)
{
    struct sim_hot *hot = fleet_hot(sim->world->fleet);
    struct hot_key key;
    json_t *list = json_array();
    for (size_t i = 0; hot_at(hot, i, sim->world->up, &key); i++) {
        json_t *row = json_object();
        json_out_set_key(row, key.key);
        data_number(row, "count", key.count);
        data_number(row, "error", key.error);
        json_array_append_new(list, row);
    }
    return list;
}

void sim_print_json(const struct sim *sim, struct out *out)
{
    json_t *json =
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "format", "berth.simulate/1", "spec",
                  json_out_string(berth_map_spec(fleet_map(sim->world->fleet))), "stream",
                  data_stream(sim), "changes", data_changes(&sim->schedule, &sim->options), "steps",
                  data_steps(sim->world), "total", data_total(sim->world));
    if (fleet_hot(sim->world->fleet))
        json_object_set_new(json, "hot_keys", data_hot(sim));
    if (sim->calm)
        json_object_set_new(json, "without_changes", data_total(sim->calm));
    if (sim->plain)
        json_object_set_new(json, "without", data_total(sim->plain));
    limits_json(&sim->limits, json);
    json_out_document(out, json);
}
