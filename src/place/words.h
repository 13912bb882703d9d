/* SPDX-License-Identifier: MIT */
/* words.h - one line of text cut into words, some of them quoted
 *
 *   node "name with blanks" weight=2 zone="b c"   # comment
 *
 * Blanks (space, tab) separate words; # at the start of a word ends the line. A quoted part may
 * stand anywhere in a word; in it, \" means " and \\ means \. */
#ifndef BERTH_WORDS_H
#define BERTH_WORDS_H

#include "berth.h"

struct words {
    const char *at, *end; /* what is left of the line */
    char *out;            /* room for the line + 1: the word, unquoted, NUL-terminated */
    size_t len;           /* of the word */
    size_t equals;        /* position of the first unquoted '=' in the word, SIZE_MAX = none */
};

/* 1: a word was read; 0: the line ends; negative: a quote that does not close. */
int words_next(struct words *words, berth_error *error);

#endif
