/* SPDX-License-Identifier: MIT */
/* naive_slots.c - the visits of nodes to slots, in the slow, plain way */
#include "naive_slots.h"

#include <stdlib.h>

static uint64_t naive_round(uint64_t x, uint64_t multiplier, uint64_t offset, uint64_t b,
                            unsigned q)
{
    x = (x * (multiplier | 1) + offset) % b;
    return x ^ x >> q;
}

/* Returns the 32-bit tick at which the node of hash g comes to the slot: its step, then its
 * phase. */
static uint64_t naive_tick(uint64_t table, uint64_t slot, uint64_t g)
{
    unsigned m = 0;
    while (m < 16 && UINT64_C(2) << m <= table)
        m++;
    uint64_t b = UINT64_C(1) << m, k = slot >> m, x = slot % b;
    uint64_t r = g ^ bits_mix((k + 1) * BITS_GOLDEN);
    uint64_t u = bits_mix(r + BITS_GOLDEN), v = bits_mix(r + 2 * BITS_GOLDEN);
    unsigned q = (m + 1) / 2;
    x = naive_round(x, u & 0xffff, u >> 16 & 0xffff, b, q);
    x = naive_round(x, u >> 32 & 0xffff, u >> 48, b, q);
    x = naive_round(x, v & 0xffff, v >> 16 & 0xffff, b, q);
    return (x << (32 - m)) + ((v >> 32) >> m);
}

struct naive_pair naive_visit(uint64_t table, uint64_t slot, const struct member *members,
                              uint32_t member)
{
    uint64_t tick = naive_tick(table, slot, members[member].hash);
    uint64_t z = 0 - ((2 * tick + 1) << 31);
    struct naive_pair visit = {
        .u = z - 1,
        .loss = naive_loss(z - 1),
        .weight = members[member].weight,
        .member = member,
        .item = (uint32_t)slot,
    };
    return visit;
}

size_t naive_slot_ranking(uint64_t table, uint64_t slot, const struct member *members,
                          uint32_t count, uint32_t *out)
{
    struct naive_pair *visits = malloc((count + 1) * sizeof *visits);
    size_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (members[i].weight > 0)
            visits[n++] = naive_visit(table, slot, members, i);
    qsort(visits, n, sizeof *visits, naive_compare);
    for (size_t i = 0; i < n; i++)
        out[i] = visits[i].member;
    free(visits);
    return n;
}
