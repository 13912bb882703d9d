/* SPDX-License-Identifier: MIT */
/* import_haproxy.c - a backend (or listen section) of HAProxy
 *
 *   backend cache
 *       balance hash req.hdr(x-key)
 *       hash-type consistent crc32 avalanche
 *       server c1 10.0.0.1:80 weight 20 id 7
 *
 * A "defaults" section holds for the sections after it, or for those that name it by "from". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/haproxy_lines.h"
#include "import/haproxy_servers.h"
#include "frame/memory.h"
#include "frame/say.h"

enum { HAPROXY_TEXT = 400 };

/* What a section says besides its servers; a later section begins with that of its defaults. */
struct haproxy {
    char balance[HAPROXY_TEXT], hash_type[HAPROXY_TEXT];
    char mode[16];
    uint64_t balance_line, factor_line;
    uint64_t cut;                    /* the line whose words did not fit; 0 = all fit */
    struct haproxy_options standard; /* default-server */
};

struct haproxy_file {
    struct import *import;
    struct haproxy_lines lines;
    struct haproxy state; /* of the section at hand */
    struct haproxy_servers servers;
    struct haproxy_defaults {
        char *name; /* "" = none */
        struct haproxy state;
    } * defaults;
    size_t defaults_count;
    bool in_defaults;
    bool whole; /* a file with a global or defaults section, not a part of one */
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
    struct haproxy_lines lines;
    char *section = NULL;
    haproxy_lines(&lines, import->text);
    while (haproxy_lines_next(&lines)) {
        const struct import_line *line = &lines.line;
        if (haproxy_section(line)) {
            free(section);
            section = haproxy_opens(line) ? memory_text("%s", line->word[1]) : NULL;
        } else if (section && (haproxy_is(line, "server") || haproxy_is(line, "server-template"))) {
            import_offer_pool(import, section);
            free(section);
            section = NULL;
        }
    }
    free(section);
    haproxy_lines_end(&lines);
}

/* ---- sections -------------------------------------------------------------------------------- */

/* The words after the first. What does not fit is remembered in state->cut, since a shortened
 * expression would hash other keys. */
static void haproxy_join(const struct import_line *line, struct haproxy *state,
                         char out[HAPROXY_TEXT])
{
    size_t used = 0;
    for (size_t i = 1; i < line->words; i++) {
        const size_t len = strlen(line->word[i]);
        if (used + len + 2 > HAPROXY_TEXT) {
            state->cut = line->number;
            break;
        }
        if (i > 1)
            out[used++] = ' ';
        memcpy(out + used, line->word[i], len);
        used += len;
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
    } else if (haproxy_is(line, "hash-balance-factor")) {
        state->factor_line = line->number;
    } else if (haproxy_is(line, "mode") && line->words > 1) {
        snprintf(state->mode, sizeof state->mode, "%s", line->word[1]);
    } else if (haproxy_is(line, "default-server")) {
        haproxy_read_options(line, 1, &state->standard);
    } else {
        return false;
    }
    return true;
}

/* Lines that choose a server before the hash is asked. */
static bool haproxy_overrides(const struct import_line *line)
{
    const char *second = line->words > 1 ? line->word[1] : "";
    if (haproxy_is(line, "stick"))
        return strcmp(second, "on") == 0 || strcmp(second, "match") == 0;
    return haproxy_is(line, "use-server") || haproxy_is(line, "persist") ||
           haproxy_is(line, "cookie") || haproxy_is(line, "appsession");
}

/* A line that a template's engine decides on, or fills: servers may come of it. */
static bool haproxy_is_templates(const struct import_line *line)
{
    return strncmp(line->word[0], "{{", 2) == 0 || strncmp(line->word[0], "{%", 2) == 0;
}

static bool haproxy_line(struct haproxy_file *file)
{
    const struct import_line *line = &file->lines.line;
    const bool server = haproxy_is(line, "server") || haproxy_is(line, "server-template");
    const bool overrides = haproxy_overrides(line);
    struct haproxy next = file->state;
    const bool common = haproxy_common(line, &next);
    if ((server || overrides || common || haproxy_is_templates(line)) &&
        !haproxy_lines_certain(file->import, &file->lines))
        return false;
    file->state = next;
    if (server)
        return haproxy_servers_line(&file->servers, file->import, line, &file->state.standard);
    if (overrides)
        say_warning("%s:%llu: %s chooses the server of some requests before the hash does: what "
                    "follows is where all others go",
                    file->import->where, (unsigned long long)line->number, line->word[0]);
    else if (!common)
        import_skip(file->import, line->word[0]);
    return true;
}

/* ---- defaults -------------------------------------------------------------------------------- */

/* The name that follows "from" on a line that begins a section; NULL when there is none. */
static const char *haproxy_from(const struct import_line *line)
{
    for (size_t i = 1; i + 1 < line->words; i++)
        if (strcmp(line->word[i], "from") == 0)
            return line->word[i + 1];
    return NULL;
}

/* What the section begins with: the defaults that it names, else the last ones. A new defaults
 * section that names none begins with nothing. False after saying that they do not exist. */
static bool haproxy_inherit(struct haproxy_file *file, bool defaults)
{
    const struct import_line *line = &file->lines.line;
    const char *from = haproxy_from(line);
    file->state = (struct haproxy){0};
    if (!from && !defaults && file->defaults_count > 0)
        file->state = file->defaults[file->defaults_count - 1].state;
    if (!from)
        return true;
    for (size_t i = file->defaults_count; i-- > 0;) {
        if (strcmp(file->defaults[i].name, from) == 0) {
            file->state = file->defaults[i].state;
            return true;
        }
    }
    return import_fail(file->import, line->number, "there are no defaults \"%s\" before this line",
                       from);
}

