/* SPDX-License-Identifier: MIT */
/* spooky.h - SpookyHash V2 by Bob Jenkins: 128 bits, or their first 64 or 32
 * From       its description (public domain) */
#ifndef BERTH_SPOOKY_H
#define BERTH_SPOOKY_H

#include <stddef.h>
#include <stdint.h>

/* mcrouter uses spooky_v2_32 with seed 0xface2014. */
uint32_t spooky_v2_32(const void *data, size_t len, uint32_t seed);
uint64_t spooky_v2_64(const void *data, size_t len, uint64_t seed);

/* hash[] holds the two seeds on entry and the result on return. */
void spooky_v2_128(const void *data, size_t len, uint64_t hash[2]);

#endif
