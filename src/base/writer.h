/* SPDX-License-Identifier: MIT */
/* writer.h - writing text into a buffer that may be too small
 * Idea       like snprintf, the writer goes on counting when the buffer is full, so a caller learns
 *            the room that the whole text needs. */
#ifndef BERTH_WRITER_H
#define BERTH_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct writer {
    char *out; /* may be NULL when cap is 0 */
    size_t cap;
    size_t len; /* bytes of the whole text so far, without the NUL */
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

/* Writes a text as one word of a nodes file: in quotes when place/words.h would not read it back as
 * that word, or when it contains a byte of `also_quote`. */
void writer_word(struct writer *w, const char *text, const char *also_quote);

/* Ends the text with a NUL, cutting it off where the buffer ends. Returns the length of the whole
 * text. */
size_t writer_end(struct writer *w);

#endif
