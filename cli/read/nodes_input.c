/* SPDX-License-Identifier: MIT */
/* nodes_input.c - tells a file from nodes written out, and reads either
 *
 * A file in the format of another system (import.h) is told by its content, or by --from. */
#include "read/nodes_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "import/import.h"
#include "read/lines.h"
#include "frame/memory.h"
#include "frame/say.h"

static berth_nodes *nodes_begin(void)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    if (!nodes)
        say_error("out of memory");
    return nodes;
}

/* A bracket that holds no colon, as that of an IPv6 address does. */
static bool nodes_like_range(const char *name)
{
    const char *open = strchr(name, '[');
    return open && strcspn(open, ":") >= strcspn(open, "]");
}

void nodes_warn_lists(const berth_nodes *nodes, const char *where, bool file)
{
    struct berth_node node;
    for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++) {
        if (!nodes_like_range(node.name) && !(file && strchr(node.name, ',')))
            continue;
        say_warning("%s: \"%.60s\" is taken as the name of one node: %s", where, node.name,
                    file ? "in a file every node has its own line"
                         : "a range is written cache-[1-8]");
        return;
    }
}

/* A character that is not visible makes another name. Comments, and the mark that a file may begin
 * with, do not count. */
static void nodes_warn_invisible(const char *where, const char *text)
{
    size_t line = 1, first = 0, count = 0;
    uint32_t code, shown = 0;
    text += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (; *text != '\0'; line++) {
        const size_t len = strcspn(text, "\n");
        const bool comment = text[strspn(text, " \t")] == '#';
        if (!comment && berth_find_invisible(text, len, &code) < len) {
            first = count++ == 0 ? line : first;
            shown = shown ? shown : code;
        }
        text += len + (text[len] == '\n');
    }
    if (count > 0)
        say_warning("%s:%zu: U+%04X is not seen and is part of what stands there%s", where, first,
                    (unsigned)shown, count > 1 ? "; other lines hold such characters, too" : "");
}

/* The line that begins with the word "spec"; 0 = none. */
static uint64_t nodes_spec_line(const char *text)
{
    uint64_t line = 1;
    text += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (; *text != '\0'; line++) {
        const char *word = text + strspn(text, " \t");
        if (strncmp(word, "spec", 4) == 0 && (word[4] == ' ' || word[4] == '\t'))
            return line;
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return 0;
}

/* The user says that the text is a list, although it looks like libketama's file: with a spec line
 * before it, it is none. */
static int nodes_read_list(berth_nodes *nodes, const char *text, size_t len, berth_error *error)
{
    static const char spec[] = "spec slots\n";
    int code = berth_nodes_parse(nodes, spec, sizeof spec - 1, error);
    return code < 0 ? code : berth_nodes_parse(nodes, text, len, error);
}

static bool nodes_read_own(struct membership *out, const char *text, size_t len)
{
    berth_error error;
    const struct import_format *ketama = import_named("ketama");
    int code = ketama->recognise(text, len) ? nodes_read_list(out->nodes, text, len, &error)
                                            : berth_nodes_parse(out->nodes, text, len, &error);
    out->spec_line = nodes_spec_line(text);
    if (code < 0 && import_is_structured(text))
        import_say_unknown(out->where, error.line, "no list of nodes");
    else if (code < 0)
        say_library(out->where, &error);
    else
        nodes_warn_lists(out->nodes, out->where, true);
    return code >= 0;
}

/* The format that --from names, or that the content tells; *format NULL = berth's own. */
static bool nodes_format(const char *where, const struct args *args, const char *text, size_t len,
                         const struct import_format **format)
{
    const char *from = args_text(args, OPT_FROM);
    char names[200];
    *format = NULL;
    if (!from)
        return import_recognise(where, text, len, format);
    if (strcmp(from, "berth") == 0)
        return true;
    *format = import_named(from);
    if (*format)
        return true;
    import_names(names, sizeof names);
    say_error("--from: there is no format \"%s\"; there are berth, %s", from, names);
    return false;
}

static bool nodes_read_foreign(struct membership *out, const struct import_format *format,
                               const struct args *args, const char *text, size_t len)
{
    struct import import = {.where = out->where,
                            .text = text,
                            .len = len,
                            .pool = out->pool,
                            .other_spec = args_has(args, OPT_SPEC) || args_has(args, OPT_TO_SPEC),
                            .nodes = out->nodes};
    if (!import_is_sure(format, text) && !args_has(args, OPT_FROM))
        say_warning("%s is read as a %s file; --from berth reads it as a list of nodes", out->where,
                    format->name);
    bool good = import_read(&import, format);
    if (!good && args_has(args, OPT_FROM))
        import_say_other(out->where, text, len, format);
    out->spec_line = import.spec_line;
    out->format = format;
    return good;
}

static bool nodes_read_file(struct membership *out, const char *path, const struct args *args)
{
    size_t len;
    const struct import_format *format;
    char *text = lines_slurp(path, &len);
    if (!text)
        return false;
    nodes_warn_invisible(out->where, text);
    bool good = nodes_format(out->where, args, text, len, &format) &&
                (format ? nodes_read_foreign(out, format, args, text, len)
                        : nodes_read_own(out, text, len));
    free(text);
    return good;
}

static bool nodes_read_inline(struct membership *out, const char *text)
{
    berth_error error;
    nodes_warn_invisible(out->where, text);
    if (berth_nodes_parse_inline(out->nodes, text, &error) < 0) {
        say_library(out->where, &error);
        return false;
    }
    nodes_warn_lists(out->nodes, out->where, false);
    return true;
}

/* Does a word that names no file look as if it should? */
static bool nodes_like_file(const char *word)
{
    static const char *const endings[] = {".txt",  ".conf", ".cfg",     ".yml",   ".yaml",
                                          ".json", ".list", ".servers", ".nodes", ".csv",
                                          ".tsv",  ".ini",  ".berth",   ".map",   ".cnf"};
    size_t len = strcspn(word, "#"); /* a pool of it may follow */
    if (word[0] == '/' || strncmp(word, "./", 2) == 0 || strncmp(word, "../", 3) == 0)
        return true;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t end = strlen(endings[i]);
        if (len > end && strncmp(word + len - end, endings[i], end) == 0)
            return true;
    }
    return strchr(word, '/') && !strpbrk(word, ",[=");
}

