/* SPDX-License-Identifier: MIT */
/* nearest.c - edit distance with swaps of neighbours, at most a third of the word's length */
#include "frame/nearest.h"

#include <string.h>

enum { NEAREST_MAX = 40 };

static size_t nearest_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Damerau's distance (adjacent swaps count one), three rows of the table at a time. */
static size_t nearest_distance(const char *a, const char *b)
{
    size_t rows[3][NEAREST_MAX + 1];
    size_t len_a = strlen(a), len_b = strlen(b);
    for (size_t j = 0; j <= len_b; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= len_a; i++) {
        size_t *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= len_b; j++) {
            now[j] = nearest_least(last[j] + 1, now[j - 1] + 1);
            now[j] = nearest_least(now[j], last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = nearest_least(now[j], before[j - 2] + 1);
        }
    }
    return rows[len_a % 3][len_b];
}

void nearest_begin(struct nearest *nearest, const char *typed)
{
    *nearest = (struct nearest){.typed = typed, .distance = 1 + (strlen(typed) + 1) / 3};
}

void nearest_offer(struct nearest *nearest, const char *word)
{
    size_t typed_len = strlen(nearest->typed), word_len = strlen(word);
    if (typed_len > NEAREST_MAX || word_len > NEAREST_MAX || typed_len == 0)
        return;
    size_t distance = nearest_distance(nearest->typed, word);
    if (typed_len >= 3 && strncmp(word, nearest->typed, typed_len) == 0)
        distance = 1; /* the beginning of a word is meant to be it */
    if (distance < nearest->distance) {
        nearest->best = word;
        nearest->distance = distance;
    }
}
