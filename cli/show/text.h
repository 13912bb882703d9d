/* SPDX-License-Identifier: MIT */
/* text.h - text put together piece by piece in a buffer that may be too small
 *
 * snprintf returns the length the text would have had, so adding its results up leads past the end
 * of the buffer. text_add never writes there, whatever the pieces are. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Appends to the string in `out`, which holds `cap` bytes, its NUL included. Returns false when the
 * text did not fit; `out` then holds as much of it as there was room for. */
bool text_add(char *out, size_t cap, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Appends `item` to a list: "a", then "a, b", then "a, b, c". A list that does not fit ends in
 * "..."; text_list then returns false. */
bool text_list(char *out, size_t cap, const char *item);

#endif
