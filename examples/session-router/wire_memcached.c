/* SPDX-License-Identifier: MIT */
/* wire_memcached.c - the protocol of memcached
 *
 * Sessions are read with "mg", memcached's newer form of get: it says how long the session still
 * lives, which must be known when the session moves to another node. */
#include "router.h"

#include <string.h>

static enum answer memcached_get(struct stream *node, const struct key *key, struct item *item)
{
    char line[LINE_ROOM];
    fprintf(node->out, "mg %s v f t\r\n", key->text);
    if (!stream_ask(node, line, sizeof line))
        return ANSWER_FAILED;
    if (strcmp(line, "EN") == 0)
        return ANSWER_NO;
    if (sscanf(line, "VA %zu f%u t%ld", &item->len, &item->flags, &item->ttl) != 3 ||
        item->len > VALUE_MAX)
        return ANSWER_REFUSED;
    return stream_read(node, item->data, item->len + 2) ? ANSWER_YES : ANSWER_FAILED;
}

static enum answer memcached_set(struct stream *node, const struct key *key, struct item *item)
{
    fprintf(node->out, "set %s %u %ld %zu\r\n", key->text, item->flags, item->ttl, item->len);
    fwrite(item->data, 1, item->len, node->out);
    fputs("\r\n", node->out);
    return stream_answer(node, "STORED", "");
}

static enum answer memcached_delete(struct stream *node, const struct key *key, struct item *item)
{
    (void)item;
    fprintf(node->out, "delete %s\r\n", key->text);
    return stream_answer(node, "DELETED", "NOT_FOUND");
}

const struct wire wire_memcached = {
    .name = "memcached",
    .get = memcached_get,
    .set = memcached_set,
    .delete = memcached_delete,
    .ping = {"version\r\n", "VERSION"},
    .empty = {"flush_all\r\n", "OK"},
};
