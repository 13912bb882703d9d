/* SPDX-License-Identifier: MIT */
/* stathat.c - the ring of stathat/consistent */
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/continuum_row.h"

static continuum_hash *const stathat_hashes[] = {plain_crc32, plain_fnv1a_32};

static const struct berth_param stathat_params[] = {
    CONTINUUM_POINTS("replicas", "points", "20"),
    {.name = "fnv",
     .words = "0 1",
     .shape = BERTH_WORD,
     .preset = "0",
     .help = "1: FNV-1a instead of CRC-32 (UseFnv)"},
};

static const struct continuum_row stathat_row = {
    .label = {.pattern = "$j$n", .hash_param = 2, .hashes = stathat_hashes},
    .order = {.tie = CONTINUUM_LAST_WINS, .search = CONTINUUM_AFTER},
};

static const struct key_hash stathat_key_hashes[] = {
    {"crc32", NULL, 32},
    {"fnv1a-32", NULL, 32},
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
             .params = stathat_params,
             .param_count = 2},
    .row = &stathat_row,
    .key_hash = stathat_key_hashes,
    .key_hash_param = 2,
    .ops = &continuum_row_ops,
};
