/* SPDX-License-Identifier: MIT */
/* memcached_hash.c - the key hashes of memcached clients and proxies under one signature */
#include "place/mechanism/memcached_hash.h"

#include "hash/crc.h"
#include "hash/digest.h"
#include "hash/fnv.h"
#include "hash/hsieh.h"
#include "hash/jenkins.h"
#include "hash/murmur.h"

/*  name                    where char is signed              where it is unsigned */
#define MEMCACHED_HASHES(X)                                                                        \
    X(MEMCACHED_OAAT, jenkins_oaat_signed(data, len), jenkins_oaat(data, len))                     \
    X(MEMCACHED_CRC_15, crc32_ieee_15(data, len), crc32_ieee_15(data, len))                        \
    X(MEMCACHED_CRC_32, crc32_ieee(data, len), crc32_ieee(data, len))                              \
    X(MEMCACHED_CRC_16, crc16_twemproxy(data, len), crc16_twemproxy(data, len))                    \
    X(MEMCACHED_FNV1_64, fnv1_64_signed(data, len), fnv1_64(data, len))                            \
    X(MEMCACHED_FNV1A_64, fnv1a_64_signed(data, len), fnv1a_64(data, len))                         \
    X(MEMCACHED_FNV1_32, fnv1_32_signed(data, len), fnv1_32(data, len))                            \
    X(MEMCACHED_FNV1A_32, fnv1a_32_signed(data, len), fnv1a_32(data, len))                         \
    X(MEMCACHED_HSIEH, hsieh_signed(data, len), hsieh_unsigned(data, len))                         \
    X(MEMCACHED_MURMUR, murmur2_32_hashkit(data, len), murmur2_32_hashkit(data, len))              \
    X(MEMCACHED_MURMUR3, murmur3_x86_32_hashkit(data, len), murmur3_x86_32_hashkit(data, len))     \
    X(MEMCACHED_JENKINS, jenkins_hashlittle(data, len, 13), jenkins_hashlittle(data, len, 13))

#define MEMCACHED_DEFINE(name, on_signed, on_unsigned)                                             \
    static uint64_t name##_on_signed(const void *data, size_t len)                                 \
    {                                                                                              \
        return (uint32_t)(on_signed);                                                              \
    }                                                                                              \
    static uint64_t name##_on_unsigned(const void *data, size_t len)                               \
    {                                                                                              \
        return (uint32_t)(on_unsigned);                                                            \
    }
MEMCACHED_HASHES(MEMCACHED_DEFINE)
#undef MEMCACHED_DEFINE

static continuum_hash *const memcached_hashes[][2] = {
#define MEMCACHED_LINE(name, on_signed, on_unsigned)                                               \
    [name] = {name##_on_signed, name##_on_unsigned},
    MEMCACHED_HASHES(MEMCACHED_LINE)[MEMCACHED_MD5] = {md5_le32, md5_le32},
#undef MEMCACHED_LINE
};

continuum_hash *memcached_hash(enum memcached_hash hash, enum memcached_char sign)
{
    return memcached_hashes[hash][sign];
}

#define MEMCACHED_LOW(family)  family ", its low 32 bits"
#define MEMCACHED_SEED(family) family " 32-bit, seed 0xdeadbeef times the length"

const struct key_hash *memcached_hash_words(enum memcached_hash hash, enum memcached_char sign)
{
    static const struct key_hash words[][2] = {
        [MEMCACHED_OAAT] = {{"oaat-signed", NULL, 32}, {"oaat", NULL, 32}},
        [MEMCACHED_MD5] = {{"md5-32", NULL, 32}, {"md5-32", NULL, 32}},
        [MEMCACHED_CRC_15] = {{"crc32-15", NULL, 15}, {"crc32-15", NULL, 15}},
        [MEMCACHED_CRC_32] = {{"crc32", NULL, 32}, {"crc32", NULL, 32}},
        [MEMCACHED_CRC_16] = {{"crc16-twemproxy", NULL, 32}, {"crc16-twemproxy", NULL, 32}},
        [MEMCACHED_FNV1_64] = {{"fnv1-64-signed", MEMCACHED_LOW("FNV-1 64-bit over signed bytes"),
                                32},
                               {"fnv1-64", MEMCACHED_LOW("FNV-1 64-bit"), 32}},
        [MEMCACHED_FNV1A_64] = {{"fnv1a-64-signed",
                                 MEMCACHED_LOW("FNV-1a 64-bit over signed bytes"), 32},
                                {"fnv1a-64", MEMCACHED_LOW("FNV-1a 64-bit"), 32}},
        [MEMCACHED_FNV1_32] = {{"fnv1-32-signed", NULL, 32}, {"fnv1-32", NULL, 32}},
        [MEMCACHED_FNV1A_32] = {{"fnv1a-32-signed", NULL, 32}, {"fnv1a-32", NULL, 32}},
        [MEMCACHED_HSIEH] = {{"hsieh", NULL, 32},
                             {"hsieh-unsigned", "SuperFastHash from 0 where char is unsigned", 32}},
        [MEMCACHED_MURMUR] = {{"murmur2-hashkit", MEMCACHED_SEED("MurmurHash2"), 32},
                              {"murmur2-hashkit", MEMCACHED_SEED("MurmurHash2"), 32}},
        [MEMCACHED_MURMUR3] = {{"murmur3-hashkit", MEMCACHED_SEED("MurmurHash3 x86"), 32},
                               {"murmur3-hashkit", MEMCACHED_SEED("MurmurHash3 x86"), 32}},
        [MEMCACHED_JENKINS] = {{"lookup3:seed=13", "Jenkins lookup3 hashlittle, initval 13", 32},
                               {"lookup3:seed=13", "Jenkins lookup3 hashlittle, initval 13", 32}},
    };
    return &words[hash][sign];
}

unsigned memcached_hash_bits(enum memcached_hash hash)
{
    return hash == MEMCACHED_CRC_15 ? 15 : 32;
}
