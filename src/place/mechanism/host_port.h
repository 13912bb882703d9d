/* SPDX-License-Identifier: MIT */
/* host_port.h - the two halves of a node's address
 *
 * A name is read as "host", "host:port", "[ipv6]:port" (the brackets are dropped) or the path of a
 * unix socket; an IPv6 address without brackets is all host. The attributes host= and port= come
 * before what the name says. */
#ifndef BERTH_HOST_PORT_H
#define BERTH_HOST_PORT_H

#include "place/node.h"

struct host_port {
    const char *host;
    size_t host_len;
    uint64_t port; /* 0 = none was given */
};

struct host_port host_port_of(const struct node *node);

/* By host, bytewise, then by port. */
int host_port_compare(const struct host_port *a, const struct host_port *b);

#endif
