/* SPDX-License-Identifier: MIT */
/* fail.c - filling a berth_error, and the nearest known word for a misspelt one */
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/word_list.h"

const char *berth_error_text(int code)
{
    switch (code) {
#define FAIL_CASE(name, value, text)                                                               \
    case value:                                                                                    \
        return text;
        BERTH_ERRORS(FAIL_CASE)
#undef FAIL_CASE
    default:
        return "unknown error";
    }
}

int fail(berth_error *error, int code, const char *format, ...)
{
    if (!error)
        return code;
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    error->line = 0;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return code;
}

int fail_memory(berth_error *error)
{
    return fail(error, BERTH_E_MEMORY, "out of memory");
}

enum { FAIL_WORD_MAX = 40 }; /* bytes */

/* The case of a letter makes no distance: "RING" is near "ring". */
static bool fail_same(char a, char b)
{
    if (a >= 'A' && a <= 'Z')
        a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z')
        b += 'a' - 'A';
    return a == b;
}

/* The usual table of distances between beginnings of a and b, of which the last three rows are
 * enough: a transposition looks two rows back. */
unsigned fail_distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
    unsigned rows[3][FAIL_WORD_MAX + 1];
    if (a_len > FAIL_WORD_MAX || b_len > FAIL_WORD_MAX)
        return UINT32_MAX;
    for (size_t j = 0; j <= b_len; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_len; i++) {
        unsigned *now = rows[i % 3], *last = rows[(i + 2) % 3], *older = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b_len; j++) {
            unsigned best = last[j - 1] + !fail_same(a[i - 1], b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && fail_same(a[i - 1], b[j - 2]) && fail_same(a[i - 2], b[j - 1]) &&
                older[j - 2] + 1 < best)
                best = older[j - 2] + 1;
            now[j] = best;
        }
    }
    return rows[a_len % 3][b_len];
}

const char *fail_hint(const char *text, size_t len, const char *words, char out[FAIL_HINT_MAX])
{
    const char *word, *nearest = NULL;
    size_t word_len, nearest_len = 0;
    unsigned limit = 1 + (unsigned)(len / 3); /* edits; a better word must stay below the last */
    while (word_list_next(&words, &word, &word_len)) {
        unsigned distance = fail_distance(text, len, word, word_len);
        if (distance <= limit) {
            nearest = word;
            nearest_len = word_len;
            limit = distance ? distance - 1 : 0;
        }
    }
    out[0] = 0;
    if (nearest)
        snprintf(out, FAIL_HINT_MAX, "; did you mean \"%.*s\"?", (int)nearest_len, nearest);
    return out;
}

const char *fail_shown(const char *text, size_t len, char out[FAIL_SHOWN_MAX])
{
    size_t shown = len < 60 ? len : 60;
    while (shown < len && shown > 0 && ((unsigned char)text[shown] & 0xc0) == 0x80)
        shown--; /* a UTF-8 character is not cut in two */
    for (size_t i = 0; i < shown; i++)
        out[i] = (unsigned char)text[i] < 0x20 || text[i] == 0x7f ? '?' : text[i];
    strcpy(out + shown, shown < len ? "..." : "");
    return out;
}
