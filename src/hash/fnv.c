/* SPDX-License-Identifier: MIT */
/* fnv.c - the hashes of Fowler, Noll and Vo
 * Idea       one loop for both widths: the low 32 bits of a product or an xor depend only on the
 *            low 32 bits of its operands, so a 32-bit hash may be computed in 64 bits and cut at
 *            the end.
 * Cost       one multiplication a byte; each waits for the multiplication before it
 * Frozen     bit for bit; tests/vectors/hash, and compared with libhashkit
 * From       draft-eastlake-fnv (constants) */
#include "hash/fnv.h"

#include <stdbool.h>

#include "base/bytes.h"
#include "base/utf8.h"

struct fnv {
    uint64_t basis, prime;
    bool xor_first;
};

#define FNV_32 2166136261u, 16777619u
#define FNV_64 0xcbf29ce484222325u, 0x100000001b3u

static const struct fnv fnv1_of_32 = {FNV_32, false}, fnv1a_of_32 = {FNV_32, true};
static const struct fnv fnv1_of_64 = {FNV_64, false}, fnv1a_of_64 = {FNV_64, true};

static inline uint64_t fnv_step(const struct fnv *fnv, uint64_t h, uint64_t unit)
{
    return fnv->xor_first ? (h ^ unit) * fnv->prime : h * fnv->prime ^ unit;
}

/* ---- over bytes ---------------------------------------------------------------------------- */

static inline uint64_t fnv_bytes(const struct fnv *fnv, uint64_t h, const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        h = fnv_step(fnv, h, p[i]);
    return h;
}

uint32_t fnv1_32(const void *data, size_t len)
{
    return (uint32_t)fnv_bytes(&fnv1_of_32, fnv1_of_32.basis, data, len);
}

uint32_t fnv1a_32_continue(uint32_t hash, const void *data, size_t len)
{
    return (uint32_t)fnv_bytes(&fnv1a_of_32, hash, data, len);
}

uint32_t fnv1a_32(const void *data, size_t len)
{
    return (uint32_t)fnv_bytes(&fnv1a_of_32, fnv1a_of_32.basis, data, len);
}

uint64_t fnv1_64(const void *data, size_t len)
{
    return fnv_bytes(&fnv1_of_64, fnv1_of_64.basis, data, len);
}

uint64_t fnv1a_64_continue(uint64_t hash, const void *data, size_t len)
{
    return fnv_bytes(&fnv1a_of_64, hash, data, len);
}

uint64_t fnv1a_64(const void *data, size_t len)
{
    return fnv_bytes(&fnv1a_of_64, fnv1a_of_64.basis, data, len);
}

/* ---- over signed bytes --------------------------------------------------------------------- */

static inline uint64_t fnv_signed(const struct fnv *fnv, const uint8_t *p, size_t len)
{
    uint64_t h = fnv->basis;
    for (size_t i = 0; i < len; i++)
        h = fnv_step(fnv, h, widen_signed64(p[i]));
    return h;
}

uint32_t fnv1_32_signed(const void *data, size_t len)
{
    return (uint32_t)fnv_signed(&fnv1_of_32, data, len);
}

uint32_t fnv1a_32_signed(const void *data, size_t len)
{
    return (uint32_t)fnv_signed(&fnv1a_of_32, data, len);
}

uint64_t fnv1_64_signed(const void *data, size_t len)
{
    return fnv_signed(&fnv1_of_64, data, len);
}

uint64_t fnv1a_64_signed(const void *data, size_t len)
{
    return fnv_signed(&fnv1a_of_64, data, len);
}

/* ---- over UTF-16 units --------------------------------------------------------------------- */

static uint32_t fnv_utf16(const struct fnv *fnv, uint64_t h, const char *utf8, size_t len)
{
    const uint8_t *p = (const uint8_t *)utf8;
    const uint8_t *const end = p + len;
    while (p < end) {
        uint32_t code;
        p += utf8_next(p, (size_t)(end - p), &code);
        if (code < 0x10000) {
            h = fnv_step(fnv, h, code);
        } else { /* a pair of surrogates */
            h = fnv_step(fnv, h, 0xd800 + ((code - 0x10000) >> 10));
            h = fnv_step(fnv, h, 0xdc00 + (code & 0x3ff));
        }
    }
    return (uint32_t)h;
}

static uint32_t fnv_utf16_after(const struct fnv *fnv, char first, const char *utf8, size_t len)
{
    return fnv_utf16(fnv, fnv_step(fnv, fnv->basis, (uint8_t)first), utf8, len);
}

uint32_t fnv1_32_utf16(const char *utf8, size_t len)
{
    return fnv_utf16(&fnv1_of_32, fnv1_of_32.basis, utf8, len);
}

uint32_t fnv1a_32_utf16(const char *utf8, size_t len)
{
    return fnv_utf16(&fnv1a_of_32, fnv1a_of_32.basis, utf8, len);
}

uint32_t fnv1_64_utf16(const char *utf8, size_t len)
{
    return fnv_utf16(&fnv1_of_64, fnv1_of_64.basis, utf8, len);
}

uint32_t fnv1a_64_utf16(const char *utf8, size_t len)
{
    return fnv_utf16(&fnv1a_of_64, fnv1a_of_64.basis, utf8, len);
}

uint32_t fnv1_32_utf16_after(char first, const char *utf8, size_t len)
{
    return fnv_utf16_after(&fnv1_of_32, first, utf8, len);
}

uint32_t fnv1a_32_utf16_after(char first, const char *utf8, size_t len)
{
    return fnv_utf16_after(&fnv1a_of_32, first, utf8, len);
}

uint32_t fnv1_64_utf16_after(char first, const char *utf8, size_t len)
{
    return fnv_utf16_after(&fnv1_of_64, first, utf8, len);
}

uint32_t fnv1a_64_utf16_after(char first, const char *utf8, size_t len)
{
    return fnv_utf16_after(&fnv1a_of_64, first, utf8, len);
}
