/* SPDX-License-Identifier: MIT */
/* key_cut.c - the part of a key that is hashed */
#include "place/mechanism/key_cut.h"

#include <string.h>

void key_cut_between(char open, char close, const void **key, size_t *len)
{
    const char *start = *len ? memchr(*key, open, *len) : NULL;
    if (!start)
        return;
    size_t left = *len - (size_t)(start + 1 - (const char *)*key);
    const char *end = left ? memchr(start + 1, close, left) : NULL;
    if (!end || end == start + 1)
        return;
    *key = start + 1;
    *len = (size_t)(end - start - 1);
}

void key_cut_braces(const struct value *values, const void **key, size_t *len)
{
    (void)values;
    key_cut_between('{', '}', key, len);
}
