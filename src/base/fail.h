/* SPDX-License-Identifier: MIT */
/* fail.h - filling a berth_error */
#ifndef BERTH_FAIL_H
#define BERTH_FAIL_H

#include "berth.h"

/* Fills *error, which may be NULL, and returns `code`, so that a caller can write
 * "return fail(...)". */
int fail(berth_error *error, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int fail_memory(berth_error *error);

/* Writes a hint to `out` and returns it: "; did you mean \"x\"?" with the word of the list `words`
 * (word_list.h) that is nearest to the text, or "" when no word is near. */
#define FAIL_HINT_MAX 96
const char *fail_hint(const char *text, size_t len, const char *words, char out[FAIL_HINT_MAX]);

/* The same for a search whose words the caller has offered. */
struct nearest;
const char *fail_meant(const struct nearest *nearest, char out[FAIL_HINT_MAX]);

/* Writes at most 60 bytes of a text to `out`, fit to be printed, and returns it: control bytes
 * become '?', and "..." stands for what was cut off, never within a UTF-8 character. */
#define FAIL_SHOWN_MAX 72
const char *fail_shown(const char *text, size_t len, char out[FAIL_SHOWN_MAX]);

#endif
