/* SPDX-License-Identifier: MIT */
/* blog_sha256.c - the ring of the article that measures points per node */
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/continuum_row.h"

#include "hash/digest.h"

static uint64_t blog_sha256(const void *data, size_t len)
{
    return sha256_be32(data, len);
}

static continuum_hash *const blog_hashes[] = {blog_sha256, plain_fnv1a_32};

static const struct berth_param blog_params[] = {
    CONTINUUM_POINTS("vnodes", "points", "100"),
    {.name = "hash",
     .words = "sha256 fnv1a32",
     .shape = BERTH_WORD,
     .preset = "sha256",
     .help = "fnv1a32: the weak hash that the article warns of"},
};

static const struct continuum_row blog_row = {
    .label = {.pattern = "$n#$j", .hash_param = 2, .hashes = blog_hashes},
};

static const struct key_hash blog_key_hashes[] = {
    {"sha256-32", NULL, 32},
    {"fnv1a-32", NULL, 32},
};

const struct scheme preset_blog_sha256_ring = {
    .info = {.name = "blog-sha256-ring",
             .summary = "the ring of the article that measures points per node: SHA-256, node#i",
             .compatible = "the article's own program; every figure of its table",
             .quirks = "Points are the first 4 bytes of SHA-256, big-endian.\n",
             .example = "blog-sha256-ring:vnodes=100",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT,
             .params = blog_params,
             .param_count = 2},
    .row = &blog_row,
    .key_hash = blog_key_hashes,
    .key_hash_param = 2,
    .ops = &continuum_row_ops,
};
