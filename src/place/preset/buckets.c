/* SPDX-License-Identifier: MIT */
/* buckets.c - deployed rules that give a number: Kafka, Redis Cluster, mcrouter, jump, Guava,
 * Scylla */
#include "place/mechanism/bucket_row.h"
#include "place/mechanism/furc.h"
#include "place/mechanism/key_cut.h"

#include "base/bits.h"
#include "hash/cassandra.h"
#include "hash/crc.h"
#include "hash/murmur.h"
#include "scheme/jump.h"

static uint32_t buckets_modulo(uint64_t hash, uint32_t n)
{
    return (uint32_t)(hash % n);
}

static const struct berth_param buckets_order[] = {BUCKET_ROW_ORDER};

#define BUCKETS_NUMBERED (BERTH_NUMBERED | BERTH_SET)

/* ---- Kafka --------------------------------------------------------------------------------- */

/* The sign is masked away, not turned into its absolute value. */
static uint64_t buckets_kafka(const struct value *values, const void *key, size_t len)
{
    (void)values;
    return murmur2_32(key, len, 0x9747b28c) & 0x7fffffff;
}

static const struct bucket_row buckets_kafka_row = {
    .rule = buckets_modulo, .hash = buckets_kafka, .modulo = true};

const struct scheme preset_kafka_murmur2 = {
    .info = {.name = "kafka-murmur2",
             .summary = "Kafka's default partitioner for keyed records",
             .compatible = "Apache Kafka Java client; librdkafka's murmur2_random; kafkajs, sarama "
                           "and others when set to murmur2",
             .quirks = "librdkafka's own default is CRC-32, not this. A null key is not placed by "
                       "hash; an empty key is.\n"
                       "Growing a topic from n to n + 1 partitions moves nearly every key.\n",
             .example = "kafka-murmur2:order=line",
             .promises = BUCKETS_NUMBERED | BERTH_EXACT,
             .params = buckets_order,
             .param_count = 1},
    .row = &buckets_kafka_row,
    .ops = &bucket_row_ops,
};

/* ---- Redis Cluster's slot ------------------------------------------------------------------ */

static uint64_t buckets_redis(const struct value *values, const void *key, size_t len)
{
    key_cut_braces(values, &key, &len);
    return crc16_xmodem(key, len) % 16384;
}

static const struct bucket_row buckets_redis_row = {
    .rule = buckets_modulo, .hash = buckets_redis, .modulo = true};

const struct scheme preset_redis_cluster_slot = {
    .info = {.name = "redis-cluster-slot",
             .summary = "the slot of a key in Redis Cluster: 16384 numbered nodes stand for slots",
             .compatible = "Redis Cluster 3.0 and later, Valkey, KeyDB",
             .quirks = "Use 16384 nodes (--count 16384) to see slots; redis-cluster maps slots to "
                       "masters.\n"
                       "go-redis sends the empty key to a random slot; the server says 0.\n",
             .example = "redis-cluster-slot",
             .promises = BUCKETS_NUMBERED | BERTH_EXACT,
             .params = buckets_order,
             .param_count = 1},
    .row = &buckets_redis_row,
    .ops = &bucket_row_ops,
};

/* ---- mcrouter ------------------------------------------------------------------------------ */

static uint64_t buckets_mcrouter_crc32(const struct value *values, const void *key, size_t len)
{
    (void)values;
    return crc32_ieee(key, len) & 0x7fffffff;
}

static const struct bucket_row buckets_mcrouter_crc32_row = {
    .rule = buckets_modulo, .hash = buckets_mcrouter_crc32, .modulo = true};

const struct scheme preset_mcrouter_crc32 = {
    .info = {.name = "mcrouter-crc32",
             .summary = "mcrouter's Crc32 hash function",
             .compatible = "facebook/mcrouter Crc32HashFunc",
             .quirks = "A salt is to be appended to the key.\n",
             .example = "mcrouter-crc32:order=line",
             .promises = BUCKETS_NUMBERED | BERTH_EXACT,
             .params = buckets_order,
             .param_count = 1},
    .row = &buckets_mcrouter_crc32_row,
    .ops = &bucket_row_ops,
};

static uint64_t buckets_furc_seed(const struct value *values, const void *key, size_t len)
{
    (void)values;
    return murmur64a(key, len, FURC_SEED);
}

static const struct bucket_row buckets_ch3_row = {.rule = furc_from, .hash = buckets_furc_seed};

