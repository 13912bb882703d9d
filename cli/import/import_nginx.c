/* SPDX-License-Identifier: MIT */
/* import_nginx.c - an upstream block of nginx
 *
 *   upstream cache {
 *       hash $request_uri consistent;
 *       server 10.0.0.1:11211 weight=2;
 *       server 10.0.0.2:11211 down;
 *   }
 *
 * The text is cut into words, quoted strings and the marks { } ; with # comments left out. A
 * server's name is its text in the file, as nginx hashes it. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/import.h"
#include "frame/say.h"
#include "frame/memory.h"

/* A directive: words up to ; or {. */
struct nginx {
    const char *at;
    uint64_t line;
    char **word;
    size_t words, room;
    uint64_t begins; /* line of the first word */
    char mark;       /* ; { } or 0 at the end */
};

static void nginx_clear(struct nginx *in)
{
    while (in->words > 0)
        free(in->word[--in->words]);
}

static void nginx_end(struct nginx *in)
{
    nginx_clear(in);
    free(in->word);
}

static void nginx_blanks(struct nginx *in)
{
    for (; *in->at != '\0'; in->at++) {
        if (*in->at == '#')
            in->at += strcspn(in->at, "\n");
        if (!isspace((unsigned char)*in->at))
            return;
        in->line += *in->at == '\n';
    }
}

static char *nginx_word(struct nginx *in)
{
    const char *start = in->at;
    if (*start == '"' || *start == '\'') {
        const char *end = start + 1;
        for (; *end != '\0' && *end != *start; end++) {
            end += *end == '\\' && end[1] != '\0';
            in->line += *end == '\n';
        }
        in->at = end + (*end != '\0');
        return memory_text("%.*s", (int)(end - start - 1), start + 1);
    }
    while (*in->at != '\0' && !isspace((unsigned char)*in->at) && !strchr(";{}", *in->at)) {
        if (in->at[0] == '$' && in->at[1] == '{') /* ${name} */
            in->at += strcspn(in->at, "}\n");
        in->at += *in->at != '\0';
    }
    return memory_text("%.*s", (int)(in->at - start), start);
}

/* The next directive or closing brace; false at the end. */
static bool nginx_next(struct nginx *in)
{
    nginx_clear(in);
    for (;;) {
        nginx_blanks(in);
        if (in->words == 0)
            in->begins = in->line;
        in->mark = *in->at;
        if (in->mark == '\0')
            return false;
        if (strchr(";{}", in->mark)) {
            in->at++;
            return true;
        }
        if (in->words == in->room) {
            in->room = 2 * in->room + 16;
            in->word = memory_more(in->word, in->room, sizeof *in->word);
        }
        in->word[in->words++] = nginx_word(in);
    }
}

static bool nginx_is(const struct nginx *in, const char *directive)
{
    return in->words > 0 && strcmp(in->word[0], directive) == 0;
}

static bool nginx_opens(const struct nginx *in)
{
    return in->mark == '{' && in->words == 2 && nginx_is(in, "upstream");
}

/* A block that only a configuration of nginx has, such as a server without an upstream. */
static bool nginx_opens_site(const struct nginx *in)
{
    static const char *const blocks[] = {"http", "events", "server", "stream"};
    if (in->mark == '{' && (*in->at == '{' || *in->at == '%')) /* "server {{ name }}" */
        return false;
    bool found = in->mark == '{' && in->words > 1 && nginx_is(in, "location");
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        found = found || (in->mark == '{' && in->words == 1 && nginx_is(in, blocks[i]));
    return found;
}

/* Does any directive do this? */
static bool nginx_any(const char *text, bool (*does)(const struct nginx *in))
{
    struct nginx in = {.at = text, .line = 1};
    bool found = false;
    while (!found && nginx_next(&in))
        found = does(&in);
    nginx_end(&in);
    return found;
}

static bool nginx_is_site(const char *text)
{
    return nginx_any(text, nginx_opens_site);
}

static bool nginx_recognise(const char *text, size_t len)
{
    (void)len;
    return strchr(text, '{') && (nginx_any(text, nginx_opens) || nginx_is_site(text));
}

static void nginx_offer(struct import *import)
{
    struct nginx in = {.at = import->text, .line = 1};
    while (nginx_next(&in))
        if (nginx_opens(&in))
            import_offer_pool(import, in.word[1]);
    nginx_end(&in);
}

/* ---- servers --------------------------------------------------------------------------------- */

/* One line "server NAME ..."; the text belongs to the upstream. */
struct nginx_server {
    char *name;
    uint64_t line, weight;
    bool down, drains, resolves;
};

/* What an upstream says: its servers, and the last of its methods, which is the one that counts. */
struct nginx_upstream {
    struct nginx_server *servers;
    size_t count;
    enum { NGINX_NONE, NGINX_PLAIN, NGINX_CONSISTENT, NGINX_OTHER } method;
    char *other; /* the name of another method */
    uint64_t line;
};

