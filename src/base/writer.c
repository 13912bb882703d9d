/* SPDX-License-Identifier: MIT */
/* writer.c - writing text into a buffer that may be too small */
#include "base/writer.h"

void writer_integer(struct writer *w, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    writer_put(w, digits + at, sizeof digits - at);
}

void writer_word(struct writer *w, const char *text, const char *also_quote)
{
    size_t len = strlen(text);
    if (len > 0 && text[0] != '#' && strcspn(text, " \t\"\\") == len &&
        strcspn(text, also_quote) == len) {
        writer_put(w, text, len);
        return;
    }
    writer_char(w, '"');
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"' || text[i] == '\\')
            writer_char(w, '\\');
        writer_char(w, text[i]);
    }
    writer_char(w, '"');
}

size_t writer_end(struct writer *w)
{
    if (w->cap > 0)
        w->out[w->len < w->cap ? w->len : w->cap - 1] = 0;
    return w->len;
}
