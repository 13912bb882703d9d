/* SPDX-License-Identifier: MIT */
/* simulate_world.c - nodes that serve, carry and remember, counted step by step */
#include <math.h>
#include <stdlib.h>

#include "show/names.h"
#include "simulate/simulate.h"

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Numbers for the names of a map's nodes, and a node of the world for each new one. */
static void world_meet(struct sim_world *world, const berth_map *map)
{
    const size_t n = berth_map_count(map);
    world->node_of = memory_more(world->node_of, n, sizeof *world->node_of);
    uint32_t *listed = names_order(map);
    for (uint32_t i = 0; i < n; i++) {
        const char *name = berth_map_name(map, listed[i]);
        world->node_of[listed[i]] = intern_number(&world->names, name, strlen(name));
    }
    free(listed);
    world->nodes = memory_more(world->nodes, world->names.count, sizeof *world->nodes);
    for (; world->node_count < world->names.count; world->node_count++) {
        struct sim_node *node = &world->nodes[world->node_count];
        *node = (struct sim_node){.name = world->names.items[world->node_count].data};
        if (world->options->cache > 0)
            node->cache = cache_new(world->options->cache);
    }
}

static void world_give(struct sim_world *world, struct fleet_ticket *ticket)
{
    if (ticket->node == BERTH_NONE)
        return;
    world->nodes[ticket->node].in_flight--;
    fleet_give(world->fleet, ticket);
}

/* Nodes that went down or away, or weigh nothing now: requests that they held fail, and what they
 * remembered is gone. */
static void world_lose(struct sim_world *world, const bool *there, struct sim_effect *effect)
{
    for (uint64_t i = 0; i < world->room; i++) {
        const uint32_t node = world->ring[i].node;
        if (node == BERTH_NONE || there[node])
            continue;
        world_give(world, &world->ring[i]);
        effect->failed++;
    }
    for (uint32_t i = 0; i < world->node_count; i++)
        if (world->nodes[i].there && !there[i])
            effect->forgotten += cache_empty(world->nodes[i].cache);
}

/* What every node's part of the load is to be, as multiples of the least; returns their sum. */
static double world_parts(const struct sim_world *world, const berth_map *map, double *part,
                          bool *there)
{
    struct berth_node of;
    double parts = 0, least = 1;
    const size_t n = berth_map_count(map);
    double *fair = memory_new(n, sizeof *fair);
    berth_map_fair(map, fair);
    for (size_t i = 0; i < n; i++)
        least = fair[i] > 0 && fair[i] < least ? fair[i] : least;
    for (uint32_t i = 0; i < n && berth_map_node(map, i, &of); i++) {
        const uint32_t at = world->node_of[i];
        there[at] = of.state != BERTH_DOWN && of.weight > 0;
        if (there[at] && of.state == BERTH_UP)
            part[at] = fair[i] / least; /* exactly 1 where all are equal */
        parts += part[at];
    }
    free(fair);
    return parts;
}

/* Takes over names, weights and states from the fleet's map. */
static void world_list_nodes(struct sim_world *world, struct sim_effect *effect)
{
    const berth_map *map = fleet_map(world->fleet);
    world_meet(world, map);
    double *part = memory_new(world->node_count, sizeof *part);
    bool *there = memory_new(world->node_count, sizeof *there);
    const double parts = world_parts(world, map, part, there);
    world_lose(world, there, effect);
    world->up = 0;
    for (uint32_t i = 0; i < world->node_count; i++) {
        struct sim_node *node = &world->nodes[i];
        node->there = there[i];
        node->part = part[i] > 0 ? part[i] / parts : 0;
        world->up += node->part > 0;
    }
    free(there);
    free(part);
}

/* ---- the world ------------------------------------------------------------------------------- */

struct sim_world *world_new(const struct sim_options *options, const char *spec,
                            const berth_nodes *nodes, bool plain)
{
    berth_error error;
    struct fleet *fleet = fleet_new(options, spec, nodes, plain, &error);
    if (!fleet) {
        say_library(NULL, &error);
        return NULL;
    }
    struct sim_world *world = memory_new(1, sizeof *world);
    world->options = options;
    world->fleet = fleet;
    world->room = options->requests < options->hold ? options->requests : options->hold;
    world->ring = memory_new(world->room, sizeof *world->ring);
    for (uint64_t i = 0; i < world->room; i++)
        world->ring[i].node = BERTH_NONE;
    world_list_nodes(world, &(struct sim_effect){0});
    return world;
}

