/* SPDX-License-Identifier: MIT */
/* figures.h - numbers, bytes and names as people read them */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FIGURE_MAX = 40 };

/* A number's text, by value: usable as printf("%s", figure_count(n).text). */
struct figure {
    char text[FIGURE_MAX];
};

struct figure figure_count(uint64_t n);                   /* 1,234,567 */
struct figure figure_bytes(uint64_t bytes);               /* 1.2 MiB */
struct figure figure_percent(double share, int decimals); /* 11.11 %, <0.01 % */
/* Decimals that tell apart shares of about this size: 2, or more for small ones. */
int figure_decimals(double share);
struct figure figure_weight(double weight); /* 1, 2.5, 0.000001 */
struct figure figure_ratio(double ratio);   /* 1.05 */

/* "1 node", "3 nodes" */
struct figure figure_nodes(size_t n);
/* "1 key", "3,000 keys" */
struct figure figure_keys(uint64_t n);
/* "1 request", "3,000 requests" */
struct figure figure_requests(uint64_t n);

/* Decodes the code point at `text`, where left > 0 bytes remain, and returns its length. *code = its
 * value, or -1 with length 1 when the bytes are not UTF-8 (overlong forms, surrogates and values
 * past U+10FFFF are not). */
size_t figure_decode(const char *text, size_t left, int32_t *code);

/* Columns a text takes on a terminal: UTF-8 is decoded, CJK counts two, combining marks none. */
size_t figure_width(const char *text);

/* Cuts the middle out of text so that it takes at most `columns`; out holds `cap` bytes. */
void figure_shorten(const char *text, size_t columns, char *out, size_t cap);

/* Is this valid UTF-8? */
bool figure_utf8(const void *bytes, size_t n);

/* A key as people can read it: text in quotes, escapes for the rest, cut at about `columns`. */
void figure_key(const void *bytes, size_t n, size_t columns, char *out, size_t cap);

#endif
