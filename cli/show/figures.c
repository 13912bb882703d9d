/* SPDX-License-Identifier: MIT */
/* figures.c - numbers with separators and units, widths of UTF-8 text, readable keys */
#include "show/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct figure figure_count(uint64_t n)
{
    char digits[24];
    int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    struct figure out;
    size_t used = 0;
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0)
            out.text[used++] = ',';
        out.text[used++] = digits[i];
    }
    out.text[used] = '\0';
    return out;
}

struct figure figure_bytes(uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    struct figure out;
    double value = (double)bytes;
    size_t unit = 0;
    while (value >= 1023.95 && unit < 6) {
        value /= 1024;
        unit++;
    }
    snprintf(out.text, sizeof out.text, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
    return out;
}

struct figure figure_percent(double share, int decimals)
{
    struct figure out;
    double percent = share * 100;
    double smallest = pow(10, -decimals);
    if (percent > 0 && percent < smallest / 2)
        snprintf(out.text, sizeof out.text, "<%.*f %%", decimals, smallest);
    else
        snprintf(out.text, sizeof out.text, "%.*f %%", decimals, percent);
    return out;
}

int figure_decimals(double share)
{
    int decimals = 2;
    for (double least = 0.01; share > 0 && share < least * 0.95 && decimals < 6; least /= 10)
        decimals++;
    return decimals;
}

struct figure figure_weight(double weight)
{
    struct figure out;
    snprintf(out.text, sizeof out.text, "%.6f", weight);
    char *end = out.text + strlen(out.text) - 1;
    while (*end == '0')
        *end-- = '\0';
    if (*end == '.')
        *end = '\0';
    return out;
}

struct figure figure_ratio(double ratio)
{
    struct figure out;
    snprintf(out.text, sizeof out.text, fabs(ratio - 1) < 0.0095 ? "%.3f" : "%.2f", ratio);
    return out;
}

static struct figure figure_plural(uint64_t n, const char *noun)
{
    struct figure out, count = figure_count(n);
    snprintf(out.text, sizeof out.text, "%.26s %.8s%s", count.text, noun, n == 1 ? "" : "s");
    return out;
}

struct figure figure_nodes(size_t n)
{
    return figure_plural(n, "node");
}

struct figure figure_keys(uint64_t n)
{
    return figure_plural(n, "key");
}

struct figure figure_requests(uint64_t n)
{
    return figure_plural(n, "request");
}

size_t figure_decode(const char *text, size_t left, int32_t *code)
{
    const unsigned char *s = (const unsigned char *)text;
    static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t len = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc2 ? 2 : 0;
    *code = -1;
    if (len == 0 || len > left || s[0] > 0xf4)
        return 1;
    int32_t value = len == 1 ? s[0] : s[0] & (0x7f >> len);
    for (size_t i = 1; i < len; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 1;
        value = value << 6 | (s[i] & 0x3f);
    }
    if (value < least[len] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 1;
    *code = value;
    return len;
}

static size_t figure_columns(int32_t code)
{
    static const struct {
        int32_t first, last;
        unsigned char columns;
    } ranges[] = {
        {0x0300, 0x036f, 0}, {0x200b, 0x200f, 0},   {0xfe00, 0xfe0f, 0},   {0x1100, 0x115f, 2},
        {0x2e80, 0xa4cf, 2}, {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},   {0xfe30, 0xfe6f, 2},
        {0xff00, 0xff60, 2}, {0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return ranges[i].columns;
    return 1;
}

size_t figure_width(const char *text)
{
    size_t width = 0, left = strlen(text);
    int32_t code;
    while (left > 0) {
        size_t len = figure_decode(text, left, &code);
        width += figure_columns(code);
        text += len;
        left -= len;
    }
    return width;
}

/* Bytes of the longest beginning that takes at most `columns`. */
static size_t figure_fit(const char *text, size_t columns)
{
    size_t at = 0, left = strlen(text);
    int32_t code;
    while (left > 0) {
        size_t len = figure_decode(text + at, left, &code);
        size_t width = figure_columns(code);
        if (width > columns)
            break;
        columns -= width;
        at += len;
        left -= len;
    }
    return at;
}

void figure_shorten(const char *text, size_t columns, char *out, size_t cap)
{
    size_t width = figure_width(text);
    if (width <= columns) {
        snprintf(out, cap, "%s", text);
        return;
    }
    size_t tail = columns / 2 - 1;
    size_t head = columns - tail - 2;
    size_t head_bytes = figure_fit(text, head);
    const char *end = text + figure_fit(text, width - tail);
    snprintf(out, cap, "%.*s..%s", (int)head_bytes, text, end);
}

bool figure_utf8(const void *bytes, size_t n)
{
    const char *s = bytes;
    int32_t code;
    while (n > 0) {
        size_t len = figure_decode(s, n, &code);
        if (code < 0)
            return false;
        s += len;
        n -= len;
    }
    return true;
}

void figure_key(const void *bytes, size_t n, size_t columns, char *out, size_t cap)
{
    const char *s = bytes;
    size_t used = 0, width = 2;
    int32_t code;
    out[used++] = '"';
    while (n > 0 && used + 12 < cap) {
        size_t len = figure_decode(s, n, &code);
        bool plain = code >= 0x20 && code != 0x7f && code != '"' && code != '\\';
        width += plain ? figure_columns(code) : 4;
        if (width > columns)
            break;
        if (plain) {
            memcpy(out + used, s, len);
            used += len;
        } else if (code == '"' || code == '\\') {
            out[used++] = '\\';
            out[used++] = (char)code;
        } else {
            used += (size_t)snprintf(out + used, 5, "\\x%02x", (unsigned char)s[0]);
        }
        s += len;
        n -= len;
    }
    snprintf(out + used, cap - used, n > 0 ? "\"..." : "\"");
}
