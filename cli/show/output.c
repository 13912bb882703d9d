/* SPDX-License-Identifier: MIT */
/* output.c - the buffer over write(2) and the small ways to fill it */
#include "show/output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "frame/memory.h"
#include "frame/say.h"

enum { OUT_COLUMNS = 79 };

void out_open(struct out *out, int fd, const char *name)
{
    *out = (struct out){.fd = fd, .name = name, .cap = OUT_CAP};
    out->data = memory_new(out->cap, 1);
}

static void out_fail(struct out *out)
{
    out->failed = true;
    out->broken = errno == EPIPE;
    if (!out->broken)
        say_error("cannot write %s: %s", out->name, strerror(errno));
}

static void out_write(struct out *out, const char *bytes, size_t count)
{
    while (!out->failed && count > 0) {
        ssize_t n = write(out->fd, bytes, count);
        if (n >= 0) {
            bytes += n;
            count -= (size_t)n;
        } else if (errno != EINTR) {
            out_fail(out);
        }
    }
}

void out_flush(struct out *out)
{
    if (out->guard.kind == GUARD_NONE) {
        out_write(out, out->data, out->used);
    } else if (out->used > 0) {
        char *guarded = memory_new(out->used, GUARD_GROWTH);
        out_write(out, guarded, guard_piece(&out->guard, out->data, out->used, guarded));
        free(guarded);
    }
    out->used = 0;
}

bool out_close(struct out *out)
{
    out_flush(out);
    if (close(out->fd) != 0 && !out->failed)
        out_fail(out);
    free(out->data);
    out->data = NULL;
    return !out->failed;
}

void out_room(struct out *out, size_t n)
{
    if (out->cap - out->used >= n)
        return;
    out_flush(out);
    if (n > out->cap) {
        out->cap = n;
        out->data = memory_more(out->data, out->cap, 1);
    }
}

void out_bytes(struct out *out, const void *bytes, size_t n)
{
    if (n > 0) {
        out_room(out, n);
        memcpy(out->data + out->used, bytes, n);
        out->used += n;
    }
}

void out_text(struct out *out, const char *text)
{
    out_bytes(out, text, strlen(text));
}

void out_repeat(struct out *out, const char *text, size_t times)
{
    for (size_t i = 0; i < times; i++)
        out_text(out, text);
}

void out_format(struct out *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int len = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (len < 0) { /* the text has more than 2 GiB */
        out_fail(out);
        return;
    }
    out_room(out, (size_t)len + 1);
    va_start(list, format);
    vsnprintf(out->data + out->used, (size_t)len + 1, format, list);
    va_end(list);
    out->used += (size_t)len;
}

void out_hex(struct out *out, const void *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *b = bytes;
    out_room(out, 2 * n);
    for (size_t i = 0; i < n; i++) {
        out->data[out->used++] = digits[b[i] >> 4];
        out->data[out->used++] = digits[b[i] & 15];
    }
}

void out_csv(struct out *out, const void *bytes, size_t n)
{
    const char *text = bytes;
    bool quote = false;
    for (size_t i = 0; i < n && !quote; i++)
        quote = text[i] == '"' || text[i] == ',' || text[i] == '\n' || text[i] == '\r';
    if (!quote) {
        out_bytes(out, text, n);
        return;
    }
    out_char(out, '"');
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"')
            out_char(out, '"');
        out_char(out, text[i]);
    }
    out_char(out, '"');
}

void out_wrap(struct out *out, const char *text, size_t indent, size_t used)
{
    bool first = true;
    while (*text != '\0') {
        size_t word = strcspn(text, " \n");
        while (strncmp(text + word, " %", 2) == 0) /* "12 %" stays together */
            word += 1 + strcspn(text + word + 1, " \n");
        if (!first && used + 1 + word > OUT_COLUMNS) {
            out_char(out, '\n');
            out_repeat(out, " ", indent);
            used = indent;
            first = true;
        }
        if (!first)
            out_char(out, ' ');
        out_bytes(out, text, word);
        used += word + !first;
        first = false;
        text += word;
        if (*text == '\n') {
            out_char(out, '\n');
            if (text[1] != '\0')
                out_repeat(out, " ", indent);
            used = indent;
            first = true;
        }
        text += *text != '\0';
    }
    out_char(out, '\n');
}
