/* SPDX-License-Identifier: MIT */
/* kafka.c - the partition of a keyed record in Apache Kafka: by Java clients, and by librdkafka */
#include "place/mechanism/bucket_row.h"

#include "hash/crc.h"
#include "hash/fnv.h"
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
             .quirks = "librdkafka's own default is librdkafka-consistent, not this. A null key is "
                       "not placed by "
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

/* ---- librdkafka's own --------------------------------------------------------------------------- */

static uint64_t librdkafka_crc32(const struct value *values, const void *key, size_t len)
{
    (void)values;
    return crc32_ieee(key, len);
}

static const struct bucket_row librdkafka_row = {
    .rule = bucket_modulo, .hash = librdkafka_crc32, .modulo = true};

static const struct key_hash librdkafka_key_hash = {"crc32", NULL, 32};

const struct scheme preset_librdkafka_consistent = {
    .info = {.name = "librdkafka-consistent",
             .summary = "librdkafka's default partitioner: CRC-32 modulo the partitions",
             .compatible = "librdkafka's consistent and consistent_random, and what is built on it "
                           "(Python, Go, .NET, Node.js), all versions",
             .quirks = "Java and what agrees with it have kafka-murmur2.\n"
                       "consistent_random, the default, puts records with an empty key or none on "
                       "any partition; consistent puts them on the first.\n",
             .example = "librdkafka-consistent:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET | BERTH_EXACT,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &librdkafka_row,
    .numbers_max = INT32_MAX,
    .key_hash = &librdkafka_key_hash,
    .ops = &bucket_row_ops,
};

/* The sign of the number is dropped; -2^31 has no other sign and stays what it is. */
static uint64_t librdkafka_fnv1a(const struct value *values, const void *key, size_t len)
{
    (void)values;
    const uint32_t hash = fnv1a_32(key, len);
    return hash >> 31 ? (uint32_t)-hash : hash;
}

static const struct bucket_row librdkafka_fnv1a_row = {
    .rule = bucket_modulo, .hash = librdkafka_fnv1a, .modulo = true};

static const struct key_hash librdkafka_fnv1a_key_hash = {
    "fnv1a-32-abs", "FNV-1a 32-bit, its absolute value as a signed number", 32};

const struct scheme preset_librdkafka_fnv1a = {
    .info = {.name = "librdkafka-fnv1a",
             .summary = "librdkafka's fnv1a partitioner, which is Sarama's default",
             .compatible = "librdkafka's fnv1a and fnv1a_random; IBM/sarama's NewHashPartitioner",
             .quirks = "A record without a key is not placed by hash; with fnv1a_random and in "
                       "Sarama it goes to any partition.\n",
             .example = "librdkafka-fnv1a:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET | BERTH_EXACT,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &librdkafka_fnv1a_row,
    .numbers_max = INT32_MAX,
    .key_hash = &librdkafka_fnv1a_key_hash,
    .ops = &bucket_row_ops,
};
