/* SPDX-License-Identifier: MIT */
/* wire_redis.c - the protocol of redis-server
 *
 * Redis stores no flags, so a value is stored as "FLAGS value". */
#include "router.h"

#include <stdlib.h>
#include <string.h>

static void redis_verb(struct stream *node, const char *verb, const struct key *key)
{
    fprintf(node->out, "*2\r\n$3\r\n%s\r\n$%zu\r\n%s\r\n", verb, key->len, key->text);
}

/* Splits the stored bytes, after which there is a zero, into flags and value. */
static bool redis_unpack(struct item *item, size_t stored)
{
    char *value;
    item->flags = (uint32_t)strtoul(item->data, &value, 10);
    if (value == item->data || *value++ != ' ')
        return false;
    item->len = stored - (size_t)(value - item->data);
    memmove(item->data, value, item->len);
    return item->len <= VALUE_MAX;
}

static enum answer redis_get(struct stream *node, const struct key *key, struct item *item)
{
    char line[LINE_ROOM];
    redis_verb(node, "GET", key);
    redis_verb(node, "TTL", key);
    if (!stream_ask(node, line, sizeof line))
        return ANSWER_FAILED;
    long stored = line[0] == '$' ? strtol(line + 1, NULL, 10) : VALUE_ROOM;
    if (stored > VALUE_ROOM - 2)
        return ANSWER_REFUSED;
    if (stored >= 0 && !stream_read(node, item->data, (size_t)stored + 2))
        return ANSWER_FAILED;
    if (!stream_ask(node, line, sizeof line))
        return ANSWER_FAILED;
    if (stored < 0 || strcmp(line, ":-2") == 0) /* -2: it has just expired */
        return ANSWER_NO;
    item->data[stored] = '\0';
    item->ttl = strtol(line + 1, NULL, 10);
    return redis_unpack(item, (size_t)stored) ? ANSWER_YES : ANSWER_REFUSED;
}

static enum answer redis_set(struct stream *node, const struct key *key, struct item *item)
{
    char flags[16], ttl[24];
    int flags_len = snprintf(flags, sizeof flags, "%u ", item->flags);
    int ttl_len = snprintf(ttl, sizeof ttl, "%ld", item->ttl);
    fprintf(node->out, "*5\r\n$3\r\nSET\r\n$%zu\r\n%s\r\n$%zu\r\n%s", key->len, key->text,
            (size_t)flags_len + item->len, flags);
    fwrite(item->data, 1, item->len, node->out);
    fprintf(node->out, "\r\n$2\r\nEX\r\n$%d\r\n%s\r\n", ttl_len, ttl);
    return stream_answer(node, "+OK", "");
}

static enum answer redis_delete(struct stream *node, const struct key *key, struct item *item)
{
    (void)item;
    redis_verb(node, "DEL", key);
    return stream_answer(node, ":", ":0");
}

const struct wire wire_redis = {
    .name = "redis",
    .get = redis_get,
    .set = redis_set,
    .delete = redis_delete,
    .ping = {"PING\r\n", "+PONG"},
    .empty = {"FLUSHDB\r\n", "+OK"},
};
