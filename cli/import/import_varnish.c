/* SPDX-License-Identifier: MIT */
/* import_varnish.c - the backends of a shard director of a VCL file
 *
 *   backend be1 { .host = "10.0.0.1"; .port = "80"; }
 *   sub vcl_init {
 *       new cache = directors.shard();
 *       cache.add_backend(be1, ident = "one", weight = 2);
 *       cache.reconfigure(replicas = 67);
 *   }
 *   sub vcl_recv { set req.backend_hint = cache.backend(by = URL); }
 *
 * A node is a backend by its name in VCL; its address stays as addr=. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "import/import.h"

enum { VARNISH_ARGS = 8, VARNISH_WORD = 256 };

/* A call "OBJECT.METHOD(args)", or "new NAME = directors.TYPE(args)" as object NAME, method "new". */
struct varnish_call {
    char object[VARNISH_WORD], method[VARNISH_WORD], type[VARNISH_WORD];
    struct varnish_arg {
        char name[VARNISH_WORD], value[VARNISH_WORD]; /* name "" = by its place */
    } arg[VARNISH_ARGS];
    size_t args;
    uint64_t line;
    bool open; /* its parenthesis is not closed, or holds more than VARNISH_ARGS */
};

struct varnish {
    struct import *import;
    char *text;       /* comments blanked out */
    const char *pool; /* the director that is read; NULL while they are collected */
    char type[VARNISH_WORD], by[VARNISH_WORD], replicas[VARNISH_WORD];
    uint64_t line;
};

