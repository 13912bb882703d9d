/* SPDX-License-Identifier: MIT */
/* simulate_fleet.c - which node serves a request, and what each carries
 *
 *   key --> its ranking --> the first node with room             (--bound)
 *   hot key --> two of its first n replicas --> the one that carries less, if it has room
 * (--spread)
 */
#include <math.h>
#include <stdlib.h>

#include "simulate.h"

struct fleet {
    berth_map *map;
    struct sim_hot *hot; /* NULL = hot keys are served like others */
    uint32_t *ranking;
    size_t spread;
    double bound; /* 0 = none */
    uint64_t chance;
};

struct fleet *fleet_new(const struct sim_options *options, const char *spec,
                        const berth_nodes *nodes, bool plain, berth_error *error)
{
    berth_map *map = berth_map_new(spec, nodes, NULL, error);
    if (map == NULL)
        return NULL;
    struct fleet *fleet = memory_new(1, sizeof *fleet);
    fleet->map = map;
    fleet->ranking = memory_new(berth_map_count(map), sizeof *fleet->ranking);
    if (!plain && options->spread > 1) {
        fleet->spread = (size_t)options->spread;
        fleet->hot = hot_new(berth_map_count(map));
    }
    fleet->bound = plain ? 0 : options->bound;
    fleet->chance = options->seed;
    return fleet;
}

void fleet_free(struct fleet *fleet)
{
    if (fleet != NULL) {
        berth_map_free(fleet->map);
        hot_free(fleet->hot);
        free(fleet->ranking);
        free(fleet);
    }
}

int fleet_change(struct fleet *fleet, const berth_nodes *nodes, berth_error *error)
{
    berth_map *next = berth_map_next(fleet->map, nodes, error);
    if (next == NULL)
        return error->code;
    berth_map_free(fleet->map);
    fleet->map = next;
    fleet->ranking = memory_more(fleet->ranking, berth_map_count(next), sizeof *fleet->ranking);
    return 0;
}

const berth_map *fleet_map(const struct fleet *fleet)
{
    return fleet->map;
}

struct sim_hot *fleet_hot(const struct fleet *fleet)
{
    return fleet->hot;
}

/* ---- serving ----------------------------------------------------------------------------------
 */

uint32_t fleet_owner(const berth_map *map, const struct sim_request *request)
{
    return request->integer ? berth_map_route_u64(map, request->number)
                            : berth_map_route(map, request->key.data, request->key.len);
}

static size_t fleet_rank(struct fleet *fleet, const struct sim_request *request, size_t n)
{
    return request->integer ? berth_map_replicas_u64(fleet->map, request->number, fleet->ranking, n)
                            : berth_map_replicas(fleet->map, request->key.data, request->key.len,
                                                 fleet->ranking, n);
}

/* Half open: 0 .. n - 1. */
static size_t fleet_chance(struct fleet *fleet, size_t n)
{
    uint64_t x = fleet->chance += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (size_t)((x >> 32) * n >> 32);
}

static const struct sim_node *fleet_node(const struct sim_world *world, uint32_t index)
{
    return &world->nodes[world->node_of[index]];
}

static bool fleet_has_room(const struct fleet *fleet, const struct sim_world *world, uint32_t index)
{
    const struct sim_node *node = fleet_node(world, index);
    double cap = ceil(fleet->bound * (double)(world->in_flight + 1) * node->part);
    return fleet->bound <= 0 || (double)node->in_flight < fmax(cap, 1);
}

/* The lesser loaded of two of the first n replicas. */
static uint32_t fleet_of_two(struct fleet *fleet, const struct sim_world *world,
                             const struct sim_request *request)
{
    size_t n = fleet_rank(fleet, request, fleet->spread);
    if (n < 2)
        return n == 1 ? fleet->ranking[0] : BERTH_NONE;
    size_t a = fleet_chance(fleet, n), b = fleet_chance(fleet, n - 1);
    b += b >= a;
    const struct sim_node *x = fleet_node(world, fleet->ranking[a]);
    const struct sim_node *y = fleet_node(world, fleet->ranking[b]);
    double load_x = ((double)x->in_flight + 1) / x->part,
           load_y = ((double)y->in_flight + 1) / y->part;
    return fleet->ranking[load_x < load_y || (load_x <= load_y && a < b) ? a : b];
}

/* The first of the ranking that has room. */
static uint32_t fleet_with_room(struct fleet *fleet, const struct sim_world *world,
                                const struct sim_request *request)
{
    enum { FEW = 4 };
    for (size_t want = FEW, from = 0;; from = want, want = berth_map_count(fleet->map)) {
        size_t n = fleet_rank(fleet, request, want);
        for (size_t i = from; i < n; i++)
            if (fleet_has_room(fleet, world, fleet->ranking[i]))
                return fleet->ranking[i];
        if (n < want || want >= berth_map_count(fleet->map))
            return n > 0 ? fleet->ranking[0] : BERTH_NONE;
    }
}

struct fleet_ticket fleet_take(struct fleet *fleet, const struct sim_world *world,
                               const struct sim_request *request)
{
    uint32_t owner = fleet_owner(fleet->map, request), index = owner;
    if (fleet->hot != NULL && hot_see(fleet->hot, request, world->up))
        index = fleet_of_two(fleet, world, request);
    if (index != BERTH_NONE && !fleet_has_room(fleet, world, index))
        index = fleet_with_room(fleet, world, request);
    if (index == BERTH_NONE)
        return (struct fleet_ticket){.node = BERTH_NONE};
    uint32_t node = world->node_of[index];
    return (struct fleet_ticket){
        .node = node, .epoch = world->nodes[node].epoch, .past_owner = index != owner};
}
