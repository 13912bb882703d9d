/* SPDX-License-Identifier: MIT */
/* kafka.c - the partition of a keyed record in Apache Kafka */
#include "place/mechanism/bucket_row.h"

#include "hash/murmur.h"

/* The sign is masked away, not turned into its absolute value. */
static uint64_t kafka_hash(const struct value *values, const void *key, size_t len)
{
    (void)values;
    return murmur2_32(key, len, 0x9747b28c) & 0x7fffffff;
}

static const struct bucket_row kafka_row = {
    .rule = bucket_modulo, .hash = kafka_hash, .modulo = true};

static const struct key_hash kafka_key_hash = {"murmur2:seed=0x9747b28c",
                                               "MurmurHash2 32-bit without its top bit", 31};

const struct scheme preset_kafka_murmur2 = {
    .info = {.name = "kafka-murmur2",
             .summary = "Kafka's default partitioner for keyed records",
             .compatible = "Apache Kafka Java client; librdkafka's murmur2_random; kafkajs, sarama "
                           "and others when set to murmur2",
             .quirks = "librdkafka's own default is CRC-32, not this. A null key is not placed by "
                       "hash; an empty key is.\n"
                       "Growing a topic from n to n + 1 partitions moves nearly every key.\n",
             .example = "kafka-murmur2:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET | BERTH_EXACT,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &kafka_row,
    .numbers_max = INT32_MAX,
    .key_hash = &kafka_key_hash,
    .ops = &bucket_row_ops,
};
