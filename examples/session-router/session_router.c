/* SPDX-License-Identifier: MIT */
/* session_router.c - options, listening sockets, start and stop */
#include "router.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { FILE_MAX = 1024 * 1024 }; /* bytes of a nodes file */

static const char usage[] =
    "usage: session-router -n NODES [option...]\n"
    "  -n FILE   the nodes as berth reads them, each with addr=IP:PORT\n"
    "  -s STORE  what the nodes are: memcached (default) or redis\n"
    "  -a SPEC   berth's scheme; default: the file's spec line, or slots\n"
    "  -r N      copies of each session, 1 to 4 (1)\n"
    "  -p PORT   where clients come, on 127.0.0.1; 0 (default) = any free port\n"
    "  -c PATH   the control socket, a file; default: none\n"
    "  -m N      clients at once; more have to wait (512)\n"
    "  -t S      the longest life of a session (3600)\n"
    "  -w MS     how long a node may take to answer (500)\n"
    "  -i MS     how often nodes are asked whether they are there (100)\n";

static void die(const char *what, const char *why)
{
    fprintf(stderr, "session-router: %s: %s\n", what, why);
    exit(2);
}

/* ---- options ------------------------------------------------------------------------------- */

struct options {
    const char *nodes, *spec, *control;
    int port;
};

static int option_number(int min, int max)
{
    char *end;
    long value = strtol(optarg, &end, 10);
    if (end == optarg || *end != '\0' || value < min || value > max)
        die(optarg, "no number, or one that is out of range");
    return (int)value;
}

static const struct wire *option_store(void)
{
    if (strcmp(optarg, "memcached") != 0 && strcmp(optarg, "redis") != 0)
        die(optarg, "there are the stores memcached and redis");
    return optarg[0] == 'm' ? &wire_memcached : &wire_redis;
}

static void option_read(int option, struct router *router, struct options *options)
{
    if (option == 'n')
        options->nodes = optarg;
    else if (option == 'a')
        options->spec = optarg;
    else if (option == 'c')
        options->control = optarg;
    else if (option == 's')
        router->wire = option_store();
    else if (option == 'p')
        options->port = option_number(0, 65535);
    else if (option == 'r')
        router->replicas = (size_t)option_number(1, REPLICAS_MAX);
    else if (option == 'm')
        router->clients_max = (size_t)option_number(1, 16384);
    else if (option == 't')
        router->lifetime_s = option_number(1, 60 * 60 * 24 * 30);
    else if (option == 'w')
        router->patience_ms = option_number(1, 60000);
    else if (option == 'i')
        router->interval_ms = option_number(1, 60000);
    else {
        fputs(usage, option == 'h' ? stdout : stderr);
        exit(option == 'h' ? 0 : 2);
    }
}

static berth_nodes *nodes_read(const char *path)
{
    static char text[FILE_MAX];
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    FILE *file = fopen(path, "rb");
    if (!file || !nodes)
        die(path, strerror(errno));
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    if (len == sizeof text || berth_nodes_parse(nodes, text, len, &error) != 0)
        die(path, error.code ? error.text : "too long");
    return nodes;
}

/* ---- sockets ------------------------------------------------------------------------------- */

static int listen_at(const struct sockaddr *at, socklen_t len)
{
    int on = 1, fd = socket(at->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(fd, at, len) != 0 || listen(fd, SOMAXCONN) != 0)
        die("listen", strerror(errno));
    return fd;
}

static int listen_clients(int port)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    int fd = listen_at((const struct sockaddr *)&at, len);
    getsockname(fd, (struct sockaddr *)&at, &len);
    printf("listening on 127.0.0.1:%u\n", ntohs(at.sin_port));
    fflush(stdout);
    return fd;
}

