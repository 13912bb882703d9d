/* SPDX-License-Identifier: MIT */
/* jump_paper.c - jump hash as the paper has it, over integer keys as they are */
#include "place/mechanism/bucket_row.h"

#include "scheme/jump.h"

static const struct bucket_row jump_paper_row = {.rule = jump_number};

const struct scheme preset_jump_paper = {
    .info = {.name = "jump-paper",
             .summary = "jump hash of the paper over integer keys as they are",
             .compatible =
                 "dgryski/go-jump, ClickHouse jumpConsistentHash, most ports of the paper",
             .quirks = "Keys are 64-bit integers and are not hashed first (the rule mixes them); "
                       "text keys go through XXH3 first. \"jump\" hashes every key.\n"
                       "Guava's consistentHash differs for rare keys: guava-consistent-hash.\n",
             .example = "jump-paper:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET | BERTH_MINIMAL | BERTH_INTEGER_KEYS,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &jump_paper_row,
    .numbers_max = INT32_MAX,
    .proportional = true,
    .ops = &bucket_row_integer_ops,
};
