/* SPDX-License-Identifier: MIT */
/* haproxy_servers.c - server lines, templates of them, and ids */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/haproxy_servers.h"
#include "frame/memory.h"

enum { HAPROXY_TEMPLATE_MAX = 65536 };

/* Options with a value that says nothing about placement; all others are flags. */
static const char *const haproxy_valued[] = {
    "addr",
    "agent-addr",
    "agent-inter",
    "agent-port",
    "agent-send",
    "alpn",
    "ca-file",
    "check-alpn",
    "check-pool-conn-name",
    "check-proto",
    "check-sni",
    "ciphers",
    "ciphersuites",
    "client-sigalgs",
    "cookie",
    "crl-file",
    "crt",
    "curves",
    "ech",
    "error-limit",
    "fall",
    "fastinter",
    "downinter",
    "idle-ping",
    "init-addr",
    "init-state",
    "inter",
    "interface",
    "log-bufsize",
    "log-proto",
    "max-reuse",
    "maxconn",
    "maxqueue",
    "minconn",
    "namespace",
    "npn",
    "observe",
    "on-error",
    "on-marked-down",
    "on-marked-up",
    "pool-conn-name",
    "pool-low-conn",
    "pool-max-conn",
    "pool-purge-delay",
    "port",
    "proto",
    "proxy-v2-options",
    "quic-cc-algo",
    "redir",
    "resolve-net",
    "resolve-opts",
    "resolve-prefer",
    "resolvers",
    "rise",
    "set-proxy-v2-tlv-fmt",
    "shard",
    "sigalgs",
    "slowstart",
    "sni",
    "socks4",
    "source",
    "ssl-max-ver",
    "ssl-min-ver",
    "tcp-md5sig",
    "tcp-ut",
    "track",
    "usesrc",
    "verify",
    "verifyhost",
    "ws",
};

static bool haproxy_takes_value(const char *word)
{
    for (size_t i = 0; i < sizeof haproxy_valued / sizeof haproxy_valued[0]; i++)
        if (strcmp(word, haproxy_valued[i]) == 0)
            return true;
    return false;
}

/* True when the word stands for a flag, which is noted. */
static bool haproxy_flag(const char *word, struct haproxy_options *options)
{
    if (strcmp(word, "disabled") == 0 || strcmp(word, "enabled") == 0)
        options->disabled = *word == 'd';
    else if (strcmp(word, "backup") == 0 || strcmp(word, "no-backup") == 0)
        options->backup = *word == 'b';
    else
        return false;
    return true;
}

