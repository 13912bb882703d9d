/* SPDX-License-Identifier: MIT */
/* nearest.c - the distance of two words in edits, and the nearest of several */
#include "base/nearest.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "berth.h"

enum {
    NEAREST_WORD_MAX = 40, /* bytes */
    NEAREST_START = 3,     /* bytes; a text this long that begins a word stands for the word */
};

/* The case of a letter makes no distance: "RING" is near "ring". */
static bool nearest_same(char a, char b)
{
    if (a >= 'A' && a <= 'Z')
        a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z')
        b += 'a' - 'A';
    return a == b;
}

/* The usual table of distances between beginnings of a and b, of which the last three rows are
 * enough: a transposition looks two rows back. */
unsigned nearest_distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
    unsigned rows[3][NEAREST_WORD_MAX + 1];
    if (a_len > NEAREST_WORD_MAX || b_len > NEAREST_WORD_MAX)
        return UINT_MAX;
    for (size_t j = 0; j <= b_len; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_len; i++) {
        unsigned *now = rows[i % 3], *last = rows[(i + 2) % 3], *older = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b_len; j++) {
            unsigned best = last[j - 1] + !nearest_same(a[i - 1], b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && nearest_same(a[i - 1], b[j - 2]) &&
                nearest_same(a[i - 2], b[j - 1]) && older[j - 2] + 1 < best)
                best = older[j - 2] + 1;
            now[j] = best;
        }
    }
    return rows[a_len % 3][b_len];
}

static bool nearest_begins(const struct nearest *nearest, const char *word, size_t len)
{
    size_t i = 0;
    while (i < nearest->len && i < len && nearest_same(nearest->text[i], word[i]))
        i++;
    return i == nearest->len && i >= NEAREST_START;
}

void nearest_begin(struct nearest *nearest, const char *text, size_t len)
{
    *nearest = (struct nearest){.text = text, .len = len, .limit = 1 + (unsigned)(len / 3)};
}

void nearest_offer(struct nearest *nearest, const char *word, size_t len)
{
    unsigned distance = nearest_distance(nearest->text, nearest->len, word, len);
    if (distance > 1 && distance < UINT_MAX && nearest_begins(nearest, word, len))
        distance = 1;
    if (nearest->len == 0 || distance > nearest->limit || (nearest->word && nearest->limit == 0))
        return;
    nearest->word = word;
    nearest->word_len = len;
    nearest->limit = distance > 0 ? distance - 1 : 0; /* a later word must be nearer */
}

const char *berth_nearest(const char *text, const char *const *words, size_t count)
{
    struct nearest nearest;
    nearest_begin(&nearest, text, strlen(text));
    for (size_t i = 0; i < count; i++)
        nearest_offer(&nearest, words[i], strlen(words[i]));
    return nearest.word;
}
