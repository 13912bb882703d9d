/* SPDX-License-Identifier: MIT */
/* guard.h - what keys and names must not do to a terminal, or to a page of Markdown
 *
 * A key may hold any byte, and a name any text. On a terminal, control characters move the cursor
 * and marks of direction turn the text after them around. In Markdown, "<" begins HTML and "["
 * a link. Files and pipes get every byte as it is. */
#ifndef CLI_GUARD_H
#define CLI_GUARD_H

#include <stdbool.h>
#include <stddef.h>

enum guard_kind {
    GUARD_NONE,
    GUARD_TERMINAL, /* colours of the tool's own stay: ESC [ digits m */
    GUARD_MARKDOWN, /* code, between backticks, stays */
};

/* The state between two pieces of one stream; all zero at its beginning. */
struct guard {
    enum guard_kind kind;
    bool code; /* GUARD_MARKDOWN: the piece before ended within code */
};

enum { GUARD_GROWTH = 12 }; /* a byte becomes at most so many */

/* Writes `n` bytes, guarded, to `out`, which has room for n x GUARD_GROWTH, and returns how many it
 * wrote. A dangerous code point is written as \u and four hexadecimal digits, as JSON does. */
size_t guard_piece(struct guard *guard, const char *bytes, size_t n, char *out);

/* The same for one message: line ends are dangerous, too, and what does not fit is left out. */
void guard_message(const char *text, char *out, size_t cap);

#endif
