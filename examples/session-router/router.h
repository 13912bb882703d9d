/* SPDX-License-Identifier: MIT */
/* router.h - what the parts of the session router share
 *
 *   client --text--> protocol.c --> sessions.c --link.c, wire_*.c--> node: a memcached or a redis
 *                                      |                              ^
 *                      whose is a key? v                        pings |
 *   operator --text--> control.c --> members.c (berth_live) <------- pings.c
 *
 * README.md states the rules that keep sessions from being lost and outdated sessions from coming
 * back. */
#ifndef ROUTER_H
#define ROUTER_H

#include <berth.h>

#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>

enum {
    NODES_MAX = 256,
    REPLICAS_MAX = 4,       /* copies of a session */
    REMEMBERED_MAX = 16,    /* former versions of the map */
    KEY_MAX = 250,          /* bytes of a key, as in memcached */
    VALUE_MAX = 256 * 1024, /* bytes of a session */
    VALUE_ROOM = VALUE_MAX + 64,
    LINE_ROOM = 4096,
    LOCKS = 256,
};

/* ---- link.c: connections ------------------------------------------------------------------- */

/* A socket with time limits for reads and writes. */
struct stream {
    FILE *in, *out;
    int fd;
};

struct link {
    struct link *next;
    struct stream stream;
    bool busy;
};

struct node {
    struct node *next;
    char name[256], addr[256]; /* addr: IP:PORT */
    struct sockaddr_storage at;
    socklen_t at_len;
    enum berth_state back_to; /* its state when it returns; guarded by members.lock */
    pthread_mutex_t lock;
    struct link *links; /* guarded by `lock`, and so is `away` */
    bool away;          /* it did not answer when it was last asked; it has no links then */
};

bool stream_open(struct stream *stream, int fd, int in_ms, int out_ms); /* owns fd, even if false */
void stream_close(struct stream *stream);
struct link *link_open(const struct node *node, int patience_ms); /* errno tells why not */
void link_close(struct link *link);
struct link *link_take(struct node *node, int patience_ms, bool *fresh);
void link_give(struct node *node, struct link *link, bool keep);
void link_cut(struct node *node); /* whoever uses one of its links finds it ended */
bool stream_ask(struct stream *stream, char *line, size_t room);
bool stream_read(struct stream *stream, void *to, size_t len);

/* ---- wire_*.c: the protocols of the nodes --------------------------------------------------- */

struct key {
    size_t len;
    char text[KEY_MAX + 1]; /* no blanks, no control characters */
};

struct item {
    uint32_t flags; /* as the client set them */
    long ttl;       /* seconds */
    size_t len;
    char *data; /* for get: VALUE_ROOM bytes */
};

enum answer {
    ANSWER_YES,     /* found, stored, deleted, alive */
    ANSWER_NO,      /* there is no such session */
    ANSWER_REFUSED, /* another answer; or there was no node to ask */
    ANSWER_FAILED,  /* no answer; errno says why */
};

typedef enum answer wire_op(struct stream *node, const struct key *key, struct item *item);

struct wire {
    const char *name;
    wire_op *get, *set, *delete;
    struct wire_line {
        const char *say, *yes; /* how its answer begins */
    } ping, empty;
};

enum answer stream_answer(struct stream *stream, const char *yes, const char *no); /* link.c */
extern const struct wire wire_memcached, wire_redis;

/* ---- members.c: which nodes there are, where keys were before ------------------------------ */

struct members {
    berth_live *live;
    pthread_mutex_t lock; /* held by the thread that makes a change; guards what follows */
    struct node *nodes;   /* every node there ever was, so that pointers to nodes stay valid */
    size_t node_count;
    struct {
        const berth_map *map;
        int64_t until;
    } remembered[REMEMBERED_MAX];
    size_t remembered_count;
    uint64_t downs, returns;
};

struct router;
bool members_open(struct router *router, const char *spec, berth_nodes *nodes, berth_error *error);
void members_close(struct router *router);
int members_add(struct router *router, const char *name, const char *addr, double weight,
                berth_error *error);
int members_remove(struct router *router, const char *name, berth_error *error);
int members_set(struct router *router, const char *name, const char *attribute, const char *value,
                berth_error *error);
bool members_down(struct router *router, struct node *node, int why);
void members_up(struct router *router, struct node *node);
void members_forget(struct router *router);
bool members_away(struct node *node);

/* ---- the router ---------------------------------------------------------------------------- */

#define COUNTS(X)                                                                                  \
    X(gets) /* = hits + misses + those refused */                                                  \
    X(hits)                                                                                        \
    X(misses)                                                                                      \
    X(sets)                                                                                        \
    X(deletes)                                                                                     \
    X(moved)    /* sessions taken off a node where they no longer belong */                        \
    X(restored) /* sessions of which a node lacked its copy and got it again */                    \
    X(refused)  /* requests answered by SERVER_ERROR */                                            \
    X(faults)   /* requests that broke the protocol */

enum count {
#define COUNTS_ENUM(name) COUNT_##name,
    COUNTS(COUNTS_ENUM)
#undef COUNTS_ENUM
        COUNT_end
};

struct router {
    struct members members;
    const struct wire *wire;
    const struct berth_hash *hash;
    size_t replicas, clients_max;
    int patience_ms, interval_ms, lifetime_s;
    pthread_mutex_t keys[LOCKS]; /* a key's lock, by its hash: see sessions.c */
    pthread_mutex_t lock;        /* guards what follows */
    pthread_cond_t changed;
    uint64_t counts[COUNT_end];
    struct client *clients;
    size_t client_count;
    bool stopping;
};

int64_t now_ms(void);
void router_count(struct router *router, enum count what);

/* One connection, one thread. */
struct client {
    struct router *router;
    struct client *next;
    berth_reader *reader; /* the handle by which this thread reads the current map */
    struct stream stream;
    char *value; /* VALUE_ROOM bytes */
    int fd;
    bool control; /* came through the control socket */
};

void clients_accept(struct router *router, int listener, bool control);
bool protocol_request(struct client *client, char *line); /* false = leave the client */
void protocol_stats(struct router *router, FILE *out, const char *end);
void control_request(struct client *client, char **words, size_t count);
void control_nodes(struct router *router, FILE *out);
void *pings_run(void *router);

/* sessions.c. ttl of the item to set: 1 to lifetime_s. */
enum answer sessions_get(struct client *client, const struct key *key, struct item *item);
enum answer sessions_set(struct client *client, const struct key *key, struct item *item);
enum answer sessions_delete(struct client *client, const struct key *key);

#endif
