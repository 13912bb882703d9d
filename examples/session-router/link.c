/* SPDX-License-Identifier: MIT */
/* link.c - connections to a node: none waits longer than the router's patience, and all are cut
 *          when the node is marked down
 *
 * A thread takes a link, asks, and gives it back; so a node has as many links as were ever used at
 * the same time. */
#include "router.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* ---- streams ------------------------------------------------------------------------------- */

static bool stream_limit(int fd, int option, int ms)
{
    struct timeval wait = {ms / 1000, ms % 1000 * 1000};
    return setsockopt(fd, SOL_SOCKET, option, &wait, sizeof wait) == 0;
}

bool stream_open(struct stream *stream, int fd, int in_ms, int out_ms)
{
    int copy = dup(fd), on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on,
               sizeof on); /* a socket that is not TCP needs no TCP_NODELAY */
    *stream = (struct stream){.fd = fd, .in = fdopen(fd, "r"), .out = fdopen(copy, "w")};
    if (stream->in && stream->out && stream_limit(fd, SO_RCVTIMEO, in_ms) &&
        stream_limit(fd, SO_SNDTIMEO, out_ms))
        return true;
    stream_close(stream);
    if (copy >= 0 && !stream->out)
        close(copy);
    return false;
}

/* Does not change errno. */
void stream_close(struct stream *stream)
{
    int why = errno;
    if (stream->in)
        fclose(stream->in);
    else
        close(stream->fd);
    if (stream->out)
        fclose(stream->out);
    errno = why;
}

static bool stream_failed(void)
{
    if (errno == EAGAIN)
        errno = ETIMEDOUT;
    return false;
}

/* Sends what was printed to stream->out and reads a line, without its end. When it returns false,
 * errno says why. */
bool stream_ask(struct stream *stream, char *line, size_t room)
{
    errno = ECONNRESET; /* the value of errno when the connection has ended without an error */
    if (fflush(stream->out) != 0 || !fgets(line, (int)room, stream->in))
        return stream_failed();
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

bool stream_read(struct stream *stream, void *to, size_t len)
{
    errno = ECONNRESET;
    return fread(to, 1, len, stream->in) == len || stream_failed();
}

/* Says whether the answer's line begins with `yes`, is `no`, or is something else. */
enum answer stream_answer(struct stream *stream, const char *yes, const char *no)
{
    char line[LINE_ROOM];
    if (!stream_ask(stream, line, sizeof line))
        return ANSWER_FAILED;
    if (strcmp(line, no) == 0)
        return ANSWER_NO;
    return strncmp(line, yes, strlen(yes)) == 0 ? ANSWER_YES : ANSWER_REFUSED;
}

/* ---- links --------------------------------------------------------------------------------- */

struct link *link_open(const struct node *node, int patience_ms)
{
    int fd = socket(node->at.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct link *link = fd < 0 ? NULL : calloc(1, sizeof *link);
    if (!link || !stream_open(&link->stream, fd, patience_ms, patience_ms)) {
        if (fd >= 0 && !link)
            close(fd);
        free(link);
        return NULL;
    }
    if (connect(fd, (const struct sockaddr *)&node->at, node->at_len) == 0)
        return link;
    if (errno == EINPROGRESS) /* the time limit for writing holds for connect, too */
        errno = ETIMEDOUT;
    link_close(link);
    return NULL;
}

void link_close(struct link *link)
{
    stream_close(&link->stream);
    free(link);
}

/* Returns a link to the node; NULL when that fails, and errno says why. *fresh becomes true when
 * the link is new, because no older link was free. */
struct link *link_take(struct node *node, int patience_ms, bool *fresh)
{
    pthread_mutex_lock(&node->lock);
    struct link *link = node->links;
    while (link && link->busy)
        link = link->next;
    if (link)
        link->busy = true;
    pthread_mutex_unlock(&node->lock);
    *fresh = !link;
    if (link || !(link = link_open(node, patience_ms)))
        return link;
    pthread_mutex_lock(&node->lock);
    bool away = node->away; /* may have become true since the request looked up its node */
    link->busy = true;
    link->next = node->links;
    if (!away)
        node->links = link;
    pthread_mutex_unlock(&node->lock);
    if (!away)
        return link;
    link_close(link);
    errno = ECONNREFUSED;
    return NULL;
}

void link_give(struct node *node, struct link *link, bool keep)
{
    pthread_mutex_lock(&node->lock);
    link->busy = false;
    struct link **at = &node->links;
    while (!keep && *at != link)
        at = &(*at)->next;
    if (!keep)
        *at = link->next;
    pthread_mutex_unlock(&node->lock);
    if (!keep)
        link_close(link);
}

/* The caller holds node->lock. */
void link_cut(struct node *node)
{
    for (struct link *link = node->links; link; link = link->next)
        shutdown(link->stream.fd, SHUT_RDWR);
}
