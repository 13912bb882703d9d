/* SPDX-License-Identifier: MIT */
/* hash.h - the registry of hash functions: names and functions from bytes to at most 64 bits
 * Idea       one row for each function, with its seed fixed; only the `bits` low bits of the result
 *            count. Names are compared without regard to case, '-' and '_', and common spellings
 *            are aliases of one row. The headers of the families beside this one hold the functions
 *            with their seeds and variants.
 * Frozen     what a name computes never changes; a variant gets a new name */
#ifndef BERTH_HASH_H
#define BERTH_HASH_H

#include <stdbool.h>

#include <berth.h>

/* One hash of the registry. */
struct hash_row {
    struct berth_hash hash;
    const char *aliases; /* other spellings: a word list (word_list.h) */
};

/* Returns the row with that name or alias; NULL when there is none. The name need not end in
 * NUL. */
const struct berth_hash *hash_find(const char *name, size_t len);

/* Whether two names are the same but for case, '-' and '_'. */
bool hash_names_equal(const char *a, size_t a_len, const char *b, size_t b_len);

/* Writes the hash of keys[i] to out[i] for n keys. */
typedef void hash_many(const struct berth_key *keys, size_t n, uint64_t *out);

/* Returns a function that computes the same hash for many keys faster than one by one; NULL when
 * there is none for it. */
hash_many *hash_many_of(uint64_t (*digest)(const void *data, size_t len));

/* Returns row i, in the order of the documentation; NULL past the end. */
const struct berth_hash *hash_at(size_t i);

#endif
