/* SPDX-License-Identifier: MIT */
/* memory.c - the heap of the tool: memory, or a message and the end of the program */
#include "frame/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "frame/say.h"

void *memory_check(void *memory)
{
    if (!memory) {
        say_error("out of memory");
        exit(ANSWER_TROUBLE);
    }
    return memory;
}

void *memory_new(size_t count, size_t size)
{
    return memory_check(calloc(count > 0 ? count : 1, size));
}

void *memory_more(void *old, size_t count, size_t size)
{
    return memory_check(reallocarray(old, count > 0 ? count : 1, size));
}

char *memory_text(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int len = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (len < 0) /* the text has more than 2 GiB */
        memory_check(NULL);
    char *text = memory_new((size_t)len + 1, 1);
    va_start(list, format);
    vsnprintf(text, (size_t)len + 1, format, list);
    va_end(list);
    return text;
}
