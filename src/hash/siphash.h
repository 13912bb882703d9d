/* SPDX-License-Identifier: MIT */
/* siphash.h - SipHash-2-4 and SipHash-1-3 under a 128-bit key (k0 = its first eight bytes,
 *             little-endian)
 * From       Aumasson, Bernstein 2012 */
#ifndef BERTH_SIPHASH_H
#define BERTH_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t siphash_2_4(const void *data, size_t len, uint64_t k0, uint64_t k1);
uint64_t siphash_1_3(const void *data, size_t len, uint64_t k0, uint64_t k1);

/* Linux hsiphash_1u32. On 64-bit kernels it is SipHash-1-3 of the four little-endian bytes, low
 * half; on 32-bit kernels HalfSipHash-1-3 under a 64-bit key, which gives other answers. */
uint32_t hsiphash_u32(uint32_t value, uint64_t k0, uint64_t k1);
uint32_t hsiphash_u32_on_32bit(uint32_t value, uint32_t k0, uint32_t k1);

#endif
