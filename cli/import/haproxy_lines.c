/* SPDX-License-Identifier: MIT */
/* haproxy_lines.c - quotes, escapes, comments and .if as HAProxy reads them */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/haproxy_lines.h"

void haproxy_lines(struct haproxy_lines *lines, const char *text)
{
    *lines = (struct haproxy_lines){0};
    import_lines(&lines->line, text);
}

void haproxy_lines_end(struct haproxy_lines *lines)
{
    import_lines_end(&lines->line);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* What a character after a backslash stands for. */
static char haproxy_escaped(char c)
{
    return c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
}

/* "$NAME" and "${NAME}", which HAProxy replaces between double quotes. */
static void haproxy_note_variable(struct haproxy_lines *lines, const char *at)
{
    at += *at == '{';
    size_t len = 0;
    while (isalnum((unsigned char)at[len]) || at[len] == '_')
        len++;
    if (len > 0 && lines->variable[0] == '\0')
        snprintf(lines->variable, sizeof lines->variable, "%.*s", (int)len, at);
}

static void haproxy_plain(struct haproxy_lines *lines, const char *at, char quote, char **out)
{
    *(*out)++ = *at;
    if (*at == '$' && quote == '"')
        haproxy_note_variable(lines, at + 1);
}

/* Copies one word to *out and moves past it; the character that ends it is returned. */
static char haproxy_word(struct haproxy_lines *lines, const char **from, char **out)
{
    char quote = '\0';
    const char *at = *from;
    for (; *at != '\0' && (quote || !strchr(" \t\r#", *at)); at++) {
        if (*at == quote)
            quote = '\0';
        else if (!quote && (*at == '"' || *at == '\''))
            quote = *at;
        else if (*at == '\\' && quote != '\'' && at[1] != '\0')
            *(*out)++ = haproxy_escaped(*++at);
        else
            haproxy_plain(lines, at, quote, out);
    }
    lines->open = quote != '\0';
    *from = at;
    return *at;
}

/* Cuts the line in place: a word is never longer than what it was written as. */
static void haproxy_cut(struct haproxy_lines *lines)
{
    const char *at = lines->line.copy;
    char *out = lines->line.copy;
    lines->variable[0] = '\0';
    lines->open = false;
    lines->template = strstr(at, "{{") || strstr(at, "{%");
    for (;;) {
        at += strspn(at, " \t\r");
        if (*at == '\0' || *at == '#')
            return;
        import_word(&lines->line, out);
        const char end = haproxy_word(lines, &at, &out);
        at += end != '\0' && end != '#';
        *out++ = '\0';
        if (end == '\0' || end == '#')
            return;
    }
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* 1, 0, or -1 when only HAProxy knows: a number decides, a test of its surroundings does not. */
static int haproxy_condition(const struct import_line *line)
{
    char *end;
    if (line->words < 2)
        return 0;
    const char *text = line->word[1];
    const bool not = *text == '!';
    long number = strtol(text + not, &end, 10);
    if (line->words > 2 || *end != '\0' || end == text + not )
        return -1;
    return not ? number == 0 : number != 0;
}

static void haproxy_enter(struct haproxy_branch *branch, const struct import_line *line)
{
    int holds = haproxy_condition(line);
    branch->active = holds != 0 && !branch->taken;
    branch->unsure |= holds < 0;
    branch->taken |= holds > 0;
    branch->line = line->number;
    snprintf(branch->condition, sizeof branch->condition, "%s",
             line->words > 1 ? line->word[1] : "");
}

/* True when the line is one of .if and its like, and has been dealt with. */
static bool haproxy_directive(struct haproxy_lines *lines)
{
    const struct import_line *line = &lines->line;
    const char *word = line->word[0];
    struct haproxy_branch *top = lines->depth > 0 ? &lines->branch[lines->depth - 1] : NULL;
    if (*word != '.')
        return false;
    if (strcmp(word, ".if") == 0 && lines->depth < HAPROXY_NESTED) {
        lines->branch[lines->depth] = (struct haproxy_branch){0};
        haproxy_enter(&lines->branch[lines->depth++], line);
    } else if (strcmp(word, ".if") == 0) {
        lines->deep = line->number;
    } else if (top && strcmp(word, ".elif") == 0) {
        haproxy_enter(top, line);
    } else if (top && strcmp(word, ".else") == 0) {
        top->active = !top->taken;
        top->taken = true;
    } else if (top && strcmp(word, ".endif") == 0) {
        lines->depth--;
    }
    return true;
}

/* Whether the line counts; notes the condition that it hangs on. */
static bool haproxy_counts(struct haproxy_lines *lines)
{
    lines->condition[0] = '\0';
    for (size_t i = 0; i < lines->depth; i++) {
        const struct haproxy_branch *branch = &lines->branch[i];
        if (!branch->active)
            return false;
        if (branch->unsure && lines->condition[0] == '\0') {
            memcpy(lines->condition, branch->condition, sizeof lines->condition);
            lines->condition_line = branch->line;
        }
    }
    return true;
}

bool haproxy_lines_next(struct haproxy_lines *lines)
{
    while (import_next_whole(&lines->line)) {
        haproxy_cut(lines);
        if (lines->line.words > 0 && !haproxy_directive(lines) && haproxy_counts(lines))
            return true;
    }
    return false;
}

bool haproxy_lines_certain(const struct import *import, const struct haproxy_lines *lines)
{
    const uint64_t number = lines->line.number;
    if (lines->deep > 0)
        return import_fail(import, lines->deep, "conditions nest deeper than %d levels here",
                           HAPROXY_NESTED);
    if (lines->template)
        return import_fail(import, number,
                           "this is a line of a template: render it first, and give what HAProxy "
                           "reads");
    if (lines->condition[0] != '\0')
        return import_fail(import, number,
                           "this line hangs on \".if %s\" in line %llu, which only HAProxy can "
                           "decide: leave in the branch that holds",
                           lines->condition, (unsigned long long)lines->condition_line);
    if (lines->variable[0] != '\0')
        return import_fail(import, number,
                           "the environment variable %s stands here: write its value out",
                           lines->variable);
    return !lines->open || import_fail(import, number, "a quote is not closed");
}
