/* SPDX-License-Identifier: MIT */
/* ip.c - reading IP addresses
 * Idea       inet_pton would do for the address itself, but it is POSIX and wants a NUL-terminated
 *            text; this floor is plain C, and what it reads is a piece of a longer text. */
#include "base/ip.h"

#include "base/bytes.h"
#include "base/number.h"

#include <string.h>

static bool ip_small_number(const char *text, size_t len, uint64_t most, uint64_t *out)
{
    return len > 0 && number_integer(text, len, out) == NUMBER_OK && *out <= most;
}

static bool ip_read_4(const char *text, size_t len, uint8_t *out)
{
    for (unsigned part = 0; part < 4; part++) {
        const char *dot = part < 3 ? memchr(text, '.', len) : text + len;
        size_t digits = dot ? (size_t)(dot - text) : 0;
        uint64_t value;
        if ((digits > 1 && *text == '0') || !ip_small_number(text, digits, 255, &value))
            return false;
        out[part] = (uint8_t)value;
        text += digits + (part < 3);
        len -= digits + (part < 3);
    }
    return true;
}

static int ip_hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads a group of one to four hexadecimal digits into two bytes. */
static bool ip_group(const char *text, size_t len, uint8_t *out)
{
    unsigned value = 0;
    for (size_t i = 0; i < len; i++) {
        int digit = ip_hex(text[i]);
        if (digit < 0)
            return false;
        value = value << 4 | (unsigned)digit;
    }
    out[0] = (uint8_t)(value >> 8);
    out[1] = (uint8_t)value;
    return len >= 1 && len <= 4;
}

/* Moves the bytes that came after "::" to the end and fills the gap with zeros. `gap` is where they
 * begin, SIZE_MAX when there was no "::". A gap shorter than one group (2 bytes) is refused. */
static bool ip_open_gap(uint8_t *out, size_t filled, size_t gap)
{
    if (gap == SIZE_MAX)
        return filled == 16;
    if (filled > 14)
        return false;
    memmove(out + 16 - (filled - gap), out + gap, filled - gap);
    memset(out + gap, 0, 16 - filled);
    return true;
}

static bool ip_read_6(const char *text, size_t len, uint8_t *out)
{
    const char *at = text, *end = text + len;
    size_t filled = 0, gap = SIZE_MAX;
    if (len < 2 || (text[0] == ':' && text[1] != ':'))
        return false;
    at += *at == ':';
    while (at < end) {
        if (*at == ':') { /* the second colon of "::" */
            if (gap != SIZE_MAX)
                return false;
            gap = filled;
            at++;
            continue;
        }
        const char *colon = memchr(at, ':', (size_t)(end - at));
        size_t word = (size_t)((colon ? colon : end) - at);
        bool quad = memchr(at, '.', word) != NULL;
        if (filled > (quad ? 12 : 14) || (quad && colon))
            return false;
        if (!(quad ? ip_read_4 : ip_group)(at, word, out + filled))
            return false;
        filled += quad ? 4 : 2;
        at += word + (colon != NULL);
        if (colon && at == end)
            return false;
    }
    return ip_open_gap(out, filled, gap);
}

/* Reads ":port"; an empty text gives port 0. */
static bool ip_read_port(const char *text, size_t len, struct ip *out)
{
    uint64_t port = 0;
    if (len > 0 && (*text != ':' || !ip_small_number(text + 1, len - 1, 65535, &port)))
        return false;
    out->port = (uint32_t)port;
    return true;
}

bool ip_read(const char *text, size_t len, struct ip *out)
{
    if (len == 0)
        return false;
    const char *colon = memchr(text, ':', len), *bracket = memchr(text, ']', len);
    size_t rest = colon ? (size_t)(text + len - colon) : 0;
    out->port = 0;
    out->size = 16;
    if (*text == '[') {
        if (!bracket)
            return false;
        size_t inside = (size_t)(bracket - text) - 1;
        return ip_read_6(text + 1, inside, out->bytes) &&
               ip_read_port(bracket + 1, len - inside - 2, out);
    }
    if (colon && memchr(colon + 1, ':', rest - 1))
        return ip_read_6(text, len, out->bytes);
    out->size = 4;
    return ip_read_4(text, len - rest, out->bytes) && ip_read_port(colon, rest, out);
}

uint32_t ip_fold(const struct ip *ip)
{
    uint32_t folded = 0;
    for (unsigned i = 0; i < ip->size; i += 4)
        folded ^= read32be(ip->bytes + i);
    return folded;
}
