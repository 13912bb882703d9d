/* SPDX-License-Identifier: MIT */
/* guard.c - dangerous code points are written out as numbers */
#include "show/guard.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "show/figures.h"

/* Controls, and the marks of direction that turn text around. */
static bool guard_dangerous(int32_t code)
{
    static const struct {
        int32_t first, last;
    } ranges[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},
                  {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

/* How many bytes from an ESC on are a colour; 0 = none. */
static size_t guard_colour(const char *bytes, size_t n)
{
    size_t i = 2;
    if (n < 3 || bytes[0] != '\033' || bytes[1] != '[')
        return 0;
    while (i < n && bytes[i] >= '0' && bytes[i] <= '9')
        i++;
    return i < n && bytes[i] == 'm' ? i + 1 : 0;
}

/* Writes what stands for a code point that a terminal must not see, or returns 0. */
static size_t guard_number(int32_t code, bool lines, char *out)
{
    if (!guard_dangerous(code) || (lines && (code == '\n' || code == '\t')))
        return 0;
    return (size_t)sprintf(out, "\\u%04x", (unsigned)code);
}

static size_t guard_terminal(const char *bytes, size_t n, char *out)
{
    size_t used = 0;
    while (n > 0) {
        int32_t code;
        size_t len = guard_colour(bytes, n);
        size_t wrote = 0;
        if (len == 0) {
            len = figure_decode(bytes, n, &code);
            wrote = guard_number(code, true, out + used);
        }
        if (wrote == 0) {
            memcpy(out + used, bytes, len);
            wrote = len;
        }
        used += wrote;
        bytes += len;
        n -= len;
    }
    return used;
}

static size_t guard_markdown(struct guard *guard, const char *bytes, size_t n, char *out)
{
    size_t used = 0;
    while (n > 0) {
        int32_t code;
        const size_t len = figure_decode(bytes, n, &code);
        size_t wrote = guard_number(code, true, out + used);
        if (code == '`' && (used == 0 || out[used - 1] != '\\'))
            guard->code = !guard->code;
        if (wrote == 0 && !guard->code && (code == '<' || code == '['))
            wrote = (size_t)sprintf(out + used, "%s", code == '<' ? "&lt;" : "\\[");
        if (wrote == 0) {
            memcpy(out + used, bytes, len);
            wrote = len;
        }
        used += wrote;
        bytes += len;
        n -= len;
    }
    return used;
}

size_t guard_piece(struct guard *guard, const char *bytes, size_t n, char *out)
{
    if (guard->kind == GUARD_MARKDOWN)
        return guard_markdown(guard, bytes, n, out);
    if (guard->kind == GUARD_TERMINAL)
        return guard_terminal(bytes, n, out);
    memcpy(out, bytes, n);
    return n;
}

void guard_message(const char *text, char *out, size_t cap)
{
    size_t used = 0, left = strlen(text);
    while (left > 0 && used + GUARD_GROWTH < cap) {
        int32_t code;
        const size_t len = figure_decode(text, left, &code);
        size_t wrote = guard_number(code, false, out + used);
        if (wrote == 0) {
            memcpy(out + used, text, len);
            wrote = len;
        }
        used += wrote;
        text += len;
        left -= len;
    }
    out[used] = '\0';
}
