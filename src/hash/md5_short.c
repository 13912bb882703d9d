/* SPDX-License-Identifier: MIT */
/* md5_short.c - MD5 of keys that fit into one block: packing keys into blocks, choosing a width */
#include "hash/md5_short.h"

#include <string.h>

#include "base/bytes.h"
#include "hash/digest.h"

static const uint32_t md5_begin[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

/* floor(2^32 |sin(i + 1)|) */
static const uint32_t md5_sine[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

/* For each round: by how many bits its steps rotate, and which word step i adds: stride x i +
 * start, modulo 16. */
static const uint8_t md5_shift[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
static const uint8_t md5_stride[4] = {1, 5, 3, 7}, md5_start[4] = {0, 1, 5, 0};

/* ---- the widths ---------------------------------------------------------------------------- */

typedef uint32_t md5_4 __attribute__((vector_size(16)));

#define MD5_WORD    uint32_t
#define MD5_GROUPS  1
#define MD5_NAME(x) md5_##x##_1
#define MD5_TARGET
#define MD5_UNROLL _Pragma("GCC unroll 4")
#include "hash/md5_steps.h"

#define MD5_WORD    md5_4
#define MD5_GROUPS  4
#define MD5_NAME(x) md5_##x##_4
#define MD5_TARGET
#define MD5_UNROLL
#include "hash/md5_steps.h"

#ifdef CPU_X86
typedef uint32_t md5_8 __attribute__((vector_size(32)));
typedef uint32_t md5_16_ __attribute__((vector_size(64)));

#define MD5_WORD    md5_8
#define MD5_GROUPS  4
#define MD5_NAME(x) md5_##x##_8
#define MD5_TARGET  CPU_TARGET_AVX2
#define MD5_UNROLL
#include "hash/md5_steps.h"

#define MD5_WORD    md5_16_
#define MD5_GROUPS  2
#define MD5_NAME(x) md5_##x##_16
#define MD5_TARGET  CPU_TARGET_AVX512
#define MD5_UNROLL
#include "hash/md5_steps.h"
#endif

struct md5_width {
    void (*block)(const uint32_t *x, uint32_t *out);
    unsigned keys;
};

static const struct md5_width md5_widths[] = {
    [CPU_PLAIN] = {md5_block_4, 16},
#ifdef CPU_X86
    [CPU_AVX2] = {md5_block_8, 32},
    [CPU_AVX512] = {md5_block_16, 32},
#endif
};

/* ---- keys ---------------------------------------------------------------------------------- */

/* Writes the block of a short key to words that are `keys` apart and hold zeros: the bytes of the
 * key, a single bit after them, and the number of their bits. */
static inline void md5_pack(const void *data, size_t len, uint32_t *x, size_t keys)
{
    const uint8_t *from = data;
    const size_t whole = len / 4, rest = len % 4;
    for (size_t w = 0; w < whole; w++)
        x[w * keys] |= read32le(from + 4 * w);
    x[whole * keys] = (uint32_t)read_tail_le(from + 4 * whole, rest) | 0x80u << 8 * rest;
    x[14 * keys] = 8 * (uint32_t)len;
}

void md5_short(const void *data, size_t len, uint32_t out[4])
{
    uint32_t x[16] = {0};
    md5_pack(data, len, x, 1);
    md5_block_1(x, out);
}

enum {
    MD5_KEYS_MAX = 32, /* the most keys that a width takes side by side */
    MD5_FEW = 4,       /* fewer keys than this are faster one by one */
};

/* Writes word w of the key's digest to out[w * n]. */
static void md5_one(const struct berth_key *key, size_t n, unsigned words, uint32_t *out)
{
    uint8_t digest[16];
    md5_16(key->data, key->len, digest);
    for (unsigned w = 0; w < words; w++)
        out[w * n] = read32le(digest + 4 * w);
}

/* Hashes `count` keys, at most width->keys, of a batch of n. Keys that are too long for one block
 * are hashed one by one. */
static void md5_side_by_side(const struct md5_width *width, const struct berth_key *keys,
                             size_t count, size_t n, unsigned words, uint32_t *out)
{
    _Alignas(64) uint32_t x[16 * MD5_KEYS_MAX], digests[4 * MD5_KEYS_MAX];
    memset(x, 0, 16 * width->keys * sizeof *x);
    for (size_t i = 0; i < count; i++)
        if (keys[i].len <= MD5_SHORT_MAX)
            md5_pack(keys[i].data, keys[i].len, x + i, width->keys);
    width->block(x, digests);
    for (unsigned w = 0; w < words; w++)
        memcpy(out + w * n, digests + w * width->keys, count * sizeof *out);
    for (size_t i = 0; i < count; i++)
        if (keys[i].len > MD5_SHORT_MAX)
            md5_one(&keys[i], n, words, out + i);
}

void md5_many_by(enum cpu_width by, const struct berth_key *keys, size_t n, unsigned words,
                 uint32_t *out)
{
    const struct md5_width *width = &md5_widths[by];
    size_t done = 0;
    while (n - done >= MD5_FEW) {
        const size_t count = n - done < width->keys ? n - done : width->keys;
        md5_side_by_side(width, keys + done, count, n, words, out + done);
        done += count;
    }
    for (; done < n; done++)
        md5_one(&keys[done], n, words, out + done);
}

void md5_many(const struct berth_key *keys, size_t n, unsigned words, uint32_t *out)
{
    md5_many_by(cpu_width(), keys, n, words, out);
}

/* ---- as hashes ----------------------------------------------------------------------------- */

enum { MD5_BATCH = 4 * MD5_MANY };

static inline void md5_numbers(const struct berth_key *keys, size_t n, unsigned words,
                               uint64_t *out)
{
    uint32_t digests[2 * MD5_BATCH];
    for (size_t done = 0; done < n; done += MD5_BATCH) {
        const size_t count = n - done < MD5_BATCH ? n - done : MD5_BATCH;
        md5_many(keys + done, count, words, digests);
        for (size_t i = 0; i < count; i++)
            out[done + i] = digests[i] | (words == 2 ? (uint64_t)digests[count + i] << 32 : 0);
    }
}

void md5_le32_many(const struct berth_key *keys, size_t n, uint64_t *out)
{
    md5_numbers(keys, n, 1, out);
}

void md5_le64_many(const struct berth_key *keys, size_t n, uint64_t *out)
{
    md5_numbers(keys, n, 2, out);
}

void md5_be64_many(const struct berth_key *keys, size_t n, uint64_t *out)
{
    md5_le64_many(keys, n, out);
    for (size_t i = 0; i < n; i++)
        out[i] = swap64(out[i]);
}
