/* SPDX-License-Identifier: MIT */
/* text.c - appending to a buffer of a fixed size */
#include "show/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool text_add(char *out, size_t cap, const char *format, ...)
{
    size_t used = strlen(out);
    va_list list;
    va_start(list, format);
    int len = vsnprintf(out + used, cap - used, format, list);
    va_end(list);
    return len >= 0 && (size_t)len < cap - used;
}

bool text_list(char *out, size_t cap, const char *item)
{
    bool fits = text_add(out, cap, "%s%s", *out != '\0' ? ", " : "", item);
    if (!fits && cap > 3)
        memcpy(out + cap - 4, "...", 4);
    return fits;
}
