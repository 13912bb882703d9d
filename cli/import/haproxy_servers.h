/* SPDX-License-Identifier: MIT */
/* haproxy_servers.h - the servers of a backend of HAProxy, with the ids that HAProxy gives them
 *
 * Servers without an id get the first free one in the order of their lines, backup servers, too:
 * ids decide placement, so the list is kept until the end of the section. */
#ifndef CLI_HAPROXY_SERVERS_H
#define CLI_HAPROXY_SERVERS_H

#include "import/import.h"

/* What the options of a server line, or of default-server, say about placement. */
struct haproxy_options {
    char weight[16], hash_key[16], id[24], guid[128];
    bool disabled, backup;
};

struct haproxy_server {
    char *name, *address;
    uint64_t line, id; /* id 0: none was given */
    struct haproxy_options options;
};

struct haproxy_servers {
    struct haproxy_server *items;
    size_t count, room;
};

/* The options from the word at `from` on. */
void haproxy_read_options(const struct import_line *line, size_t from,
                          struct haproxy_options *options);

/* A "server" or "server-template" line; `standard` is what default-server says. False after saying
 * what is wrong. */
bool haproxy_servers_line(struct haproxy_servers *servers, const struct import *import,
                          const struct import_line *line, const struct haproxy_options *standard);

/* Makes them nodes; backup servers are left out. False after saying what is wrong. */
bool haproxy_servers_add(struct haproxy_servers *servers, struct import *import);
void haproxy_servers_free(struct haproxy_servers *servers);

#endif
