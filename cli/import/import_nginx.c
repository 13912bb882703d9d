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
    uint64_t begins;  /* line of the first word */
    uint64_t resolve; /* line of a server whose name is resolved at run time; 0 = none */
    char mark;        /* ; { } or 0 at the end */
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

static bool nginx_recognise(const char *text, size_t len)
{
    struct nginx in = {.at = text, .line = 1};
    bool found = false;
    (void)len;
    if (!strstr(text, "upstream"))
        return false;
    while (!found && nginx_next(&in))
        found = nginx_opens(&in);
    nginx_end(&in);
    return found;
}

static void nginx_offer(struct import *import)
{
    struct nginx in = {.at = import->text, .line = 1};
    while (nginx_next(&in))
        if (nginx_opens(&in))
            import_offer_pool(import, in.word[1]);
    nginx_end(&in);
}

/* ---- directives ------------------------------------------------------------------------------ */

static bool nginx_server(struct import *import, struct nginx *in)
{
    uint64_t weight = 1;
    bool down = false;
    if (in->words < 2)
        return import_fail(import, in->begins, "server without an address");
    for (size_t i = 2; i < in->words; i++) {
        char *word = in->word[i];
        if (strcmp(word, "backup") == 0) {
            import_skip(import, "backup servers");
            return true;
        }
        if (strncmp(word, "weight=", 7) == 0 &&
            (!import_digits(word + 7, strlen(word + 7), &weight) || weight == 0))
            return import_fail(import, in->begins, "weight \"%s\" is not a whole number from 1",
                               word + 7);
        down |= strcmp(word, "down") == 0;
        if (strcmp(word, "resolve") == 0)
            in->resolve = in->begins;
        else if (strncmp(word, "weight=", 7) != 0 && strcmp(word, "down") != 0) {
            word[strcspn(word, "=")] = '\0';
            import_skip(import, word);
        }
    }
    return import_node(import, in->begins, in->word[1], (double)weight) &&
           import_set(import, in->begins, in->word[1], "state", down ? "down" : NULL);
}

static bool nginx_hash(struct import *import, const struct nginx *in)
{
    bool consistent = in->words == 3 && strcmp(in->word[2], "consistent") == 0;
    if (in->words != 2 && !consistent)
        return import_fail(import, in->begins, "hash takes a key, and perhaps \"consistent\"");
    return import_spec(import, in->begins, consistent ? "nginx" : "nginx-plain");
}

static bool nginx_directive(struct import *import, struct nginx *in)
{
    static const char *const others[] = {"ip_hash", "least_conn", "random", "least_time", "sticky"};
    if (nginx_is(in, "server"))
        return nginx_server(import, in);
    if (nginx_is(in, "hash"))
        return nginx_hash(import, in);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (nginx_is(in, others[i]))
            return import_no_spec(import, in->begins,
                                  "%s is not known: \"hash KEY\" and \"hash KEY consistent\" are",
                                  others[i]);
    if (nginx_is(in, "include"))
        return import_fail(import, in->begins, "include: paste the lines of %s here",
                           in->words > 1 ? in->word[1] : "that file");
    if (in->words > 0)
        import_skip(import, in->word[0]);
    return true;
}

/* A name that nginx resolves stands for as many servers as it has addresses. On a ring their points
 * are those of the name; a table has an entry for each address. */
static bool nginx_resolved(struct import *import, const struct nginx *in)
{
    const char *spec = berth_nodes_spec(import->nodes);
    if (in->resolve == 0)
        return true;
    if (spec && strcmp(spec, "nginx-plain") == 0)
        return import_no_spec(import, in->resolve,
                              "resolve: \"hash KEY\" counts every address of the name, which are "
                              "not known here; list the addresses as servers");
    say_warning("%s:%llu: resolve: all addresses of a name have the points of the name; which of "
                "them answers does not depend on the key",
                import->where, (unsigned long long)in->resolve);
    return true;
}

static bool nginx_read(struct import *import)
{
    nginx_offer(import);
    const char *pool = import_choose_pool(import, "upstreams");
    struct nginx in = {.at = import->text, .line = 1};
    bool good = pool, mine = false, closed = false;
    while (good && !closed && nginx_next(&in)) {
        if (!mine)
            mine = nginx_opens(&in) && strcmp(in.word[1], pool) == 0;
        else if (in.mark == '}')
            closed = true;
        else
            good = nginx_directive(import, &in);
    }
    if (good && !closed)
        good = import_fail(import, in.line, "the upstream \"%s\" is not closed by }", pool);
    good = good && nginx_resolved(import, &in);
    nginx_end(&in);
    if (good && import->spec_line == 0)
        good = import_no_spec(import, 0,
                              "upstream \"%s\" has no hash line, so no key decides there", pool);
    return good;
}

const struct import_format import_nginx = {
    .name = "nginx",
    .mark = "\"upstream NAME {\"",
    .recognise = nginx_recognise,
    .read = nginx_read,
    .line = "upstream berth {\nserver %s;\nhash x consistent;\n}\n",
    .keyword = "server"};
