/* SPDX-License-Identifier: MIT */
/* grpc.c - grpc-go's ring_hash */
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"

static const struct berth_param grpc_params[] = {
    CONTINUUM_SIZES("4096"),
    {.name = "cap",
     .aliases = "ring_hash_cap",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 8388608,
     .preset = "4096",
     .help = "RingHashCap: the process clips both sizes to this"},
};

static const struct continuum_row grpc_row = {
    .points = {.counts = continuum_counts_grpc, .bits = 64},
    .label = {.pattern = "$n_$j", .hash = plain_xxh64},
    .rules = {.whole_weights = true},
};

static const struct key_hash grpc_key_hash = {"xxh64", NULL, 64};

const struct scheme preset_grpc_ring_hash = {
    .info = {.name = "grpc-ring-hash",
             .summary = "grpc-go's ring_hash: Envoy's ring over endpoints sorted by hash key",
             .compatible = "grpc-go ring_hash (gRFC A42, A61, A76); x86-64 builds",
             .quirks =
                 "Both sizes are clipped to 4096 unless the process raises RingHashCap; Envoy "
                 "has no such cap.\n"
                 "Counts depend on the sum of weights, so a change touches other nodes too.\n",
             .example = "grpc-ring-hash",
             .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT,
             .params = grpc_params,
             .param_count = 3},
    .row = &grpc_row,
    .key_hash = &grpc_key_hash,
    .ops = &continuum_row_ops,
};
