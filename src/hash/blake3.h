/* SPDX-License-Identifier: MIT */
/* blake3.h - BLAKE3 in hash mode, portable
 * From       O'Connor, Aumasson, Neves, Wilcox-O'Hearn 2020 */
#ifndef BERTH_BLAKE3_H
#define BERTH_BLAKE3_H

#include <stddef.h>
#include <stdint.h>

void blake3_32(const void *data, size_t len, uint8_t out[32]);

/* The first eight bytes, little-endian: the points of SGLang's ring. */
uint64_t blake3_le64(const void *data, size_t len);

#endif
