/* SPDX-License-Identifier: MIT */
/* fail.c - filling a berth_error */
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
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

const char *fail_meant(const struct nearest *nearest, char out[FAIL_HINT_MAX])
{
    out[0] = 0;
    if (nearest->word)
        snprintf(out, FAIL_HINT_MAX, "; did you mean \"%.*s\"?", (int)nearest->word_len,
                 nearest->word);
    return out;
}

const char *fail_hint(const char *text, size_t len, const char *words, char out[FAIL_HINT_MAX])
{
    struct nearest nearest;
    const char *word;
    size_t word_len;
    nearest_begin(&nearest, text, len);
    while (word_list_next(&words, &word, &word_len))
        nearest_offer(&nearest, word, word_len);
    return fail_meant(&nearest, out);
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
