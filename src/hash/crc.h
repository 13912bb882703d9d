/* SPDX-License-Identifier: MIT */
/* crc.h - cyclic redundancy checks used as hashes, eight bytes a step */
#ifndef BERTH_CRC_H
#define BERTH_CRC_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 (IEEE 802.3), the one of zlib; and CRC-32C (Castagnoli). */
uint32_t crc32_ieee(const void *data, size_t len);
uint32_t crc32_castagnoli(const void *data, size_t len);

/* Continue over more bytes: crc32_ieee_continue(crc32_ieee(a), b) is crc32_ieee(a then b). The CRC
 * of nothing is 0. */
uint32_t crc32_ieee_continue(uint32_t crc, const void *data, size_t len);
uint32_t crc32_castagnoli_continue(uint32_t crc, const void *data, size_t len);

/* libmemcached "crc", twemproxy "crc32", nginx without `consistent`: bits 16..30 of CRC-32. */
uint32_t crc32_ieee_15(const void *data, size_t len);

/* CRC-16/XMODEM (0x1021, from 0): Redis Cluster. */
uint32_t crc16_xmodem(const void *data, size_t len);

/* twemproxy: the same in a 32-bit register that is never masked, so that the upper half keeps what
 * was shifted out. The low half is the CRC. */
uint32_t crc16_twemproxy(const void *data, size_t len);

#endif
