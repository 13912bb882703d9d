/* SPDX-License-Identifier: MIT */
/* md5_short.h - MD5 of what fits one block, alone or many side by side
 * Idea       keys and labels are short. One block needs no context, no copying and no second
 *            padding; and since every step of MD5 waits for the one before it, many keys in the
 *            lanes of wide registers take hardly longer than one.
 * Cost       alone 0.65 of libmd's time; many: a seventh (SSE2), an eleventh (AVX2), a fourteenth
 *            (AVX-512) of it per key
 * Frozen     MD5, RFC 1321; every width against libmd in md5_short_test.c */
#ifndef BERTH_MD5_SHORT_H
#define BERTH_MD5_SHORT_H

#include <berth.h>

#include "base/cpu.h"

enum {
    MD5_SHORT_MAX = 55, /* bytes: behind them a bit and eight bytes of length */
    MD5_MANY = 32,      /* md5_many is at its best with a multiple of this */
};

/* The digest of len <= MD5_SHORT_MAX bytes as four little-endian words. */
void md5_short(const void *data, size_t len, uint32_t out[4]);

/* The first `words` words of the digests of n keys of any length: word w of key i is
 * out[w * n + i]. */
void md5_many(const struct berth_key *keys, size_t n, unsigned words, uint32_t *out);

/* md5_le32, md5_le64 and md5_be64 of n keys. */
void md5_le32_many(const struct berth_key *keys, size_t n, uint64_t *out);
void md5_le64_many(const struct berth_key *keys, size_t n, uint64_t *out);
void md5_be64_many(const struct berth_key *keys, size_t n, uint64_t *out);

/* md5_many by the registers of one width, which this CPU must have. */
void md5_many_by(enum cpu_width width, const struct berth_key *keys, size_t n, unsigned words,
                 uint32_t *out);

#endif
