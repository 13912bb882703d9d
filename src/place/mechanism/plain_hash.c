/* SPDX-License-Identifier: MIT */
/* plain_hash.c - hashes in the form in which rows name them */
#include "place/mechanism/plain_hash.h"

#include "hash/crc.h"
#include "hash/fnv.h"
#include "hash/xxh3.h"

uint64_t plain_crc32(const void *data, size_t len)
{
    return crc32_ieee(data, len);
}

uint64_t plain_fnv1a_32(const void *data, size_t len)
{
    return fnv1a_32(data, len);
}

uint64_t plain_xxh64(const void *data, size_t len)
{
    return XXH64(data, len, 0);
}