static bool nodes_is_file(const char *what)
{
    struct stat about;
    return strcmp(what, "-") == 0 || stat(what, &about) == 0;
}

/* The file of FILE#POOL, to be freed, and the pool; NULL when no file has such a name. */
static char *nodes_pool_file(const char *what, const char **pool)
{
    for (size_t i = strlen(what); i > 1; i--) {
        if (what[i - 1] != '#' || what[i] == '\0')
            continue;
        char *path = memory_text("%.*s", (int)(i - 1), what);
        if (nodes_is_file(path)) {
            *pool = what + i;
            return path;
        }
        free(path);
    }
    return NULL;
}

static bool nodes_fill_pool(struct membership *out, const char *path, const char *what,
                            const struct args *args)
{
    out->file = true;
    out->where = what;
    if (!nodes_read_file(out, path, args))
        return false;
    if (!out->format)
        say_error("%s: this is a list of nodes, and has no pools", what);
    return out->format;
}

static bool nodes_fill(struct membership *out, const char *what, const char *option,
                       const struct args *args)
{
    out->pool = args_text(args, OPT_POOL);
    char *path = nodes_is_file(what) ? NULL : nodes_pool_file(what, &out->pool);
    if (path) {
        bool good = nodes_fill_pool(out, path, what, args);
        free(path);
        return good;
    }
    if (nodes_is_file(what)) {
        out->file = true;
        out->where = strcmp(what, "-") == 0 ? "standard input" : what;
        return nodes_read_file(out, what, args);
    }
    if (nodes_like_file(what)) {
        say_error("there is no file \"%s\" (%s)", what, option);
        return false;
    }
    out->where = option;
    if (!strpbrk(what, ",[=") && what[0] != '\0')
        say_warning("there is no file \"%s\": it is taken as the name of a single node", what);
    return nodes_read_inline(out, what);
}

/* After trouble: nothing is left for the caller to free. */
static bool nodes_none(struct membership *out)
{
    berth_nodes_free(out->nodes);
    out->nodes = NULL;
    return false;
}

bool nodes_input(struct membership *out, const char *what, const char *option,
                 const struct args *args)
{
    *out = (struct membership){.nodes = nodes_begin(), .where = option};
    if (!out->nodes || !nodes_fill(out, what, option, args))
        return nodes_none(out);
    if (berth_nodes_count(out->nodes) == 0) {
        say_at(out->where, 0, "there are no nodes: one node per line, such as \"node cache-1\"");
        return nodes_none(out);
    }
    return true;
}

static bool nodes_add_number(berth_nodes *nodes, uint64_t number, berth_error *error)
{
    char name[24];
    snprintf(name, sizeof name, "%llu", (unsigned long long)number);
    return berth_nodes_add(nodes, name, 1, error) >= 0 &&
           berth_nodes_set(nodes, name, "slot", name, error) >= 0;
}

bool nodes_numbered(struct membership *out, uint64_t count, const char *option)
{
    *out = (struct membership){.nodes = nodes_begin(), .where = option};
    if (count == 0 || count > NUMBERED_MAX) {
        say_error("%s: the number of nodes goes from 1 to %d (for route by a numbered "
                  "scheme to %u)",
                  option, NUMBERED_MAX, UINT32_MAX - 1);
        return nodes_none(out);
    }
    berth_error error;
    for (uint64_t i = 0; out->nodes && i < count; i++) {
        if (!nodes_add_number(out->nodes, i, &error)) {
            say_library(option, &error);
            return nodes_none(out);
        }
    }
    return out->nodes;
}
