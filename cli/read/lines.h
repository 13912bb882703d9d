/* SPDX-License-Identifier: MIT */
/* lines.h - records of a file or pipe, many at a time, out of one buffer
 *
 *   data   [ used | record \n record \n record \n part | free        ]
 *                 ^begin                        ^scanned: no mark before this    ^cap
 *
 * Memory is one block, which grows only when a single record is longer than it. */
#ifndef CLI_LINES_H
#define CLI_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include <berth.h>

struct lines {
    char *data;
    size_t cap, begin, end, scanned;
    const char *name; /* for messages */
    int fd;
    char mark;   /* what ends a record: \n or NUL */
    bool at_end; /* the file has been read to its end */
    bool hungry; /* the next call will read, and may wait */
};

/* "-" is standard input. False after saying why. */
bool lines_open(struct lines *lines, const char *path, char mark);
void lines_close(struct lines *lines);

/* Up to `max` records, without their marks; they live until the next call. 0 = the end, or trouble
 * (then *trouble is true and it was said). */
size_t lines_next(struct lines *lines, struct berth_key *out, size_t max, bool *trouble);

/* A whole file at once, NUL after it; NULL after saying why. */
char *lines_slurp(const char *path, size_t *len);

#endif
