/* SPDX-License-Identifier: MIT */
/* tree_json.c - JSON into a tree, strictly by RFC 8259, without recursion
 *
 * libyaml would read most JSON, too, but not keys of more than 1,024 bytes nor surrogate pairs, and
 * it would read much that is none. Several values may follow one another, as documents. */
#include "import/tree_build.h"

#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"

struct tree_json {
    struct tree *tree;
    const char *at, *end;
    uint32_t line;
    char *text; /* of the string read last, escapes resolved */
    size_t used, room;
};

static bool tree_json_fail(struct tree_json *json, const char *expected)
{
    unsigned char found = (unsigned char)(json->at < json->end ? *json->at : '\0');
    if (json->at >= json->end)
        return tree_fail(json->tree, json->line, "this is no JSON: the file ends where %s is due",
                         expected);
    if (found < 0x21 || found > 0x7e)
        return tree_fail(json->tree, json->line,
                         "this is no JSON: byte 0x%02x stands where %s is "
                         "due",
                         found, expected);
    if (found == '/' || found == '#')
        return tree_fail(json->tree, json->line,
                         "this is no JSON: a comment stands where %s is due", expected);
    return tree_fail(json->tree, json->line, "this is no JSON: '%c' stands where %s is due", found,
                     expected);
}

static void tree_json_blanks(struct tree_json *json)
{
    for (; json->at < json->end && strchr(" \t\r\n", *json->at) && *json->at != '\0'; json->at++)
        json->line += *json->at == '\n';
}

static char tree_json_peek(struct tree_json *json)
{
    tree_json_blanks(json);
    return (char)(json->at < json->end ? *json->at : '\0');
}

/* ---- strings --------------------------------------------------------------------------------- */

static void tree_json_byte(struct tree_json *json, uint32_t byte)
{
    if (json->used == json->room) {
        json->room = 2 * json->room + 64;
        json->text = memory_more(json->text, json->room, 1);
    }
    json->text[json->used++] = (char)byte;
}

static void tree_json_code(struct tree_json *json, uint32_t code)
{
    if (code < 0x80) {
        tree_json_byte(json, code);
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint32_t marks[] = {0, 0xc0, 0xe0, 0xf0};
    tree_json_byte(json, marks[more] | code >> (6 * more));
    while (more-- > 0)
        tree_json_byte(json, 0x80 | ((code >> (6 * more)) & 0x3f));
}

/* Four hexadecimal digits. */
static bool tree_json_hex(struct tree_json *json, uint32_t *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++, json->at++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit =
            json->at < json->end && *json->at != '\0' ? strchr(digits, *json->at) : NULL;
        if (!digit)
            return tree_json_fail(json, "a hexadecimal digit");
        *code = *code * 16 + (uint32_t)((digit - digits) % 16);
    }
    return true;
}

