/* SPDX-License-Identifier: MIT */
/* pings.c - the thread that asks every node at intervals whether it answers
 *
 * A node that returns is emptied before it is used: while it was away it missed what was set and
 * deleted, and an outdated session is worse than none. Its links were cut when it was marked down,
 * so no request is under way on it when it is emptied. */
#include "router.h"

#include <errno.h>
#include <time.h>

/* Each ping makes a new link, so it also tests whether the node accepts connections. */
static bool pings_ask(const struct router *router, const struct node *node,
                      const struct wire_line *line)
{
    struct link *link = link_open(node, router->patience_ms);
    if (!link)
        return false;
    fputs(line->say, link->stream.out);
    enum answer answer = stream_answer(&link->stream, line->yes, "");
    link_close(link);
    if (answer == ANSWER_REFUSED)
        errno = EPROTO;
    return answer == ANSWER_YES;
}

/* Pings one node. A node that was away is up after two answers in a row. */
static void pings_one(struct router *router, struct node *node, unsigned *good)
{
    bool alive = pings_ask(router, node, &router->wire->ping);
    *good = alive ? *good + 1 : 0;
    if (!alive)
        members_down(router, node, errno);
    else if (*good >= 2 && members_away(node) && pings_ask(router, node, &router->wire->empty))
        members_up(router, node);
}

/* Waits for the next round; returns false when the router stops. */
static bool pings_wait(struct router *router)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += router->interval_ms / 1000;
    until.tv_nsec += router->interval_ms % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000)
        until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_mutex_lock(&router->lock);
    while (!router->stopping &&
           pthread_cond_timedwait(&router->changed, &router->lock, &until) != ETIMEDOUT)
        ;
    bool goes_on = !router->stopping;
    pthread_mutex_unlock(&router->lock);
    return goes_on;
}

/* This thread has no reader and reads the nodes only now and then, so it acquires a version, which
 * stays valid until it is released. */
void *pings_run(void *argument)
{
    struct router *router = argument;
    struct {
        const struct node *node;
        unsigned good;
    } each[NODES_MAX] = {{0}};
    do {
        const berth_map *map = berth_live_acquire(router->members.live);
        for (uint32_t i = 0; i < berth_map_count(map); i++) {
            struct node *node = berth_map_data(map, i);
            if (each[i].node != node) /* a node was added or removed */
                each[i].node = node, each[i].good = 0;
            pings_one(router, node, &each[i].good);
        }
        berth_live_release(router->members.live, map);
        members_forget(router);
    } while (pings_wait(router));
    return NULL;
}
