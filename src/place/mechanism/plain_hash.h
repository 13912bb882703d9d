/* SPDX-License-Identifier: MIT */
/* plain_hash.h - hashes in the form in which rows name them: of bytes, without a seed, 64 bits wide
 *
 * Presets that hash alike name the same function, so that plans between them compare whole. */
#ifndef BERTH_PLAIN_HASH_H
#define BERTH_PLAIN_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t plain_crc32(const void *data, size_t len);
uint64_t plain_fnv1a_32(const void *data, size_t len);
uint64_t plain_xxh64(const void *data, size_t len);

#endif
