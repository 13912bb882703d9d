/* SPDX-License-Identifier: MIT */
/* import.c - the list of foreign formats, and what their readers share */
#include "import/import.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "frame/say.h"
#include "import/tree.h"
#include "show/text.h"

enum { IMPORT_SPEC_MAX = 1024 };

#define IMPORT_FORMATS(X)                                                                          \
    X(nginx)                                                                                       \
    X(haproxy)                                                                                     \
    X(nutcracker)                                                                                  \
    X(envoy)                                                                                       \
    X(list)                                                                                        \
    X(redis)                                                                                       \
    X(nodetool)                                                                                    \
    X(kubernetes)                                                                                  \
    X(php)                                                                                         \
    X(memcached)                                                                                   \
    X(caddy)                                                                                       \
    X(keepalived)                                                                                  \
    X(ipvsadm)                                                                                     \
    X(mcrouter)                                                                                    \
    X(traefik)                                                                                     \
    X(varnish)                                                                                     \
    X(ketama)

#define IMPORT_EXTERN(name) extern const struct import_format import_##name;
IMPORT_FORMATS(IMPORT_EXTERN)

static const struct import_format *const import_formats[] = {
#define IMPORT_ADDRESS(name) &import_##name,
    IMPORT_FORMATS(IMPORT_ADDRESS)};

enum { IMPORT_COUNT = sizeof import_formats / sizeof import_formats[0] };

const struct import_format *import_named(const char *name)
{
    for (size_t i = 0; i < IMPORT_COUNT; i++)
        if (strcmp(import_formats[i]->name, name) == 0)
            return import_formats[i];
    return NULL;
}

bool import_is_sure(const struct import_format *format, const char *text)
{
    return !format->guess || (format->certain && strcasestr(text, format->certain));
}

void import_say_unknown(const char *where, uint64_t line, const char *what)
{
    char marks[2400] = "";
    for (size_t i = 0; i < IMPORT_COUNT; i++)
        text_add(marks, sizeof marks, "%s%s has %s", i > 0 ? "; " : "", import_formats[i]->name,
                 import_formats[i]->mark);
    say_at(where, line, "this is %s, and no format claims it: %s", what, marks);
}

/* A line of a block, a section, an assignment, or an entry that a colon ends. */
static bool import_line_is_structured(const char *line, size_t len)
{
    while (len > 0 && strchr(" \t\r", line[len - 1]))
        len--;
    if (len == 0 || *line == '#')
        return false;
    const char last = line[len - 1];
    const bool section = *line == '[' && last == ']' && !memchr(line, ':', len); /* no IPv6 */
    return strchr("{};:", last) || *line == '<' || section || memmem(line, len, " = ", 3);
}

bool import_is_structured(const char *text)
{
    bool found = false;
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        if (strncmp(text, "node ", 5) == 0 || strncmp(text, "spec ", 5) == 0)
            return false;
        found = found || import_line_is_structured(text, len);
        text += len + (text[len] == '\n');
    }
    return found;
}

void import_say_other(const char *where, const char *text, size_t len,
                      const struct import_format *format)
{
    if (format->recognise(text, len))
        return;
    for (size_t i = 0; i < IMPORT_COUNT; i++)
        if (import_formats[i] != format && import_formats[i]->recognise(text, len)) {
            say_at(where, 0, "it looks like a file of %s, not of %s, which has %s",
                   import_formats[i]->name, format->name, format->mark);
            return;
        }
    say_at(where, 0, "it does not look like a file of %s, which has %s", format->name,
           format->mark);
}

/* Does the first line with something on it begin a document, or end in a key? */
static bool import_like_yaml(const char *text)
{
    for (; *text != '\0'; text += *text == '\n') {
        size_t len = strcspn(text, "\r\n"), blank = strspn(text, " \t");
        const char *colon = memchr(text, ':', len);
        if (len > blank && text[blank] != '#')
            return strncmp(text, "---", 3) == 0 ||
                   (colon && (colon + 1 == text + len || colon[1] == ' '));
        text += strcspn(text, "\n");
    }
    return false;
}

/* YAML and JSON that no format reads is no list of nodes either. False after saying so. */
static bool import_is_text(const char *where, const char *text, size_t len)
{
    struct tree_error error;
    bool json = tree_is_json(text);
    if (!json && !import_like_yaml(text))
        return true;
    struct tree *tree = tree_read(text, len, 1, &error);
    bool read = tree != NULL, list = read && !tree_is(tree_document(tree, 0), TREE_TEXT);
    tree_free(tree);
    if (!json && !list)
        return true;
    if (read)
        import_say_unknown(where, 0, json ? "JSON" : "YAML");
    else
        say_at(where, error.line, "%s", error.text);
    return false;
}

bool import_recognise(const char *where, const char *text, size_t len,
                      const struct import_format **format)
{
    const struct import_format *rival = NULL;
    bool sure = false;
    *format = NULL;
    for (size_t i = 0; i < IMPORT_COUNT; i++) {
        const struct import_format *next = import_formats[i];
        if (!next->recognise(text, len))
            continue;
        bool next_sure = import_is_sure(next, text);
        if (!*format || (next_sure && !sure)) {
            *format = next;
            rival = NULL;
            sure = next_sure;
        } else if (next_sure == sure) {
            rival = next;
        }
    }
    if (rival)
        say_at(where, 0, "this could be a file of %s or of %s: say which by --from",
               (*format)->name, rival->name);
    return !rival && (*format || import_is_text(where, text, len));
}

void import_names(char *out, size_t cap)
{
    out[0] = '\0';
    for (size_t i = 0; i < IMPORT_COUNT; i++)
        text_list(out, cap, import_formats[i]->name);
}

