/* SPDX-License-Identifier: MIT */
/* key_digest.h - the native key hash, compiled into the loop that calls it */
#ifndef BENCH_KEY_DIGEST_H
#define BENCH_KEY_DIGEST_H

#include <string.h>

#include "loop.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* The hash of a key; a key of KEY_HASHES is a hash already. */
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