static void nginx_free(struct nginx_upstream *up)
{
    for (size_t i = 0; i < up->count; i++)
        free(up->servers[i].name);
    free(up->servers);
    free(up->other);
}

/* One word behind a server's name. */
static bool nginx_server_word(struct import *import, const struct nginx *in, char *word,
                              struct nginx_server *server)
{
    if (strncmp(word, "service=", 8) == 0)
        return import_fail(import, in->begins,
                           "%s: the servers come from DNS and are not in the file", word);
    if (strncmp(word, "weight=", 7) == 0)
        return (import_digits(word + 7, strlen(word + 7), &server->weight) && server->weight > 0) ||
               import_fail(import, in->begins, "weight \"%s\" is not a whole number from 1",
                           word + 7);
    if (strcmp(word, "down") == 0)
        server->down = true;
    else if (strcmp(word, "drain") == 0)
        server->drains = true;
    else if (strcmp(word, "resolve") == 0)
        server->resolves = true;
    else {
        word[strcspn(word, "=")] = '\0';
        import_skip(import, word);
    }
    return true;
}

static bool nginx_server(struct import *import, const struct nginx *in, struct nginx_upstream *up)
{
    struct nginx_server server = {.line = in->begins, .weight = 1};
    if (in->words < 2)
        return import_fail(import, in->begins, "server without an address");
    for (size_t i = 2; i < in->words; i++) {
        if (strcmp(in->word[i], "backup") == 0) {
            import_skip(import, "backup servers");
            return true;
        }
        if (!nginx_server_word(import, in, in->word[i], &server))
            return false;
    }
    server.name = memory_text("%s", in->word[1]);
    up->servers = memory_more(up->servers, up->count + 1, sizeof *up->servers);
    up->servers[up->count++] = server;
    return true;
}

/* The same address on several lines. On a ring its points coincide, and those of the line that
 * weighs most are all there are. A table has a place for each line: lines that follow one another
 * are one place of their weights together. */
static bool nginx_again(struct import *import, const struct nginx_upstream *up, size_t first,
                        size_t again)
{
    struct nginx_server *one = &up->servers[first], *two = &up->servers[again];
    if (up->method == NGINX_CONSISTENT) {
        one->weight = two->weight > one->weight ? two->weight : one->weight;
        one->down = one->down && two->down;
        one->drains = one->drains && two->drains;
        return true;
    }
    for (size_t i = first; i < again; i++)
        if (strcmp(up->servers[i].name, two->name) != 0)
            return import_fail(import, two->line,
                               "%s stands in line %" PRIu64 " already, and others between: \"hash "
                               "KEY\" gives each line a place of its own, which cannot be one "
                               "node's",
                               two->name, one->line);
    if (one->down != two->down)
        return import_fail(import, two->line, "%s is down on one line and not on another",
                           two->name);
    one->weight += two->weight;
    return true;
}

/* The first server of the same name before this one; `at` itself when there is none. */
static size_t nginx_first(const struct nginx_upstream *up, size_t at)
{
    size_t first = 0;
    while (first < at && strcmp(up->servers[first].name, up->servers[at].name) != 0)
        first++;
    return first;
}

static bool nginx_join(struct import *import, const struct nginx_upstream *up)
{
    bool good = true;
    for (size_t i = 0; good && i < up->count; i++) {
        const size_t first = nginx_first(up, i);
        good = first == i || nginx_again(import, up, first, i);
    }
    return good;
}

/* ---- names that nginx resolves --------------------------------------------------------------- */

static bool nginx_is_host_name(const char *name)
{
    return *name != '[' && strncmp(name, "unix:", 5) != 0 &&
           name[strspn(name, "0123456789.:")] != '\0';
}

/* A name that nginx resolves stands for as many servers as it has addresses. On a ring their points
 * are those of the name; a table has an entry for each address. */
static bool nginx_resolved(struct import *import, const struct nginx_upstream *up)
{
    const struct nginx_server *named = NULL, *resolves = NULL;
    for (size_t i = up->count; i-- > 0;) {
        named = nginx_is_host_name(up->servers[i].name) ? &up->servers[i] : named;
        resolves = up->servers[i].resolves ? &up->servers[i] : resolves;
    }
    if (resolves && up->method == NGINX_PLAIN)
        return import_no_spec(import, resolves->line,
                              "resolve: \"hash KEY\" counts every address of the name, which are "
                              "not known here; list the addresses as servers");
    if (resolves)
        say_warning("%s:%" PRIu64 ": resolve: all addresses of a name have the points of the name; "
                    "which of them answers does not depend on the key",
                    import->where, resolves->line);
    else if (named && up->method == NGINX_PLAIN)
        say_warning("%s:%" PRIu64 ": %s is a host name: if it has several addresses, \"hash KEY\" "
                    "counts each of them as a server, and what follows is not true",
                    import->where, named->line, named->name);
    return true;
}