static void import_say_skipped(const struct import *import)
{
    char list[IMPORT_SKIPPED * 48] = "";
    if (import->skipped_count == 0)
        return;
    for (size_t i = 0; i < import->skipped_count; i++)
        text_list(list, sizeof list, import->skipped[i]);
    say_warning("%s: skipped, as it does not decide which node owns a key: %s%s", import->where,
                list, import->skipped_all > import->skipped_count ? ", ..." : "");
}

bool import_read(struct import *import, const struct import_format *format)
{
    const char *nul = memchr(import->text, '\0', import->len);
    bool good = nul ? import_fail(import, 0, "there is a NUL byte in it, at byte %zu",
                                  (size_t)(nul - import->text))
                    : format->read(import);
    if (good)
        import_say_skipped(import);
    for (size_t i = 0; i < import->skipped_count; i++)
        free(import->skipped[i]);
    for (size_t i = 0; i < import->pool_count; i++)
        free(import->pools[i]);
    free(import->pools);
    return good;
}

bool import_line_read(const struct import_format *format, const char *where, const char *line,
                      berth_nodes *nodes)
{
    const char *place = strstr(format->line, "%s"), *keyword = format->keyword;
    size_t len = strlen(line), word = keyword ? strlen(keyword) : 0;
    if (keyword && strncmp(line, keyword, word) == 0 && strchr(" \t", line[word])) {
        line += word;
        len -= word;
    }
    while (len > 0 && strchr(" \t;", line[len - 1]))
        len--;
    char *text = memory_text("%.*s%.*s%s", (int)(place - format->line), format->line, (int)len,
                             line, place + 2);
    struct import import = {.where = where,
                            .text = text,
                            .len = strlen(text),
                            .other_spec = true,
                            .one_line = true,
                            .nodes = nodes};
    bool good = import_read(&import, format);
    free(text);
    return good;
}

/* ---- errors and what is skipped -------------------------------------------------------------- */

bool import_fail(const struct import *import, uint64_t line, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    say_at(import->where, import->one_line ? 0 : line, "%s", text);
    return false;
}

bool import_no_spec(struct import *import, uint64_t line, const char *format, ...)
{
    char text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return import->other_spec ||
           import_fail(import, line, "%s; -a SPEC places its nodes by another scheme", text);
}

void import_skip(struct import *import, const char *directive)
{
    for (size_t i = 0; i < import->skipped_count; i++)
        if (strcmp(import->skipped[i], directive) == 0)
            return;
    import->skipped_all++;
    if (import->skipped_count < IMPORT_SKIPPED)
        import->skipped[import->skipped_count++] = memory_text("%.40s", directive);
}

/* ---- nodes and spec -------------------------------------------------------------------------- */

bool import_node(struct import *import, uint64_t line, const char *name, double weight)
{
    berth_error error;
    return berth_nodes_add(import->nodes, name, weight, &error) >= 0 ||
           import_fail(import, line, "%s", error.text);
}

bool import_set(struct import *import, uint64_t line, const char *name, const char *attribute,
                const char *value)
{
    berth_error error;
    return !value || *value == '\0' ||
           berth_nodes_set(import->nodes, name, attribute, value, &error) >= 0 ||
           import_fail(import, line, "%s", error.text);
}

/* The spec goes through the text format, as a quoted word. */
bool import_spec(struct import *import, uint64_t line, const char *format, ...)
{
    char spec[IMPORT_SPEC_MAX], text[2 * IMPORT_SPEC_MAX + 16] = "spec \"";
    size_t used = strlen(text);
    berth_error error;
    va_list list;
    va_start(list, format);
    int len = vsnprintf(spec, sizeof spec, format, list);
    va_end(list);
    if (len < 0 || len >= (int)sizeof spec)
        return import_fail(import, line, "the spec of this file has more than %d bytes",
                           IMPORT_SPEC_MAX - 1);
    for (const char *c = spec; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            text[used++] = '\\';
        text[used++] = *c;
    }
    memcpy(text + used, "\"\n", 3);
    import->spec_line = line;
    return berth_nodes_parse(import->nodes, text, strlen(text), &error) >= 0 ||
           import_fail(import, line, "%s", error.text);
}

/* ---- pools ----------------------------------------------------------------------------------- */

void import_offer_pool(struct import *import, const char *name)
{
    import->pools = memory_more(import->pools, import->pool_count + 1, sizeof *import->pools);
    import->pools[import->pool_count++] = memory_text("%s", name);
}

const char *import_choose_pool(const struct import *import, const char *plural)
{
    char list[400] = "";
    for (size_t i = 0; i < import->pool_count; i++)
        text_list(list, sizeof list, import->pools[i]);
    if (import->pool_count == 0) {
        say_at(import->where, 0, "there are no %s in it", plural);
        return NULL;
    }
    if (!import->pool && import->pool_count == 1)
        return import->pools[0];
    const char *chosen = NULL;
    for (size_t i = 0; import->pool && i < import->pool_count; i++) {
        if (strcmp(import->pools[i], import->pool) != 0)
            continue;
        if (chosen) {
            say_at(import->where, 0,
                   "two of the %s are called \"%s\": give one of them another name", plural,
                   chosen);
            return NULL;
        }
        chosen = import->pools[i];
    }
    if (chosen)
        return chosen;
    if (!import->pool)
        say_at(import->where, 0, "there are %zu %s: choose one by --pool NAME: %s",
               import->pool_count, plural, list);
    else
        say_at(import->where, 0, "\"%s\" is none of the %s: %s", import->pool, plural, list);
    return NULL;
}
