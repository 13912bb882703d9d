/* SPDX-License-Identifier: MIT */
/* hash.h - the registry of hash functions: a name, what it is, bytes -> 64 bits
 * Idea       one row per function, with its seed fixed; `bits` low bits of the result count.
 *            Names ignore case, '-' and '_', and popular spellings are aliases of one row. The
 *            full functions with their seeds and quirks are in the family headers beside this.
 * Frozen     what a name computes never changes; a variant gets a new name */
#ifndef BERTH_HASH_H
#define BERTH_HASH_H

#include <stdbool.h>

#include <berth.h>

/* One hash of the registry. */
struct hash_row {
    struct berth_hash hash;
    const char *aliases; /* other spellings, each ended by a space */
};

/* NULL when no row and no alias has that name. The name need not end in NUL. */
const struct berth_hash *hash_find(const char *name, size_t len);

/* Are these the same name? */
bool hash_names_equal(const char *a, size_t a_len, const char *b, size_t b_len);

/* out[i] = a hash's digest of keys[i]. */
typedef void hash_many(const struct berth_key *keys, size_t n, uint64_t *out);

/* That of a digest which has a faster way for many keys than one by one; else NULL. */
hash_many *hash_many_of(uint64_t (*digest)(const void *data, size_t len));

/* The i-th row in the order of documentation, NULL past the end. */
const struct berth_hash *hash_at(size_t i);

#endif