/* Behind \u: one code, or two that are halves of one. */
static bool tree_json_unicode(struct tree_json *json)
{
    uint32_t code, low;
    if (!tree_json_hex(json, &code))
        return false;
    if (code < 0xd800 || code > 0xdfff) {
        tree_json_code(json, code);
        return true;
    }
    if (code < 0xdc00 && json->end - json->at >= 6 && json->at[0] == '\\' && json->at[1] == 'u') {
        json->at += 2;
        if (!tree_json_hex(json, &low))
            return false;
        if (low >= 0xdc00 && low <= 0xdfff) {
            tree_json_code(json, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
            return true;
        }
    }
    return tree_fail(json->tree, json->line, "this is no JSON: \\u%04x is half a character",
                     (unsigned)code);
}

static bool tree_json_escape(struct tree_json *json)
{
    static const char names[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
    const char *name;
    if (json->at >= json->end || *json->at == '\0')
        return tree_json_fail(json, "an escaped character");
    if (*json->at == 'u') {
        json->at++;
        return tree_json_unicode(json);
    }
    name = strchr(names, *json->at);
    if (!name)
        return tree_json_fail(json, "one of \"\\/bfnrtu");
    tree_json_byte(json, (unsigned char)bytes[name - names]);
    json->at++;
    return true;
}

/* How many bytes the UTF-8 character at `at` has; 0 when it is none. */
static size_t tree_json_utf8(const char *at, const char *end)
{
    const unsigned char *c = (const unsigned char *)at;
    size_t len = c[0] < 0x80   ? 1
                 : c[0] < 0xc2 ? 0
                 : c[0] < 0xe0 ? 2
                 : c[0] < 0xf0 ? 3
                 : c[0] < 0xf5 ? 4
                               : 0;
    if (len == 0 || (size_t)(end - at) < len)
        return 0;
    for (size_t i = 1; i < len; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    bool wrong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) ||
                 (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f);
    return wrong ? 0 : len;
}

/* From the opening quote to the closing one. */
static bool tree_json_string(struct tree_json *json)
{
    json->used = 0;
    for (json->at++; json->at < json->end && *json->at != '"';) {
        if ((unsigned char)*json->at < 0x20)
            return tree_json_fail(json, "the rest of a string, with its closing quote,");
        if (*json->at == '\\') {
            json->at++;
            if (!tree_json_escape(json))
                return false;
            continue;
        }
        size_t len = tree_json_utf8(json->at, json->end);
        if (len == 0)
            return tree_json_fail(json, "a character in UTF-8");
        for (; len > 0; len--)
            tree_json_byte(json, (unsigned char)*json->at++);
    }
    if (json->at >= json->end)
        return tree_json_fail(json, "the closing quote of a string");
    json->at++;
    return true;
}

static bool tree_json_text(struct tree_json *json)
{
    uint32_t line = json->line;
    return tree_json_string(json) &&
           tree_add_text(json->tree, json->used ? json->text : "", json->used, true, line, NULL);
}

/* ---- other values ---------------------------------------------------------------------------- */

static const char *tree_json_digits(const char *at)
{
    while (*at >= '0' && *at <= '9')
        at++;
    return at;
}

/* The end of the number, true, false or null at `at`; NULL when there is none. The text ends in
 * NUL, which stops every loop. */
static const char *tree_json_bare(const char *at)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    at += *at == '-';
    const char *end = *at == '0' ? at + 1 : tree_json_digits(at);
    if (end == at)
        return NULL;
    if (*end == '.') {
        at = end + 1;
        end = tree_json_digits(at);
        if (end == at)
            return NULL;
    }
    if (*end == 'e' || *end == 'E') {
        at = end + 1 + (end[1] == '+' || end[1] == '-');
        end = tree_json_digits(at);
    }
    return end == at ? NULL : end;
}

static bool tree_json_plain(struct tree_json *json)
{
    const char *end = json->at < json->end ? tree_json_bare(json->at) : NULL;
    if (!end || (*end != '\0' && !strchr(" \t\r\n,]}", *end)))
        return tree_json_fail(json, "a value");
    const char *from = json->at;
    json->at = end;
    return tree_add_text(json->tree, from, (size_t)(end - from), false, json->line, NULL);
}

/* A value begins; of a list or a map its opening bracket only. */
static bool tree_json_value(struct tree_json *json)
{
    char c = tree_json_peek(json);
    if (c == '"')
        return tree_json_text(json);
    if (c != '{' && c != '[')
        return tree_json_plain(json);
    json->at++;
    return tree_begin(json->tree, c == '{' ? TREE_MAP : TREE_LIST, json->line, NULL);
}

/* A key and its colon. */
static bool tree_json_key(struct tree_json *json)
{
    if (tree_json_peek(json) != '"')
        return tree_json_fail(json, "a key in quotes");
    if (!tree_json_text(json))
        return false;
    if (tree_json_peek(json) != ':')
        return tree_json_fail(json, "the colon behind a key");
    json->at++;
    return true;
}

/* One step inside the innermost list or map: its end, or a comma and what follows. */
static bool tree_json_inside(struct tree_json *json)
{
    const struct tree *tree = json->tree;
    const struct tree_frame *frame = &tree->frame[tree->depth - 1];
    bool map = frame->node->kind == TREE_MAP, empty = tree->pending_count == frame->first;
    char c = tree_json_peek(json);
    if (c == (map ? '}' : ']')) {
        json->at++;
        return tree_end(json->tree);
    }
    if (!empty && c != ',')
        return tree_json_fail(json, map ? "a comma or }" : "a comma or ]");
    json->at += !empty;
    return (!map || tree_json_key(json)) && tree_json_value(json);
}

bool tree_json_read(struct tree *tree, const char *text, size_t len, uint32_t first)
{
    struct tree_json json = {.tree = tree, .at = text, .end = text + len, .line = first};
    bool good = true;
    while (good && (tree->depth > 0 || tree_json_peek(&json) != '\0' || json.at < json.end))
        good = tree->depth > 0 ? tree_json_inside(&json) : tree_json_value(&json);
    free(json.text);
    return good;
}
