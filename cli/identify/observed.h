/* SPDX-License-Identifier: MIT */
/* observed.h - where keys really went: lines of a key, a tab and a node */
#ifndef CLI_OBSERVED_H
#define CLI_OBSERVED_H

#include <berth.h>

#include "read/intern.h"

/* node[i] is the position in the list of nodes of the node that answered for key[i], or, from
 * `nodes` on, the number of a name that is not in that list: unknown.items[node[i] - nodes]. */
struct observed {
    char *text;
    struct berth_key *key;
    uint32_t *node;
    size_t count, room;
    size_t nodes;
    uint64_t *answers; /* of each node, then of each unknown name */
    struct intern unknown;
};

/* "-" is standard input. Names are found as written, by address, and without their port where that
 * is one node only. False after saying why. */
bool observed_read(struct observed *observed, const char *path, const berth_nodes *nodes);
void observed_free(struct observed *observed);

#endif
