/* SPDX-License-Identifier: MIT */
/* sessions.c - get, set and delete a session, wherever its key belongs and wherever it lies
 *
 *   holders of a key   [ here: the first r nodes of its ranking that are up ]   belongs there
 *                      [ before: the same by remembered versions, drained nodes ]   may lie there
 *
 *   get      ask them in this order; a session found in "before" is moved to "here"
 *   set      write it to all of "here", delete it from all of "before"
 *   delete   delete it from all
 *
 * So a session that was used after a change lies where it now belongs and nowhere else, and no old
 * copy can reappear when nodes change again. Requests that write the same key take turns by the
 * key's lock. A get that finds the session at its owner, as nearly all do, takes no lock. */
#include "router.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SESSIONS_TRIES = 8 };

struct holders {
    struct node *node[NODES_MAX];
    size_t here, count; /* node[0..here), node[here..count) */
};

/* Adds a node to the holders. A node with a new name but the same address is the same place; no
 * session must be deleted there. */
static void holders_add(struct holders *holders, struct node *node)
{
    for (size_t i = 0; i < holders->count; i++)
        if (holders->node[i] == node || strcmp(holders->node[i]->addr, node->addr) == 0)
            return;
    if (holders->count < NODES_MAX)
        holders->node[holders->count++] = node;
}

static size_t holders_drained(const berth_map *map)
{
    size_t drained = 0;
    struct berth_node info;
    for (uint32_t i = 0; berth_map_node(map, i, &info); i++)
        drained += info.state == BERTH_DRAIN;
    return drained;
}

/* Adds the nodes on which a version places the key: its ranking up to the r-th node that is not
 * draining, with or without the draining nodes. Nodes that are down are in no ranking. */
static void holders_rank(struct holders *holders, const berth_map *map, const struct key *key,
                         size_t replicas, bool all)
{
    uint32_t rank[NODES_MAX];
    size_t n = replicas + holders_drained(map), taken = 0;
    n = berth_map_replicas(map, key->text, key->len, rank, n < NODES_MAX ? n : NODES_MAX);
    for (size_t i = 0; i < n && taken < replicas; i++) {
        struct berth_node info;
        berth_map_node(map, rank[i], &info);
        if (info.state != BERTH_DRAIN)
            taken++;
        if (info.state != BERTH_DRAIN || all)
            holders_add(holders, info.data);
    }
}

/* Between enter and leave the reader sees a single version, even if others are published meanwhile.
 * The node pointers stay valid after leave, so that asking a node, which may take long, pins no
 * version. */
static void holders_find(struct client *client, const struct key *key, struct holders *holders)
{
    struct members *members = &client->router->members;
    size_t replicas = client->router->replicas;
    holders->count = 0;
    pthread_mutex_lock(&members->lock);
    const berth_map *map = berth_reader_enter(client->reader);
    holders_rank(holders, map, key, replicas, false);
    holders->here = holders->count;
    holders_rank(holders, map, key, replicas, true);
    berth_reader_leave(client->reader);
    for (size_t i = 0; i < members->remembered_count; i++)
        holders_rank(holders, members->remembered[i].map, key, replicas, true);
    size_t kept = holders->here; /* of the former holders, only those that answer are kept */
    for (size_t i = holders->here; i < holders->count; i++)
        if (!members_away(holders->node[i]))
            holders->node[kept++] = holders->node[i];
    holders->count = kept;
    pthread_mutex_unlock(&members->lock);
}

/* ---- asking one node ----------------------------------------------------------------------- */

/* Asks one node. ANSWER_FAILED means that the node has been marked down. An older link may have
 * ended because the node was restarted, so only a fresh link shows that the node does not
 * answer. */
static enum answer sessions_ask(struct client *client, struct node *node, wire_op *op,
                                const struct key *key, struct item *item)
{
    struct router *router = client->router;
    enum answer answer;
    bool fresh;
    do {
        struct link *link = link_take(node, router->patience_ms, &fresh);
        answer = link ? op(&link->stream, key, item) : ANSWER_FAILED;
        if (link)
            link_give(node, link, answer == ANSWER_YES || answer == ANSWER_NO);
    } while (answer == ANSWER_FAILED && !fresh && errno != ETIMEDOUT);
    return answer == ANSWER_FAILED && !members_down(router, node, errno) ? ANSWER_REFUSED : answer;
}

/* ---- the three requests -------------------------------------------------------------------- */

typedef enum answer sessions_try(struct client *client, const struct holders *holders,
                                 const struct key *key, struct item *item);

/* Deletes the session from holders [from..to). Returns ANSWER_YES when one of them had it. */
static enum answer sessions_delete_from(struct client *client, const struct holders *holders,
                                        size_t from, size_t to, const struct key *key)
{
    enum answer all = ANSWER_NO;
    for (size_t i = from; i < to; i++) {
        enum answer answer =
            sessions_ask(client, holders->node[i], client->router->wire->delete, key, NULL);
        if (answer == ANSWER_FAILED || answer == ANSWER_REFUSED)
            return answer;
        if (answer == ANSWER_YES)
            all = ANSWER_YES;
    }
    return all;
}

