/* SPDX-License-Identifier: MIT */
/* utf8.h - reading the code points of a UTF-8 text
 * Idea       the reader is strict: a sequence that is overlong, a surrogate, too large or cut short
 *            is no code point. Its first byte counts as one U+FFFD, as in the decoders of other
 *            languages. */
#ifndef BERTH_UTF8_H
#define BERTH_UTF8_H

#include <stddef.h>
#include <stdint.h>

#define UTF8_REPLACEMENT 0xfffdu

/* How many bytes a code point has whose first byte is c; 0 when no code point begins with c. */
static inline size_t utf8_length(uint8_t c)
{
    if (c < 0x80)
        return 1;
    if (c < 0xc2 || c > 0xf4)
        return 0;
    return c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

/* Reads the code point at p, where len > 0 bytes are left. Returns how many bytes it took. */
static inline size_t utf8_next(const uint8_t *p, size_t len, uint32_t *code)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t n = utf8_length(p[0]);
    *code = UTF8_REPLACEMENT;
    if (n == 0 || n > len)
        return 1;
    uint32_t value = n == 1 ? p[0] : p[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 1;
        value = value << 6 | (p[i] & 0x3fu);
    }
    if (value < least[n] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 1;
    *code = value;
    return n;
}

#endif
