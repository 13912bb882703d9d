/* SPDX-License-Identifier: MIT */
/* digest.c - MD5, SHA-1 and SHA-256 through libmd; MD5 of short data by md5_short.c */
#include "hash/digest.h"

#include <md5.h>
#include <sha1.h>
#include <sha2.h>

#include "base/bytes.h"
#include "hash/md5_short.h"

void md5_16(const void *data, size_t len, uint8_t out[16])
{
    MD5_CTX state;
    if (len <= MD5_SHORT_MAX) {
        uint32_t words[4];
        md5_short(data, len, words);
        for (unsigned w = 0; w < 4; w++)
            store32le(out + 4 * w, words[w]);
        return;
    }
    MD5Init(&state);
    MD5Update(&state, data, len);
    MD5Final(out, &state);
}

void sha256_32(const void *data, size_t len, uint8_t out[32])
{
    SHA2_CTX state;
    SHA256Init(&state);
    SHA256Update(&state, data, len);
    SHA256Final(out, &state);
}

void sha256_32_joined(const void *a, size_t a_len, const void *b, size_t b_len, uint8_t out[32])
{
    SHA2_CTX state;
    SHA256Init(&state);
    SHA256Update(&state, a, a_len);
    SHA256Update(&state, b, b_len);
    SHA256Final(out, &state);
}

uint32_t md5_le32_after(char first, const void *data, size_t len)
{
    uint8_t digest[16];
    MD5_CTX state;
    MD5Init(&state);
    MD5Update(&state, (const uint8_t *)&first, 1);
    MD5Update(&state, data, len);
    MD5Final(digest, &state);
    return read32le(digest);
}

uint64_t md5_le64(const void *data, size_t len)
{
    uint8_t digest[16];
    md5_16(data, len, digest);
    return read64le(digest);
}

uint64_t md5_be64(const void *data, size_t len)
{
    return swap64(md5_le64(data, len));
}

uint64_t md5_le32(const void *data, size_t len)
{
    return (uint32_t)md5_le64(data, len);
}

uint64_t md5_be32(const void *data, size_t len)
{
    return md5_be64(data, len) >> 32;
}

uint64_t sha1_be32(const void *data, size_t len)
{
    uint8_t digest[SHA1_DIGEST_LENGTH];
    SHA1_CTX state;
    SHA1Init(&state);
    SHA1Update(&state, data, len);
    SHA1Final(digest, &state);
    return read32be(digest);
}

uint64_t sha256_be64(const void *data, size_t len)
{
    uint8_t digest[32];
    sha256_32(data, len, digest);
    return read64be(digest);
}

uint32_t sha256_be32(const void *data, size_t len)
{
    return (uint32_t)(sha256_be64(data, len) >> 32);
}

uint32_t sha256_last_le32(const void *data, size_t len)
{
    uint8_t digest[32];
    sha256_32(data, len, digest);
    return read32le(digest + 28);
}
