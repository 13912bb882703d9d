/* SPDX-License-Identifier: MIT */
/* xxh3.h - XXH3 64-bit, seed 0, inline: the hash of every native scheme
 * Idea       every lookup hashes a key, so the branches for short keys must be compiled into the
 *            caller: xxHash is used as a header. The header also defines XXH64 and XXH32 with
 *            seeds, which presets use.
 * Cost       about 2 ns for 17 bytes; long keys run in SIMD where the machine has it
 * From       xxHash by Yann Collet, BSD-2-Clause, Debian's libxxhash-dev */
#ifndef BERTH_XXH3_H
#define BERTH_XXH3_H

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t hash_xxh3(const void *data, size_t len)
{
    return XXH3_64bits(data, len);
}

/* An integer key is hashed as its eight little-endian bytes, on every machine. */
static inline uint64_t hash_xxh3_u64(uint64_t key)
{
    const uint8_t bytes[8] = {
        (uint8_t)key,         (uint8_t)(key >> 8),  (uint8_t)(key >> 16), (uint8_t)(key >> 24),
        (uint8_t)(key >> 32), (uint8_t)(key >> 40), (uint8_t)(key >> 48), (uint8_t)(key >> 56),
    };
    return XXH3_64bits(bytes, sizeof bytes);
}

#endif