void world_free(struct sim_world *world)
{
    if (!world)
        return;
    for (size_t i = 0; i < world->node_count; i++)
        cache_free(world->nodes[i].cache);
    for (size_t i = 0; i < world->step_count; i++)
        free(world->steps[i].cells);
    for (uint64_t i = 0; i < world->room; i++)
        world_give(world, &world->ring[i]);
    fleet_free(world->fleet);
    intern_free(&world->names);
    free(world->nodes);
    free(world->node_of);
    free(world->ring);
    free(world->steps);
    free(world);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static struct sim_step *world_step(const struct sim_world *world)
{
    return &world->steps[world->step_count - 1];
}

void world_begin_step(struct sim_world *world)
{
    world->steps = memory_more(world->steps, world->step_count + 1, sizeof *world->steps);
    world->steps[world->step_count++] = (struct sim_step){.first = world->served};
    for (size_t i = 0; i < world->node_count; i++)
        world->nodes[i].now = (struct sim_cell){.in_flight = world->nodes[i].in_flight};
}

/* Spreads the requests since the last change over the nodes by weight: what would be fair. */
static void world_account(struct sim_world *world)
{
    for (size_t i = 0; i < world->node_count; i++)
        world->nodes[i].now.fair += (double)world->span * world->nodes[i].part;
    world->span = 0;
}

void world_end_step(struct sim_world *world)
{
    struct sim_step *step = world_step(world);
    world_account(world);
    step->up = (uint32_t)world->up;
    step->cell_count = world->node_count;
    step->cells = memory_new(world->node_count, sizeof *step->cells);
    for (uint32_t i = 0; i < world->node_count; i++) {
        step->cells[i] = world->nodes[i].now;
        double peak = sim_ratio(&step->cells[i]);
        step->small += step->cells[i].fair > 0 && step->cells[i].fair < 1;
        if (peak > step->peak) {
            step->peak = peak;
            step->peak_at = i;
        }
    }
}

double sim_ratio(const struct sim_cell *cell)
{
    return cell->fair >= 1 ? (double)cell->load / cell->fair : 0;
}

/* ---- requests -------------------------------------------------------------------------------- */

static void world_carry(struct sim_world *world, uint32_t at)
{
    struct sim_step *step = world_step(world);
    struct sim_node *node = &world->nodes[at];
    node->in_flight++;
    if (node->in_flight > node->now.in_flight)
        node->now.in_flight = node->in_flight;
    double ratio = (double)node->in_flight / ((double)world->options->hold * node->part);
    if (world->served >= world->options->hold && ratio > step->flight_peak)
        step->flight_peak = ratio;
}

void world_serve(struct sim_world *world, const struct sim_request *request)
{
    struct sim_step *step = world_step(world);
    struct fleet_ticket *ticket = &world->ring[world->served % world->room];
    world_give(world, ticket); /* the request that began `hold` requests ago is done */
    *ticket = fleet_take(world->fleet, world, request);
    step->requests++;
    world->span++;
    if (ticket->node == BERTH_NONE) {
        step->lost++;
    } else {
        struct sim_node *node = &world->nodes[ticket->node];
        world_carry(world, ticket->node);
        node->now.load++;
        step->past_owner += ticket->past_owner;
        if (node->cache && !cache_touch(node->cache, request->hash)) {
            node->now.misses++;
            step->misses++;
        }
    }
    world->served++;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* The nodes of one key of the sample. */
struct sim_home {
    uint32_t answer, owner; /* berth_map_route, berth_map_place */
};

static uint32_t world_known(const struct sim_world *world, uint32_t index)
{
    return index != BERTH_NONE ? world->node_of[index] : BERTH_NONE;
}

static void world_homes(const struct sim_world *world, uint64_t n, struct sim_home *homes)
{
    char text[SIM_KEY_MAX];
    struct sim_request request;
    const berth_map *map = fleet_map(world->fleet);
    for (uint64_t i = 0; i < n; i++) {
        stream_key(world->options, i, text, &request);
        homes[i].answer = world_known(world, fleet_answer(map, &request));
        homes[i].owner = world_known(world, fleet_owner(map, &request));
    }
}

static void effect_add(struct sim_effect *into, const struct sim_effect *effect)
{
    into->moved += effect->moved;
    into->diverted += effect->diverted;
    into->failed += effect->failed;
    into->forgotten += effect->forgotten;
}

int world_change(struct sim_world *world, const berth_nodes *nodes, struct sim_effect *effect,
                 berth_error *error)
{
    uint64_t n = sim_sample(world->options), moved = 0, diverted = 0;
    struct sim_home *before = memory_new(n, sizeof *before), *after = memory_new(n, sizeof *after);
    *effect = (struct sim_effect){0};
    world_account(world);
    world_homes(world, n, before);
    int code = fleet_change(world->fleet, nodes, error);
    if (code >= 0) {
        world_list_nodes(world, effect);
        world_homes(world, n, after);
        for (uint64_t i = 0; i < n; i++) {
            moved += before[i].answer != after[i].answer && before[i].answer != after[i].owner;
            diverted += before[i].owner != after[i].owner;
        }
        effect->moved = (double)moved / (double)n;
        effect->diverted = (double)diverted / (double)n;
        effect_add(&world_step(world)->effect, effect);
    }
    free(before);
    free(after);
    return code;
}

/* ---- sums ------------------------------------------------------------------------------------ */

uint64_t sim_sample(const struct sim_options *options)
{
    return options->made && options->keys < SIM_SAMPLE ? options->keys : SIM_SAMPLE;
}

struct sim_total world_total(const struct sim_world *world)
{
    struct sim_total total = {0};
    for (size_t s = 0; s < world->step_count; s++) {
        const struct sim_step *step = &world->steps[s];
        total.requests += step->requests;
        total.misses += step->misses;
        total.past_owner += step->past_owner;
        total.lost += step->lost;
        total.small = step->small > total.small ? step->small : total.small;
        effect_add(&total.effect, &step->effect);
        if (step->peak > total.peak) {
            total.peak = step->peak;
            total.peak_at = step->peak_at;
            total.peak_step = s;
        }
        if (step->flight_peak > total.flight_peak)
            total.flight_peak = step->flight_peak;
    }
    return total;
}
