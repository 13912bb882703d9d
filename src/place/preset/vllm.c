/* SPDX-License-Identifier: MIT */
/* vllm.c - vllm-project/router: consistent_hash and rendezvous_hash */
#include "place/mechanism/furc.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/score_row.h"

#include "base/bytes.h"
#include "hash/murmur.h"

/* ---- consistent_hash ----------------------------------------------------------------------- */

/* Only 2^23 - 1 distinct values come out of furc, so points do collide. */
static uint64_t vllm_hash_from(uint64_t first)
{
    uint8_t bytes[4];
    store32le(bytes, furc_vllm(first, (1u << 23) - 1));
    return murmur64a(bytes, sizeof bytes, FURC_SEED);
}

static uint64_t vllm_hash(const void *data, size_t len)
{
    return vllm_hash_from(murmur64a(data, len, FURC_SEED));
}

static const struct berth_param vllm_params[] = {
    CONTINUUM_POINTS("vnodes", "points", "160"),
};

static const struct continuum_row vllm_ring = {
    .points = {.bits = 64},
    .label = {.pattern = "$n:$j", .hash = vllm_hash},
    .order = {.tie = CONTINUUM_LAST_WINS},
};

static const struct key_hash vllm_ring_key_hash = {
    "vllm-furc", "MurmurHash64A, furc of it below 2^23 - 1, MurmurHash64A of that", 64};

const struct scheme preset_vllm_router_ring = {
    .info = {.name = "vllm-router-ring",
             .summary = "vllm-project/router's consistent_hash policy",
             .compatible = "vllm-project/router consistent_hash",
             .quirks = "The hash has only 8.4 million distinct values, so points of large fleets "
                       "collide; the worker added last keeps the point.\n"
                       "The key is the router's own string, as \"session:abc\" or \"user:42\".\n",
             .example = "vllm-router-ring:vnodes=160",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_EXACT,
             .params = vllm_params,
             .param_count = 1},
    .row = &vllm_ring,
    .key_hash = &vllm_ring_key_hash,
    .ops = &continuum_row_ops,
};

/* ---- rendezvous_hash ----------------------------------------------------------------------- */

/* The hash of "<key>:<url>". */
static uint64_t vllm_score(const struct value *values, const struct score_node *node,
                           const void *key, size_t len)
{
    struct murmur64a_pieces hash;
    (void)values;
    murmur64a_start(&hash, len + 1 + node->len, FURC_SEED);
    murmur64a_push(&hash, key, len);
    murmur64a_push(&hash, ":", 1);
    murmur64a_push(&hash, node->name, node->len);
    return vllm_hash_from(murmur64a_end(&hash));
}

static const struct score_row vllm_rendezvous = {.score_key = vllm_score, .last_wins = true};

static const struct key_hash vllm_key_hash = {"vllm-furc", "of \"key:node\"", 0};

const struct scheme preset_vllm_router_rendezvous = {
    .info = {.name = "vllm-router-rendezvous",
             .summary = "vllm-project/router's rendezvous policy",
             .compatible = "vllm-project/router rendezvous_hash",
             .quirks = "Scores have 23 bits, so ties happen; the worker listed last wins.\n"
                       "The key is the router's own string, as \"session:abc\" or \"user:42\".\n",
             .example = "vllm-router-rendezvous",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS},
    .row = &vllm_rendezvous,
    .scoring = 100,
    .key_hash = &vllm_key_hash,
    .ops = &score_row_key_ops,
};
