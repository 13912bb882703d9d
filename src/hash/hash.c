/* SPDX-License-Identifier: MIT */
/* hash.c - the registry of hash functions
 * Idea       one row for each name: a summary, the number of bits of the result, the function, and
 *            other spellings of the name. A row whose function takes a seed fixes the seed. Members
 *            of a family have their rows in the table below; a hash in a file of its own ends that
 *            file with its row. */
#include "hash/hash.h"

#include <stdbool.h>
#include <string.h>

#include "base/word_list.h"
#include "hash/crc.h"
#include "hash/digest.h"
#include "hash/fnv.h"
#include "hash/haproxy_hash.h"
#include "hash/jenkins.h"
#include "hash/md5_short.h"
#include "hash/mix.h"
#include "hash/murmur.h"
#include "hash/xxh3.h"

/* Defines a function of the registry's type that returns `value`, an expression of data and len. */
#define ROW_FUNCTION(name, value)                                                                  \
    static uint64_t row_##name(const void *data, size_t len)                                       \
    {                                                                                              \
        return value;                                                                              \
    }

ROW_FUNCTION(xxh3, hash_xxh3(data, len))
ROW_FUNCTION(xxh64, XXH64(data, len, 0))
ROW_FUNCTION(xxh32, XXH32(data, len, 0))
ROW_FUNCTION(murmur3_32, murmur3_x86_32(data, len, 0))
ROW_FUNCTION(murmur2, murmur2_32(data, len, 0))
ROW_FUNCTION(murmur2a, murmur2a_32(data, len, 0))
ROW_FUNCTION(murmur64a, murmur64a(data, len, 0))
ROW_FUNCTION(fnv1_32, fnv1_32(data, len))
ROW_FUNCTION(fnv1a_32, fnv1a_32(data, len))
ROW_FUNCTION(fnv1_32_mix, fmix32(fnv1_32(data, len)))
ROW_FUNCTION(fnv1a_32_mix, fmix32(fnv1a_32(data, len)))
ROW_FUNCTION(fnv1_64_mix, fmix64(fnv1_64(data, len)))
ROW_FUNCTION(fnv1a_64_mix, fmix64(fnv1a_64(data, len)))
ROW_FUNCTION(sha256_32, sha256_be32(data, len))
ROW_FUNCTION(crc32, crc32_ieee(data, len))
ROW_FUNCTION(crc32c, crc32_castagnoli(data, len))
ROW_FUNCTION(crc16, crc16_xmodem(data, len))
ROW_FUNCTION(djb2, haproxy_djb2(data, len))
ROW_FUNCTION(sdbm, haproxy_sdbm(data, len))
ROW_FUNCTION(oaat, jenkins_oaat(data, len))
ROW_FUNCTION(lookup3, jenkins_hashlittle(data, len, 0))

static uint64_t row_murmur3_h2(const void *data, size_t len)
{
    uint64_t h[2];
    murmur3_x64_128(data, len, 0, h);
    return h[1];
}

