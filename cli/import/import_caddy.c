/* SPDX-License-Identifier: MIT */
/* import_caddy.c - the upstreams of a reverse_proxy of a Caddyfile
 *
 *   example.com {
 *       reverse_proxy /api 10.0.0.1:8080 10.0.0.2:8080 {
 *           lb_policy header X-User
 *       }
 *   }
 *
 * A pool is named after the site and the matcher: "example.com /api". Caddy hashes an upstream as it
 * dials it: "host:port", port 80 where none is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "import/blocks.h"
#include "import/import.h"

static const struct blocks_style caddy_style = {"#", "\"`", true};

/* One reverse_proxy. */
struct caddy_proxy {
    const struct block *block;
    const struct block *root;
    char *pool;
    size_t first; /* its first word behind the matcher */
};

struct caddy {
    struct import *import;
    const struct block *root;
    struct caddy_proxy *proxy;
    size_t count;
};

static bool caddy_recognise(const char *text, size_t len)
{
    (void)len;
    return import_begins(text, "reverse_proxy");
}

/* ---- pools ----------------------------------------------------------------------------------- */

static bool caddy_is_matcher(const char *word)
{
    return *word == '/' || *word == '@' || strcmp(word, "*") == 0;
}

/* The site, the routes that it is in, and its own matcher. */
static char *caddy_pool_name(const struct block *proxy, const struct block *const *parents,
                             size_t depth)
{
    const char *site = depth > 0 && parents[0]->words > 0 ? parents[0]->word[0] : "";
    char *name = memory_text("%.*s", (int)strcspn(site, ","), site); /* "a.example, b.example {" */
    for (size_t i = 1; i <= depth; i++) {
        const struct block *block = i < depth ? parents[i] : proxy;
        if (block->words < 2 || !caddy_is_matcher(block->word[1]))
            continue;
        char *longer = memory_text("%s%s%s", name, *name != '\0' ? " " : "", block->word[1]);
        free(name);
        name = longer;
    }
    return name;
}

/* A name that another pool has gets the number of the line behind it. */
static void caddy_tell_apart(struct caddy *caddy, struct caddy_proxy *proxy)
{
    bool known = *proxy->pool == '\0' && caddy->count > 0;
    for (size_t i = 0; i < caddy->count; i++)
        known |= strcmp(caddy->proxy[i].pool, proxy->pool) == 0;
    if (!known)
        return;
    char *name = memory_text("%s%sline %llu", proxy->pool, *proxy->pool != '\0' ? " " : "",
                             (unsigned long long)proxy->block->line);
    free(proxy->pool);
    proxy->pool = name;
}

static bool caddy_collect(void *context, const struct block *block,
                          const struct block *const *parents, size_t depth)
{
    struct caddy *caddy = context;
    if (block->words == 0 || strcmp(block->word[0], "reverse_proxy") != 0)
        return true;
    struct caddy_proxy proxy = {.block = block, .root = caddy->root, .first = 1};
    proxy.first += block->words > 1 && caddy_is_matcher(block->word[1]);
    proxy.pool = caddy_pool_name(block, parents, depth);
    caddy_tell_apart(caddy, &proxy);
    caddy->proxy = memory_more(caddy->proxy, caddy->count + 1, sizeof *caddy->proxy);
    caddy->proxy[caddy->count++] = proxy;
    import_offer_pool(caddy->import, proxy.pool);
    return true;
}

/* ---- upstreams ------------------------------------------------------------------------------- */

/* {$NAME}, {env.NAME}, {http.request...}: what only Caddy knows. */
static bool caddy_refuse_placeholder(struct import *import, uint64_t line, const char *word)
{
    const char *open = strchr(word, '{');
    if (!open || !strchr(open, '}'))
        return true;
    if (strncmp(open, "{$", 2) == 0 || strncmp(open, "{env.", 5) == 0)
        return import_fail(import, line, "%s is an environment variable: write its value", word);
    return import_fail(import, line, "%s is known only when a request comes", word);
}

/* "host" and "port" of an upstream without its scheme; the port stays NULL when none is written. */
static char *caddy_cut_port(char *address)
{
    char *colon = strrchr(address, ':'), *bracket = strrchr(address, ']');
    if (!colon || colon < bracket || (!bracket && strchr(address, ':') != colon))
        return NULL;
    *colon = '\0';
    return colon + 1;
}

static bool caddy_add(struct import *import, uint64_t line, const char *host, const char *port)
{
    struct berth_node known;
    const bool bare = *host != '[' && strchr(host, ':');
    char *name = memory_text("%s%s%s:%s", bare ? "[" : "", host, bare ? "]" : "", port);
    bool good = !berth_nodes_find(import->nodes, name, &known)
                    ? import_node(import, line, name, 1)
                    : import_fail(import, line, "the upstream %s stands twice", name);
    free(name);
    return good;
}

/* "8001-8006" is an upstream a port. */
static bool caddy_ports(struct import *import, uint64_t line, const char *host, const char *ports)
{
    const char *dash = strchr(ports, '-');
    uint64_t first, last;
    if (!import_digits(ports, dash ? (size_t)(dash - ports) : strlen(ports), &first) ||
        !import_digits(dash ? dash + 1 : ports, strlen(dash ? dash + 1 : ports), &last) ||
        first > last || first == 0 || last > 65535)
        return import_fail(import, line, "\"%s\" is no port, and no range of ports", ports);
    bool good = true;
    for (uint64_t port = first; good && port <= last; port++) {
        char text[8];
        snprintf(text, sizeof text, "%u", (unsigned)port);
        good = caddy_add(import, line, host, text);
    }
    return good;
}

