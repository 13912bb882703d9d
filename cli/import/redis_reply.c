/* SPDX-License-Identifier: MIT */
/* redis_reply.c - prefixes, quotes and brackets are taken off the values of a reply */
#include "import/redis_reply.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "import/tree.h"

static char *reply_add(struct redis_reply *reply, uint64_t line, const char *text, size_t len)
{
    if (reply->count == reply->room) {
        reply->room = reply->room * 2 + 64;
        reply->values = memory_more(reply->values, reply->room, sizeof *reply->values);
    }
    char *copy = memory_text("%.*s", (int)len, text);
    reply->values[reply->count++] = (struct redis_value){copy, line};
    return copy;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Past blanks and the numbers of lists and maps: "1) ", "12# ". */
static const char *reply_past_numbers(const char *at, const char *end)
{
    for (;;) {
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        const char *digits = at;
        while (at < end && isdigit((unsigned char)*at))
            at++;
        if (at == digits || at == end || (*at != ')' && *at != '#') ||
            (at + 1 < end && at[1] != ' '))
            return digits;
        at++;
    }
}

/* Adds the text in quotes at `at`, and returns what follows it. */
static const char *reply_quoted(struct redis_reply *reply, uint64_t line, const char *at,
                                const char *end)
{
    const char *begin = ++at;
    while (at < end && *at != '"')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    reply_add(reply, line, begin, (size_t)(at - begin));
    return at < end ? at + 1 : end;
}

static bool reply_begins(const char *at, const char *end, const char *word)
{
    size_t len = strlen(word);
    return (size_t)(end - at) >= len && memcmp(at, word, len) == 0;
}

/* The value of a line as a terminal shows it, or the key and the value of a map. */
static void reply_shown(struct redis_reply *reply, uint64_t line, const char *at, const char *end)
{
    at = reply_past_numbers(at, end);
    if (at < end && *at == '"') {
        at = reply_quoted(reply, line, at, end);
        if (!reply_begins(at, end, " =>"))
            return;
        at = reply_past_numbers(at + 3, end);
        if (at < end)
            reply_shown(reply, line, at, end);
    } else if (reply_begins(at, end, "(integer) ")) {
        at += strlen("(integer) ");
        reply_add(reply, line, at, (size_t)(end - at));
    } else if (reply_begins(at, end, "(empty") || reply_begins(at, end, "(nil)")) {
        reply_add(reply, line, "", 0);
    } else {
        reply_add(reply, line, at, (size_t)(end - at));
    }
}

static void reply_fields(struct redis_reply *reply, uint64_t line, const char *at, const char *end)
{
    for (;;) {
        const char *comma = at;
        if (at < end && *at == '"') {
            comma = reply_quoted(reply, line, at, end);
        } else {
            comma = memchr(at, ',', (size_t)(end - at));
            comma = comma ? comma : end;
            reply_add(reply, line, at, (size_t)(comma - at));
        }
        if (comma >= end)
            return;
        at = comma + 1;
    }
}

static void reply_lines(struct redis_reply *reply, const char *text)
{
    for (uint64_t line = 1; *text != '\0'; line++) {
        const char *end = text + strcspn(text, "\r\n");
        if (memchr(text, ',', (size_t)(end - text)) && !memchr(text, ')', (size_t)(end - text)))
            reply_fields(reply, line, text, end);
        else
            reply_shown(reply, line, text, end);
        text = end + (*end == '\r' && end[1] == '\n');
        text += *text != '\0';
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void reply_tree(struct redis_reply *reply, const struct tree_node *node)
{
    const char *text = tree_is(node, TREE_TEXT) ? tree_text(node) : "";
    if (node->kind == TREE_TEXT || node->kind == TREE_NULL || node->count == 0)
        reply_add(reply, node->line, text, strlen(text));
    for (uint32_t i = 0; node->kind == TREE_LIST && i < node->count; i++)
        reply_tree(reply, tree_at(node, i));
    for (uint32_t i = 0; node->kind == TREE_MAP && i < node->count; i++) {
        const struct tree_member *member = &node->members[i];
        reply_add(reply, member->line, member->key, strlen(member->key));
        reply_tree(reply, member->value);
    }
}

bool redis_reply_read(struct redis_reply *reply, const char *text, size_t len)
{
    *reply = (struct redis_reply){0};
    if (text[strspn(text, " \t\r\n")] != '[') {
        reply_lines(reply, text);
        return true;
    }
    struct tree_error error;
    struct tree *tree = tree_read(text, len, 1, &error);
    if (tree)
        reply_tree(reply, tree_document(tree, 0));
    tree_free(tree);
    return tree != NULL;
}

void redis_reply_free(struct redis_reply *reply)
{
    for (size_t i = 0; i < reply->count; i++)
        free(reply->values[i].text);
    free(reply->values);
    *reply = (struct redis_reply){0};
}

const char *redis_reply_at(const struct redis_reply *reply, size_t i)
{
    return i < reply->count ? reply->values[i].text : "";
}

uint64_t redis_reply_line(const struct redis_reply *reply, size_t i)
{
    return i < reply->count ? reply->values[i].line : 0;
}
