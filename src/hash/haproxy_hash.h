/* SPDX-License-Identifier: MIT */
/* haproxy_hash.h - the small hashes that HAProxy offers; its crc32 and crc32c are in crc.h, its
 *                  xxh32 is in xxh3.h
 * From       written from the stated rules, no code taken */
#ifndef BERTH_HAPROXY_HASH_H
#define BERTH_HAPROXY_HASH_H

#include <stddef.h>
#include <stdint.h>

uint32_t haproxy_sdbm(const void *data, size_t len);
uint32_t haproxy_djb2(const void *data, size_t len);
uint32_t haproxy_wt6(const void *data, size_t len);

/* HAProxy's full_hash, which it applies for the "avalanche" modifier: a bijection on 32 bits. */
uint32_t haproxy_avalanche(uint32_t a);

#endif
