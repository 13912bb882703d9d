/* SPDX-License-Identifier: MIT */
/* redis_masters.h - masters of a Redis Cluster and their slots, gathered from what redis-cli prints
 *
 *   CLUSTER SLOTS          entries of a range, its master, and replicas
 *   CLUSTER SHARDS         shards of ranges and nodes, one of them the master
 *   redis-cli --cluster check    a line for each master, its slots on the next */
#ifndef CLI_REDIS_MASTERS_H
#define CLI_REDIS_MASTERS_H

#include "import/import.h"

/* Is the text one of these? */
bool redis_is_slots(const char *text, size_t len);
bool redis_is_shards(const char *text, size_t len);
bool redis_is_check(const char *text);

/* Each reads it into nodes; false after saying what is wrong. */
bool redis_read_slots(struct import *import);
bool redis_read_shards(struct import *import);
bool redis_read_check(struct import *import);

/* A node's id: 40 hexadecimal digits. */
bool redis_is_id(const char *text);

#endif
