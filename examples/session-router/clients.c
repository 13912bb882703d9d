/* SPDX-License-Identifier: MIT */
/* clients.c - a thread for each client, and its reader
 *
 * A berth_reader belongs to one thread: it is made when the thread begins and freed when it ends.
 * The router closes the connection of a client that is silent for too long or does not read its
 * answers. */
#include "router.h"

#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    CLIENTS_SILENT_MS = 600 * 1000,
    CLIENTS_UNREAD_MS = 10 * 1000,
    CLIENTS_LINGER_MS = 500,
};

int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void router_count(struct router *router, enum count what)
{
    pthread_mutex_lock(&router->lock);
    router->counts[what]++;
    pthread_mutex_unlock(&router->lock);
}

static void clients_serve(struct client *client)
{
    struct router *router = client->router;
    char line[LINE_ROOM];
    client->value = malloc(VALUE_ROOM);
    client->reader = berth_reader_new(router->members.live, NULL);
    bool goes_on = client->value && client->reader;
    while (goes_on && fgets(line, sizeof line, client->stream.in)) {
        goes_on = protocol_request(client, line);
        goes_on = fflush(client->stream.out) == 0 && goes_on;
    }
    berth_reader_free(client->reader);
    free(client->value);
}

/* Reads on before the connection is closed: if it were closed while the client still sends, the
 * client would lose the answer that says why. */
static void clients_linger(const struct stream *stream)
{
    struct pollfd polled = {.fd = stream->fd, .events = POLLIN};
    char thrown_away[LINE_ROOM];
    int64_t until = now_ms() + CLIENTS_LINGER_MS;
    shutdown(stream->fd, SHUT_WR);
    while (now_ms() < until && poll(&polled, 1, CLIENTS_LINGER_MS) > 0 &&
           recv(stream->fd, thrown_away, sizeof thrown_away, 0) > 0)
        ;
}

static void clients_unlist(struct client *client)
{
    struct router *router = client->router;
    struct client **at = &router->clients;
    pthread_mutex_lock(&router->lock);
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    pthread_mutex_unlock(&router->lock);
}

static void *clients_run(void *argument)
{
    struct client *client = argument;
    struct router *router = client->router;
    clients_serve(client);
    clients_linger(&client->stream);
    clients_unlist(client); /* before close: router_stop uses the listed descriptors */
    stream_close(&client->stream);
    free(client);
    pthread_mutex_lock(&router->lock);
    router->client_count--;
    pthread_cond_broadcast(&router->changed);
    pthread_mutex_unlock(&router->lock);
    return NULL;
}

void clients_accept(struct router *router, int listener, bool control)
{
    struct client *client = calloc(1, sizeof *client);
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    pthread_t thread;
    if (!client || fd < 0 ||
        !stream_open(&client->stream, fd, CLIENTS_SILENT_MS, CLIENTS_UNREAD_MS)) {
        if (!client && fd >= 0)
            close(fd);
        free(client);
        poll(NULL, 0, 10); /* memory or descriptors may be used up; waits 10 ms to try again */
        return;
    }
    client->router = router;
    client->control = control;
    pthread_mutex_lock(&router->lock);
    if (pthread_create(&thread, NULL, clients_run, client) == 0) {
        pthread_detach(thread);
        client->next = router->clients;
        router->clients = client;
        router->client_count++;
        client = NULL;
    }
    pthread_mutex_unlock(&router->lock);
    if (client) {
        stream_close(&client->stream);
        free(client);
    }
}
