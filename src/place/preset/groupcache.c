/* SPDX-License-Identifier: MIT */
/* groupcache.c - the ring of golang/groupcache */
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/continuum_row.h"

static const struct berth_param groupcache_params[] = {
    CONTINUUM_POINTS("replicas", "points", "50")};

static const struct continuum_row groupcache_row = {
    .label = {.pattern = "$j$n", .hash = plain_crc32},
    .order = {.tie = CONTINUUM_LAST_WINS},
};

static const struct key_hash groupcache_key_hash = {"crc32", NULL, 32};

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
             .params = groupcache_params,
             .param_count = 1},
    .row = &groupcache_row,
    .key_hash = &groupcache_key_hash,
    .ops = &continuum_row_ops,
};
