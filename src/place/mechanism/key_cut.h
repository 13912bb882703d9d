/* SPDX-License-Identifier: MIT */
/* key_cut.h - the part of a key that is hashed: hash tags of the Redis world */
#ifndef BERTH_KEY_CUT_H
#define BERTH_KEY_CUT_H

#include "scheme/scheme.h"

/* Between the first { and the first } after it, when there is something between; else all. */
void key_cut_braces(const struct value *values, const void **key, size_t *len);

/* The same with other letters: between the first `open` and the first `close` after it. */
void key_cut_between(char open, char close, const void **key, size_t *len);

#endif
