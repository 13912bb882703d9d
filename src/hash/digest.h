/* SPDX-License-Identifier: MIT */
/* digest.h - MD5 and SHA-256 (libmd), and the ways deployed programs cut numbers out of them */
#ifndef BERTH_DIGEST_H
#define BERTH_DIGEST_H

#include <stddef.h>
#include <stdint.h>

void md5_16(const void *data, size_t len, uint8_t out[16]);
void sha256_32(const void *data, size_t len, uint8_t out[32]);

/* SHA-256 of two pieces, one behind the other. */
void sha256_32_joined(const void *a, size_t a_len, const void *b, size_t b_len, uint8_t out[32]);

uint64_t md5_le32(const void *data, size_t len); /* first word: the ketama key hash */
uint32_t md5_le32_after(char first, const void *data, size_t len); /* of a byte, then data */
uint64_t md5_le64(const void *data, size_t len);                   /* first eight bytes */
uint64_t md5_be64(const void *data, size_t len);                   /* the same, big-endian */
uint32_t sha256_be32(const void *data, size_t len);      /* first four bytes, big-endian */
uint64_t sha256_be64(const void *data, size_t len);      /* first eight bytes, big-endian */
uint32_t sha256_last_le32(const void *data, size_t len); /* Varnish: the last four, little-endian */

#endif
