/* SPDX-License-Identifier: MIT */
/* variants.c - the list of hash functions with seeds, wide results or quirks
 * Idea       one row for each function, and one line that calls it */
#include "hash/variants.h"

#include <string.h>

#include "base/bytes.h"
#include "hash/blake3.h"
#include "hash/cassandra_token.h"
#include "hash/crc.h"
#include "hash/digest.h"
#include "hash/fnv.h"
#include "hash/haproxy_hash.h"
#include "hash/hash.h"
#include "hash/hsieh.h"
#include "hash/jenkins.h"
#include "hash/murmur.h"
#include "hash/siphash.h"
#include "hash/spooky.h"
#include "hash/xxh3.h"

/* Defines a function of the list's type whose result, `value`, has at most 64 bits: an expression
 * of data, len and seeds. */
#define VARIANT(name, value)                                                                       \
    static void variants_##name(const void *data, size_t len, const uint64_t seeds[2],             \
                                uint64_t out[2])                                                   \
    {                                                                                              \
        (void)seeds;                                                                               \
        out[0] = 0;                                                                                \
        out[1] = value;                                                                            \
    }

VARIANT(xxh64, XXH64(data, len, seeds[0]))
VARIANT(xxh32, XXH32(data, len, (uint32_t)seeds[0]))
VARIANT(murmur3_32, murmur3_x86_32(data, len, (uint32_t)seeds[0]))
VARIANT(murmur2, murmur2_32(data, len, (uint32_t)seeds[0]))
VARIANT(murmur2a, murmur2a_32(data, len, (uint32_t)seeds[0]))
VARIANT(murmur64a, murmur64a(data, len, seeds[0]))
VARIANT(lookup3, jenkins_hashlittle(data, len, (uint32_t)seeds[0]))
VARIANT(spooky_32, spooky_v2_32(data, len, (uint32_t)seeds[0]))
VARIANT(spooky_64, spooky_v2_64(data, len, seeds[0]))
VARIANT(siphash, siphash_2_4(data, len, seeds[0], seeds[1]))
VARIANT(siphash13, siphash_1_3(data, len, seeds[0], seeds[1]))
VARIANT(cassandra_token, (uint64_t)cassandra_token(data, len))
VARIANT(sha256_last32, sha256_last_le32(data, len))
VARIANT(oaat_signed, jenkins_oaat_signed(data, len))
VARIANT(fnv1_32_signed, fnv1_32_signed(data, len))
VARIANT(fnv1a_32_signed, fnv1a_32_signed(data, len))
VARIANT(fnv1_64_signed, fnv1_64_signed(data, len))
VARIANT(fnv1a_64_signed, fnv1a_64_signed(data, len))
VARIANT(crc32_15, crc32_ieee_15(data, len))
VARIANT(crc16_twemproxy, crc16_twemproxy(data, len))
VARIANT(hsieh, hsieh_signed(data, len))
VARIANT(hsieh_unsigned, hsieh_unsigned(data, len))
VARIANT(wt6, haproxy_wt6(data, len))
VARIANT(murmur2_hashkit, murmur2_32_hashkit(data, len))
VARIANT(murmur3_hashkit, murmur3_x86_32_hashkit(data, len))
VARIANT(sdbm_avalanche, haproxy_avalanche(haproxy_sdbm(data, len)))
VARIANT(djb2_avalanche, haproxy_avalanche(haproxy_djb2(data, len)))
VARIANT(wt6_avalanche, haproxy_avalanche(haproxy_wt6(data, len)))
VARIANT(crc32_avalanche, haproxy_avalanche(crc32_ieee(data, len)))
VARIANT(crc32c_avalanche, haproxy_avalanche(crc32_castagnoli(data, len)))

static void variants_murmur3_128(const void *data, size_t len, const uint64_t seeds[2],
                                 uint64_t out[2])
{
    murmur3_x64_128(data, len, seeds[0], out);
}

static void variants_murmur3_128_signed(const void *data, size_t len, const uint64_t seeds[2],
                                        uint64_t out[2])
{
    murmur3_x64_128_signed_tail(data, len, seeds[0], out);
}

static void variants_md5_128(const void *data, size_t len, const uint64_t seeds[2], uint64_t out[2])
{
    uint8_t digest[16];
    (void)seeds;
    md5_16(data, len, digest);
    out[0] = read64be(digest);
    out[1] = read64be(digest + 8);
}

static void variants_blake3_128(const void *data, size_t len, const uint64_t seeds[2],
                                uint64_t out[2])
{
    uint8_t digest[32];
    (void)seeds;
    blake3_32(data, len, digest);
    out[0] = read64be(digest);
    out[1] = read64be(digest + 8);
}

