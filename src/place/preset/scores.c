/* SPDX-License-Identifier: MIT */
/* scores.c - rendezvous of deployed systems, by whole numbers: Caddy, Go libraries, pymemcache,
 * VictoriaMetrics, vllm-project/router */
#include "place/mechanism/furc.h"
#include "place/mechanism/key_cut.h"
#include "place/mechanism/score_row.h"

#include "base/bytes.h"
#include "hash/fnv.h"
#include "hash/mix.h"
#include "hash/murmur.h"
#include "hash/xxh3.h"

#include <string.h>

static uint64_t scores_xxh64(const void *data, size_t len)
{
    return XXH64(data, len, 0);
}

#define SCORES_PROMISES (BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET)

/* ---- Caddy, three eras --------------------------------------------------------------------- */

static uint64_t scores_caddy_key_first(const struct value *values, const struct score_node *node,
                                       const void *key, size_t len)
{
    (void)values;
    return fnv1a_32_continue(fnv1a_32(key, len), node->name, node->len);
}

static void scores_caddy_fnv_seed(const struct value *values, struct score_node *node)
{
    (void)values;
    node->seed = fnv1a_32(node->name, node->len);
}

static uint64_t scores_caddy_node_first(const struct value *values, const struct score_node *node,
                                        const void *key, size_t len)
{
    (void)values;
    return fnv1a_32_continue((uint32_t)node->seed, key, len);
}

/* XXH64 over two pieces; its state is made once per pair. */
static uint64_t scores_xxh64_pair(const void *a, size_t a_len, const void *b, size_t b_len)
{
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    XXH64_update(&state, a, a_len);
    if (b_len)
        XXH64_update(&state, b, b_len);
    return XXH64_digest(&state);
}

static uint64_t scores_caddy_xxh64(const struct value *values, const struct score_node *node,
                                   const void *key, size_t len)
{
    (void)values;
    return scores_xxh64_pair(node->name, node->len, key, len);
}

static const struct score_row scores_caddy_2_5_1 = {.score_key = scores_caddy_key_first,
                                                    .zero_loses = true};
static const struct score_row scores_caddy_2_6_3 = {
    .prepare = scores_caddy_fnv_seed, .score_key = scores_caddy_node_first, .zero_loses = true};
static const struct score_row scores_caddy_2_8 = {.score_key = scores_caddy_xxh64,
                                                  .zero_loses = true};

#define SCORES_CADDY_QUIRKS                                                                        \
    "Scores have 32 bits: ties happen once in 2^32 pairs and go to the upstream listed first.\n"   \
    "The upstream is its dial address, as \"10.0.0.1:8080\". Weights are ignored.\n"

const struct scheme preset_caddy_hrw_v2_5_1 = {
    .info = {.name = "caddy-hrw-v2-5-1",
             .summary = "Caddy hash policies 2.5.1 to 2.6.2: FNV-1a 32 of key then upstream",
             .compatible = "Caddy 2.5.1 to 2.6.2 (ip_hash, uri_hash, header, cookie)",
             .quirks =
                 "The bytes that differ between upstreams come last, where FNV-1a hardly mixes "
                 "them: very uneven.\n" SCORES_CADDY_QUIRKS,
             .example = "caddy-hrw-v2-5-1",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS},
    .row = &scores_caddy_2_5_1,
    .ops = &score_row_key_ops,
};

const struct scheme preset_caddy_hrw_v2_6_3 = {
    .info = {.name = "caddy-hrw-v2-6-3",
             .summary = "Caddy hash policies 2.6.3 to 2.7.x: FNV-1a 32 of upstream then key",
             .compatible = "Caddy 2.6.3 to 2.7.6",
             .quirks = SCORES_CADDY_QUIRKS,
             .example = "caddy-hrw-v2-6-3",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS},
    .row = &scores_caddy_2_6_3,
    .ops = &score_row_key_ops,
};

const struct scheme preset_caddy_hrw_v2_8 = {
    .info = {.name = "caddy-hrw-v2-8",
             .summary = "Caddy hash policies since 2.8.0: XXH64 of upstream then key",
             .compatible = "Caddy 2.8.0 and later",
             .quirks =
                 "Moves nine keys of ten away from where 2.7 put them. Weights are ignored.\n",
             .example = "caddy-hrw-v2-8",
             .promises = SCORES_PROMISES},
    .row = &scores_caddy_2_8,
    .ops = &score_row_key_ops,
};