/* Writes the session to holders [0..to). */
static enum answer sessions_write(struct client *client, const struct holders *holders, size_t to,
                                  const struct key *key, struct item *item)
{
    for (size_t i = 0; i < to; i++) {
        enum answer answer =
            sessions_ask(client, holders->node[i], client->router->wire->set, key, item);
        if (answer != ANSWER_YES)
            return answer;
    }
    return ANSWER_YES;
}

/* Deletes the session from the nodes where it no longer belongs. */
static enum answer sessions_tidy(struct client *client, const struct holders *holders,
                                 const struct key *key)
{
    enum answer answer = sessions_delete_from(client, holders, holders->here, holders->count, key);
    if (answer == ANSWER_YES)
        router_count(client->router, COUNT_moved);
    return answer == ANSWER_NO ? ANSWER_YES : answer;
}

static enum answer sessions_try_set(struct client *client, const struct holders *holders,
                                    const struct key *key, struct item *item)
{
    enum answer answer = sessions_write(client, holders, holders->here, key, item);
    if (answer == ANSWER_YES)
        return sessions_tidy(client, holders, key);
    /* When a session cannot be stored, its older value must not remain. */
    if (answer == ANSWER_REFUSED &&
        sessions_delete_from(client, holders, 0, holders->count, key) == ANSWER_FAILED)
        return ANSWER_FAILED;
    return answer;
}

static enum answer sessions_try_delete(struct client *client, const struct holders *holders,
                                       const struct key *key, struct item *item)
{
    (void)item;
    return sessions_delete_from(client, holders, 0, holders->count, key);
}

static enum answer sessions_try_get(struct client *client, const struct holders *holders,
                                    const struct key *key, struct item *item)
{
    enum answer answer = ANSWER_NO;
    size_t at = 0;
    for (; at < holders->count; at++) {
        answer = sessions_ask(client, holders->node[at], client->router->wire->get, key, item);
        if (answer != ANSWER_NO)
            break;
    }
    if (answer != ANSWER_YES || at == 0)
        return answer;
    if (item->ttl <= 0) /* 0: its last second; -1: another program stored it without expiry */
        item->ttl = item->ttl == 0 ? 1 : client->router->lifetime_s;
    answer = sessions_write(client, holders, at < holders->here ? at : holders->here, key, item);
    if (answer == ANSWER_YES && at < holders->here)
        router_count(client->router, COUNT_restored);
    if (answer == ANSWER_YES)
        answer = sessions_tidy(client, holders, key);
    return answer == ANSWER_REFUSED ? ANSWER_YES : answer; /* refused: it stays where it was */
}

/* Tries again as long as nodes fail: each failure makes a version in which that node is down. */
static enum answer sessions_run(struct client *client, sessions_try *try, const struct key *key,
                                struct item *item)
{
    struct router *router = client->router;
    struct holders holders;
    enum answer answer = ANSWER_FAILED;
    pthread_mutex_t *lock = &router->keys[router->hash->digest(key->text, key->len) % LOCKS];
    pthread_mutex_lock(lock);
    for (int i = 0; i < SESSIONS_TRIES && answer == ANSWER_FAILED; i++) {
        holders_find(client, key, &holders);
        answer = holders.here > 0 ? try(client, &holders, key, item) : ANSWER_REFUSED;
    }
    pthread_mutex_unlock(lock);
    return answer == ANSWER_FAILED ? ANSWER_REFUSED : answer;
}

/* The common case: the key's owner has the session. It takes one lookup, one request to a node, and
 * no lock. */
static bool sessions_get_fast(struct client *client, const struct key *key, struct item *item)
{
    struct node *owner = berth_reader_route_data(client->reader, key->text, key->len);
    return owner && sessions_ask(client, owner, client->router->wire->get, key, item) == ANSWER_YES;
}

enum answer sessions_get(struct client *client, const struct key *key, struct item *item)
{
    enum answer answer = ANSWER_YES;
    item->data = client->value;
    router_count(client->router, COUNT_gets);
    if (!sessions_get_fast(client, key, item))
        answer = sessions_run(client, sessions_try_get, key, item);
    if (answer == ANSWER_YES)
        router_count(client->router, COUNT_hits);
    else if (answer == ANSWER_NO)
        router_count(client->router, COUNT_misses);
    return answer;
}

enum answer sessions_set(struct client *client, const struct key *key, struct item *item)
{
    router_count(client->router, COUNT_sets);
    return sessions_run(client, sessions_try_set, key, item);
}

enum answer sessions_delete(struct client *client, const struct key *key)
{
    router_count(client->router, COUNT_deletes);
    return sessions_run(client, sessions_try_delete, key, NULL);
}
