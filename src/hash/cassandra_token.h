/* SPDX-License-Identifier: MIT */
/* cassandra_token.h - Murmur3_x64_128 as Cassandra and Scylla compute it
 * Idea       each byte of the last incomplete 16-byte block is sign-extended to 64 bits before it
 *            is shifted into place, so a key with a byte >= 0x80 there has another hash than in
 *            murmur3. Cassandra cannot correct this: the hash decides where every stored row is.
 * From       written from the behaviour of Cassandra's Murmur3Partitioner */
#ifndef BERTH_CASSANDRA_TOKEN_H
#define BERTH_CASSANDRA_TOKEN_H

#include <stddef.h>
#include <stdint.h>

void murmur3_x64_128_signed_tail(const void *data, size_t len, uint64_t seed, uint64_t out[2]);

/* The partitioner's token: h1 as a signed number, with INT64_MIN mapped to INT64_MAX. The token of
 * the empty key is 0, as in drivers and in Scylla; the Cassandra server itself gives INT64_MIN. */
int64_t cassandra_token(const void *key, size_t len);

#endif
