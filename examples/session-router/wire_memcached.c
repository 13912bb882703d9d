/* SPDX-License-Identifier: MIT */
/* wire_memcached.c - what is said to a memcached
 *
 * To read, "mg" is used, memcached's newer form of get: it tells how long the session still lives,
 * which one that moves to another node must not lose. */
#include "router.h"

#include <string.h>

/* The answer's line is yes, no or something else. */
static enum answer memcached_answer(struct stream *node, const char *yes, const char *no)
{
    char line[LINE_ROOM];
    if (!stream_ask(node, line, sizeof line))
        return ANSWER_FAILED;
    if (strncmp(line, yes, strlen(yes)) == 0)
        return ANSWER_YES;
    return strcmp(line, no) == 0 ? ANSWER_NO : ANSWER_REFUSED;
}

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
    return memcached_answer(node, "STORED", "");
}

static enum answer memcached_delete(struct stream *node, const struct key *key, struct item *item)
{
    (void)item;
    fprintf(node->out, "delete %s\r\n", key->text);
    return memcached_answer(node, "DELETED", "NOT_FOUND");
}

static enum answer memcached_ping(struct stream *node, const struct key *key, struct item *item)
{
    (void)key, (void)item;
    fputs("version\r\n", node->out);
    return memcached_answer(node, "VERSION", "");
}

static enum answer memcached_empty(struct stream *node, const struct key *key, struct item *item)
{
    (void)key, (void)item;
    fputs("flush_all\r\n", node->out);
    return memcached_answer(node, "OK", "");
}

const struct wire wire_memcached = {"memcached",      memcached_get,  memcached_set,
                                    memcached_delete, memcached_ping, memcached_empty};
