/* SPDX-License-Identifier: MIT */
/* kit4go.c - the rendezvous map of v8fg/kit4go */
#include "place/mechanism/score_row.h"

#include "hash/fnv.h"

/* FNV-1a runs over name then key, so the name's part is the state to go on from. */
static void kit4go_prepare(const struct value *values, struct score_node *node)
{
    (void)values;
    node->seed = fnv1a_64(node->name, node->len);
}

static uint64_t kit4go_score(const struct value *values, const struct score_node *node,
                             const void *key, size_t len)
{
    (void)values;
    return fnv1a_64_continue(node->seed, key, len);
}

static const struct score_row kit4go_row = {.prepare = kit4go_prepare, .score_key = kit4go_score};

static const struct key_hash kit4go_key_hash = {"fnv1a-64", "of the node's name, then the key", 0};

const struct scheme preset_kit4go_hrw = {
    .info =
        {.name = "kit4go-hrw",
         .summary = "the rendezvous map of a Go ad-tech toolkit: FNV-1a of node then key",
         .compatible = "v8fg/kit4go consistenthash.Map (8360bc8), its default hash",
         .quirks =
             "Raw FNV-1a scores are uneven: with names that differ in one digit the peak "
             "is 1.1 to 1.7. \"hrw\" is even, and \"hrw:hash=fnv1a-64-mix\" too.\n"
             "Of equal scores, the original takes the node added first; here the smaller name.\n"
             "Weights are ignored: the original has none. GetN is the tool's -r.\n",
         .example = "kit4go-hrw",
         .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET},
    .row = &kit4go_row,
    .scoring = 11,
    .key_hash = &kit4go_key_hash,
    .ops = &score_row_key_ops,
};