/* ---- go-rendezvous and what grew from it --------------------------------------------------- */

static uint64_t scores_xorshift(const struct score_node *node, uint64_t hash)
{
    return mix_xorshift(hash ^ node->seed);
}

static uint64_t (*const scores_go_hashes[])(const void *, size_t) = {scores_xxh64, fnv1a_64};

static const struct berth_param scores_go_params[] = {
    {.name = "hash",
     .words = "xxh64 fnv1a64",
     .shape = BERTH_WORD,
     .preset = "xxh64",
     .help = "the hash the program passes to New"},
};

static const struct score_row scores_go_rendezvous = {
    .score_hash = scores_xorshift, .hash_param = 1, .hashes = scores_go_hashes};

const struct scheme preset_dgryski_go_rendezvous = {
    .info = {.name = "dgryski-go-rendezvous",
             .summary = "dgryski/go-rendezvous: mixed xor of two hashes",
             .compatible = "dgryski/go-rendezvous, all versions",
             .quirks = "The original's Remove panics; berth's removal is what it meant to do.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "dgryski-go-rendezvous:hash=fnv1a64",
             .promises = SCORES_PROMISES,
             .params = scores_go_params,
             .param_count = 1},
    .row = &scores_go_rendezvous,
    .ops = &score_row_hash_ops,
};

static void scores_xxh64_seed(const struct value *values, struct score_node *node)
{
    (void)values;
    node->seed = scores_xxh64(node->name, node->len);
}

static const struct score_row scores_go_redis = {.prepare = scores_xxh64_seed,
                                                 .score_hash = scores_xorshift,
                                                 .key_hash = scores_xxh64,
                                                 .cut = key_cut_braces};

const struct scheme preset_go_redis_ring_v8v9 = {
    .info = {.name = "go-redis-ring-v8v9",
             .summary = "go-redis Ring of the v8 and v9 clients: rendezvous over hash tags",
             .compatible = "go-redis/redis v8, redis/go-redis v9 Ring",
             .quirks = "Nodes are the names of the shards (the keys of the Addrs map), not their "
                       "addresses. Weights are ignored.\n",
             .example = "go-redis-ring-v8v9",
             .promises = SCORES_PROMISES},
    .row = &scores_go_redis,
    .ops = &score_row_hash_ops,
};

/* The caller's hash is turned by the seed first; folding the seed into the node is the same xor. */
static void scores_victoria_seed(const struct value *values, struct score_node *node)
{
    node->seed = scores_xxh64(node->name, node->len) ^ values[0].number;
}

static const struct berth_param scores_victoria_params[] = {
    {.name = "seed",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = UINT64_MAX,
     .preset = "0",
     .help = "the seed the program passes"},
};

static const struct score_row scores_victoria = {.prepare = scores_victoria_seed,
                                                 .score_hash = scores_xorshift,
                                                 .key_hash = scores_xxh64,
                                                 .zero_loses = true};

const struct scheme preset_victoriametrics_hrw = {
    .info = {.name = "victoriametrics-hrw",
             .summary = "VictoriaMetrics lib/consistenthash: which storage node gets a series",
             .compatible = "VictoriaMetrics vminsert, all versions with lib/consistenthash",
             .quirks =
                 "The program hashes a series itself; here the key's bytes go through XXH64.\n"
                 "Weights are ignored: the original has none.\n",
             .example = "victoriametrics-hrw",
             .promises = SCORES_PROMISES,
             .params = scores_victoria_params,
             .param_count = 1},
    .row = &scores_victoria,
    .ops = &score_row_hash_ops,
};

/* ---- pymemcache ---------------------------------------------------------------------------- */

static void scores_push_text(struct murmur3_pieces *hash, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        murmur3_x86_32_push(hash, (uint8_t)text[i]);
}

