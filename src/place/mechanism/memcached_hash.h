/* SPDX-License-Identifier: MIT */
/* memcached_hash.h - the key hashes that memcached clients and proxies offer, 32 bits each
 *
 * Those that read plain char come twice: bytes from 0x80 on are negative on x86 and positive on
 * AArch64, and so are the answers for such keys. */
#ifndef BERTH_MEMCACHED_HASH_H
#define BERTH_MEMCACHED_HASH_H

#include "place/mechanism/continuum_row.h"

enum memcached_hash {
    MEMCACHED_OAAT, /* libmemcached "default", twemproxy "one_at_a_time" */
    MEMCACHED_MD5,
    MEMCACHED_CRC_15, /* libmemcached "crc", twemproxy "crc32": 15 bits only */
    MEMCACHED_CRC_32,
    MEMCACHED_CRC_16,
    MEMCACHED_FNV1_64,
    MEMCACHED_FNV1A_64,
    MEMCACHED_FNV1_32,
    MEMCACHED_FNV1A_32,
    MEMCACHED_HSIEH,
    MEMCACHED_MURMUR,
    MEMCACHED_MURMUR3,
    MEMCACHED_JENKINS,
};

enum memcached_char { MEMCACHED_CHAR_SIGNED, MEMCACHED_CHAR_UNSIGNED };

/* The parameter that says whether char is signed. */
#define MEMCACHED_CHAR_PARAM                                                                       \
    {                                                                                              \
        .name = "char", .words = "signed unsigned", .shape = BERTH_WORD, .preset = "signed",       \
        .help = "plain char where the clients run: signed on x86, unsigned on AArch64"             \
    }

continuum_hash *memcached_hash(enum memcached_hash hash, enum memcached_char sign);

/* What it is, in words. */
const struct key_hash *memcached_hash_words(enum memcached_hash hash, enum memcached_char sign);

/* Bits that count; fewer than 32 for one of them. */
unsigned memcached_hash_bits(enum memcached_hash hash);

#endif
