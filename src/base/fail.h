/* SPDX-License-Identifier: MIT */
/* fail.h - filling a berth_error */
#ifndef BERTH_FAIL_H
#define BERTH_FAIL_H

#include "berth.h"

/* Fills *error (which may be NULL) and returns code, so that "return fail(...)" reads well. */
int fail(berth_error *error, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int fail_memory(berth_error *error);

/* The closest of the blank-separated `words` to text, into out as "; did you mean \"x\"?" or ""
 * when nothing is near. Returns out. */
#define FAIL_HINT_MAX 96
const char *fail_hint(const char *text, size_t len, const char *words, char out[FAIL_HINT_MAX]);

/* Edit distance with transpositions, whatever the case of letters; UINT32_MAX for texts above 40
 * bytes. For hints only. */
unsigned fail_distance(const char *a, size_t a_len, const char *b, size_t b_len);

/* At most 60 bytes of text made fit to print, control bytes and broken tails as '?'. */
#define FAIL_SHOWN_MAX 72
const char *fail_shown(const char *text, size_t len, char out[FAIL_SHOWN_MAX]);

#endif
