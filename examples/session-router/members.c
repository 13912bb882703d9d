/* SPDX-License-Identifier: MIT */
/* members.c - which nodes there are and which of them answer; where keys were before
 *
 * The nodes are a berth_live. All changes of it are made here, one at a time. Each first remembers
 * the version that it replaces: sessions that were written under that version lie on its nodes, and
 * sessions.c looks for them there. No session lives longer than the router's lifetime, so a version
 * that was replaced longer ago is forgotten.
 *
 * Each node of a map carries a pointer to its struct node, which has the address. */
#include "router.h"

#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>

/* ---- nodes --------------------------------------------------------------------------------- */

static int members_fail(berth_error *error, int code, const char *what, const char *name)
{
    *error = (berth_error){.code = code};
    snprintf(error->text, sizeof error->text, "%s: \"%.200s\"", what, name);
    return code;
}

/* Reads an address "IP:PORT". Host names are not looked up, because that may take long. */
static bool members_resolve(struct node *node)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV},
                    *found;
    char host[sizeof node->addr];
    strcpy(host, node->addr);
    char *port = strrchr(host, ':');
    if (!port)
        return false;
    *port = '\0';
    if (getaddrinfo(host, port + 1, &hints, &found) != 0)
        return false;
    memcpy(&node->at, found->ai_addr, found->ai_addrlen);
    node->at_len = found->ai_addrlen;
    freeaddrinfo(found);
    return true;
}

/* Returns the node of this name and address, and makes it when there is none yet. */
static struct node *members_node(struct members *members, const char *name, const char *addr,
                                 berth_error *error)
{
    for (struct node *node = members->nodes; node; node = node->next)
        if (strcmp(node->name, name) == 0 && strcmp(node->addr, addr) == 0)
            return node;
    struct node *node = calloc(1, sizeof *node);
    if (!node || members->node_count == NODES_MAX || strlen(name) >= sizeof node->name ||
        strlen(addr) >= sizeof node->addr) {
        members_fail(error, BERTH_E_LIMIT, "a name too long, or too many nodes in one run", name);
        free(node);
        return NULL;
    }
    strcpy(node->name, name);
    strcpy(node->addr, addr);
    if (!members_resolve(node)) {
        members_fail(error, BERTH_E_ARGUMENT, "an address is IP:PORT, not", addr);
        free(node);
        return NULL;
    }
    pthread_mutex_init(&node->lock, NULL);
    members->node_count++;
    node->next = members->nodes;
    members->nodes = node;
    return node;
}

/* Returns the member of this name; NULL when there is none. This thread has no reader, so it
 * acquires and releases the map. */
static struct node *members_find(struct members *members, const char *name)
{
    const berth_map *map = berth_live_acquire(members->live);
    uint32_t index = berth_map_find(map, name);
    struct node *node = index == BERTH_NONE ? NULL : berth_map_data(map, index);
    berth_live_release(members->live, map);
    return node;
}

/* ---- former versions ----------------------------------------------------------------------- */

/* Whether two maps place keys alike. With equal fingerprints they do if the same nodes are up; the
 * pointers show whether the addresses are the same. */
static bool members_same(const berth_map *a, const berth_map *b)
{
    struct berth_fingerprint fa = berth_map_fingerprint(a), fb = berth_map_fingerprint(b);
    if (fa.hi != fb.hi || fa.lo != fb.lo)
        return false;
    for (uint32_t i = 0; i < berth_map_count(a); i++) {
        struct berth_node na, nb;
        berth_map_node(a, i, &na);
        berth_map_node(b, i, &nb);
        if (na.state != nb.state || na.data != nb.data)
            return false;
    }
    return true;
}

static void members_forget_one(struct members *members, size_t i)
{
    berth_live_release(members->live, members->remembered[i].map);
    members->remembered[i] = members->remembered[--members->remembered_count];
}

/* Remembers the current version; called with the lock held, before any change. A node that comes
 * and goes repeatedly adds two versions in all, not two each time. */
static void members_remember(struct router *router)
{
    struct members *members = &router->members;
    size_t oldest = 0, i = 0;
    const berth_map *map = berth_live_acquire(members->live);
    while (i < members->remembered_count && !members_same(members->remembered[i].map, map)) {
        if (members->remembered[i].until < members->remembered[oldest].until)
            oldest = i;
        i++;
    }
    if (i == REMEMBERED_MAX) {
        fprintf(stderr, "too many changes: a version is forgotten while its sessions live\n");
        members_forget_one(members, oldest);
        i = members->remembered_count;
    }
    if (i < members->remembered_count)
        members_forget_one(members, i);
    /* Adds two seconds, because nodes count time in whole seconds and a request may be under
     * way. */
    members->remembered[members->remembered_count].until =
        now_ms() + (router->lifetime_s + 2) * INT64_C(1000) + router->patience_ms;
    members->remembered[members->remembered_count++].map = map;
}

void members_forget(struct router *router)
{
    struct members *members = &router->members;
    pthread_mutex_lock(&members->lock);
    for (size_t i = members->remembered_count; i-- > 0;)
        if (members->remembered[i].until < now_ms())
            members_forget_one(members, i);
    pthread_mutex_unlock(&members->lock);
}

/* ---- changes by the operator --------------------------------------------------------------- */

