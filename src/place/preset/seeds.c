/* SPDX-License-Identifier: MIT */
/* seeds.c - the libraries berth grew from: two Go rings and the ring of an article
 * (the rendezvous map among them is in seeds_hrw.c) */
#include "place/mechanism/ring_row.h"

#include "hash/digest.h"
#include "hash/fnv.h"
#include "hash/murmur.h"

static uint64_t seeds_murmur3_h1(const void *data, size_t len)
{
    uint64_t h[2];
    murmur3_x64_128(data, len, 0, h);
    return h[0];
}

static uint64_t seeds_murmur3_low32(const void *data, size_t len)
{
    return (uint32_t)seeds_murmur3_h1(data, len);
}

static uint64_t seeds_sha256(const void *data, size_t len)
{
    return sha256_be32(data, len);
}

static uint64_t seeds_fnv1a(const void *data, size_t len)
{
    return fnv1a_32(data, len);
}

/* fabrica: NewRing(0) means 160 points. */
static int seeds_counts(const struct ring_in *in, uint64_t *count, berth_error *error)
{
    uint64_t points = in->values[0].number ? in->values[0].number : 160;
    (void)error;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = in->build->members[i].weight > 0 ? points : 0;
    return BERTH_E_OK;
}

static const struct berth_param seeds_vnodes[] = {
    {.name = "vnodes",
     .aliases = "points",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = 65536,
     .preset = "160",
     .help = "points per node; 0 means 160"},
};

static const struct ring_row seeds_string_ring = {
    .counts = seeds_counts,
    .label = "$n:$j",
    .hash = seeds_murmur3_low32,
};

const struct scheme preset_fabrica_hashring = {
    .info = {.name = "fabrica-hashring",
             .summary = "the string ring of a Go game-server toolkit: 160 murmur3 points a node",
             .compatible = "go-pantheon/fabrica-util consistenthash.HashRing (f6e9af3)",
             .quirks = "Points are the low 32 bits of murmur3 x64 128. The original leaves equal "
                       "points to an unstable sort; here the smaller name wins.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "fabrica-hashring:vnodes=40",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT,
             .params = seeds_vnodes,
             .param_count = 1},
    .row = &seeds_string_ring,
    .ops = &ring_row_ops,
};

static const struct ring_row seeds_integer_ring = {
    .counts = seeds_counts,
    .label = "$n:$j",
    .hash = seeds_murmur3_h1,
    .bits = 64,
    .raw_keys = true,
};

const struct scheme preset_fabrica_int64ring = {
    .info = {.name = "fabrica-int64ring",
             .summary = "the integer ring of the same toolkit; does not hash its keys: do not use",
             .compatible = "go-pantheon/fabrica-util consistenthash.Int64HashRing (f6e9af3)",
             .quirks =
                 "Keys are NOT hashed: the integer itself is looked up among 64-bit points, so "
                 "small, sequential or time-based ids all land on one node. Use \"ring\" "
                 "with integer keys instead; it hashes them.\n"
                 "A key of other than 8 bytes is hashed by XXH3 first, which the original "
                 "cannot do at all.\n",
             .example = "fabrica-int64ring",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT | BERTH_RAW_KEYS,
             .params = seeds_vnodes,
             .param_count = 1},
    .row = &seeds_integer_ring,
    .ops = &ring_row_raw_ops,
};

static ring_hash *const seeds_blog_hashes[] = {seeds_sha256, seeds_fnv1a};

static const struct berth_param seeds_blog_params[] = {
    {.name = "vnodes",
     .aliases = "points",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 65536,
     .preset = "100",
     .help = "points per node"},
    {.name = "hash",
     .words = "sha256 fnv1a32",
     .shape = BERTH_WORD,
     .preset = "sha256",
     .help = "fnv1a32: the weak hash that the article warns of"},
};

static const struct ring_row seeds_blog_ring = {
    .label = "$n#$j", .hash_param = 2, .hashes = seeds_blog_hashes};

const struct scheme preset_blog_sha256_ring = {
    .info = {.name = "blog-sha256-ring",
             .summary = "the ring of the article that measures points per node: SHA-256, node#i",
             .compatible = "the article's own program; every figure of its table",
             .quirks = "Points are the first 4 bytes of SHA-256, big-endian.\n",
             .example = "blog-sha256-ring:vnodes=100",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT,
             .params = seeds_blog_params,
             .param_count = 2},
    .row = &seeds_blog_ring,
    .ops = &ring_row_ops,
};
