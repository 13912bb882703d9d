/* SPDX-License-Identifier: MIT */
/* taking.h - keys taken and given back on a live map, and what every node carried meanwhile
 *
 *   taking.c       takes, gives, counts
 *   taking_ops.c   the operations of --ops
 *   cmd_load.c     the command, its output */
#ifndef CLI_TAKING_H
#define CLI_TAKING_H

#include "read/intern.h"
#include "read/key_reader.h"

/* What happened at one node. */
struct taking_node {
    uint64_t load;   /* carries now */
    uint64_t most;   /* carried at one time */
    uint64_t passed; /* keys it owns that others took */
};

/* One take, in the order of the stream. */
struct taking_take {
    struct berth_ticket ticket; /* no counter: it found no node, or was given back */
    uint32_t node;              /* number of its name */
    size_t next;                /* take of the same key, from 1; 0 = none yet */
};

/* Takes of a key, from 1, the oldest that may be open first; 0 = none. */
struct taking_queue {
    size_t first, last;
};

struct taking {
    berth_live *live;
    berth_reader *reader;
    bool hex, u64;

    struct intern names;
    struct taking_node *nodes; /* by number of the name */
    size_t nodes_cap;
    uint32_t *numbers; /* of each index of `version` */
    uint64_t version;
    uint64_t taken, passed, refused;
    uint64_t no_owner;               /* refused because no node answers for the key */
    char wrong[sizeof(berth_error)]; /* what taking_operation said */

    bool keeps; /* takes are kept, so that they can be given back */
    struct taking_take *takes;
    size_t takes_count, takes_cap;
    struct intern keys;
    struct taking_queue *queues; /* by number of the key */
    size_t queues_cap;
};

/* What became of a take. */
struct taking_result {
    const char *node, *owner; /* NULL = none; until the next call */
};

/* The live map of nodes; NULL after saying why not. bound < 0: the scheme's own. */
struct taking *taking_new(const char *spec, const berth_nodes *nodes, double bound);
void taking_free(struct taking *taking);

/* Makes the nodes of the current version known; takes do so by themselves. */
void taking_look(struct taking *taking);

/* `number` under u64, else the bytes; `shown` names the key to taking_give. */
struct taking_result taking_take(struct taking *taking, struct berth_key key, uint64_t number,
                                 struct berth_key shown);

/* Gives back the oldest take of a key, or the n-th take from 1. NULL, or what is wrong. */
const char *taking_give(struct taking *taking, struct berth_key shown);
const char *taking_end(struct taking *taking, uint64_t n);

/* One line of --ops. *took: it was a take, and this is what became of it. NULL, or what is wrong,
 * which lives until the next call. */
const char *taking_operation(struct taking *taking, struct berth_key line, bool *took,
                             struct berth_key *shown, struct taking_result *result);

#endif
