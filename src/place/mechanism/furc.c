/* SPDX-License-Identifier: MIT */
/* furc.c - mcrouter's furc_hash
 *
 * The number is built bit by bit; the tree has as many levels as m - 1 has bits. A 0 at a level's
 * turn means "this half is empty, go down one level". A number past the end draws again, with depth
 * and place in the stream carried over (mcrouter's way; part of the placement). */
#include "place/mechanism/furc.h"

#include "base/bytes.h"
#include "hash/murmur.h"

enum { FURC_STRIDE = 23, FURC_TRIES = 32 };

void furc_start(struct furc_bits *bits, uint64_t first)
{
    bits->words[0] = first;
    bits->made = 1;
    bits->far = 0;
}

static uint64_t furc_after(uint64_t word)
{
    uint8_t bytes[8];
    store64le(bytes, word);
    return murmur64a(bytes, sizeof bytes, FURC_SEED);
}

static uint64_t furc_far_word(struct furc_bits *bits, unsigned at)
{
    if (bits->far == 0 || bits->far > at) {
        bits->far = FURC_KEPT - 1;
        bits->far_word = bits->words[FURC_KEPT - 1];
    }
    for (; bits->far < at; bits->far++)
        bits->far_word = furc_after(bits->far_word);
    return bits->far_word;
}

uint64_t furc_word(struct furc_bits *bits, unsigned at)
{
    for (; bits->made <= at && bits->made < FURC_KEPT; bits->made++)
        bits->words[bits->made] = furc_after(bits->words[bits->made - 1]);
    return at < FURC_KEPT ? bits->words[at] : furc_far_word(bits, at);
}

unsigned furc_bit(struct furc_bits *bits, unsigned at)
{
    return (unsigned)(furc_word(bits, at / 64) >> (at % 64)) & 1;
}

unsigned furc_depth(uint32_t m)
{
    unsigned depth = 0;
    while (m > 1u << depth)
        depth++;
    return depth;
}

/* early: depth 0 is tested before it is lowered (vllm-project/router), not after. */
static uint32_t furc_walk(uint64_t first, uint32_t m, int early)
{
    struct furc_bits bits;
    unsigned depth = furc_depth(m), at = depth;
    if (m <= 1)
        return 0;
    furc_start(&bits, first);
    for (unsigned tries = 0; tries < FURC_TRIES; tries++) {
        while (furc_bit(&bits, at) == 0) {
            if (early && depth == 0)
                return 0;
            if (--depth == 0 && !early)
                return 0;
            at = depth;
        }
        uint32_t number = 1;
        at += FURC_STRIDE;
        for (unsigned i = 1; i < depth; i++, at += FURC_STRIDE)
            number = number * 2 + furc_bit(&bits, at);
        if (number < m)
            return number;
    }
    return 0;
}

uint32_t furc_from(uint64_t first, uint32_t m)
{
    return furc_walk(first, m, 0);
}

uint32_t furc(const void *key, size_t len, uint32_t m)
{
    return furc_walk(murmur64a(key, len, FURC_SEED), m, 0);
}

uint32_t furc_vllm(uint64_t first, uint32_t m)
{
    return furc_walk(first, m, 1);
}
