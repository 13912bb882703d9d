/* SPDX-License-Identifier: MIT */
/* redis_reply.h - what redis-cli prints of a reply, as one list of values
 *
 *   1) 1) (integer) 0          0              [[0,5460,[...        0,5460,"127.0.0.1",...
 *      2) (integer) 5460       5460
 *      3) 1) "127.0.0.1"       127.0.0.1
 *   a terminal, also RESP3     a pipe         --json               --csv
 *
 * Lists and maps inside one another are written out flat: that is all that a pipe shows. What is
 * empty or nil is the value "". */
#ifndef CLI_REDIS_REPLY_H
#define CLI_REDIS_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct redis_value {
    char *text;
    uint64_t line;
};

struct redis_reply {
    struct redis_value *values;
    size_t count, room;
};

/* Returns false when the text is JSON that cannot be read; the reply is to be freed in any case. */
bool redis_reply_read(struct redis_reply *reply, const char *text, size_t len);
void redis_reply_free(struct redis_reply *reply);

/* The value at i, "" past the end. */
const char *redis_reply_at(const struct redis_reply *reply, size_t i);
uint64_t redis_reply_line(const struct redis_reply *reply, size_t i);

#endif
