/* SPDX-License-Identifier: MIT */
/* siphash.h - SipHash-2-4 and SipHash-1-3 with a key of 128 bits: k0 is its first eight bytes,
 *             little-endian, and k1 its last eight
 * From       Aumasson, Bernstein 2012 */
#ifndef BERTH_SIPHASH_H
#define BERTH_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t siphash_2_4(const void *data, size_t len, uint64_t k0, uint64_t k1);
uint64_t siphash_1_3(const void *data, size_t len, uint64_t k0, uint64_t k1);

/* hsiphash_1u32 of a 64-bit Linux kernel: the low half of SipHash-1-3 of the four little-endian
 * bytes. A 32-bit kernel computes another hash, HalfSipHash-1-3, which is not here. */
uint32_t hsiphash_u32(uint32_t value, uint64_t k0, uint64_t k1);

#endif
