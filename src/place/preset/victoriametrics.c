/* SPDX-License-Identifier: MIT */
/* victoriametrics.c - lib/consistenthash of VictoriaMetrics */
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/score_row.h"

/* The caller's hash is xored with the seed first; here the seed is folded into the node, which is
 * the same xor. */
static void victoriametrics_seed(const struct value *values, struct score_node *node)
{
    node->seed = plain_xxh64(node->name, node->len) ^ values[0].number;
}

static const struct berth_param victoriametrics_params[] = {
    {.name = "seed",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = UINT64_MAX,
     .preset = "0",
     .help = "the seed the program passes"},
};

static const struct score_row victoriametrics_row = {.prepare = victoriametrics_seed,
                                                     .score_hash = score_xorshift,
                                                     .key_hash = plain_xxh64,
                                                     .zero_loses = true};

static const struct key_hash victoriametrics_key_hash = {"xxh64", NULL, 64};

const struct scheme preset_victoriametrics_hrw = {
    .info = {.name = "victoriametrics-hrw",
             .summary = "VictoriaMetrics lib/consistenthash: which storage node gets a series",
             .compatible = "VictoriaMetrics vminsert, all versions with lib/consistenthash",
             .quirks =
                 "The program hashes a series itself; here the key's bytes go through XXH64.\n"
                 "Weights are ignored: the original has none.\n",
             .example = "victoriametrics-hrw",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET,
             .params = victoriametrics_params,
             .param_count = 1},
    .row = &victoriametrics_row,
    .scoring = 1,
    .key_hash = &victoriametrics_key_hash,
    .ops = &score_row_hash_ops,
};
