/* SPDX-License-Identifier: MIT */
/* simulate.h - requests, nodes that come and go, and what that does to load and caches
 *
 *   stream    --> request --> world: fleet --> a node --> its cache
 *   schedule  --> change  --> world: nodes, fleet
 *
 * stream     requests: lines of a file, or drawn by Zipf's law
 * schedule   changes of the nodes, each before a given request
 * fleet      which node serves a request: a live map, its bound, hot keys
 * cache      a node's memory of keys, least recently used
 * world      nodes, fleet and caches under one set of rules; counts each step
 * sim        a world as asked for and, to tell what they cost, one without bound and spreading and
 *            one without the changes
 *
 * Memory grows with nodes, steps, cached keys and requests in flight, not with requests. The same
 * options and files give the same figures. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include "show/given_limits.h"
#include "frame/command.h"
#include "judge/hot_keys.h"
#include "read/intern.h"
#include "read/key_reader.h"

enum { SIM_STEPS_MAX = 1000, SIM_SAMPLE = 131072 };

struct sim_options {
    bool made, integers; /* keys are made up; they are integers */
    double zipf;
    uint64_t keys, requests, seed; /* made up; requests: UINT64_MAX = to the file's end */
    uint64_t step, hold;           /* requests */
    uint64_t cache, spread;        /* keys a node; nodes a hot key; 0 = none */
    double bound;                  /* 0 = none */
};

/* ---- stream ---------------------------------------------------------------------------------- */

struct sim_request {
    struct berth_key key; /* as it was given */
    uint64_t number;      /* what is routed, when integer */
    uint64_t hash;        /* of either: its name in caches */
    bool integer;
};

/* Numbers 1..n, each k drawn with a probability as k^-s. */
struct zipf;
struct zipf *zipf_new(uint64_t n, double s, uint64_t seed);
uint64_t zipf_draw(struct zipf *zipf);
void zipf_free(struct zipf *zipf);

struct sim_stream;
/* NULL after saying what is wrong. */
struct sim_stream *stream_open(const struct run *run, const struct sim_options *options);
/* The next request, which lives until the next call; false at the end or on trouble. */
bool stream_next(struct sim_stream *stream, struct sim_request *out);
bool stream_failed(const struct sim_stream *stream);
void stream_close(struct sim_stream *stream);

enum { SIM_KEY_MAX = 32 };
/* The i-th made-up key. text: room for it. */
void stream_key(const struct sim_options *options, uint64_t i, char text[SIM_KEY_MAX],
                struct sim_request *out);

/* ---- schedule -------------------------------------------------------------------------------- */

enum sim_action { SIM_DOWN, SIM_UP, SIM_DRAIN, SIM_ADD, SIM_REMOVE, SIM_WEIGHT };

/* What a change does. */
struct sim_effect {
    double moved;       /* share of the keys that another node answers for, as a plan counts them */
    double diverted;    /* share of the keys whose new requests go elsewhere: berth_map_place */
    uint64_t failed;    /* requests that were in flight at nodes which no longer serve */
    uint64_t forgotten; /* keys that were in the caches of these nodes */
};

struct sim_change {
    uint64_t at;   /* before this request, from 0 */
    uint64_t line; /* of the file */
    enum sim_action action;
    char *text;        /* as people read it: "weight cache-1 2" */
    berth_nodes *node; /* the one node it is about */
    bool came;
    struct sim_effect effect; /* filled in when it has come, for all changes of one time together */
};

struct sim_schedule {
    struct sim_change *changes; /* in the order of time */
    size_t count;
    const char *path; /* NULL = none */
};

/* Reads a file and tries every change on a copy of the nodes. False after saying what is wrong. */
bool schedule_read(struct sim_schedule *out, const char *path, const berth_nodes *nodes,
                   uint64_t step);
void schedule_free(struct sim_schedule *schedule);
int schedule_apply(const struct sim_change *change, berth_nodes *nodes, berth_error *error);

/* ---- cache ----------------------------------------------------------------------------------- */

struct cache;
struct cache *cache_new(uint64_t keys);
void cache_free(struct cache *cache);
/* Returns how many keys it held. */
uint64_t cache_empty(struct cache *cache);
/* Returns whether the cache held the key, and puts it in; a full cache evicts the least recently
 * used key. */
bool cache_touch(struct cache *cache, uint64_t hash);

/* ---- hot keys -------------------------------------------------------------------------------- */

struct sim_hot;
struct sim_hot *hot_new(size_t nodes);
void hot_free(struct sim_hot *hot);
/* Counts the key and returns whether it is hot for that number of nodes. */
bool hot_see(struct sim_hot *hot, const struct sim_request *request, size_t nodes);
/* The i-th hot key, heaviest first; false past the end. */
bool hot_at(struct sim_hot *hot, size_t i, size_t nodes, struct hot_key *out);
uint64_t hot_seen(const struct sim_hot *hot);