const struct scheme preset_mcrouter_ch3 = {
    .info = {.name = "mcrouter-ch3",
             .summary =
                 "mcrouter's Ch3 (furc_hash): numbered, grows at the end with little movement",
             .compatible = "facebook/mcrouter Ch3HashFunc, furc_hash of old mcrouter and mcproxy",
             .quirks = "At most 2^23 nodes. After 32 draws past the end a key goes to node 0.\n"
                       "A salt is to be appended to the key.\n",
             .example = "mcrouter-ch3:order=line",
             .promises = BUCKETS_NUMBERED,
             .params = buckets_order,
             .param_count = 1},
    .row = &buckets_ch3_row,
    .ops = &bucket_row_ops,
};

/* ---- jump: the paper's and Guava's --------------------------------------------------------- */

static const struct bucket_row buckets_jump_row = {.rule = jump_number};

const struct scheme preset_jump_paper = {
    .info = {.name = "jump-paper",
             .summary = "jump hash of the paper over integer keys as they are",
             .compatible =
                 "dgryski/go-jump, ClickHouse jumpConsistentHash, most ports of the paper",
             .quirks = "Keys are 64-bit integers and are not hashed first (the rule mixes them); "
                       "text keys go through XXH3 first. \"jump\" hashes every key.\n"
                       "Guava's consistentHash differs for rare keys: guava-consistent-hash.\n",
             .example = "jump-paper:order=line",
             .promises = BUCKETS_NUMBERED | BERTH_MINIMAL | BERTH_INTEGER_KEYS,
             .params = buckets_order,
             .param_count = 1},
    .row = &buckets_jump_row,
    .proportional = true,
    .ops = &bucket_row_integer_ops,
};

/* The paper computes (b + 1) x (2^31 / x), Guava (b + 1) / (x / 2^31): where the quotient is a
 * whole number the paper's lands one below. The cast to int saturates in Java. */
static uint32_t buckets_guava(uint64_t state, uint32_t n)
{
    uint32_t at = 0;
    for (;;) {
        state = state * UINT64_C(2862933555777941757) + 1;
        double x = (double)((int32_t)(state >> 33) + 1.0) / 2147483648.0;
        double next = (double)((uint64_t)at + 1) / x;
        if (next >= (double)n)
            return at;
        at = (uint32_t)next;
    }
}

static const struct bucket_row buckets_guava_row = {.rule = buckets_guava};

const struct scheme preset_guava_consistent_hash = {
    .info = {.name = "guava-consistent-hash",
             .summary = "Guava's Hashing.consistentHash: jump hash, rounded another way",
             .compatible = "com.google.guava Hashing.consistentHash(long, int), all versions",
             .quirks = "Not the paper's function: at exact integer quotients it answers one more. "
                       "Plans between the two are not empty.\n"
                       "Keys are 64-bit integers; text keys go through XXH3 first.\n",
             .example = "guava-consistent-hash:order=line",
             .promises = BUCKETS_NUMBERED | BERTH_MINIMAL | BERTH_INTEGER_KEYS,
             .params = buckets_order,
             .param_count = 1},
    .row = &buckets_guava_row,
    .proportional = true,
    .ops = &bucket_row_integer_ops,
};

/* ---- Scylla -------------------------------------------------------------------------------- */

static uint64_t buckets_scylla(const struct value *values, const void *key, size_t len)
{
    uint64_t biased = (uint64_t)cassandra_token(key, len) + (UINT64_C(1) << 63);
    return biased << values[1].number;
}

static uint32_t buckets_scale(uint64_t hash, uint32_t n)
{
    return (uint32_t)bits_mulhi(hash, n);
}

static const struct berth_param buckets_scylla_params[] = {
    BUCKET_ROW_ORDER,
    {.name = "ignore_msb",
     .aliases = "ignore-msb murmur3_partitioner_ignore_msb_bits",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = 63,
     .preset = "12",
     .help = "top bits of the token that are not looked at"},
};

static const struct bucket_row buckets_scylla_row = {.rule = buckets_scale, .hash = buckets_scylla};

const struct scheme preset_scylla_shard = {
    .info = {.name = "scylla-shard",
             .summary = "the shard of a partition key inside a Scylla node; nodes stand for shards",
             .compatible = "ScyllaDB with vnodes (murmur3 partitioner); tablets place otherwise",
             .quirks = "A key is the serialized partition key. See cassandra-token for the node.\n",
             .example = "scylla-shard:ignore_msb=12",
             .promises = BUCKETS_NUMBERED,
             .params = buckets_scylla_params,
             .param_count = 2},
    .row = &buckets_scylla_row,
    .ops = &bucket_row_ops,
};