static bool caddy_upstream(struct import *import, uint64_t line, const char *word)
{
    static const struct {
        const char *scheme, *port;
    } schemes[] = {{"http://", "80"}, {"https://", "443"}, {"h2c://", "80"}};
    const char *standard = "80";
    if (!caddy_refuse_placeholder(import, line, word))
        return false;
    if (strncmp(word, "unix/", 5) == 0)
        return import_node(import, line, word, 1);
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncmp(word, schemes[i].scheme, strlen(schemes[i].scheme)) == 0) {
            word += strlen(schemes[i].scheme);
            standard = schemes[i].port;
        }
    if (strstr(word, "://") || strchr(word, '/'))
        return import_fail(import, line, "\"%s\" is no upstream: write host:port", word);
    char *address = memory_text("%s", word);
    const char *port = caddy_cut_port(address);
    bool good = caddy_ports(import, line, address, port ? port : standard);
    free(address);
    return good;
}

static bool caddy_upstreams(struct import *import, const struct block *block, size_t first)
{
    bool good = true;
    for (size_t i = first; good && i < block->words; i++)
        good = caddy_upstream(import, block->line, block->word[i]);
    return good;
}

/* ---- the policy ------------------------------------------------------------------------------ */

static bool caddy_policy(struct import *import, const struct block *policy, uint64_t line)
{
    static const char *const hashing[] = {"ip_hash", "client_ip_hash", "uri_hash", "header",
                                          "query"};
    const char *name = policy && policy->words > 1 ? policy->word[1] : NULL;
    if (!name)
        return import_no_spec(import, line, "there is no lb_policy, so Caddy picks at random");
    for (size_t i = 0; i < sizeof hashing / sizeof *hashing; i++)
        if (strcmp(name, hashing[i]) == 0)
            return import_spec(import, policy->line, "caddy-hrw-v2-8");
    if (strcmp(name, "cookie") == 0)
        return import_no_spec(import, policy->line,
                              "lb_policy cookie does not hash: the cookie names the upstream, and "
                              "without one Caddy picks at random");
    return import_no_spec(import, policy->line, "lb_policy %.40s does not hash", name);
}

/* ---- one proxy ------------------------------------------------------------------------------- */

/* The snippet "(name)" of the file; NULL when there is none. */
static const struct block *caddy_snippet(const struct block *root, const char *name)
{
    char *wanted = memory_text("(%s)", name);
    const struct block *found = blocks_find(root, wanted);
    free(wanted);
    return found;
}

/* What stands inside a reverse_proxy, or in a snippet that it imports. */
static bool caddy_inside(struct import *import, const struct caddy_proxy *proxy,
                         const struct block *block, const struct block **policy, unsigned depth)
{
    bool good = true;
    for (size_t i = 0; good && i < block->count; i++) {
        const struct block *line = &block->inside[i];
        const char *word = line->words > 0 ? line->word[0] : "";
        if (strcmp(word, "to") == 0) {
            good = caddy_upstreams(import, line, 1);
        } else if (strcmp(word, "lb_policy") == 0) {
            *policy = line;
        } else if (strcmp(word, "dynamic") == 0) {
            good = import_fail(import, line->line,
                               "dynamic upstreams are found while Caddy runs: list them");
        } else if (strcmp(word, "import") == 0 && line->words > 1) {
            const struct block *snippet = caddy_snippet(proxy->root, line->word[1]);
            if (!snippet || line->words > 2 || depth == 0)
                return import_fail(import, line->line,
                                   "what \"import %.60s\" brings is not known: write it out",
                                   line->word[1]);
            good = caddy_inside(import, proxy, snippet, policy, depth - 1);
        } else {
            import_skip(import, word);
        }
    }
    return good;
}

static bool caddy_read_proxy(struct import *import, const struct caddy_proxy *proxy)
{
    const struct block *policy = NULL;
    if (!caddy_upstreams(import, proxy->block, proxy->first) ||
        !caddy_inside(import, proxy, proxy->block, &policy, 8))
        return false;
    if (berth_nodes_count(import->nodes) == 0)
        return import_fail(import, proxy->block->line, "this reverse_proxy has no upstream");
    return caddy_policy(import, policy, proxy->block->line);
}

static bool caddy_read_chosen(struct caddy *caddy)
{
    const char *pool = import_choose_pool(caddy->import, "reverse proxies");
    for (size_t i = 0; pool && i < caddy->count; i++)
        if (strcmp(caddy->proxy[i].pool, pool) == 0)
            return caddy_read_proxy(caddy->import, &caddy->proxy[i]);
    return false;
}

static bool caddy_read(struct import *import)
{
    struct blocks_error error;
    struct caddy caddy = {.import = import};
    struct block *root = blocks_read(import->text, &caddy_style, &error);
    if (!root)
        return import_fail(import, error.line, "%s", error.text);
    caddy.root = root;
    blocks_each(root, caddy_collect, &caddy);
    bool good = caddy_read_chosen(&caddy);
    for (size_t i = 0; i < caddy.count; i++)
        free(caddy.proxy[i].pool);
    free(caddy.proxy);
    blocks_free(root);
    return good;
}

const struct import_format import_caddy = {
    .name = "caddy",
    .mark = "reverse_proxy lines",
    .recognise = caddy_recognise,
    .read = caddy_read,
    .line = "reverse_proxy %s {\nlb_policy ip_hash\n}\n",
    .keyword = "to",
};
