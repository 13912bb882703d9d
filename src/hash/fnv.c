/* SPDX-License-Identifier: MIT */
/* fnv.c - Fowler, Noll, Vo
 * Cost       one multiplication a byte, each waiting for the one before
 * Frozen     bit for bit; tests/vectors/hash, libhashkit as peer
 * From       draft-eastlake-fnv (constants) */
#include "hash/fnv.h"

#include <stdbool.h>

#include "base/bytes.h"
#include "base/utf8.h"

#define FNV_BASIS32 2166136261u
#define FNV_PRIME32 16777619u
#define FNV_BASIS64 0xcbf29ce484222325u
#define FNV_PRIME64 0x100000001b3u

static inline uint32_t fnv_step32(uint32_t h, uint32_t unit, bool xor_first)
{
    return xor_first ? (h ^ unit) * FNV_PRIME32 : h * FNV_PRIME32 ^ unit;
}

static inline uint64_t fnv_step64(uint64_t h, uint64_t unit, bool xor_first)
{
    return xor_first ? (h ^ unit) * FNV_PRIME64 : h * FNV_PRIME64 ^ unit;
}

uint32_t fnv1_32(const void *data, size_t len)
{
    const uint8_t *p = data;
    uint32_t h = FNV_BASIS32;
    for (size_t i = 0; i < len; i++)
        h = fnv_step32(h, p[i], false);
    return h;
}

uint32_t fnv1a_32_continue(uint32_t hash, const void *data, size_t len)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < len; i++)
        hash = fnv_step32(hash, p[i], true);
    return hash;
}

uint32_t fnv1a_32(const void *data, size_t len)
{
    return fnv1a_32_continue(FNV_BASIS32, data, len);
}

uint64_t fnv1_64(const void *data, size_t len)
{
    const uint8_t *p = data;
    uint64_t h = FNV_BASIS64;
    for (size_t i = 0; i < len; i++)
        h = fnv_step64(h, p[i], false);
    return h;
}

uint64_t fnv1a_64_continue(uint64_t hash, const void *data, size_t len)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < len; i++)
        hash = fnv_step64(hash, p[i], true);
    return hash;
}

uint64_t fnv1a_64(const void *data, size_t len)
{
    return fnv1a_64_continue(FNV_BASIS64, data, len);
}

static inline uint32_t fnv_signed32(const uint8_t *p, size_t len, bool xor_first)
{
    uint32_t h = FNV_BASIS32;
    for (size_t i = 0; i < len; i++)
        h = fnv_step32(h, widen_signed32(p[i]), xor_first);
    return h;
}

static inline uint64_t fnv_signed64(const uint8_t *p, size_t len, bool xor_first)
{
    uint64_t h = FNV_BASIS64;
    for (size_t i = 0; i < len; i++)
        h = fnv_step64(h, widen_signed64(p[i]), xor_first);
    return h;
}

uint32_t fnv1_32_signed(const void *data, size_t len)
{
    return fnv_signed32(data, len, false);
}

uint32_t fnv1a_32_signed(const void *data, size_t len)
{
    return fnv_signed32(data, len, true);
}

uint64_t fnv1_64_signed(const void *data, size_t len)
{
    return fnv_signed64(data, len, false);
}

uint64_t fnv1a_64_signed(const void *data, size_t len)
{
    return fnv_signed64(data, len, true);
}

struct fnv_units {
    uint32_t unit[2];
    size_t count;
};

/* A code point as UTF-16: itself, or a pair of surrogates. */
static struct fnv_units fnv_utf16(uint32_t code)
{
    if (code < 0x10000)
        return (struct fnv_units){{code, 0}, 1};
    code -= 0x10000;
    return (struct fnv_units){{0xd800 + (code >> 10), 0xdc00 + (code & 0x3ff)}, 2};
}

static uint64_t fnv_text64(const char *utf8, size_t len, uint64_t h, uint64_t prime, bool xor_first)
{
    const uint8_t *p = (const uint8_t *)utf8;
    const uint8_t *const end = p + len;
    while (p < end) {
        uint32_t code;
        p += utf8_next(p, (size_t)(end - p), &code);
        const struct fnv_units units = fnv_utf16(code);
        for (size_t i = 0; i < units.count; i++)
            h = xor_first ? (h ^ units.unit[i]) * prime : h * prime ^ units.unit[i];
    }
    return h;
}

/* spymemcached multiplies in 64 bits and cuts at the end, also in what it calls 32-bit FNV. */
uint32_t fnv1_32_utf16(const char *utf8, size_t len)
{
    return (uint32_t)fnv_text64(utf8, len, FNV_BASIS32, FNV_PRIME32, false);
}

uint32_t fnv1a_32_utf16(const char *utf8, size_t len)
{
    return (uint32_t)fnv_text64(utf8, len, FNV_BASIS32, FNV_PRIME32, true);
}

uint32_t fnv1_64_utf16(const char *utf8, size_t len)
{
    return (uint32_t)fnv_text64(utf8, len, FNV_BASIS64, FNV_PRIME64, false);
}

uint32_t fnv1a_64_utf16(const char *utf8, size_t len)
{
    return (uint32_t)fnv_text64(utf8, len, FNV_BASIS64, FNV_PRIME64, true);
}

uint32_t fnv1_32_utf16_after(char first, const char *utf8, size_t len)
{
    const uint64_t h = (uint64_t)FNV_BASIS32 * FNV_PRIME32 ^ (uint8_t)first;
    return (uint32_t)fnv_text64(utf8, len, h, FNV_PRIME32, false);
}

uint32_t fnv1a_32_utf16_after(char first, const char *utf8, size_t len)
{
    const uint64_t h = ((uint64_t)FNV_BASIS32 ^ (uint8_t)first) * FNV_PRIME32;
    return (uint32_t)fnv_text64(utf8, len, h, FNV_PRIME32, true);
}

uint32_t fnv1_64_utf16_after(char first, const char *utf8, size_t len)
{
    const uint64_t h = (uint64_t)FNV_BASIS64 * FNV_PRIME64 ^ (uint8_t)first;
    return (uint32_t)fnv_text64(utf8, len, h, FNV_PRIME64, false);
}

uint32_t fnv1a_64_utf16_after(char first, const char *utf8, size_t len)
{
    const uint64_t h = ((uint64_t)FNV_BASIS64 ^ (uint8_t)first) * FNV_PRIME64;
    return (uint32_t)fnv_text64(utf8, len, h, FNV_PRIME64, true);
}
