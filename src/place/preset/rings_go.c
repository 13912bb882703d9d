/* SPDX-License-Identifier: MIT */
/* rings_go.c - rings of Go libraries: groupcache, go-redis, stathat, serialx */
#include "place/mechanism/key_cut.h"
#include "place/mechanism/ring_counts.h"
#include "place/mechanism/ring_row.h"

#include "hash/crc.h"
#include "hash/digest.h"
#include "hash/fnv.h"

static uint64_t rings_crc32(const void *data, size_t len)
{
    return crc32_ieee(data, len);
}

static uint64_t rings_fnv1a(const void *data, size_t len)
{
    return fnv1a_32(data, len);
}

#define RINGS_REPLICAS(preset_value)                                                               \
    {                                                                                              \
        .name = "replicas", .aliases = "points", .shape = BERTH_INTEGER, .min = 1, .max = 65536,   \
        .preset = preset_value, .help = "points per node"                                          \
    }

/* ---- groupcache ---------------------------------------------------------------------------- */

static const struct berth_param rings_groupcache_params[] = {RINGS_REPLICAS("50")};

static const struct ring_row rings_groupcache = {
    .label = "$j$n",
    .hash = rings_crc32,
    .tie = RING_LAST_WINS,
};

const struct scheme preset_groupcache = {
    .info = {.name = "groupcache",
             .summary = "groupcache's ring: CRC-32 of number then name",
             .compatible = "golang/groupcache consistenthash, all versions",
             .quirks = "CRC-32 of short labels is uneven: 10 nodes x 100 points have a peak near "
                       "1.27.\n"
                       "Of equal points the node added last wins, so the order of listing counts.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "groupcache:replicas=50",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_EXACT,
             .params = rings_groupcache_params,
             .param_count = 1},
    .row = &rings_groupcache,
    .ops = &ring_row_ops,
};

/* ---- go-redis v6, v7 ----------------------------------------------------------------------- */

static const struct berth_param rings_go_redis_params[] = {RINGS_REPLICAS("100")};

static const struct ring_row rings_go_redis = {
    .label = "$j$n",
    .hash = rings_crc32,
    .cut = key_cut_braces,
    .tie = RING_LAST_WINS,
};

const struct scheme preset_go_redis_ring_v6v7 = {
    .info = {.name = "go-redis-ring-v6v7",
             .summary = "go-redis Ring of the v6 and v7 clients: groupcache's ring over hash tags",
             .compatible = "go-redis/redis v6 and v7 Ring; v8 places nine keys of ten elsewhere",
             .quirks = "Nodes are the names of the shards (the keys of the Addrs map), not their "
                       "addresses.\nOf equal points the node added last wins.\n",
             .example = "go-redis-ring-v6v7",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_EXACT,
             .params = rings_go_redis_params,
             .param_count = 1},
    .row = &rings_go_redis,
    .ops = &ring_row_ops,
};

/* ---- stathat ------------------------------------------------------------------------------- */

static ring_hash *const rings_stathat_hashes[] = {rings_crc32, rings_fnv1a};

static const struct berth_param rings_stathat_params[] = {
    RINGS_REPLICAS("20"),
    {.name = "fnv",
     .words = "0 1",
     .shape = BERTH_WORD,
     .preset = "0",
     .help = "1: FNV-1a instead of CRC-32 (UseFnv)"},
};

static const struct ring_row rings_stathat = {
    .label = "$j$n",
    .hash_param = 2,
    .hashes = rings_stathat_hashes,
    .tie = RING_LAST_WINS,
    .search = RING_AFTER,
};

const struct scheme preset_stathat_consistent = {
    .info = {.name = "stathat-consistent",
             .summary = "stathat's ring: 20 points a node, first point after the key",
             .compatible = "stathat/consistent (stathat.com/c/consistent), all versions",
             .quirks = "A key that hashes onto a point belongs to the next one.\n"
                       "Of equal points the node added last wins; the original's Remove then takes "
                       "the point away altogether, here it goes back to the other node.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "stathat-consistent:replicas=20",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_EXACT,
             .params = rings_stathat_params,
             .param_count = 2},
    .row = &rings_stathat,
    .ops = &ring_row_ops,
};

/* ---- serialx, 2014 to 2019 ----------------------------------------------------------------- */

static const struct ring_row rings_serialx = {
    .counts = ring_counts_serialx,
    .label = "$n-$j",
    .md5_words = 3,
    .key_hash = md5_le32,
    .tie = RING_LAST_WINS,
    .search = RING_AFTER,
    .whole_weights = true,
};

const struct scheme preset_serialx_hashring_2014 = {
    .info =
        {.name = "serialx-hashring-2014",
         .summary = "serialx/hashring until April 2019: three points from each of 40 MD5 labels",
         .compatible = "serialx/hashring 2014 to 2019-04; the version of 2020 moves 90 % of keys",
         .quirks = "A key that hashes onto a point belongs to the next one.\n"
                   "Counts depend on the sum of weights, so a change touches other nodes too.\n",
         .example = "serialx-hashring-2014",
         .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT},
    .row = &rings_serialx,
    .ops = &ring_row_ops,
};
