/* SPDX-License-Identifier: MIT */
/* md5_short.h - MD5 of keys that fit into one block, of a single key or of many side by side
 * Idea       keys and labels are short. A single block needs no context, no copy and no second
 *            padding. Every step of MD5 waits for the step before it, so many keys in the lanes of
 *            wide registers take hardly longer than one key.
 * Cost       a single key takes 0.65 of libmd's time; of many keys, each takes a seventh (SSE2), an
 *            eleventh (AVX2) or a fourteenth (AVX-512) of it
 * Frozen     MD5, RFC 1321; md5_short_test.c compares every width with libmd */
#ifndef BERTH_MD5_SHORT_H
#define BERTH_MD5_SHORT_H

#include <berth.h>

#include "base/cpu.h"

enum {
    MD5_SHORT_MAX = 55, /* bytes; a block of 64 also holds the end mark and 8 bytes of length */
    MD5_MANY = 32,      /* keys; md5_many is fastest for a multiple of this */
};

/* Writes the digest of len <= MD5_SHORT_MAX bytes as four little-endian words. */
void md5_short(const void *data, size_t len, uint32_t out[4]);

/* Writes the first `words` words of the digests of n keys of any length: word w of key i to
 * out[w * n + i]. */
void md5_many(const struct berth_key *keys, size_t n, unsigned words, uint32_t *out);

/* md5_le32, md5_le64 and md5_be64 of n keys. */
void md5_le32_many(const struct berth_key *keys, size_t n, uint64_t *out);
void md5_le64_many(const struct berth_key *keys, size_t n, uint64_t *out);
void md5_be64_many(const struct berth_key *keys, size_t n, uint64_t *out);

/* The same as md5_many with registers of the given width, which this CPU must have. */
void md5_many_by(enum cpu_width width, const struct berth_key *keys, size_t n, unsigned words,
                 uint32_t *out);

#endif
