/* SPDX-License-Identifier: MIT */
/* oracle_slots.c - slots by their rule (docs/placement.md), weights all even: for each key, every
 *                  node's visit to the key's slot is worked out */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "key_digest.h"
#include "ways.h"

enum { ORACLE_SLOT_BITS = 18 };

struct oracle_slots {
    uint64_t *node;
    struct setting set;
    unsigned bits; /* log2 of the number of slots */
};

static uint32_t oracle_turn(uint32_t x, uint64_t factor, uint64_t offset, unsigned m)
{
    x = (uint32_t)((x * (factor | 1) + offset) & ((1u << m) - 1));
    return x ^ x >> (m + 1) / 2;
}

static uint32_t oracle_tick(uint64_t node, uint64_t slot, unsigned m)
{
    const uint64_t r = node ^ keys_mix(((slot >> m) + 1) * KEYS_GOLDEN);
    const uint64_t u = keys_mix(r + KEYS_GOLDEN), v = keys_mix(r + 2 * KEYS_GOLDEN);
    uint32_t x = (uint32_t)(slot & ((1u << m) - 1));
    x = oracle_turn(x, u & 0xffff, u >> 16 & 0xffff, m);
    x = oracle_turn(x, u >> 32 & 0xffff, u >> 48, m);
    x = oracle_turn(x, v & 0xffff, v >> 16 & 0xffff, m);
    return (uint32_t)(((uint64_t)x << (32 - m)) + ((v >> 32) >> m));
}

/* The first nodes in the order of their ticks, in one pass for each; of equal ticks the node of the
 * smaller number comes first. */
static uint32_t oracle_slots_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    const struct oracle_slots *oracle = state;
    const uint64_t slot = digest_key(oracle->set.keys, keys, i, tie) >> (64 - oracle->bits);
    const unsigned m = oracle->bits < 16 ? oracle->bits : 16;
    const uint32_t wanted = oracle->set.count ? oracle->set.count : 1;
    uint32_t nodes[FOLD_MAX] = {0};
    uint64_t before = 0; /* tick x 2^32 + node + 1 of the node found last */
    for (uint32_t found = 0; found < wanted; found++) {
        uint64_t best = UINT64_MAX;
        for (uint32_t k = 0; k < oracle->set.nodes; k++) {
            const uint64_t at = (uint64_t)oracle_tick(oracle->node[k], slot, m) << 32 | (k + 1);
            if (at > before && at < best)
                best = at;
        }
        nodes[found] = (uint32_t)best - 1;
        before = best;
    }
    return fold(nodes, wanted);
}

static uint64_t oracle_slots_run(void *state, const struct slice *slice)
{
    return loop_lookups(oracle_slots_one, state, slice);
}

static void *oracle_slots_open(const struct setting *setting)
{
    struct oracle_slots *oracle = calloc(1, sizeof *oracle);
    const char *table = strstr(setting->spec, "table=");
    if (!oracle)
        return NULL;
    oracle->set = *setting;
    oracle->node = malloc(setting->nodes * sizeof *oracle->node);
    oracle->bits = table ? (unsigned)lround(log2(strtod(table + 6, NULL))) : ORACLE_SLOT_BITS;
    for (uint32_t i = 0; oracle->node && i < setting->nodes; i++)
        oracle->node[i] = digest_node(i);
    return oracle;
}

static void oracle_slots_close(void *state)
{
    struct oracle_slots *oracle = state;
    free(oracle->node);
    free(oracle);
}

const struct way oracle_slots = {.name = "slots by their rule",
                                 .open = oracle_slots_open,
                                 .close = oracle_slots_close,
                                 .run = oracle_slots_run,
                                 .answers = true};
