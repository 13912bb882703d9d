/* SPDX-License-Identifier: MIT */
/* simulate_fleet.c - which node serves a request: a live map, with its bound on load
 *
 *   key --> its ranking --> the first node with room                              (--bound)
 *   hot key --> two of its first n nodes --> the less loaded with room (--spread)
 *
 * What a program would do that routes by berth: one thread, one reader, take and give. */
#include <stdlib.h>

#include "simulate/simulate.h"

struct fleet {
    berth_live *live;
    berth_reader *reader;
    const berth_map *map; /* the current version */
    struct sim_hot *hot;  /* NULL = hot keys are served like others */
    size_t spread;
};

/* ---- life ------------------------------------------------------------------------------------ */

static int fleet_bind(struct fleet *fleet, const struct sim_options *options, berth_error *error)
{
    struct berth_scheme_info scheme;
    berth_map_scheme(fleet->map, &scheme);
    if (options->spread > 1) {
        if (options->integers && (scheme.promises & BERTH_RAW_KEYS) != 0) {
            *error =
                (berth_error){.code = BERTH_E_UNSUPPORTED,
                              .text = "--spread: this scheme does not hash integer keys, whose "
                                      "replicas cannot be taken"};
            return error->code;
        }
        fleet->spread = (size_t)options->spread;
        fleet->hot = hot_new(berth_map_count(fleet->map));
    }
    /* without --bound: the scheme's own, for presets that have one */
    return options->bound > 0 ? berth_live_set_bound(fleet->live, options->bound, error) : 0;
}

struct fleet *fleet_new(const struct sim_options *options, const char *spec,
                        const berth_nodes *nodes, bool plain, berth_error *error)
{
    struct fleet *fleet = memory_new(1, sizeof *fleet);
    fleet->live = berth_live_new(spec, nodes, NULL, error);
    if (fleet->live) {
        fleet->reader = berth_reader_new(fleet->live, error);
        fleet->map = berth_live_acquire(fleet->live);
        if (plain)
            berth_live_set_bound(fleet->live, 0, NULL);
        if (fleet->reader && (plain || fleet_bind(fleet, options, error) >= 0))
            return fleet;
    }
    fleet_free(fleet);
    return NULL;
}

void fleet_free(struct fleet *fleet)
{
    if (!fleet)
        return;
    hot_free(fleet->hot);
    if (fleet->map)
        berth_live_release(fleet->live, fleet->map);
    berth_reader_free(fleet->reader);
    berth_live_free(fleet->live);
    free(fleet);
}

int fleet_change(struct fleet *fleet, const berth_nodes *nodes, berth_error *error)
{
    int code = berth_live_apply(fleet->live, nodes, 0, error);
    berth_live_release(fleet->live, fleet->map);
    fleet->map = berth_live_acquire(fleet->live);
    return code;
}

const berth_map *fleet_map(const struct fleet *fleet)
{
    return fleet->map;
}

berth_live *fleet_live(const struct fleet *fleet)
{
    return fleet->live;
}

struct sim_hot *fleet_hot(const struct fleet *fleet)
{
    return fleet->hot;
}

/* ---- serving --------------------------------------------------------------------------------- */

uint32_t fleet_owner(const berth_map *map, const struct sim_request *request)
{
    return request->integer ? berth_map_place_u64(map, request->number)
                            : berth_map_place(map, request->key.data, request->key.len);
}

uint32_t fleet_answer(const berth_map *map, const struct sim_request *request)
{
    return request->integer ? berth_map_route_u64(map, request->number)
                            : berth_map_route(map, request->key.data, request->key.len);
}

static int fleet_take_spread(struct fleet *fleet, const struct sim_request *request,
                             struct berth_ticket *out)
{
    unsigned char bytes[8]; /* an integer is hashed as its bytes, the lowest first */
    struct berth_key key = request->key;
    if (request->integer) {
        for (unsigned i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)(request->number >> 8 * i);
        key = (struct berth_key){bytes, sizeof bytes};
    }
    return berth_reader_take_spread(fleet->reader, key.data, key.len, fleet->spread, out);
}

struct fleet_ticket fleet_take(struct fleet *fleet, const struct sim_world *world,
                               const struct sim_request *request)
{
    struct fleet_ticket ticket = {.node = BERTH_NONE};
    int index =
        fleet->hot && hot_see(fleet->hot, request, world->up)
            ? fleet_take_spread(fleet, request, &ticket.place)
        : request->integer
            ? berth_reader_take_u64(fleet->reader, request->number, &ticket.place)
            : berth_reader_take(fleet->reader, request->key.data, request->key.len, &ticket.place);
    if (index >= 0) {
        ticket.node = world->node_of[index];
        ticket.past_owner = (uint32_t)index != fleet_owner(fleet->map, request);
    }
    return ticket;
}

void fleet_give(struct fleet *fleet, struct fleet_ticket *ticket)
{
    berth_live_give(fleet->live, &ticket->place);
    ticket->node = BERTH_NONE;
}