static const struct berth_hash_variant variants_rows[] = {
    {"xxh64", "xxHash 64-bit", 64, 1, variants_xxh64},
    {"xxh32", "xxHash 32-bit", 32, 1, variants_xxh32},
    {"murmur3-32", "MurmurHash3 x86 32-bit", 32, 1, variants_murmur3_32},
    {"murmur3-h1h2", "MurmurHash3 x64 128-bit, both halves", 128, 1, variants_murmur3_128},
    {"murmur3-h1h2-signed", "the same as Cassandra: the tail's bytes sign-extended", 128, 1,
     variants_murmur3_128_signed},
    {"cassandra-token", "Cassandra's token, two's complement", 64, 0, variants_cassandra_token},
    {"murmur2", "MurmurHash2 32-bit", 32, 1, variants_murmur2},
    {"murmur2-hashkit", "the same as libmemcached: seed 0xdeadbeef x length", 32, 0,
     variants_murmur2_hashkit},
    {"murmur3-hashkit", "murmur3-32 as libmemcached: seed 0xdeadbeef x length", 32, 0,
     variants_murmur3_hashkit},
    {"murmur2a", "MurmurHash2A 32-bit", 32, 1, variants_murmur2a},
    {"murmur64a", "MurmurHash64A", 64, 1, variants_murmur64a},
    {"lookup3", "Jenkins lookup3 hashlittle; the seed is its initval (libmemcached: 13)", 32, 1,
     variants_lookup3},
    {"oaat-signed", "Jenkins one-at-a-time over signed bytes: libmemcached, twemproxy", 32, 0,
     variants_oaat_signed},
    {"siphash", "SipHash-2-4; the seeds are its key", 64, 2, variants_siphash},
    {"siphash13", "SipHash-1-3; the seeds are its key", 64, 2, variants_siphash13},
    {"spooky-32", "SpookyHash V2, 32 bits", 32, 1, variants_spooky_32},
    {"spooky-64", "SpookyHash V2, 64 bits", 64, 1, variants_spooky_64},
    {"md5-128", "MD5 in full", 128, 0, variants_md5_128},
    {"blake3-128", "BLAKE3, first sixteen bytes", 128, 0, variants_blake3_128},
    {"sha256-last32", "SHA-256, last four bytes, little-endian: Varnish", 32, 0,
     variants_sha256_last32},
    {"fnv1-32-signed", "FNV-1 32-bit over signed bytes: libmemcached, twemproxy", 32, 0,
     variants_fnv1_32_signed},
    {"fnv1a-32-signed", "FNV-1a 32-bit over signed bytes", 32, 0, variants_fnv1a_32_signed},
    {"fnv1-64-signed", "FNV-1 64-bit over signed bytes", 64, 0, variants_fnv1_64_signed},
    {"fnv1a-64-signed", "FNV-1a 64-bit over signed bytes", 64, 0, variants_fnv1a_64_signed},
    {"crc32-15", "bits 16 to 30 of CRC-32: libmemcached, nginx", 32, 0, variants_crc32_15},
    {"crc16-twemproxy", "CRC-16/XMODEM whose register is never masked", 32, 0,
     variants_crc16_twemproxy},
    {"hsieh", "SuperFastHash from 0, as twemproxy on x86", 32, 0, variants_hsieh},
    {"hsieh-unsigned", "the same where char is unsigned", 32, 0, variants_hsieh_unsigned},
    {"wt6", "Wang's mix over bytes: HAProxy", 32, 0, variants_wt6},
    {"sdbm-avalanche", "sdbm, then HAProxy's avalanche", 32, 0, variants_sdbm_avalanche},
    {"djb2-avalanche", "djb2, then HAProxy's avalanche", 32, 0, variants_djb2_avalanche},
    {"wt6-avalanche", "wt6, then HAProxy's avalanche", 32, 0, variants_wt6_avalanche},
    {"crc32-avalanche", "crc32, then HAProxy's avalanche", 32, 0, variants_crc32_avalanche},
    {"crc32c-avalanche", "crc32c, then HAProxy's avalanche", 32, 0, variants_crc32c_avalanche},
};

const struct berth_hash_variant *variants_at(size_t i)
{
    return i < sizeof variants_rows / sizeof *variants_rows ? &variants_rows[i] : NULL;
}

const struct berth_hash_variant *variants_find(const char *name, size_t len)
{
    const struct berth_hash_variant *row;
    for (size_t i = 0; (row = variants_at(i)) != NULL; i++)
        if (hash_names_equal(row->name, strlen(row->name), name, len))
            return row;
    return NULL;
}
