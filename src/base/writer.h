/* SPDX-License-Identifier: MIT */
/* writer.h - text into a buffer that may be too small: counts on, as snprintf does */
#ifndef BERTH_WRITER_H
#define BERTH_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct writer {
    char *out; /* may be NULL when cap is 0 */
    size_t cap;
    size_t len; /* of the whole text, NUL not counted */
};

static inline void writer_put(struct writer *w, const char *text, size_t len)
{
    if (w->len < w->cap) {
        size_t room = w->cap - w->len;
        memcpy(w->out + w->len, text, len < room ? len : room);
    }
    w->len += len;
}

static inline void writer_text(struct writer *w, const char *text)
{
    writer_put(w, text, strlen(text));
}

static inline void writer_char(struct writer *w, char c)
{
    writer_put(w, &c, 1);
}

void writer_integer(struct writer *w, uint64_t value);

/* Writes text as one word, quoted when it would not read back as one (words.h, place floor). */
void writer_word(struct writer *w, const char *text, const char *also_quote);

/* Ends the text with a NUL (cutting it when it is too long). Returns the full length. */
size_t writer_end(struct writer *w);

#endif