/* ---- worlds ---------------------------------------------------------------------------------- */

/* One node in one step. */
struct sim_cell {
    double fair;                      /* requests that its weight asks for while it was up */
    uint64_t load, misses, in_flight; /* in_flight: the most at a time */
};

struct sim_step {
    uint64_t first, requests, misses, past_owner, lost; /* lost: no node could serve */
    double peak, flight_peak;
    struct sim_effect effect; /* of the changes in it, added up */
    uint32_t peak_at, up;     /* peak_at: the node; up: nodes at the end */
    uint32_t small;           /* nodes left out of the peak: see sim_ratio */
    struct sim_cell *cells;   /* of the nodes known by then */
    size_t cell_count;
};

struct sim_node {
    const char *name;
    double part; /* of the load that its weight asks for; 0 = the node is not up */
    bool there;  /* the node is neither down nor gone; a node that drains is there */
    uint64_t in_flight;
    struct sim_cell now;
    struct cache *cache;
};

/* A request in flight. */
struct fleet_ticket {
    struct berth_ticket place;
    uint32_t node; /* of the world; BERTH_NONE = no node serves it, or it has ended */
    bool past_owner;
};

struct sim_world {
    const struct sim_options *options;
    struct fleet *fleet;
    struct intern names;       /* of all nodes that ever were */
    struct sim_node *nodes;    /* by number of the name */
    size_t node_count, up;     /* up: that can serve */
    uint32_t *node_of;         /* number in `nodes` of each node of the map */
    struct fleet_ticket *ring; /* requests in flight, `room` of them: `hold`, or all there are */
    uint64_t room;
    struct sim_step *steps; /* the last one is going on */
    size_t step_count;
    uint64_t span;   /* requests since the last change or end of a step */
    uint64_t served; /* from the beginning */
};

/* plain: with neither bound nor spreading. NULL after saying what is wrong. */
struct sim_world *world_new(const struct sim_options *options, const char *spec,
                            const berth_nodes *nodes, bool plain);
void world_free(struct sim_world *world);
void world_begin_step(struct sim_world *world);
void world_end_step(struct sim_world *world);
void world_serve(struct sim_world *world, const struct sim_request *request);
/* Replaces the nodes: 0 or an error. */
int world_change(struct sim_world *world, const berth_nodes *nodes, struct sim_effect *effect,
                 berth_error *error);

/* Sums and maxima over all steps. */
struct sim_total {
    uint64_t requests, misses, past_owner, lost;
    double peak, flight_peak;
    size_t peak_step; /* from 0 */
    uint32_t peak_at;
    uint32_t small; /* the most nodes that one step left out of its peak */
    struct sim_effect effect;
};
struct sim_total world_total(const struct sim_world *world);

/* A node's load in relation to its fair one; 0 when the fair one is below one request, which makes
 * a ratio of luck. Such nodes are left out of the peak, and counted. */
double sim_ratio(const struct sim_cell *cell);
/* How many keys are tried to see what a change moves: all made-up ones, or the first of them. */
uint64_t sim_sample(const struct sim_options *options);

/* ---- fleet ----------------------------------------------------------------------------------- */

struct fleet *fleet_new(const struct sim_options *options, const char *spec,
                        const berth_nodes *nodes, bool plain, berth_error *error);
void fleet_free(struct fleet *fleet);
int fleet_change(struct fleet *fleet, const berth_nodes *nodes, berth_error *error);
const berth_map *fleet_map(const struct fleet *fleet);
berth_live *fleet_live(const struct fleet *fleet);
struct sim_hot *fleet_hot(const struct fleet *fleet); /* NULL = hot keys are not spread */
struct fleet_ticket fleet_take(struct fleet *fleet, const struct sim_world *world,
                               const struct sim_request *request);
void fleet_give(struct fleet *fleet, struct fleet_ticket *ticket);
/* By map index, whatever anybody carries: berth_map_place and berth_map_route. */
uint32_t fleet_owner(const berth_map *map, const struct sim_request *request);
uint32_t fleet_answer(const berth_map *map, const struct sim_request *request);

/* ---- the whole ------------------------------------------------------------------------------- */

struct sim {
    struct sim_options options;
    struct sim_schedule schedule;
    struct sim_world *world; /* as asked for */
    struct sim_world *plain; /* without bound and spreading; NULL when there is neither */
    struct sim_world *calm;  /* without the changes; NULL when there are none */
    struct limits limits;
};

void sim_print(const struct sim *sim, struct run *run);
void sim_print_json(const struct sim *sim, struct out *out);
void sim_print_csv(const struct sim *sim, struct out *out);
/* Load over time as the picture that --svg asks for. False after saying what is wrong. */
bool sim_draw(const struct sim *sim, const struct args *args);

#endif
