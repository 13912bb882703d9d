/* SPDX-License-Identifier: MIT */
/* crc.h - cyclic redundancy checks used as hashes */
#ifndef BERTH_CRC_H
#define BERTH_CRC_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 (IEEE 802.3), as in zlib, and CRC-32C (Castagnoli). */
uint32_t crc32_ieee(const void *data, size_t len);
uint32_t crc32_castagnoli(const void *data, size_t len);

/* Continue a CRC over more bytes: crc32_ieee_continue(crc32_ieee(a), b) is the CRC of a followed by
 * b. The CRC of no bytes is 0. */
uint32_t crc32_ieee_continue(uint32_t crc, const void *data, size_t len);
uint32_t crc32_castagnoli_continue(uint32_t crc, const void *data, size_t len);

/* libmemcached "crc", twemproxy "crc32", nginx without `consistent`: bits 16..30 of CRC-32. */
uint32_t crc32_ieee_15(const void *data, size_t len);

/* CRC-16/XMODEM: polynomial 0x1021, initial value 0. Redis Cluster uses it. */
uint32_t crc16_xmodem(const void *data, size_t len);

/* The same as twemproxy computes it: in a 32-bit register that is never masked, so the upper half
 * keeps the bits that were shifted out. The low half is the CRC. */
uint32_t crc16_twemproxy(const void *data, size_t len);

#endif
