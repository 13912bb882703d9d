/* SPDX-License-Identifier: MIT */
/* digest.h - MD5, SHA-1 and SHA-256, and the numbers that deployed programs read from their digests */
#ifndef BERTH_DIGEST_H
#define BERTH_DIGEST_H

#include <stddef.h>
#include <stdint.h>

void md5_16(const void *data, size_t len, uint8_t out[16]);
void sha256_32(const void *data, size_t len, uint8_t out[32]);

/* SHA-256 of a followed by b. */
void sha256_32_joined(const void *a, size_t a_len, const void *b, size_t b_len, uint8_t out[32]);

/* The first four bytes of the MD5 digest, little-endian: the key hash of ketama. _after: of one
 * byte followed by the data. */
uint64_t md5_le32(const void *data, size_t len);
uint32_t md5_le32_after(char first, const void *data, size_t len);

/* The first eight bytes of the MD5 digest. */
uint64_t md5_le64(const void *data, size_t len);
uint64_t md5_be64(const void *data, size_t len);

/* The first four bytes of the MD5 and of the SHA-1 digest, big-endian: points of Ruby's rings. */
uint64_t md5_be32(const void *data, size_t len);
uint64_t sha1_be32(const void *data, size_t len);

/* The first four and the first eight bytes of the SHA-256 digest, big-endian. */
uint32_t sha256_be32(const void *data, size_t len);
uint64_t sha256_be64(const void *data, size_t len);

/* The last four bytes of the SHA-256 digest, little-endian: the key hash of Varnish. */
uint32_t sha256_last_le32(const void *data, size_t len);

#endif
