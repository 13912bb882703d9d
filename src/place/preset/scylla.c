/* SPDX-License-Identifier: MIT */
/* scylla.c - the shard of a partition key inside a ScyllaDB node */
#include "place/mechanism/bucket_row.h"

#include "base/bits.h"
#include "hash/cassandra_token.h"

static uint64_t scylla_hash(const struct value *values, const void *key, size_t len)
{
    uint64_t biased = (uint64_t)cassandra_token(key, len) + (UINT64_C(1) << 63);
    return biased << values[1].number;
}

static uint32_t scylla_rule(uint64_t hash, uint32_t n)
{
    return (uint32_t)bits_mulhi(hash, n);
}

static const struct berth_param scylla_params[] = {
    BUCKET_ROW_ORDER,
    {.name = "ignore_msb",
     .aliases = "ignore-msb murmur3_partitioner_ignore_msb_bits",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = 63,
     .preset = "12",
     .help = "top bits of the token that are ignored"},
};

static const struct bucket_row scylla_row = {.rule = scylla_rule, .hash = scylla_hash};

static const struct key_hash scylla_key_hash = {
    "scylla-token", "Cassandra's token + 2^63 without its ignore_msb top bits", 64};

const struct scheme preset_scylla_shard = {
    .info = {.name = "scylla-shard",
             .summary = "the shard of a partition key inside a Scylla node; nodes stand for shards",
             .compatible = "ScyllaDB with vnodes (murmur3 partitioner); tablets place otherwise",
             .quirks = "A key is the serialized partition key. See cassandra-token for the node.\n",
             .example = "scylla-shard:ignore_msb=12",
             .promises = BERTH_NUMBERED | BERTH_SET,
             .params = scylla_params,
             .param_count = 2},
    .row = &scylla_row,
    .key_hash = &scylla_key_hash,
    .ops = &bucket_row_ops,
};
