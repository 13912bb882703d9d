/* SPDX-License-Identifier: MIT */
/* simulate_hot.c - which keys are hot so far: a sketch of the stream, looked at now and then
 *
 * Hot is a key that alone brings a tenth of what a node's fair share is; certainly, not perhaps. */
#include <stdlib.h>
#include <string.h>

#include "simulate/simulate.h"

static const double HOT_PART = 0.1; /* of a node's fair share */
enum { HOT_LOOK = 256, HOT_LOOK_LATE = 65536, HOT_MASK = 8191, HOT_NAMED_MOST = 4096 };

struct sim_hot {
    struct hot_keys keys;       /* tagged with their hashes */
    uint64_t set[HOT_MASK + 1]; /* hashes of the hot keys, an open table half full; 0 = free */
    uint64_t seen, next_look;
};

struct sim_hot *hot_new(size_t nodes)
{
    struct sim_hot *hot = memory_new(1, sizeof *hot);
    hot_keys_open(&hot->keys, nodes);
    hot->next_look = HOT_LOOK;
    return hot;
}

void hot_free(struct sim_hot *hot)
{
    if (hot) {
        hot_keys_close(&hot->keys);
        free(hot);
    }
}

static uint64_t *hot_slot(struct sim_hot *hot, uint64_t hash)
{
    uint64_t wanted = hash != 0 ? hash : 1;
    size_t at = wanted & HOT_MASK;
    while (hot->set[at] != 0 && hot->set[at] != wanted)
        at = (at + 1) & HOT_MASK;
    return &hot->set[at];
}

bool hot_at(struct sim_hot *hot, size_t i, size_t nodes, struct hot_key *out)
{
    return i < HOT_NAMED_MOST && hot_keys_at(&hot->keys, i, out) &&
           (double)(out->count - out->error) * (double)nodes >= HOT_PART * (double)hot->seen;
}

static void hot_look(struct sim_hot *hot, size_t nodes)
{
    struct hot_key key;
    memset(hot->set, 0, sizeof hot->set);
    for (size_t i = 0; hot_at(hot, i, nodes, &key); i++)
        *hot_slot(hot, key.tag) = key.tag != 0 ? key.tag : 1;
    uint64_t wait = hot->seen / 8;
    wait = wait < HOT_LOOK ? HOT_LOOK : wait > HOT_LOOK_LATE ? HOT_LOOK_LATE : wait;
    hot->next_look = hot->seen + wait;
}

bool hot_see(struct sim_hot *hot, const struct sim_request *request, size_t nodes)
{
    hot_keys_add(&hot->keys, request->key, 1, request->hash);
    if (++hot->seen >= hot->next_look)
        hot_look(hot, nodes);
    return *hot_slot(hot, request->hash) != 0;
}

uint64_t hot_seen(const struct sim_hot *hot)
{
    return hot->seen;
}
