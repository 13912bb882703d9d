/* SPDX-License-Identifier: MIT */
/* key_digest.h - the native key hash compiled into the caller's loop, as no library call can be */
#ifndef BENCH_KEY_DIGEST_H
#define BENCH_KEY_DIGEST_H

#include <string.h>

#include "loop.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* A key's hash; strings and integers are hashed, KEY_HASHES are that already. */
LOOP_INLINE uint64_t digest_key(enum key_kind kind, const struct keys *keys, size_t i, uint64_t tie)
{
    if (kind == KEY_HASHES)
        return keys->hashes[i] + tie;
    if (kind == KEY_STRINGS)
        return XXH3_64bits(loop_text(keys, i, tie), keys->length);
    const uint64_t integer = keys->integers[i] + tie;
    return XXH3_64bits(&integer, sizeof integer);
}

static inline uint64_t digest_node(uint32_t number)
{
    char name[NODES_NAME];
    nodes_name(number, name);
    return XXH3_64bits(name, strlen(name));
}

#endif
