/* SPDX-License-Identifier: MIT */
/* peer_libmemcached.c - libmemcached as its users configure it: weighted ketama over MD5
 *
 * A lookup is memcached_generate_hash, which only finds the server. A build pushes the whole list
 * of servers at once, the fastest way that the library offers. When a server is added the library
 * rebuilds the whole ring; setting the behaviour again does the same without growing the list. */
#include <stdlib.h>
#include <string.h>

#include "loop.h"
#include "way_ketama.h"
#include "ways.h"

#ifdef BERTH_HAVE_LIBMEMCACHED
#include <libmemcached/memcached.h>

enum { PEER_PORT = 11211, PEER_MOST = 100 };

static void peer_weighted(memcached_st *client)
{
    memcached_behavior_set(client, MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED, 1);
}

static void peer_servers(memcached_st *client, uint32_t nodes)
{
    memcached_server_list_st list = NULL;
    memcached_return_t code;
    for (uint32_t i = 0; i < nodes; i++) {
        char name[NODES_NAME];
        nodes_name(i, name);
        list = memcached_server_list_append(list, name, PEER_PORT, &code);
    }
    memcached_server_push(client, list);
    memcached_server_list_free(list);
}

static memcached_st *peer_build(uint32_t nodes)
{
    memcached_st *client = memcached_create(NULL);
    peer_weighted(client);
    peer_servers(client, nodes);
    return client;
}

/* Whether the library's ring is the ring that way_ketama.c builds. */
static bool peer_known(void)
{
    uint32_t count;
    memcached_st *client = peer_build(PEER_MOST);
    struct ketama_point *ring = ketama_ring(PEER_MOST, &count);
    const bool same = ring && client->ketama.continuum_points_counter == count &&
                      memcmp(client->ketama.continuum, ring, count * sizeof *ring) == 0;
    free(ring);
    memcached_free(client);
    return same;
}

/* A client with more servers than the library can build a ring for: the servers are pushed with
 * another distribution, then the ring of way_ketama.c is put in place. */
static memcached_st *peer_large(uint32_t nodes)
{
    memcached_st *client = memcached_create(NULL);
    peer_weighted(client);
    const memcached_server_distribution_t ketama = client->distribution;
    client->distribution = MEMCACHED_DISTRIBUTION_MODULA;
    peer_servers(client, nodes);
    free(client->ketama.continuum);
    client->ketama.continuum = (void *)ketama_ring(nodes, &client->ketama.continuum_points_counter);
    client->distribution = ketama;
    return client;
}

static void *peer_open(const struct setting *setting)
{
    if (setting->nodes <= PEER_MOST)
        return peer_build(setting->nodes);
    return peer_known() ? peer_large(setting->nodes) : NULL;
}

static void *peer_open_small(const struct setting *setting)
{
    return setting->nodes <= PEER_MOST ? peer_build(setting->nodes) : NULL;
}

static void peer_close(void *state)
{
    memcached_free(state);
}

/* ---- lookups --------------------------------------------------------------------------------- */

static uint32_t peer_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    return memcached_generate_hash(state, loop_text(keys, i, tie), keys->length);
}

static uint64_t peer_run(void *state, const struct slice *slice)
{
    return loop_lookups(peer_one, state, slice);
}

/* ---- building and changing ------------------------------------------------------------------- */

static uint64_t peer_run_build(void *state, const struct slice *slice)
{
    const uint32_t nodes = memcached_server_count(state);
    for (size_t i = 0; i < slice->count; i++)
        memcached_free(peer_build(nodes));
    return 0;
}

static uint64_t peer_run_again(void *state, const struct slice *slice)
{
    for (size_t i = 0; i < slice->count; i++)
        peer_weighted(state);
    return 0;
}
#else
static void *peer_open(const struct setting *setting)
{
    (void)setting;
    return NULL; /* built without libmemcached */
}
#define peer_open_small peer_open
#define peer_close      NULL
#define peer_run        NULL
#define peer_run_build  NULL
#define peer_run_again  NULL
#endif

const struct way peer_libmemcached = {.name = "libmemcached",
                                      .open = peer_open,
                                      .close = peer_close,
                                      .run = peer_run,
                                      .answers = true};

const struct way peer_libmemcached_build = {.name = "libmemcached, build",
                                            .open = peer_open_small,
                                            .close = peer_close,
                                            .run = peer_run_build};

const struct way peer_libmemcached_again = {.name = "libmemcached, ring rebuilt",
                                            .open = peer_open_small,
                                            .close = peer_close,
                                            .run = peer_run_again};
