/* SPDX-License-Identifier: MIT */
/* caddy.c - Caddy's hash policies, three eras */
#include "place/mechanism/score_row.h"

#include "hash/fnv.h"
#include "hash/xxh3.h"

#include <string.h>

static uint64_t caddy_key_first(const struct value *values, const struct score_node *node,
                                const void *key, size_t len)
{
    (void)values;
    return fnv1a_32_continue(fnv1a_32(key, len), node->name, node->len);
}

static void caddy_fnv_seed(const struct value *values, struct score_node *node)
{
    (void)values;
    node->seed = fnv1a_32(node->name, node->len);
}

static uint64_t caddy_node_first(const struct value *values, const struct score_node *node,
                                 const void *key, size_t len)
{
    (void)values;
    return fnv1a_32_continue((uint32_t)node->seed, key, len);
}

enum { CADDY_JOINED = 256 };

/* XXH64 over two pieces; only long ones are worth a state. */
static uint64_t caddy_xxh64_pair(const void *a, size_t a_len, const void *b, size_t b_len)
{
    uint8_t joined[CADDY_JOINED];
    XXH64_state_t state;
    if (a_len <= CADDY_JOINED && b_len <= CADDY_JOINED - a_len) {
        memcpy(joined, a, a_len);
        if (b_len)
            memcpy(joined + a_len, b, b_len);
        return XXH64(joined, a_len + b_len, 0);
    }
    XXH64_reset(&state, 0);
    XXH64_update(&state, a, a_len);
    if (b_len)
        XXH64_update(&state, b, b_len);
    return XXH64_digest(&state);
}

static uint64_t caddy_xxh64(const struct value *values, const struct score_node *node,
                            const void *key, size_t len)
{
    (void)values;
    return caddy_xxh64_pair(node->name, node->len, key, len);
}

static const struct score_row caddy_2_5_1 = {
    .score_key = caddy_key_first, .bits = 32, .zero_loses = true};
static const struct score_row caddy_2_6_3 = {
    .prepare = caddy_fnv_seed, .score_key = caddy_node_first, .bits = 32, .zero_loses = true};
static const struct score_row caddy_2_8 = {.score_key = caddy_xxh64, .zero_loses = true};

#define CADDY_QUIRKS                                                                               \
    "Scores have 32 bits: ties happen once in 2^32 pairs and go to the upstream listed first.\n"   \
    "The upstream is its dial address, as \"10.0.0.1:8080\". Weights are ignored.\n"

static const struct key_hash caddy_2_5_1_key_hash = {"fnv1a-32", "of the key, then the upstream",
                                                     0};

const struct scheme preset_caddy_hrw_v2_5_1 = {
    .info = {.name = "caddy-hrw-v2-5-1",
             .summary = "Caddy hash policies 2.5.1 to 2.6.2: FNV-1a 32 of key then upstream",
             .compatible = "Caddy 2.5.1 to 2.6.2 (ip_hash, uri_hash, header, cookie)",
             .quirks =
                 "The bytes that differ between upstreams come last, where FNV-1a hardly mixes "
                 "them: very uneven.\n" CADDY_QUIRKS,
             .example = "caddy-hrw-v2-5-1",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS},
    .row = &caddy_2_5_1,
    .scoring = 9,
    .key_hash = &caddy_2_5_1_key_hash,
    .ops = &score_row_key_ops,
};

static const struct key_hash caddy_2_6_3_key_hash = {"fnv1a-32", "of the upstream, then the key",
                                                     0};

const struct scheme preset_caddy_hrw_v2_6_3 = {
    .info = {.name = "caddy-hrw-v2-6-3",
             .summary = "Caddy hash policies 2.6.3 to 2.7.x: FNV-1a 32 of upstream then key",
             .compatible = "Caddy 2.6.3 to 2.7.6",
             .quirks = CADDY_QUIRKS,
             .example = "caddy-hrw-v2-6-3",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS},
    .row = &caddy_2_6_3,
    .scoring = 12,
    .key_hash = &caddy_2_6_3_key_hash,
    .ops = &score_row_key_ops,
};

static const struct key_hash caddy_2_8_key_hash = {"xxh64", "of the upstream, then the key", 0};

const struct scheme preset_caddy_hrw_v2_8 = {
    .info = {.name = "caddy-hrw-v2-8",
             .summary = "Caddy hash policies since 2.8.0: XXH64 of upstream then key",
             .compatible = "Caddy 2.8.0 and later",
             .quirks =
                 "Moves nine keys of ten away from where 2.7 put them. Weights are ignored.\n",
             .example = "caddy-hrw-v2-8",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET},
    .row = &caddy_2_8,
    .scoring = 20,
    .key_hash = &caddy_2_8_key_hash,
    .ops = &score_row_key_ops,
};