/* Python's repr of a byte string: b'...', with " around it when it holds ' and no ". */
static void scores_push_repr(struct murmur3_pieces *hash, const uint8_t *key, size_t len)
{
    static const char hex[] = "0123456789abcdef";
    bool twice = len && memchr(key, '\'', len) && !memchr(key, '"', len);
    char quote = twice ? '"' : '\'';
    scores_push_text(hash, (char[]){'b', quote}, 2);
    for (size_t i = 0; i < len; i++) {
        char c = (char)key[i];
        char plain = c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : 0;
        if (plain || c == '\\' || c == quote)
            scores_push_text(hash, (char[]){'\\', plain ? plain : c}, 2);
        else if (key[i] < 0x20 || key[i] >= 0x7f)
            scores_push_text(hash, (char[]){'\\', 'x', hex[key[i] >> 4], hex[key[i] & 15]}, 4);
        else
            murmur3_x86_32_push(hash, key[i]);
    }
    murmur3_x86_32_push(hash, (uint8_t)quote);
}

/* "<node>-<key>", one byte per code point. */
static uint64_t scores_pymemcache(const struct value *values, const struct score_node *node,
                                  const void *key, size_t len)
{
    struct murmur3_pieces hash = {.h = (uint32_t)values[0].number};
    murmur3_x86_32_push_code_points(&hash, node->name, node->len);
    murmur3_x86_32_push(&hash, '-');
    if (values[1].number == 1)
        scores_push_repr(&hash, key, len);
    else
        murmur3_x86_32_push_code_points(&hash, key, len);
    return murmur3_x86_32_end(&hash);
}

static const struct berth_param scores_pymemcache_params[] = {
    {.name = "seed",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = UINT32_MAX,
     .preset = "0",
     .help = "seed of the murmur3 hash"},
    {.name = "keys",
     .words = "str bytes",
     .shape = BERTH_WORD,
     .preset = "str",
     .help = "type of the keys in Python; bytes are hashed as b'...'"},
};

static const struct score_row scores_pymemcache_row = {
    .score_key = scores_pymemcache, .by_name = true, .last_wins = true};

const struct scheme preset_pymemcache_rendezvous = {
    .info = {.name = "pymemcache-rendezvous",
             .summary = "pymemcache's HashClient: murmur3 of \"node-key\"",
             .compatible = "pymemcache RendezvousHash, all versions",
             .quirks = "Text is hashed one byte per code point, the low eight bits.\n"
                       "A key passed as bytes is hashed as its repr, b'...': 190 of 207 keys go "
                       "elsewhere than the same key as str (keys=bytes).\n"
                       "Of equal scores the larger name wins. Weights are ignored.\n",
             .example = "pymemcache-rendezvous:keys=bytes",
             .promises = SCORES_PROMISES,
             .params = scores_pymemcache_params,
             .param_count = 2},
    .row = &scores_pymemcache_row,
    .ops = &score_row_key_ops,
};

/* ---- vllm-project/router ------------------------------------------------------------------- */

/* fbi_hash("<key>:<url>") */
static uint64_t scores_vllm(const struct value *values, const struct score_node *node,
                            const void *key, size_t len)
{
    struct murmur64a_pieces hash;
    uint8_t bytes[4];
    (void)values;
    murmur64a_start(&hash, len + 1 + node->len, FURC_SEED);
    murmur64a_push(&hash, key, len);
    murmur64a_push(&hash, ":", 1);
    murmur64a_push(&hash, node->name, node->len);
    store32le(bytes, furc_vllm(murmur64a_end(&hash), (1u << 23) - 1));
    return murmur64a(bytes, sizeof bytes, FURC_SEED);
}

static const struct score_row scores_vllm_row = {.score_key = scores_vllm, .last_wins = true};

const struct scheme preset_vllm_router_rendezvous = {
    .info = {.name = "vllm-router-rendezvous",
             .summary = "vllm-project/router's rendezvous policy",
             .compatible = "vllm-project/router rendezvous_hash",
             .quirks = "Scores have 23 bits, so ties happen; the worker listed last wins.\n"
                       "The key is the router's own string, as \"session:abc\" or \"user:42\".\n",
             .example = "vllm-router-rendezvous",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS},
    .row = &scores_vllm_row,
    .ops = &score_row_key_ops,
};
