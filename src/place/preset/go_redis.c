/* SPDX-License-Identifier: MIT */
/* go_redis.c - the Ring of the Go client of Redis: a ring up to v7, rendezvous since v8 */
#include "place/mechanism/key_cut.h"
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/score_row.h"

/* ---- v6, v7 -------------------------------------------------------------------------------- */

static const struct berth_param go_redis_params[] = {CONTINUUM_POINTS("replicas", "points", "100")};

static const struct continuum_row go_redis_ring = {
    .label = {.pattern = "$j$n", .hash = plain_crc32},
    .key = {.cut = key_cut_braces},
    .order = {.tie = CONTINUUM_LAST_WINS},
};

static const struct key_hash go_redis_ring_key_hash = {"crc32", NULL, 32};

const struct scheme preset_go_redis_ring_v6v7 = {
    .info = {.name = "go-redis-ring-v6v7",
             .summary = "go-redis Ring of the v6 and v7 clients: groupcache's ring over hash tags",
             .compatible = "go-redis/redis v6 and v7 Ring; v8 places nine keys of ten elsewhere",
             .quirks = "Nodes are the names of the shards (the keys of the Addrs map), not their "
                       "addresses.\nOf equal points the node added last wins.\n",
             .example = "go-redis-ring-v6v7",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_EXACT,
             .params = go_redis_params,
             .param_count = 1},
    .row = &go_redis_ring,
    .key_hash = &go_redis_ring_key_hash,
    .ops = &continuum_row_ops,
};

/* ---- v8, v9 -------------------------------------------------------------------------------- */

static void go_redis_seed(const struct value *values, struct score_node *node)
{
    (void)values;
    node->seed = plain_xxh64(node->name, node->len);
}

static const struct score_row go_redis_rendezvous = {.prepare = go_redis_seed,
                                                     .score_hash = score_xorshift,
                                                     .key_hash = plain_xxh64,
                                                     .cut = key_cut_braces};

static const struct key_hash go_redis_key_hash = {"xxh64", NULL, 64};

const struct scheme preset_go_redis_ring_v8v9 = {
    .info = {.name = "go-redis-ring-v8v9",
             .summary = "go-redis Ring of the v8 and v9 clients: rendezvous over hash tags",
             .compatible = "go-redis/redis v8, redis/go-redis v9 Ring",
             .quirks = "Nodes are the names of the shards (the keys of the Addrs map), not their "
                       "addresses. Weights are ignored.\n",
             .example = "go-redis-ring-v8v9",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET},
    .row = &go_redis_rendezvous,
    .scoring = 1,
    .key_hash = &go_redis_key_hash,
    .ops = &score_row_hash_ops,
};
