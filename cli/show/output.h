/* SPDX-License-Identifier: MIT */
/* output.h - data on its way out: a buffer of its own over write(2)
 *
 * A failed write is said once (a closed pipe: not at all) and remembered; later writes do nothing,
 * so a command may print on and main sees it at the end. Loops over many keys look at `failed`. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "show/guard.h"

struct out {
    char *data;
    size_t used, cap;
    const char *name; /* for messages */
    struct guard guard;
    int fd;
    bool failed;
    bool broken; /* since nothing reads the pipe any more */
};

enum { OUT_CAP = 256 * 1024 };

void out_open(struct out *out, int fd, const char *name);
/* Flushes, closes fd and frees; true when every byte was written. */
bool out_close(struct out *out);
void out_flush(struct out *out);

/* Room for n more bytes at out->data + out->used; the caller moves `used`. */
void out_room(struct out *out, size_t n);

void out_bytes(struct out *out, const void *bytes, size_t n);
void out_text(struct out *out, const char *text);
void out_repeat(struct out *out, const char *text, size_t times);
void out_format(struct out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void out_hex(struct out *out, const void *bytes, size_t n);
/* Prints text in lines of at most 79 columns, and a line end. Lines after the first begin with
 * `indent` blanks; `used` columns of the first line are already filled. */
void out_wrap(struct out *out, const char *text, size_t indent, size_t used);
/* A field of a CSV file, quoted where RFC 4180 wants it. */
void out_csv(struct out *out, const void *bytes, size_t n);

static inline void out_char(struct out *out, char c)
{
    out_room(out, 1);
    out->data[out->used++] = c;
}

#endif