/* Opens the control socket for this user only. */
static int listen_control(const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct stat before_us;
    if (!path)
        return -1;
    if (strlen(path) >= sizeof at.sun_path)
        die(path, "the path is too long for a socket");
    strcpy(at.sun_path, path);
    if (lstat(path, &before_us) == 0 && S_ISSOCK(before_us.st_mode))
        unlink(path); /* the socket of a router that was killed */
    mode_t before = umask(0177);
    int fd = listen_at((const struct sockaddr *)&at, sizeof at);
    umask(before);
    return fd;
}

/* ---- start and stop ------------------------------------------------------------------------ */

static volatile sig_atomic_t ended;

static void on_signal(int number)
{
    (void)number;
    ended = 1;
}

/* Lets signals arrive only in poll, and ignores the signal of a connection that the client has
 * closed. */
static void router_signals(sigset_t *in_poll)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t both;
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&both);
    sigaddset(&both, SIGTERM);
    sigaddset(&both, SIGINT);
    pthread_sigmask(SIG_BLOCK, &both, in_poll); /* every later thread inherits the mask */
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

static void router_accept(struct router *router, int listener, int control, const sigset_t *in_poll)
{
    const struct timespec again = {.tv_nsec = 50 * 1000 * 1000};
    while (!ended) {
        pthread_mutex_lock(&router->lock);
        bool full = router->client_count >= router->clients_max;
        pthread_mutex_unlock(&router->lock);
        struct pollfd polled[] = {{full ? -1 : listener, POLLIN, 0}, {control, POLLIN, 0}};
        if (ppoll(polled, 2, full ? &again : NULL, in_poll) <= 0)
            continue;
        if (polled[0].revents)
            clients_accept(router, listener, false);
        if (polled[1].revents)
            clients_accept(router, control, true);
    }
}

/* Answers what clients have asked already; nothing more is read from them. */
static void router_stop(struct router *router)
{
    pthread_mutex_lock(&router->lock);
    router->stopping = true;
    pthread_cond_broadcast(&router->changed);
    for (struct client *client = router->clients; client; client = client->next)
        shutdown(client->stream.fd, SHUT_RD);
    while (router->client_count > 0)
        pthread_cond_wait(&router->changed, &router->lock);
    pthread_mutex_unlock(&router->lock);
}

static void router_start(struct router *router, const struct options *options)
{
    berth_error error = {0};
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max; /* each client and each link takes two */
        setrlimit(RLIMIT_NOFILE, &files);
    }
    pthread_mutex_init(&router->lock, NULL);
    pthread_cond_init(&router->changed, NULL);
    for (size_t i = 0; i < LOCKS; i++)
        pthread_mutex_init(&router->keys[i], NULL);
    router->hash = berth_hash_find("xxh3");
    berth_nodes *nodes = nodes_read(options->nodes);
    if (!members_open(router, options->spec, nodes, &error))
        die(options->nodes, error.text);
    berth_nodes_free(nodes);
}

int main(int argc, char **argv)
{
    static struct router router = {.wire = &wire_memcached,
                                   .replicas = 1,
                                   .clients_max = 512,
                                   .lifetime_s = 3600,
                                   .patience_ms = 500,
                                   .interval_ms = 100};
    struct options options = {0};
    sigset_t in_poll;
    pthread_t pings;
    for (int option; (option = getopt(argc, argv, "n:s:a:r:p:c:m:t:w:i:h")) != -1;)
        option_read(option, &router, &options);
    if (!options.nodes || optind < argc)
        die("options", "there must be -n FILE and nothing but options; -h lists them");
    router_signals(&in_poll);
    router_start(&router, &options);
    int control = listen_control(options.control), listener = listen_clients(options.port);
    if (pthread_create(&pings, NULL, pings_run, &router) != 0)
        die("start", strerror(errno));

    router_accept(&router, listener, control, &in_poll);

    router_stop(&router);
    pthread_join(pings, NULL);
    protocol_stats(&router, stdout, "\n");
    members_close(&router);
    if (options.control)
        unlink(options.control);
    return 0;
}
