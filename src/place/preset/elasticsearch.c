/* SPDX-License-Identifier: MIT */
/* elasticsearch.c - the shard of a document in Elasticsearch and OpenSearch
 *
 *   _id or _routing --Murmur3 of UTF-16--> signed 32 bits --floorMod--> routing shard --/ factor--> shard
 *
 * An index has more routing shards than shards, so that it can be split: shard i becomes shards 2i
 * and 2i + 1. */
#include "place/mechanism/bucket_row.h"

#include "base/utf8.h"
#include "hash/murmur.h"

enum { ELASTICSEARCH_ORDER, ELASTICSEARCH_ROUTING, ELASTICSEARCH_PARAMS };
enum { ELASTICSEARCH_SPLITS = 10, ELASTICSEARCH_MOST = 1 << 20 };

static void elasticsearch_push(struct murmur3_pieces *pieces, uint32_t unit)
{
    murmur3_x86_32_push(pieces, (uint8_t)unit);
    murmur3_x86_32_push(pieces, (uint8_t)(unit >> 8));
}

/* The hash over the little-endian UTF-16 of the text, seed 0. */
static uint32_t elasticsearch_murmur(const void *key, size_t len)
{
    struct murmur3_pieces pieces = {0};
    const uint8_t *p = key, *const end = p + len;
    while (len > 0 && p < end) {
        uint32_t code;
        p += utf8_next(p, (size_t)(end - p), &code);
        if (code >= 0x10000) { /* a pair of surrogates */
            elasticsearch_push(&pieces, 0xd800 + ((code - 0x10000) >> 10));
            code = 0xdc00 + (code & 0x3ff);
        }
        elasticsearch_push(&pieces, code);
    }
    return murmur3_x86_32_end(&pieces);
}

static uint64_t elasticsearch_hash(const struct value *values, const void *key, size_t len)
{
    const uint64_t hash = (uint64_t)(int64_t)(int32_t)elasticsearch_murmur(key, len);
    const uint64_t routing = values[ELASTICSEARCH_ROUTING].number;
    return routing ? bucket_part(bucket_floor(hash, (uint32_t)routing), routing) : hash;
}

/* How many routing shards an index gets that names none: doubled until there are some 1024, and once
 * at least. */
static uint32_t elasticsearch_routing_shards(uint32_t n)
{
    const int log2 = n > 1 ? 32 - __builtin_clz(n - 1) : 0;
    return n << (log2 < ELASTICSEARCH_SPLITS ? ELASTICSEARCH_SPLITS - log2 : 1);
}

static uint32_t elasticsearch_shard(uint64_t hash, uint32_t n)
{
    const uint32_t routing = elasticsearch_routing_shards(n);
    return bucket_floor(hash, routing) / (routing / n);
}

static numbered_rule *elasticsearch_choose(const struct value *values)
{
    return values[ELASTICSEARCH_ROUTING].number ? bucket_share : elasticsearch_shard;
}

static int elasticsearch_fits(const struct value *values, uint32_t n, berth_error *error)
{
    return bucket_fits("elasticsearch: routing_num_shards", values[ELASTICSEARCH_ROUTING].number, n,
                       error);
}

static const struct bucket_row elasticsearch_row = {.rule = elasticsearch_shard,
                                                    .choose = elasticsearch_choose,
                                                    .fits = elasticsearch_fits,
                                                    .hash = elasticsearch_hash};

static const struct berth_param elasticsearch_params[ELASTICSEARCH_PARAMS] = {
    [ELASTICSEARCH_ORDER] = BUCKET_ROW_ORDER,
    [ELASTICSEARCH_ROUTING] = {.name = "routing_num_shards",
                               .aliases = "number_of_routing_shards",
                               .shape = BERTH_INTEGER,
                               .max = 1u << 26,
                               .preset = "0",
                               .help =
                                   "routing shards of the index; 0 = what 7.0 and later give it"},
};

static const struct key_hash *elasticsearch_key_hash(const struct value *values)
{
    static const struct key_hash plain = {"murmur3-32-utf16",
                                          "MurmurHash3 32-bit over UTF-16, sign-extended", 64};
    static const struct key_hash routed = {"elasticsearch-routing",
                                           "the routing shard as a part of 2^64", 64};
    return values[ELASTICSEARCH_ROUTING].number ? &routed : &plain;
}

const struct scheme preset_elasticsearch = {
    .info = {.name = "elasticsearch",
             .summary = "the shard of a document by its _id or _routing",
             .compatible = "Elasticsearch 2.0 and later, OpenSearch; indices without "
                           "routing_partition_size",
             .quirks = "Text is hashed as UTF-16.\n"
                       "An index keeps the number of routing shards it was made with (shrunk and "
                       "split ones, too): give it as routing_num_shards= where it is not the "
                       "usual one. Before 7.0 that is the number of shards.\n"
                       "Growing other than by a split moves nearly every document.\n",
             .example = "elasticsearch:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET,
             .params = elasticsearch_params,
             .param_count = ELASTICSEARCH_PARAMS},
    .row = &elasticsearch_row,
    .numbers_max = ELASTICSEARCH_MOST,
    .key_hash_of = elasticsearch_key_hash,
    .ops = &bucket_row_ops,
};
