/* SPDX-License-Identifier: MIT */
/* furc.h - mcrouter's furc_hash: a walk down a binary tree over a stream of hash bits */
#ifndef BERTH_FURC_H
#define BERTH_FURC_H

#include <stddef.h>
#include <stdint.h>

#define FURC_SEED        4193360111u
#define FURC_NUMBERS_MAX (UINT32_C(1) << 23) /* mcrouter refuses larger pools */

/* The stream: word 0 is a hash of the key, each further word a hash of the one before. The first
 * words are kept; of those beyond them only the last that was asked for, where the walk goes on. */
enum { FURC_KEPT = 48 };

struct furc_bits {
    uint64_t words[FURC_KEPT];
    unsigned made; /* of words */
    unsigned far;  /* index of far_word, 0 = none */
    uint64_t far_word;
};

/* first: murmur64a of the key with FURC_SEED. */
void furc_start(struct furc_bits *bits, uint64_t first);
unsigned furc_bit(struct furc_bits *bits, unsigned at);
uint64_t furc_word(struct furc_bits *bits, unsigned at);

/* The levels of a tree with m leaves: as many as m - 1 has bits. */
unsigned furc_depth(uint32_t m);

/* A number below m; m <= 2^23. furc is mcrouter's; furc_vllm tests the tree's depth one step
 * earlier, which differs for rare keys. */
uint32_t furc(const void *key, size_t len, uint32_t m);
uint32_t furc_from(uint64_t first, uint32_t m);
uint32_t furc_vllm(uint64_t first, uint32_t m);

#endif
