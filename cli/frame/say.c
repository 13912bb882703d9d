/* SPDX-License-Identifier: MIT */
/* say.c - messages to people; control characters in names and keys never reach the terminal */
#include "frame/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "show/guard.h"

enum { SAY_MAX = 2048 };

static void say_line(const char *prefix, const char *format, va_list list)
{
    char text[SAY_MAX], shown[SAY_MAX + GUARD_GROWTH];
    int len = vsnprintf(text, sizeof text, format, list);
    if (len >= (int)sizeof text)
        memcpy(text + sizeof text - 4, "...", 4);
    guard_message(text, shown, sizeof shown);
    fflush(stdout);
    fprintf(stderr, "berth: %s%s\n", prefix, shown);
}

void say_error(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say_line("", format, list);
    va_end(list);
}

void say_warning(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say_line("warning: ", format, list);
    va_end(list);
}

void say_at(const char *where, uint64_t line, const char *format, ...)
{
    char shown[SAY_MAX / 2], prefix[SAY_MAX];
    guard_message(where, shown, sizeof shown);
    if (line > 0)
        snprintf(prefix, sizeof prefix, "%s:%llu: ", shown, (unsigned long long)line);
    else
        snprintf(prefix, sizeof prefix, "%s: ", shown);
    va_list list;
    va_start(list, format);
    say_line(prefix, format, list);
    va_end(list);
}

void say_library(const char *where, const berth_error *error)
{
    if (where)
        say_at(where, error->line, "%s", error->text);
    else
        say_error("%s", error->text);
}