/* Name, address and pointer make one batch: no version shows a node without its pointer. */
static int members_apply_new(struct members *members, struct node *node, double weight,
                             berth_error *error)
{
    uint64_t version;
    berth_nodes *nodes = berth_live_nodes(members->live, &version, error);
    if (!nodes)
        return error->code;
    int code = berth_nodes_add(nodes, node->name, weight, error);
    if (code == 0)
        code = berth_nodes_set(nodes, node->name, "addr", node->addr, error);
    if (code == 0)
        code = berth_nodes_set_data(nodes, node->name, node, error);
    if (code == 0 && members_away(node))
        code = berth_nodes_set(nodes, node->name, "state", "down", error);
    if (code == 0)
        code = berth_live_apply(members->live, nodes, version, error);
    berth_nodes_free(nodes);
    return code;
}

int members_add(struct router *router, const char *name, const char *addr, double weight,
                berth_error *error)
{
    struct members *members = &router->members;
    pthread_mutex_lock(&members->lock);
    struct node *node = members_node(members, name, addr, error);
    int code = error->code;
    if (node) {
        members_remember(router);
        code = members_apply_new(members, node, weight, error);
        if (code == 0)
            node->back_to = BERTH_UP;
    }
    pthread_mutex_unlock(&members->lock);
    return code;
}

int members_remove(struct router *router, const char *name, berth_error *error)
{
    pthread_mutex_lock(&router->members.lock);
    members_remember(router);
    int code = berth_live_remove(router->members.live, name, error);
    pthread_mutex_unlock(&router->members.lock);
    return code;
}

/* A node that does not answer will return to the state that it had before. Until then, the operator
 * cannot change its state. */
int members_set(struct router *router, const char *name, const char *attribute, const char *value,
                berth_error *error)
{
    struct members *members = &router->members;
    int code;
    pthread_mutex_lock(&members->lock);
    struct node *node = members_find(members, name);
    if (node && strcmp(attribute, "state") == 0 && members_away(node)) {
        code = members_fail(error, BERTH_E_STATE, "it is down: wait or remove it", name);
    } else {
        members_remember(router);
        code = berth_live_set(members->live, name, attribute, value, error);
    }
    pthread_mutex_unlock(&members->lock);
    return code;
}

/* ---- nodes that fail and return ------------------------------------------------------------ */

/* Publishes a version in which the node is down, or back in its former state. A node that was
 * removed is in no version any more, and a new node may have its name. */
static void members_publish(struct router *router, struct node *node, bool down)
{
    struct members *members = &router->members;
    berth_error error = {0};
    struct berth_node info = {.data = NULL};
    const berth_map *map = berth_live_acquire(members->live);
    berth_map_node(map, berth_map_find(map, node->name), &info);
    if (down && info.data == node)
        node->back_to = info.state;
    berth_live_release(members->live, map);
    if (info.data != node)
        return;
    members_remember(router);
    if (berth_live_set_state(members->live, node->name, down ? BERTH_DOWN : node->back_to, &error))
        fprintf(stderr, "%s: %s\n", node->name, error.text);
}

bool members_away(struct node *node)
{
    pthread_mutex_lock(&node->lock);
    bool away = node->away;
    pthread_mutex_unlock(&node->lock);
    return away;
}

/* Returns whether that changes anything. */
static bool members_set_away(struct node *node, bool away)
{
    pthread_mutex_lock(&node->lock);
    bool before = node->away;
    node->away = away;
    if (away)
        link_cut(node);
    pthread_mutex_unlock(&node->lock);
    return before != away;
}

/* Marks the node as down; a thread that gets no answer from it calls this, and the first call
 * counts. From then on every key of the node belongs to the next node of its own ranking, and no
 * other key moves. Returns false when the cause is a lack on this machine, not a fault of the
 * node. */
bool members_down(struct router *router, struct node *node, int why)
{
    if (why == EMFILE || why == ENFILE || why == ENOBUFS || why == ENOMEM || why == EADDRNOTAVAIL)
        return false;
    pthread_mutex_lock(&router->members.lock);
    if (members_set_away(node, true)) {
        router->members.downs++;
        members_publish(router, node, true);
        fprintf(stderr, "%s is down: %s\n", node->name, strerror(why));
    }
    pthread_mutex_unlock(&router->members.lock);
    return true;
}

void members_up(struct router *router, struct node *node)
{
    pthread_mutex_lock(&router->members.lock);
    if (members_set_away(node, false)) {
        router->members.returns++;
        members_publish(router, node, false);
        fprintf(stderr, "%s is up\n", node->name);
    }
    pthread_mutex_unlock(&router->members.lock);
}

/* ---- start and stop ------------------------------------------------------------------------ */

bool members_open(struct router *router, const char *spec, berth_nodes *nodes, berth_error *error)
{
    struct members *members = &router->members;
    struct berth_node info;
    pthread_mutex_init(&members->lock, NULL);
    for (size_t i = 0; berth_nodes_at(nodes, i, &info); i++) {
        struct node *node = members_node(members, info.name, info.addr ? info.addr : "", error);
        if (!node || berth_nodes_set_data(nodes, info.name, node, error) != 0)
            return false;
        node->away = info.state == BERTH_DOWN;
    }
    members->live = berth_live_new(spec, nodes, NULL, error);
    return members->live != NULL;
}

void members_close(struct router *router)
{
    struct members *members = &router->members;
    while (members->remembered_count > 0)
        members_forget_one(members, 0);
    berth_live_free(members->live);
    for (struct node *next, *node = members->nodes; node; node = next) {
        next = node->next;
        while (node->links)
            link_give(node, node->links, false);
        pthread_mutex_destroy(&node->lock);
        free(node);
    }
    pthread_mutex_destroy(&members->lock);
}