/* ---- directives ------------------------------------------------------------------------------ */

static bool nginx_hash(struct import *import, const struct nginx *in, struct nginx_upstream *up)
{
    bool consistent = in->words == 3 && strcmp(in->word[2], "consistent") == 0;
    if (in->words != 2 && !consistent)
        return import_fail(import, in->begins, "hash takes a key, and perhaps \"consistent\"");
    up->method = consistent ? NGINX_CONSISTENT : NGINX_PLAIN;
    up->line = in->begins;
    return true;
}

/* Another way to choose a server. Its block, if it has one, is Lua. */
static bool nginx_is_method(const struct nginx *in)
{
    static const char *const others[] = {
        "ip_hash", "least_conn", "random", "least_time", "sticky", "fair", "round_robin",
    };
    bool found = in->words > 0 && strncmp(in->word[0], "balancer_by_lua", 15) == 0;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        found = found || nginx_is(in, others[i]);
    return found;
}

/* Past a block inside the upstream. */
static void nginx_past_block(struct nginx *in)
{
    for (int depth = 1; depth > 0 && *in->at != '\0'; in->at++) {
        depth += (*in->at == '{') - (*in->at == '}');
        in->line += *in->at == '\n';
    }
}

static bool nginx_directive(struct import *import, struct nginx *in, struct nginx_upstream *up)
{
    if (nginx_is(in, "server"))
        return nginx_server(import, in, up);
    if (nginx_is(in, "hash"))
        return nginx_hash(import, in, up);
    if (nginx_is(in, "include"))
        return import_fail(import, in->begins, "include: paste the lines of %s here",
                           in->words > 1 ? in->word[1] : "that file");
    if (nginx_is(in, "state"))
        return import_fail(import, in->begins,
                           "state: nginx keeps the servers in %s: paste its lines here",
                           in->words > 1 ? in->word[1] : "that file");
    if (nginx_is_method(in)) {
        free(up->other);
        up->other = memory_text("%s", in->word[0]);
        up->method = NGINX_OTHER;
        up->line = in->begins;
    } else if (in->words > 0) {
        import_skip(import, in->word[0]);
    }
    if (in->mark == '{')
        nginx_past_block(in);
    return true;
}

/* ---- the upstream ---------------------------------------------------------------------------- */

static bool nginx_spec(struct import *import, const struct nginx_upstream *up, const char *pool)
{
    if (up->method == NGINX_NONE)
        return import_no_spec(import, 0,
                              "upstream \"%s\" has no hash line, so no key decides there", pool);
    if (up->method == NGINX_OTHER)
        return import_no_spec(import, up->line,
                              "%s is not known: \"hash KEY\" and \"hash KEY consistent\" are",
                              up->other);
    return import_spec(import, up->line, up->method == NGINX_PLAIN ? "nginx-plain" : "nginx");
}

static bool nginx_give(struct import *import, const struct nginx_upstream *up)
{
    bool good = true;
    for (size_t i = 0; good && i < up->count; i++) {
        const struct nginx_server *server = &up->servers[i];
        const char *state = server->down ? "down" : server->drains ? "drain" : NULL;
        good = nginx_first(up, i) != i ||
               (import_node(import, server->line, server->name, (double)server->weight) &&
                import_set(import, server->line, server->name, "state", state));
    }
    return good;
}

/* The directives of one upstream; false after saying what is wrong. */
static bool nginx_upstream(struct import *import, const char *pool, struct nginx_upstream *up)
{
    struct nginx in = {.at = import->text, .line = 1};
    bool good = true, mine = false, closed = false;
    while (good && !closed && nginx_next(&in)) {
        if (!mine)
            mine = nginx_opens(&in) && strcmp(in.word[1], pool) == 0;
        else if (in.mark == '}')
            closed = true;
        else
            good = nginx_directive(import, &in, up);
    }
    if (good && !closed)
        good = import_fail(import, in.line, "the upstream \"%s\" is not closed by }", pool);
    nginx_end(&in);
    return good;
}

static bool nginx_read(struct import *import)
{
    struct nginx_upstream up = {0};
    nginx_offer(import);
    if (import->pool_count == 0 && nginx_is_site(import->text))
        return import_fail(import, 0,
                           "there is no upstream in it; it may be in an included file: give the "
                           "file that has \"upstream NAME {\"");
    const char *pool = import_choose_pool(import, "upstreams");
    bool good = pool && nginx_upstream(import, pool, &up) && nginx_spec(import, &up, pool) &&
                nginx_join(import, &up) && nginx_resolved(import, &up) && nginx_give(import, &up);
    nginx_free(&up);
    return good;
}

const struct import_format import_nginx = {
    .name = "nginx",
    .mark = "\"upstream NAME {\"",
    .recognise = nginx_recognise,
    .read = nginx_read,
    .line = "upstream berth {\nserver %s;\nhash x consistent;\n}\n",
    .keyword = "server"};
