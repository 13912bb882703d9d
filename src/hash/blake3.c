/* SPDX-License-Identifier: MIT */
/* blake3.c - BLAKE3, hash mode, 32 bytes of output
 * Idea       the input is cut into chunks of 1024 bytes, each a chain of 64-byte blocks. The
 *            chaining values of the chunks are the leaves of a binary tree whose left subtrees are
 *            full. A stack holds one value for each level: after n chunks, the ones in n, written
 *            in binary, are the occupied levels, and the zeros at its end count the merges that are
 *            due.
 *
 *                    root                    stack after 3 chunks: [c0c1] [c2]
 *                   /    \
 *                c0c1    c2 ...              only the last compression has the ROOT flag
 *
 * Frozen     bit for bit; tests/vectors/hash, lengths 0 to 4096
 * From       written from the rules in O'Connor, Aumasson, Neves, Wilcox-O'Hearn 2020, "BLAKE3: one
 *            function, fast everywhere" */
#include "hash/blake3.h"

#include "base/bytes.h"

enum { BLAKE3_BLOCK = 64, BLAKE3_CHUNK = 1024, BLAKE3_LEVELS = 54 };

enum { CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8 };

static const uint32_t blake3_iv[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                                      0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};

/* The input of a compression. It is kept until it is known whether this is the last compression,
 * which needs the ROOT flag. */
struct blake3_node {
    uint32_t chain[8];
    uint32_t message[16];
    uint64_t counter;
    uint32_t block_bytes;
    uint32_t flags;
};

static inline uint32_t rotr32(uint32_t x, unsigned n)
{
    return rotl32(x, 32 - n);
}

static inline void blake3_quarter(uint32_t v[16], unsigned a, unsigned b, unsigned c, unsigned d,
                                  const uint32_t m[2])
{
    v[a] += v[b] + m[0];
    v[d] = rotr32(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotr32(v[b] ^ v[c], 12);
    v[a] += v[b] + m[1];
    v[d] = rotr32(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = rotr32(v[b] ^ v[c], 7);
}

static inline void blake3_round(uint32_t v[16], const uint32_t m[16])
{
    blake3_quarter(v, 0, 4, 8, 12, m);
    blake3_quarter(v, 1, 5, 9, 13, m + 2);
    blake3_quarter(v, 2, 6, 10, 14, m + 4);
    blake3_quarter(v, 3, 7, 11, 15, m + 6);
    blake3_quarter(v, 0, 5, 10, 15, m + 8);
    blake3_quarter(v, 1, 6, 11, 12, m + 10);
    blake3_quarter(v, 2, 7, 8, 13, m + 12);
    blake3_quarter(v, 3, 4, 9, 14, m + 14);
}

static void blake3_permute(uint32_t m[16])
{
    static const uint8_t from[16] = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};
    uint32_t old[16];
    memcpy(old, m, sizeof old);
    for (unsigned i = 0; i < 16; i++)
        m[i] = old[from[i]];
}

static void blake3_compress(const struct blake3_node *node, uint32_t flags, uint32_t out[8])
{
    uint32_t m[16];
    uint32_t v[16];
    memcpy(m, node->message, sizeof m);
    memcpy(v, node->chain, 32);
    memcpy(v + 8, blake3_iv, 16);
    v[12] = (uint32_t)node->counter;
    v[13] = (uint32_t)(node->counter >> 32);
    v[14] = node->block_bytes;
    v[15] = node->flags | flags;
    for (int round = 0; round < 7; round++) {
        blake3_round(v, m);
        blake3_permute(m);
    }
    for (unsigned i = 0; i < 8; i++)
        out[i] = v[i] ^ v[i + 8];
}

static void blake3_load(struct blake3_node *node, const uint8_t *p, size_t len)
{
    uint8_t block[BLAKE3_BLOCK] = {0};
    if (len > 0) /* `p` may be NULL when the input is empty */
        memcpy(block, p, len);
    for (unsigned i = 0; i < 16; i++)
        node->message[i] = read32le(block + 4 * i);
    node->block_bytes = (uint32_t)len;
}

/* Compresses a chunk of 0 to 1024 bytes up to its last block; returns the compression of that
 * block. */
static struct blake3_node blake3_chunk(const uint8_t *p, size_t len, uint64_t counter)
{
    struct blake3_node node = {.counter = counter, .flags = CHUNK_START};
    memcpy(node.chain, blake3_iv, sizeof node.chain);
    for (; len > BLAKE3_BLOCK; len -= BLAKE3_BLOCK, p += BLAKE3_BLOCK) {
        blake3_load(&node, p, BLAKE3_BLOCK);
        blake3_compress(&node, 0, node.chain);
        node.flags = 0;
    }
    blake3_load(&node, p, len);
    node.flags |= CHUNK_END;
    return node;
}

static struct blake3_node blake3_parent(const uint32_t left[8], const uint32_t right[8])
{
    struct blake3_node node = {.block_bytes = BLAKE3_BLOCK, .flags = PARENT};
    memcpy(node.chain, blake3_iv, sizeof node.chain);
    memcpy(node.message, left, 32);
    memcpy(node.message + 8, right, 32);
    return node;
}

/* Merges a finished leaf with every complete subtree of equal size to its left and pushes the
 * result. Returns the new depth of the stack. */
static unsigned blake3_push(uint32_t stack[BLAKE3_LEVELS][8], unsigned depth, uint32_t value[8],
                            uint64_t chunks_done)
{
    for (; (chunks_done & 1) == 0; chunks_done >>= 1) {
        const struct blake3_node parent = blake3_parent(stack[--depth], value);
        blake3_compress(&parent, 0, value);
    }
    memcpy(stack[depth], value, 32);
    return depth + 1;
}

void blake3_32(const void *data, size_t len, uint8_t out[32])
{
    uint32_t stack[BLAKE3_LEVELS][8];
    uint32_t value[8];
    unsigned depth = 0;
    uint64_t chunk = 0;
    const uint8_t *p = data;
    for (; len > BLAKE3_CHUNK; len -= BLAKE3_CHUNK, p += BLAKE3_CHUNK) {
        const struct blake3_node leaf = blake3_chunk(p, BLAKE3_CHUNK, chunk++);
        blake3_compress(&leaf, 0, value);
        depth = blake3_push(stack, depth, value, chunk);
    }
    struct blake3_node node = blake3_chunk(p, len, chunk);
    while (depth > 0) {
        blake3_compress(&node, 0, value);
        node = blake3_parent(stack[--depth], value);
    }
    blake3_compress(&node, ROOT, value);
    for (unsigned i = 0; i < 8; i++)
        store32le(out + 4 * i, value[i]);
}

uint64_t blake3_le64(const void *data, size_t len)
{
    uint8_t digest[32];
    blake3_32(data, len, digest);
    return read64le(digest);
}
