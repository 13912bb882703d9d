/* SPDX-License-Identifier: MIT */
/* murmur.h - Austin Appleby's MurmurHash family with seeds, and the variants of deployed programs
 * From       SMHasher (public domain) */
#ifndef BERTH_MURMUR_H
#define BERTH_MURMUR_H

#include <stddef.h>
#include <stdint.h>

uint32_t murmur3_x86_32(const void *data, size_t len, uint32_t seed);
void murmur3_x64_128(const void *data, size_t len, uint64_t seed, uint64_t out[2]);

/* Its first half with seed 0, and the low 32 bits of that. */
uint64_t murmur3_h1(const void *data, size_t len);
uint64_t murmur3_low32(const void *data, size_t len);

/* murmur3_x64_128 in two steps, for variants that read the last len % 16 bytes in another way. h[]
 * holds the seed twice on entry. _blocks returns where those bytes begin; _finish takes them as two
 * words. */
const uint8_t *murmur3_x64_128_blocks(const void *data, size_t len, uint64_t h[2]);
void murmur3_x64_128_finish(uint64_t h[2], uint64_t tail1, uint64_t tail2, size_t len);

/* MurmurHash2 and MurmurHash2A, 32 bits. Kafka uses MurmurHash2 with seed 0x9747b28c. */
uint32_t murmur2_32(const void *data, size_t len, uint32_t seed);
uint32_t murmur2a_32(const void *data, size_t len, uint32_t seed);

/* MurmurHash64A. The seed of Jedis is 0x1234ABCD, that of Envoy and libstdc++ 0xc70f6907, that of
 * mcrouter 4193360111. */
uint64_t murmur64a(const void *data, size_t len, uint64_t seed);

/* As libmemcached and twemproxy compute them: the seed is 0xdeadbeef times the length. */
uint32_t murmur2_32_hashkit(const void *data, size_t len);
uint32_t murmur3_x86_32_hashkit(const void *data, size_t len);

/* The same hashes over data that comes in pieces. murmur64a needs the whole length at the start. */
struct murmur3_pieces {
    uint32_t h; /* starts as the seed */
    uint32_t word, count;
};
void murmur3_x86_32_push(struct murmur3_pieces *pieces, uint8_t byte);
uint32_t murmur3_x86_32_end(const struct murmur3_pieces *pieces);

struct murmur64a_pieces {
    uint64_t h, word;
    uint32_t filled;
};
void murmur64a_start(struct murmur64a_pieces *pieces, size_t len, uint64_t seed);
void murmur64a_push(struct murmur64a_pieces *pieces, const void *data, size_t len);
uint64_t murmur64a_end(const struct murmur64a_pieces *pieces);

/* pymemcache's quirk: of each code point of a UTF-8 string only the low eight bits are hashed. */
void murmur3_x86_32_push_code_points(struct murmur3_pieces *pieces, const char *utf8, size_t len);

#endif