static bool varnish_recognise(const char *text, size_t len)
{
    (void)len;
    return strstr(text, "directors.") && strstr(text, ".add_backend");
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool varnish_is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

static const char *varnish_blank(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Reads a word, a number, or a text in quotes; returns what follows. */
static const char *varnish_word(const char *at, char out[VARNISH_WORD])
{
    size_t len = 0;
    const bool quoted = *at == '"';
    at += quoted;
    while (*at != '\0' && (quoted ? *at != '"' : varnish_is_word(*at) || *at == '.')) {
        if (len < VARNISH_WORD - 1)
            out[len++] = *at;
        at++;
    }
    out[len] = '\0';
    return varnish_blank(at + (quoted && *at == '"'));
}

/* Blanks in the place of comments and of what long texts ({"..."}) hold. */
static char *varnish_plain(const char *text)
{
    char *plain = memory_text("%s", text);
    for (char *at = plain; *at != '\0';) {
        const bool line = *at == '#' || strncmp(at, "//", 2) == 0;
        const bool block = strncmp(at, "/*", 2) == 0, big = strncmp(at, "{\"", 2) == 0;
        char *end = at + 1;
        if (line)
            end = at + strcspn(at, "\n");
        else if (block || big)
            end = strstr(at + 2, block ? "*/" : "\"}");
        else if (*at == '"')
            end = at + 1 + strcspn(at + 1, "\"\n");
        if (!end)
            end = at + strlen(at);
        else if (block || big)
            end += 2;
        else if (*at == '"' && *end == '"')
            end++;
        for (; at < end; at++)
            *at = (line || block || big) && *at != '\n' ? ' ' : *at;
    }
    return plain;
}

static uint64_t varnish_line(const struct varnish *in, const char *at)
{
    uint64_t line = 1;
    for (const char *c = in->text; c < at; c++)
        line += *c == '\n';
    return line;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Behind the opening parenthesis; false when none closes it. */
static bool varnish_args(const char *at, struct varnish_call *call)
{
    at = varnish_blank(at);
    while (*at != '\0' && *at != ')' && call->args < VARNISH_ARGS) {
        struct varnish_arg *arg = &call->arg[call->args++];
        const char *from = at;
        arg->name[0] = '\0';
        at = varnish_word(at, arg->value);
        if (*at == '=') {
            memcpy(arg->name, arg->value, sizeof arg->name);
            at = varnish_word(varnish_blank(at + 1), arg->value);
        }
        at = varnish_blank(at + strcspn(at, ",)"));
        at = varnish_blank(at + (*at == ','));
        if (at == from)
            break;
    }
    return *at == ')';
}

/* The argument of that name, or at that place where it has none; "" when it is not given. */
static const char *varnish_arg(const struct varnish_call *call, const char *name, size_t place)
{
    for (size_t i = 0; i < call->args; i++)
        if (strcmp(call->arg[i].name, name) == 0)
            return call->arg[i].value;
    return place < call->args && call->arg[place].name[0] == '\0' ? call->arg[place].value : "";
}

/* Reads the call whose name begins at `at`; false when none does. */
static bool varnish_call(const struct varnish *in, const char *at, struct varnish_call *call)
{
    char word[VARNISH_WORD];
    *call = (struct varnish_call){.line = varnish_line(in, at)};
    const char *next = varnish_word(at, word);
    if (strcmp(word, "new") == 0) {
        next = varnish_word(next, call->object);
        next = *next == '=' ? varnish_word(varnish_blank(next + 1), word) : next;
        snprintf(call->method, sizeof call->method, "new");
        snprintf(call->type, sizeof call->type, "%s", word);
    } else {
        char *dot = strchr(word, '.');
        if (!dot)
            return false;
        *dot = '\0';
        memcpy(call->object, word, sizeof word);
        snprintf(call->method, sizeof call->method, "%s", dot + 1);
    }
    if (*next != '(')
        return false;
    call->open = !varnish_args(next + 1, call);
    return true;
}

/* ---- what a director is ---------------------------------------------------------------------- */

/* The address of a backend by its name, to be freed; NULL when the file does not say it. */
static char *varnish_address(const struct varnish *in, const char *name)
{
    char word[VARNISH_WORD], host[VARNISH_WORD] = "", port[VARNISH_WORD] = "80";
    for (const char *at = in->text; (at = strstr(at, "backend")) != NULL; at++) {
        const char *next = varnish_word(varnish_blank(at + 7), word);
        if (strcmp(word, name) != 0 || *next != '{')
            continue;
        const char *end = next + strcspn(next, "}");
        for (const char *dot = next; (dot = strchr(dot, '.')) != NULL && dot < end; dot++) {
            const char *value = varnish_word(dot + 1, word);
            if (*value != '=')
                continue;
            if (strcmp(word, "host") == 0)
                varnish_word(varnish_blank(value + 1), host);
            else if (strcmp(word, "port") == 0)
                varnish_word(varnish_blank(value + 1), port);
        }
        return host[0] != '\0' ? memory_text("%s:%s", host, port) : NULL;
    }
    return NULL;
}

static bool varnish_add(struct varnish *in, const struct varnish_call *call)
{
    const char *name = varnish_arg(call, "backend", 0), *ident = varnish_arg(call, "ident", 1);
    const char *weight = varnish_arg(call, "weight", 3);
    char *end, *address = varnish_address(in, name);
    double heavy = *weight != '\0' ? strtod(weight, &end) : 1;
    bool good = *name != '\0';
    if (!good)
        import_fail(in->import, call->line, "add_backend names no backend");
    else if (*weight != '\0' && (*end != '\0' || !(heavy >= 1 && heavy <= 10)))
        good = import_fail(in->import, call->line, "weight \"%.40s\" is not a number from 1 to 10",
                           weight);
    good = good && import_node(in->import, call->line, name, heavy) &&
           import_set(in->import, call->line, name, "ident", ident) &&
           import_set(in->import, call->line, name, "addr", address);
    free(address);
    return good;
}

static bool varnish_take(struct varnish *in, const struct varnish_call *call)
{
    if (!in->pool) {
        if (strcmp(call->method, "new") == 0 && strncmp(call->type, "directors.", 10) == 0)
            import_offer_pool(in->import, call->object);
        return true;
    }
    if (strcmp(call->object, in->pool) != 0)
        return true;
    if (call->open)
        return import_fail(in->import, call->line, "the parenthesis of %.40s is not closed",
                           call->method);
    if (strcmp(call->method, "new") == 0) {
        snprintf(in->type, sizeof in->type, "%s", call->type);
        in->line = call->line;
    } else if (strcmp(call->method, "add_backend") == 0) {
        return varnish_add(in, call);
    } else if (strcmp(call->method, "reconfigure") == 0) {
        snprintf(in->replicas, sizeof in->replicas, "%s", varnish_arg(call, "replicas", 0));
    } else if (strcmp(call->method, "backend") == 0) {
        snprintf(in->by, sizeof in->by, "%s", varnish_arg(call, "by", 0));
    } else if (strcmp(call->method, "remove_backend") == 0 || strcmp(call->method, "clear") == 0) {
        return import_fail(in->import, call->line, "%s takes backends away while Varnish runs",
                           call->method);
    } else {
        import_skip(in->import, call->method);
    }
    return true;
}

/* Every call of the file, in order: they begin where a word does. */
static bool varnish_calls(struct varnish *in)
{
    struct varnish_call call;
    bool good = true, before = false, quoted = false;
    for (const char *at = in->text; good && *at != '\0'; at++) {
        quoted ^= *at == '"';
        if (!quoted && !before && isalpha((unsigned char)*at) && varnish_call(in, at, &call))
            good = varnish_take(in, &call);
        before = varnish_is_word(*at) || *at == '.';
    }
    return good;
}

/* ---- the spec -------------------------------------------------------------------------------- */

static bool varnish_spec(struct varnish *in)
{
    uint64_t replicas = 67;
    const char *by = in->by[0] != '\0' ? in->by : "HASH";
    if (strcmp(in->type, "directors.shard") != 0)
        return import_no_spec(in->import, in->line,
                              strcmp(in->type, "directors.hash") == 0
                                  ? "%.40s is a weighted draw by hash, which no preset does"
                                  : "%.40s does not hash",
                              in->type);
    if (in->replicas[0] != '\0' && !import_digits(in->replicas, strlen(in->replicas), &replicas))
        return import_fail(in->import, in->line, "replicas \"%.40s\" is no whole number",
                           in->replicas);
    if (strcmp(by, "HASH") != 0 && strcmp(by, "URL") != 0 && strcmp(by, "KEY") != 0 &&
        strcmp(by, "BLOB") != 0)
        return import_fail(in->import, in->line, "by=%.40s is not HASH, URL, KEY or BLOB", by);
    return import_spec(in->import, in->line, "varnish-shard:by=%s,replicas=%llu", by,
                       (unsigned long long)replicas);
}

static bool varnish_read(struct import *import)
{
    struct varnish in = {.import = import, .text = varnish_plain(import->text)};
    varnish_calls(&in);
    in.pool = import_choose_pool(import, "directors");
    bool good = in.pool && varnish_calls(&in);
    if (good && berth_nodes_count(import->nodes) == 0)
        good = import_fail(import, in.line, "no backend is added to %.60s", in.pool);
    good = good && varnish_spec(&in);
    free(in.text);
    return good;
}

const struct import_format import_varnish = {
    .name = "varnish",
    .mark = "\"directors.\" and \".add_backend\"",
    .recognise = varnish_recognise,
    .read = varnish_read,
    .line = "sub vcl_init {\nnew a = directors.shard();\na.add_backend(%s);\n}\n",
};
