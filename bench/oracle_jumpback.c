/* SPDX-License-Identifier: MIT */
/* oracle_jumpback.c - jumpback by its rule in docs/placement.md, step for step */
#include <stdlib.h>

#include "key_digest.h"
#include "ways.h"

static uint64_t jumpback_next(uint64_t *state)
{
    *state += KEYS_GOLDEN;
    return keys_mix(*state);
}

/* Draws a number b below 2q. Returns false when b < q: the range is left. Else writes b to *found
 * when it is a node, that is below n, and returns true. */
static bool jumpback_try(uint32_t half, uint32_t q, uint32_t n, uint32_t *found)
{
    const uint32_t b = half & (2 * q - 1);
    if (b >= q && b < n)
        *found = b;
    return b >= q;
}

static uint32_t jumpback_of(uint64_t hash, uint32_t n)
{
    uint64_t state = hash;
    const uint64_t v = jumpback_next(&state);
    uint32_t all = 1, found = UINT32_MAX;
    while (all < n)
        all *= 2;
    uint32_t u = ((uint32_t)v ^ (uint32_t)(v >> 32)) & (all - 1);
    while (n > 1 && u != 0) {
        uint32_t q = 1;
        while (q <= u / 2)
            q *= 2;
        const bool odd = __builtin_popcount(u) % 2 == 1;
        const uint32_t b = q + ((odd ? (uint32_t)(v >> 32) : (uint32_t)v) & (q - 1));
        if (b < n)
            return b;
        for (;;) {
            const uint64_t w = jumpback_next(&state);
            if (!jumpback_try((uint32_t)w, q, n, &found) || found < n ||
                !jumpback_try((uint32_t)(w >> 32), q, n, &found) || found < n)
                break;
        }
        if (found < n)
            return found;
        u ^= q;
    }
    return 0;
}

static uint32_t jumpback_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    const struct setting *setting = state;
    return jumpback_of(digest_key(setting->keys, keys, i, tie), setting->nodes);
}

static uint64_t jumpback_run(void *state, const struct slice *slice)
{
    return loop_lookups(jumpback_one, state, slice);
}

static void *jumpback_open(const struct setting *setting)
{
    struct setting *copy = malloc(sizeof *copy);
    if (copy)
        *copy = *setting;
    return copy;
}

const struct way oracle_jumpback = {.name = "jumpback by its rule",
                                    .open = jumpback_open,
                                    .close = free,
                                    .run = jumpback_run,
                                    .answers = true};
