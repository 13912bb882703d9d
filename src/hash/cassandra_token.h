/* SPDX-License-Identifier: MIT */
/* cassandra_token.h - Murmur3_x64_128 as Cassandra and Scylla compute it
 * Idea       each byte of the last incomplete 16-byte block is sign-extended to 64 bits before it
 *            is shifted into place, so keys with a byte >= 0x80 there differ from true murmur3.
 *            The mistake is frozen: it decides where every row on earth lies.
 * From       Cassandra's Murmur3Partitioner, by its behaviour */
#ifndef BERTH_CASSANDRA_TOKEN_H
#define BERTH_CASSANDRA_TOKEN_H

#include <stddef.h>
#include <stdint.h>

void murmur3_x64_128_signed_tail(const void *data, size_t len, uint64_t seed, uint64_t out[2]);

/* The partitioner's token: h1 as a signed number, its minimum mapped to the maximum. The empty key
 * gives 0, as drivers and Scylla say; the Cassandra server itself says INT64_MIN. */
int64_t cassandra_token(const void *key, size_t len);

#endif