static void haproxy_new_defaults(struct haproxy_file *file)
{
    const struct import_line *line = &file->lines.line;
    const bool named = line->words > 1 && strcmp(line->word[1], "from") != 0;
    file->defaults = memory_more(file->defaults, file->defaults_count + 1, sizeof *file->defaults);
    file->defaults[file->defaults_count++] = (struct haproxy_defaults){
        .name = memory_text("%s", named ? line->word[1] : ""), .state = file->state};
}

/* ---- what it comes to ------------------------------------------------------------------------ */

/* HAProxy starts with a warning then, and goes round robin. */
static bool haproxy_needs_http(const struct haproxy_file *file)
{
    static const char *const http[] = {"hdr", "uri", "url_param"};
    const struct haproxy *state = &file->state;
    const bool tcp = state->mode[0] != '\0' ? strcmp(state->mode, "http") != 0 : file->whole;
    for (size_t i = 0; tcp && i < sizeof http / sizeof http[0]; i++)
        if (strncmp(state->balance, http[i], strlen(http[i])) == 0)
            return true;
    return false;
}

static bool haproxy_hashing_spec(struct haproxy_file *file)
{
    const struct haproxy *state = &file->state;
    const bool plain = *state->hash_type == '\0';
    if (state->factor_line > 0 && !file->import->other_spec)
        say_warning("%s:%llu: hash-balance-factor sends keys on while a server is too busy; what "
                    "follows is where they go when none is (berth load --bound tells the rest)",
                    file->import->where, (unsigned long long)state->factor_line);
    return import_spec(file->import, state->balance_line, "haproxy:%s%s%sbalance=\"%s\"",
                       plain ? "" : "hash-type=\"", state->hash_type, plain ? "" : "\",",
                       state->balance);
}

static bool haproxy_spec(struct haproxy_file *file)
{
    static const char *const hashing[] = {"hash", "hdr", "uri", "url_param", "source"};
    const struct haproxy *state = &file->state;
    if (state->cut > 0)
        return import_fail(file->import, state->cut,
                           "%d bytes are the most that a line can say here", HAPROXY_TEXT - 1);
    if (haproxy_needs_http(file))
        return import_no_spec(file->import, state->balance_line,
                              "balance %s needs mode http: in mode tcp%s HAProxy goes round robin",
                              state->balance,
                              state->mode[0] != '\0' ? "" : ", which is the default,");
    for (size_t i = 0; i < sizeof hashing / sizeof hashing[0]; i++)
        if (strncmp(state->balance, hashing[i], strlen(hashing[i])) == 0)
            return haproxy_hashing_spec(file);
    if (*state->balance != '\0')
        return import_no_spec(
            file->import, state->balance_line,
            "balance %s does not hash a key: hash, hdr, uri, url_param and source do",
            state->balance);
    if (!file->import->other_spec)
        say_warning("%s: there is no balance line, so HAProxy goes round robin there; what follows "
                    "is for another scheme",
                    file->import->where);
    return true;
}

/* One line of any section. `pool` is the section that is wanted, *mine whether this is it. */
static bool haproxy_any_line(struct haproxy_file *file, const char *pool, bool *mine, bool *done)
{
    const struct import_line *line = &file->lines.line;
    if (haproxy_section(line)) {
        const bool defaults = haproxy_is(line, "defaults");
        *done = *mine;
        *mine = !*done && haproxy_opens(line) && strcmp(line->word[1], pool) == 0;
        file->in_defaults = defaults;
        file->whole |= defaults || haproxy_is(line, "global");
        if ((!*mine && !defaults) || *done)
            return true;
        if (!haproxy_lines_certain(file->import, &file->lines) || !haproxy_inherit(file, defaults))
            return false;
        if (defaults)
            haproxy_new_defaults(file);
        return true;
    }
    if (*mine)
        return haproxy_line(file);
    struct haproxy_defaults *last =
        file->defaults_count > 0 ? &file->defaults[file->defaults_count - 1] : NULL;
    return !last || !file->in_defaults || !haproxy_common(line, &last->state) ||
           haproxy_lines_certain(file->import, &file->lines);
}

static bool haproxy_read(struct import *import)
{
    haproxy_offer(import);
    const char *pool = import_choose_pool(import, "backends");
    struct haproxy_file file = {.import = import};
    bool good = pool, mine = false, done = false;
    haproxy_lines(&file.lines, import->text);
    while (good && !done && haproxy_lines_next(&file.lines))
        good = haproxy_any_line(&file, pool, &mine, &done);
    haproxy_lines_end(&file.lines);
    good = good && haproxy_servers_add(&file.servers, import) && haproxy_spec(&file);
    haproxy_servers_free(&file.servers);
    for (size_t i = 0; i < file.defaults_count; i++)
        free(file.defaults[i].name);
    free(file.defaults);
    return good;
}

const struct import_format import_haproxy = {.name = "haproxy",
                                             .mark =
                                                 "\"backend NAME\" or \"listen NAME\", and servers",
                                             .recognise = haproxy_recognise,
                                             .read = haproxy_read,
                                             .line = "backend berth\nbalance hash x\nserver %s\n",
                                             .keyword = "server"};
