/* SPDX-License-Identifier: MIT */
/* jedis.c - ShardedJedis and JedisSharding */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"

#include "hash/digest.h"
#include "hash/murmur.h"

static uint64_t jedis_murmur(const void *data, size_t len)
{
    return murmur64a(data, len, 0x1234ABCD);
}

/* Jedis cuts a long out of the first four digest bytes: always positive, never flipped back. */
static continuum_hash *const jedis_hashes[] = {jedis_murmur, md5_le32};
static const char *const jedis_labels[] = {"SHARD-$i-NODE-$j", "$n*$j"};

static const struct berth_param jedis_params[] = {
    {.name = "named",
     .words = "0 1",
     .shape = BERTH_WORD,
     .preset = "1",
     .help = "1: shards have names; 0: their positions stand in the labels"},
    {.name = "algo",
     .words = "murmur md5",
     .shape = BERTH_WORD,
     .preset = "murmur",
     .help = "hash of labels and keys"},
};

/* Cut out of a digest, values are 32 bits wide and never negative. */
static int jedis_adapt(const struct continuum_in *in, struct continuum_row *row, berth_error *error)
{
    (void)error;
    if (in->values[1].number == 1) {
        row->points.bits = 32;
        row->points.flip = false;
    }
    return 0;
}

static const struct continuum_row jedis_row = {
    .adapt = jedis_adapt,
    .points = {.counts = continuum_counts_160, .bits = 64, .flip = true},
    .label = {.param = 1, .patterns = jedis_labels, .hash_param = 2, .hashes = jedis_hashes},
    .order = {.tie = CONTINUUM_LAST_WINS},
    .rules = {.whole_weights = true},
};

static const struct key_hash jedis_key_hashes[] = {
    {"murmur64a:seed=0x1234abcd", "MurmurHash64A, signed", 64},
    {"md5-32", NULL, 32},
};

const struct scheme preset_jedis_sharded = {
    .info = {.name = "jedis-sharded",
             .summary = "Jedis ShardedJedis and JedisSharding: 160 points a shard, signed order",
             .compatible = "Jedis 2.x to 7.x; removed in 8.0",
             .quirks =
                 "Points and keys are signed 64-bit numbers, in signed order.\n"
                 "named=0 (all of JedisSharding 4.x): the position of a shard in the list "
                 "decides, so removing one renames all after it.\n"
                 "Hash tags are off in Jedis unless a pattern is given; cut the key yourself.\n",
             .example = "jedis-sharded:named=1",
             .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT,
             .params = jedis_params,
             .param_count = 2},
    .row = &jedis_row,
    .key_hash = jedis_key_hashes,
    .key_hash_param = 2,
    .ops = &continuum_row_ops,
};
