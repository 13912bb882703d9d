/* SPDX-License-Identifier: MIT */
/* naive_hrw.c - rendezvous hashing in the slow, plain way, and members for tests of it */
#include "naive_hrw.h"

#include <stdlib.h>

#include "scheme/log2.h"

uint64_t naive_loss(uint64_t u)
{
    if (u == UINT64_MAX)
        return 0;
    uint64_t x = u + 1;
    unsigned e = 63;
    while (!(x >> e & 1))
        e--;
    uint64_t m = x << (63 - e), i = (m >> 52) & 2047, f = (m >> 34) & 0x3ffff;
    return (UINT64_C(64) << 56) - (((uint64_t)e << 56) + log2_table[i] +
                                   (((log2_table[i + 1] - log2_table[i]) * f) >> 18));
}

struct naive_pair naive_pair(uint64_t hash, const struct member *members, uint32_t member)
{
    uint64_t u = bits_mix(hash ^ members[member].hash);
    return (struct naive_pair){
        .u = u,
        .loss = naive_loss(u),
        .weight = members[member].weight,
        .g = members[member].hash,
        .member = member,
    };
}

int naive_compare(const void *left, const void *right)
{
    const struct naive_pair *a = left, *b = right;
    u128 a_score = (u128)a->loss * b->weight, b_score = (u128)b->loss * a->weight;
    if (a_score != b_score)
        return a_score < b_score ? -1 : 1;
    if (a->u != b->u)
        return a->u > b->u ? -1 : 1;
    if (a->g != b->g)
        return a->g < b->g ? -1 : 1;
    if (a->member != b->member)
        return a->member < b->member ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

size_t naive_ranking(uint64_t hash, const struct member *members, uint32_t count, uint32_t *out)
{
    struct naive_pair *pairs = malloc((count + 1) * sizeof *pairs);
    size_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (members[i].weight > 0)
            pairs[n++] = naive_pair(hash, members, i);
    qsort(pairs, n, sizeof *pairs, naive_compare);
    for (size_t i = 0; i < n; i++)
        out[i] = pairs[i].member;
    free(pairs);
    return n;
}

/* Returns the y for which y ^ y >> s is x. */
static uint64_t naive_unshift(uint64_t x, unsigned s)
{
    uint64_t y = x;
    for (unsigned i = 0; i < 64 / s + 1; i++)
        y = x ^ y >> s;
    return y;
}

/* Returns the inverse of an odd number; each of Newton's steps doubles how many bits are right. */
static uint64_t naive_inverse(uint64_t a)
{
    uint64_t x = a;
    for (int i = 0; i < 6; i++)
        x *= 2 - a * x;
    return x;
}

uint64_t naive_unmix(uint64_t u)
{
    u = naive_unshift(u, 31) * naive_inverse(UINT64_C(0x94d049bb133111eb));
    u = naive_unshift(u, 27) * naive_inverse(UINT64_C(0xbf58476d1ce4e5b9));
    return naive_unshift(u, 30);
}

static uint64_t naive_weight(enum naive_kind kind, uint64_t random)
{
    const uint64_t million = 1000000, most = million * million;
    switch (kind) {
    case NAIVE_SMALL:
        return (1 + random % 9) * million;
    case NAIVE_ZEROS:
        return random % 3 ? 5 : 0;
    case NAIVE_SPREAD:
        return 1 + (random >> 8) % most / (UINT64_C(1) << random % 40);
    case NAIVE_EXTREME:
        return random % 5 ? 1 : random % 2 ? most : 0;
    case NAIVE_TWINS:
        return (1 + random % 2) * million;
    default:
        return million;
    }
}

void naive_members(enum naive_kind kind, uint64_t seed, struct member *out, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t random = bits_mix(seed * BITS_GOLDEN + i);
        out[i] = (struct member){
            .hash = kind == NAIVE_TWINS ? random % (1 + count / 3) : bits_mix(random + 1),
            .weight = naive_weight(kind, bits_mix(random + 2)),
            .number = i,
        };
    }
}

struct build naive_build(const struct scheme *scheme, const struct berth_alloc *alloc,
                         const struct member *members, uint32_t count, const struct value *values)
{
    static const struct berth_hash wide = {.name = "wide", .bits = 64};
    return (struct build){
        .scheme = scheme,
        .alloc = alloc,
        .members = members,
        .values = values,
        .hash = &wide,
        .count = count,
    };
}
