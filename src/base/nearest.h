/* SPDX-License-Identifier: MIT */
/* nearest.h - "did you mean": which of several words is nearest to a text
 * Idea       a caller offers the words that it knows, one by one; the first of the nearest stays.
 *            Only hints depend on it, never what a text means. */
#ifndef BERTH_NEAREST_H
#define BERTH_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *text;
    size_t len;
    const char *word; /* not terminated; NULL = no word is near */
    size_t word_len;
    unsigned limit; /* edits; a word that is further away is not near */
};

void nearest_begin(struct nearest *nearest, const char *text, size_t len);
void nearest_offer(struct nearest *nearest, const char *word, size_t len);

/* How many edits make one text of the other, a transposition counted as one and the case of letters
 * ignored; UINT_MAX when a text is longer than 40 bytes. */
unsigned nearest_distance(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