void haproxy_read_options(const struct import_line *line, size_t from,
                          struct haproxy_options *options)
{
    const struct {
        const char *word;
        char *out;
        size_t size;
    } kept[] = {
        {"weight", options->weight, sizeof options->weight},
        {"hash-key", options->hash_key, sizeof options->hash_key},
        {"id", options->id, sizeof options->id},
        {"guid", options->guid, sizeof options->guid},
    };
    for (size_t i = from; i < line->words; i++) {
        const char *value = i + 1 < line->words ? line->word[i + 1] : NULL;
        if (haproxy_flag(line->word[i], options) || !value)
            continue;
        for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) {
            if (strcmp(line->word[i], kept[k].word) != 0)
                continue;
            snprintf(kept[k].out, kept[k].size, "%s", value);
            value = NULL;
            i++;
            break;
        }
        if (value && haproxy_takes_value(line->word[i]))
            i++;
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Takes over `name`. */
static bool haproxy_push(struct haproxy_servers *servers, const struct import *import, char *name,
                         const struct import_line *line, const char *address,
                         const struct haproxy_options *options)
{
    uint64_t id = 0;
    if (strchr(address, '$')) { /* HAProxy fills these in, without quotes, too */
        free(name);
        return import_fail(import, line->number,
                           "\"%.60s\" holds an environment variable: write its value out", address);
    }
    if (options->id[0] != '\0' &&
        (!import_digits(options->id, strlen(options->id), &id) || id == 0)) {
        free(name);
        return import_fail(import, line->number, "id \"%s\" is not a whole number from 1",
                           options->id);
    }
    if (servers->count == servers->room) {
        servers->room = 2 * servers->room + 16;
        servers->items = memory_more(servers->items, servers->room, sizeof *servers->items);
    }
    servers->items[servers->count++] =
        (struct haproxy_server){.name = name,
                                .address = memory_text("%s", address),
                                .line = line->number,
                                .id = id,
                                .options = *options};
    return true;
}

/* "3" is 1 to 3, "2-5" is itself. */
static bool haproxy_range(const char *text, uint64_t *first, uint64_t *last)
{
    const char *dash = strchr(text, '-');
    size_t len = dash ? (size_t)(dash - text) : 0;
    *first = 1;
    return (!dash || import_digits(text, len, first)) &&
           import_digits(dash ? dash + 1 : text, strlen(dash ? dash + 1 : text), last) &&
           *first <= *last && *last - *first < HAPROXY_TEMPLATE_MAX;
}

/* server-template PREFIX COUNT|FIRST-LAST ADDRESS OPTIONS... */
static bool haproxy_template(struct haproxy_servers *servers, const struct import *import,
                             const struct import_line *line, const struct haproxy_options *standard)
{
    uint64_t first, last;
    struct haproxy_options options = *standard;
    if (line->words < 4)
        return import_fail(import, line->number,
                           "a server-template has a prefix, a number and an address");
    if (!haproxy_range(line->word[2], &first, &last))
        return import_fail(import, line->number,
                           "server-template: \"%s\" is no number of servers, such as 3 or 1-3",
                           line->word[2]);
    haproxy_read_options(line, 4, &options);
    if (options.id[0] != '\0' || options.guid[0] != '\0')
        return import_fail(import, line->number,
                           "server-template: an id or guid cannot be that of several servers");
    for (uint64_t number = first; number <= last; number++) {
        char *name = memory_text("%s%llu", line->word[1], (unsigned long long)number);
        if (!haproxy_push(servers, import, name, line, line->word[3], &options))
            return false;
    }
    return true;
}

bool haproxy_servers_line(struct haproxy_servers *servers, const struct import *import,
                          const struct import_line *line, const struct haproxy_options *standard)
{
    if (strcmp(line->word[0], "server-template") == 0)
        return haproxy_template(servers, import, line, standard);
    struct haproxy_options options = *standard;
    if (line->words < 3)
        return import_fail(import, line->number, "a server has a name and an address");
    haproxy_read_options(line, 3, &options);
    return haproxy_push(servers, import, memory_text("%s", line->word[1]), line, line->word[2],
                        &options);
}

/* ---- ids and nodes --------------------------------------------------------------------------- */

static int haproxy_compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Every server without an id gets the first one that is free, in the order of the lines. */
static void haproxy_number(struct haproxy_servers *servers)
{
    uint64_t *given = memory_new(servers->count + 1, sizeof *given), next = 1;
    size_t count = 0, at = 0;
    for (size_t i = 0; i < servers->count; i++)
        if (servers->items[i].id > 0)
            given[count++] = servers->items[i].id;
    qsort(given, count, sizeof *given, haproxy_compare);
    for (size_t i = 0; i < servers->count; i++) {
        if (servers->items[i].id > 0)
            continue;
        for (; at < count && given[at] <= next; at++)
            next += given[at] == next;
        servers->items[i].id = next++;
    }
    free(given);
}

static bool haproxy_add(struct import *import, const struct haproxy_server *server, bool numbered)
{
    const struct haproxy_options *options = &server->options;
    char id[24] = "";
    uint64_t weight = 1;
    if (*options->weight != '\0' &&
        (!import_digits(options->weight, strlen(options->weight), &weight) || weight > 256))
        return import_fail(import, server->line, "weight \"%s\" does not lie between 0 and 256",
                           options->weight);
    if (numbered || *options->id != '\0')
        snprintf(id, sizeof id, "%llu", (unsigned long long)server->id);
    return import_node(import, server->line, server->name, (double)weight) &&
           import_set(import, server->line, server->name, "addr", server->address) &&
           import_set(import, server->line, server->name, "id", id) &&
           import_set(import, server->line, server->name, "guid", options->guid) &&
           import_set(import, server->line, server->name, "hash_key", options->hash_key) &&
           import_set(import, server->line, server->name, "state",
                      options->disabled ? "down" : NULL);
}

bool haproxy_servers_add(struct haproxy_servers *servers, struct import *import)
{
    bool good = true, numbered = false;
    for (size_t i = 0; i < servers->count; i++)
        numbered |= servers->items[i].options.backup; /* its id is missing in the nodes */
    haproxy_number(servers);
    for (size_t i = 0; i < servers->count && good; i++) {
        if (servers->items[i].options.backup)
            import_skip(import, "backup servers");
        else
            good = haproxy_add(import, &servers->items[i], numbered);
    }
    return good;
}

void haproxy_servers_free(struct haproxy_servers *servers)
{
    for (size_t i = 0; i < servers->count; i++) {
        free(servers->items[i].name);
        free(servers->items[i].address);
    }
    free(servers->items);
    *servers = (struct haproxy_servers){0};
}
