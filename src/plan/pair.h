/* SPDX-License-Identifier: MIT */
/* pair.h - where a node is to be found: its address, or its name when it has none
 *
 *   "10.0.0.1:80"  "[FD00::1]:80"  "Cache-1.example.org:80"   -->   host (hashed), port */
#ifndef BERTH_PAIR_H
#define BERTH_PAIR_H

#include <berth.h>

struct pair_place {
    uint64_t host; /* a hash of the address, or of the name in lower case */
    uint32_t port; /* 0 = the text gives none */
    uint32_t index;
    bool known;   /* it is from an address, not from a name */
    bool numeric; /* the host is an IP address: it contradicts another one, and no host name */
};

/* The place of every node. */
void pair_places(const berth_map *map, struct pair_place *out);

/* The same host, and no other port as far as both are given. */
static inline bool pair_may_be(const struct pair_place *a, const struct pair_place *b)
{
    return a->host == b->host && (a->port == b->port || a->port == 0 || b->port == 0);
}

#endif
