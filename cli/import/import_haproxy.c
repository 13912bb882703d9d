/* SPDX-License-Identifier: MIT */
/* import_haproxy.c - a backend (or listen section) of HAProxy
 *
 *   backend cache
 *       balance hash req.hdr(x-key)
 *       hash-type consistent crc32 avalanche
 *       server c1 10.0.0.1:80 weight 20 id 7
 *
 * Values of a "defaults" section hold for the sections after it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/import.h"
#include "frame/memory.h"
#include "frame/say.h"

enum { HAPROXY_TEXT = 400 };

struct haproxy_server {
    char weight[16], hash_key[16];
    bool disabled;
};

struct haproxy {
    char balance[HAPROXY_TEXT], hash_type[HAPROXY_TEXT];
    uint64_t balance_line;
    uint64_t cut;                   /* the line whose words did not fit; 0 = all fit */
    struct haproxy_server standard; /* default-server */
};

static bool haproxy_is(const struct import_line *line, const char *word)
{
    return strcmp(line->word[0], word) == 0;
}

static bool haproxy_opens(const struct import_line *line)
{
    return line->words >= 2 && (haproxy_is(line, "backend") || haproxy_is(line, "listen"));
}

/* Any section begins here. */
static bool haproxy_section(const struct import_line *line)
{
    static const char *const words[] = {"global",    "defaults", "frontend",   "backend", "listen",
                                        "resolvers", "peers",    "userlist",   "mailers", "cache",
                                        "program",   "ring",     "http-errors"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (haproxy_is(line, words[i]))
            return true;
    return false;
}

/* nginx has lines that begin with "listen" and "server" too; those end in a mark. */
static bool haproxy_is_marked(const struct import_line *line)
{
    const char *last = line->word[line->words - 1];
    return strchr(";{", last[strlen(last) - 1]);
}

static bool haproxy_recognise(const char *text, size_t len)
{
    struct import_line line;
    bool opens = false, server = false;
    (void)len;
    import_lines(&line, text);
    while (!(opens && server) && import_next(&line, '#')) {
        if (haproxy_is_marked(&line))
            continue;
        opens |= haproxy_opens(&line);
        server |=
            line.words > 1 && (haproxy_is(&line, "server") || haproxy_is(&line, "server-template"));
    }
    import_lines_end(&line);
    return opens && server;
}

/* Sections that have servers. */
static void haproxy_offer(struct import *import)
{
    struct import_line line;
    char *section = NULL;
    import_lines(&line, import->text);
    while (import_next(&line, '#')) {
        if (haproxy_section(&line)) {
            free(section);
            section = haproxy_opens(&line) ? memory_text("%s", line.word[1]) : NULL;
        } else if (section && haproxy_is(&line, "server")) {
            import_offer_pool(import, section);
            free(section);
            section = NULL;
        }
    }
    free(section);
    import_lines_end(&line);
}

/* ---- servers --------------------------------------------------------------------------------- */

/* One option of a server line at word i; returns how many words it took, 0 after an error. */
static size_t haproxy_option(const struct import_line *line, size_t i,
                             struct haproxy_server *server, char **id, char **guid)
{
    char *word = line->word[i], *value = i + 1 < line->words ? line->word[i + 1] : NULL;
    if (strcmp(word, "disabled") == 0 || strcmp(word, "enabled") == 0) {
        server->disabled = *word == 'd';
        return 1;
    }
    if (value && strcmp(word, "weight") == 0)
        snprintf(server->weight, sizeof server->weight, "%s", value);
    else if (value && strcmp(word, "hash-key") == 0)
        snprintf(server->hash_key, sizeof server->hash_key, "%s", value);
    else if (value && strcmp(word, "id") == 0)
        *id = value;
    else if (value && strcmp(word, "guid") == 0)
        *guid = value;
    else
        return 1; /* health checks, limits, TLS: nothing about placement */
    return 2;
}

static bool haproxy_add(struct import *import, const struct import_line *line,
                        const struct haproxy_server *server, const char *id, const char *guid)
{
    char *name = line->word[1];
    uint64_t weight = 1;
    if (*server->weight != '\0' &&
        (!import_digits(server->weight, strlen(server->weight), &weight) || weight > 256))
        return import_fail(import, line->number, "weight \"%s\" does not lie between 0 and 256",
                           server->weight);
    return import_node(import, line->number, name, (double)weight) &&
           import_set(import, line->number, name, "addr", line->word[2]) &&
           import_set(import, line->number, name, "id", id) &&
           import_set(import, line->number, name, "guid", guid) &&
           import_set(import, line->number, name, "hash_key", server->hash_key) &&
           import_set(import, line->number, name, "state", server->disabled ? "down" : NULL);
}

static bool haproxy_server(struct import *import, const struct import_line *line,
                           const struct haproxy *state)
{
    struct haproxy_server server = state->standard;
    char *id = NULL, *guid = NULL;
    if (line->words < 3)
        return import_fail(import, line->number, "a server has a name and an address");
    for (size_t i = 3; i < line->words;) {
        if (strcmp(line->word[i], "backup") == 0) {
            import_skip(import, "backup servers");
            return true;
        }
        i += haproxy_option(line, i, &server, &id, &guid);
    }
    return haproxy_add(import, line, &server, id, guid);
}

/* ---- sections -------------------------------------------------------------------------------- */

/* The words after the first, quotes left out. What does not fit is remembered in state->cut, since
 * a shortened expression would hash other keys. */
static void haproxy_join(const struct import_line *line, struct haproxy *state,
                         char out[HAPROXY_TEXT])
{
    size_t used = 0;
    for (size_t i = 1; i < line->words; i++) {
        for (const char *c = i > 1 ? " " : ""; *c != '\0' && used + 1 < HAPROXY_TEXT; c++)
            out[used++] = *c;
        for (const char *c = line->word[i]; *c != '\0'; c++) {
            if (*c == '"' || *c == '\'')
                continue;
            if (used + 1 < HAPROXY_TEXT)
                out[used++] = *c;
            else
                state->cut = line->number;
        }
    }
    out[used] = '\0';
}

/* Lines that "defaults" may have too; false when it is none of them. */
static bool haproxy_common(const struct import_line *line, struct haproxy *state)
{
    if (haproxy_is(line, "balance")) {
        haproxy_join(line, state, state->balance);
        state->balance_line = line->number;
    } else if (haproxy_is(line, "hash-type")) {
        haproxy_join(line, state, state->hash_type);
    } else if (haproxy_is(line, "default-server")) {
        char *none = NULL;
        for (size_t i = 1; i < line->words;)
            i += haproxy_option(line, i, &state->standard, &none, &none);
    } else {
        return false;
    }
    return true;
}

static bool haproxy_line(struct import *import, const struct import_line *line,
                         struct haproxy *state)
{
    if (haproxy_common(line, state))
        return true;
    if (haproxy_is(line, "server"))
        return haproxy_server(import, line, state);
    if (haproxy_is(line, "server-template"))
        return import_fail(import, line->number,
                           "server-template: write its servers out, with ids");
    if (haproxy_is(line, "hash-balance-factor"))
        say_warning("%s:%llu: hash-balance-factor sends keys on while a server is too busy; what "
                    "follows is where they go when none is (berth load --bound tells the rest)",
                    import->where, (unsigned long long)line->number);
    else
        import_skip(import, line->word[0]);
    return true;
}

static bool haproxy_spec(struct import *import, const struct haproxy *state)
{
    static const char *const hashing[] = {"hash", "hdr", "uri", "url_param", "source"};
    if (state->cut > 0)
        return import_fail(import, state->cut, "%d bytes are the most that a line can say here",
                           HAPROXY_TEXT - 1);
    for (size_t i = 0; i < sizeof hashing / sizeof hashing[0]; i++) {
        if (strncmp(state->balance, hashing[i], strlen(hashing[i])) == 0) {
            bool plain = *state->hash_type == '\0';
            return import_spec(import, state->balance_line, "haproxy:%s%s%sbalance=\"%s\"",
                               plain ? "" : "hash-type=\"", state->hash_type, plain ? "" : "\",",
                               state->balance);
        }
    }
    if (*state->balance != '\0')
        return import_fail(
            import, state->balance_line,
            "balance %s does not hash a key: hash, hdr, uri, url_param and source do",
            state->balance);
    say_warning("%s: there is no balance line, so HAProxy goes round robin there; what follows is "
                "for another scheme",
                import->where);
    return true;
}

static bool haproxy_read(struct import *import)
{
    haproxy_offer(import);
    const char *pool = import_choose_pool(import, "backends");
    struct haproxy state = {0};
    struct import_line line;
    bool good = pool, mine = false, defaults = false, done = false;
    import_lines(&line, import->text);
    while (good && !done && import_next(&line, '#')) {
        if (haproxy_section(&line)) {
            done = mine;
            mine = haproxy_opens(&line) && strcmp(line.word[1], pool) == 0;
            defaults = haproxy_is(&line, "defaults");
            if (defaults)
                state = (struct haproxy){0};
        } else if (mine) {
            good = haproxy_line(import, &line, &state);
        } else if (defaults) {
            haproxy_common(&line, &state);
        }
    }
    import_lines_end(&line);
    return good && haproxy_spec(import, &state);
}

const struct import_format import_haproxy = {
    .name = "haproxy", .recognise = haproxy_recognise, .read = haproxy_read};
