/* SPDX-License-Identifier: MIT */
/* haproxy_base.h - where a server's points in HAProxy's ring start from: its id, or its hash-key */
#ifndef BERTH_HAPROXY_BASE_H
#define BERTH_HAPROXY_BASE_H

#include "place/mechanism/continuum_row.h"

enum haproxy_hash_key {
    HAPROXY_BY_ID,
    HAPROXY_BY_ADDR,
    HAPROXY_BY_ADDR_PORT,
    HAPROXY_BY_ID32,
    HAPROXY_BY_GUID,
};

/* Point j of a server is full_hash(base + j); fills members[i].number with the bases. `standard` =
 * the hash-key of servers that say none. `of_id` = the base by id. */
int haproxy_bases(const struct continuum_in *in, enum haproxy_hash_key standard,
                  uint32_t (*of_id)(uint32_t id), struct member *members, berth_error *error);

#endif