static const struct hash_row hash_rows[] = {
    {{"xxh3", "XXH3 64-bit, seed 0: the default", 64, row_xxh3}, "xxhash3 xxh3-64 xxh3-64bits "},
    {{"xxh64", "xxHash 64-bit, seed 0", 64, row_xxh64}, "xxhash64 xxhash "},
    {{"xxh32", "xxHash 32-bit, seed 0", 32, row_xxh32}, "xxhash32 "},
    {{"murmur3-32", "MurmurHash3 x86 32-bit, seed 0", 32, row_murmur3_32},
     "murmur3-x86-32 murmurhash3-x86-32 murmurhash3-32 murmur3a "},
    {{"murmur3-64", "MurmurHash3 x64 128-bit, seed 0, first half (h1)", 64, murmur3_h1},
     "murmur3-x64-128 murmurhash3-x64-128 murmur3-128 murmurhash3-128 murmur3f murmur3-64a "},
    {{"murmur3-64b", "MurmurHash3 x64 128-bit, seed 0, second half (h2)", 64, row_murmur3_h2},
     "murmur3-x64-128-h2 "},
    {{"murmur3-low32", "MurmurHash3 x64 128-bit, seed 0, low 32 bits of h1", 32, murmur3_low32},
     "murmur3-64-low32 murmur3-x64-128-low32 "},
    {{"murmur2", "MurmurHash2 32-bit, seed 0", 32, row_murmur2}, "murmurhash2 murmur2-32 "},
    {{"murmur2a", "MurmurHash2A 32-bit, seed 0", 32, row_murmur2a}, "murmurhash2a "},
    {{"murmur64a", "MurmurHash64A, seed 0", 64, row_murmur64a},
     "murmurhash64a murmur2-64a murmur2-64 murmurhash2-64 murmurhash2-64a "},
    {{"fnv1-32", "FNV-1 32-bit", 32, row_fnv1_32}, ""},
    {{"fnv1a-32", "FNV-1a 32-bit", 32, row_fnv1a_32}, ""},
    {{"fnv1-64", "FNV-1 64-bit", 64, fnv1_64}, ""},
    {{"fnv1a-64", "FNV-1a 64-bit (weak in its high bits: see fnv1a-64-mix)", 64, fnv1a_64}, ""},
    {{"fnv1-32-mix", "FNV-1 32-bit, then murmur3's fmix32", 32, row_fnv1_32_mix},
     "fnv1-32+fmix fnv1-32+fmix32 fnv1-32+mix "},
    {{"fnv1a-32-mix", "FNV-1a 32-bit, then murmur3's fmix32", 32, row_fnv1a_32_mix},
     "fnv1a-32+fmix fnv1a-32+fmix32 fnv1a-32+mix "},
    {{"fnv1-64-mix", "FNV-1 64-bit, then murmur3's fmix64", 64, row_fnv1_64_mix},
     "fnv1-64+fmix fnv1-64+fmix64 fnv1-64+mix "},
    {{"fnv1a-64-mix", "FNV-1a 64-bit, then murmur3's fmix64", 64, row_fnv1a_64_mix},
     "fnv1a-64+fmix fnv1a-64+fmix64 fnv1a-64+mix "},
    {{"sha256", "SHA-256, first eight bytes, big-endian", 64, sha256_be64}, "sha256-64 sha-256 "},
    {{"sha256-32", "SHA-256, first four bytes, big-endian", 32, row_sha256_32}, ""},
    {{"md5", "MD5, first eight bytes, little-endian", 64, md5_le64}, "md5-64 "},
    {{"md5-32", "MD5, first four bytes, little-endian (ketama)", 32, md5_le32}, "ketama "},
    {{"crc32", "CRC-32 of IEEE 802.3, as in zlib", 32, row_crc32}, "crc32-ieee crc32a crc32b "},
    {{"crc32c", "CRC-32C (Castagnoli)", 32, row_crc32c}, "crc32-castagnoli castagnoli "},
    {{"crc16", "CRC-16/XMODEM, as in Redis Cluster", 16, row_crc16}, "crc16-xmodem xmodem "},
    {{"djb2", "Bernstein: h * 33 + c, from 5381", 32, row_djb2}, "bernstein times33 "},
    {{"sdbm", "sdbm: h * 65599 + c", 32, row_sdbm}, ""},
    {{"oaat", "Jenkins one-at-a-time", 32, row_oaat}, "one-at-a-time jenkins-one-at-a-time "},
    {{"lookup3", "Jenkins lookup3 hashlittle, initval 0", 32, row_lookup3},
     "jenkins hashlittle jenkins-lookup3 "},
};

/* Hashes whose files end in a row of their own, hash_NAME; a new one is one line here. */
#define HASH_FILES(X)                                                                              \
    X(siphash)                                                                                     \
    X(siphash13)

#define HASH_EXTERN(name) extern const struct hash_row hash_##name;
HASH_FILES(HASH_EXTERN)

static const struct hash_row *const hash_files[] = {
#define HASH_ADDRESS(name) &hash_##name,
    HASH_FILES(HASH_ADDRESS)};

enum {
    HASH_ROWS = sizeof hash_rows / sizeof *hash_rows,
    HASH_COUNT = HASH_ROWS + sizeof hash_files / sizeof *hash_files
};

static const struct hash_row *hash_row_at(size_t i)
{
    return i < HASH_ROWS ? &hash_rows[i] : hash_files[i - HASH_ROWS];
}

static char name_fold(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Skips '-' and '_', which do not count in a name. */
static size_t name_skip(const char *name, size_t at, size_t len)
{
    while (at < len && (name[at] == '-' || name[at] == '_'))
        at++;
    return at;
}

bool hash_names_equal(const char *a, size_t a_len, const char *b, size_t b_len)
{
    size_t i = name_skip(a, 0, a_len);
    size_t j = name_skip(b, 0, b_len);
    while (i < a_len && j < b_len && name_fold(a[i]) == name_fold(b[j])) {
        i = name_skip(a, i + 1, a_len);
        j = name_skip(b, j + 1, b_len);
    }
    return i == a_len && j == b_len;
}

static bool row_answers(const struct hash_row *row, const char *name, size_t len)
{
    if (hash_names_equal(row->hash.name, strlen(row->hash.name), name, len))
        return true;
    const char *rest = row->aliases, *alias;
    size_t alias_len;
    while (word_list_next(&rest, &alias, &alias_len))
        if (hash_names_equal(alias, alias_len, name, len))
            return true;
    return false;
}

const struct berth_hash *hash_at(size_t i)
{
    return i < HASH_COUNT ? &hash_row_at(i)->hash : NULL;
}

const struct berth_hash *hash_find(const char *name, size_t len)
{
    for (size_t i = 0; i < HASH_COUNT; i++)
        if (row_answers(hash_row_at(i), name, len))
            return &hash_row_at(i)->hash;
    return NULL;
}

hash_many *hash_many_of(uint64_t (*digest)(const void *data, size_t len))
{
    static const struct {
        uint64_t (*digest)(const void *data, size_t len);
        hash_many *many;
    } known[] = {{md5_le32, md5_le32_many}, {md5_le64, md5_le64_many}, {md5_be64, md5_be64_many}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].digest == digest)
            return known[i].many;
    return NULL;
}
