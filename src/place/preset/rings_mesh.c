/* SPDX-License-Identifier: MIT */
/* rings_mesh.c - rings of service meshes: Envoy ring_hash, gRPC ring_hash */
#include "place/mechanism/ring_counts.h"
#include "place/mechanism/ring_row.h"

#include "base/fail.h"
#include "hash/murmur.h"
#include "hash/xxh3.h"

static uint64_t rings_xxh64(const void *data, size_t len)
{
    return XXH64(data, len, 0);
}

/* libstdc++'s _Hash_bytes, which Envoy calls MURMUR_HASH_2. */
static uint64_t rings_libstdcxx(const void *data, size_t len)
{
    return murmur64a(data, len, 0xc70f6907);
}

static ring_hash *const rings_envoy_hashes[] = {rings_xxh64, rings_libstdcxx};

#define RINGS_SIZES(most)                                                                          \
    {.name = "min",                                                                                \
     .aliases = "min_ring_size minimum_ring_size",                                                 \
     .shape = BERTH_INTEGER,                                                                       \
     .min = 1,                                                                                     \
     .max = 8388608,                                                                               \
     .preset = "1024",                                                                             \
     .help = "smallest size of the ring"},                                                         \
    {                                                                                              \
        .name = "max", .aliases = "max_ring_size maximum_ring_size", .shape = BERTH_INTEGER,       \
        .min = 1, .max = 8388608, .preset = most, .help = "largest size of the ring"               \
    }

static const struct berth_param rings_envoy_params[] = {
    RINGS_SIZES("8388608"),
    {.name = "hash",
     .aliases = "hash_function",
     .words = "xx murmur2",
     .shape = BERTH_WORD,
     .preset = "xx",
     .help = "hash of the points; keys are always hashed by xxHash64"},
    {.name = "attempt",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = 1000,
     .preset = "0",
     .help = "retry attempt: so many points on from the one found"},
};

static const struct ring_row rings_envoy = {
    .counts = ring_counts_envoy,
    .label = "$n_$j",
    .hash_param = 3,
    .hashes = rings_envoy_hashes,
    .key_hash = rings_xxh64,
    .attempt_param = 4,
    .bits = 64,
    .whole_weights = true,
};

const struct scheme preset_envoy_ring_hash = {
    .info = {.name = "envoy-ring-hash",
             .summary = "Envoy's ring_hash (Istio consistentHash): xxHash64 points by weight",
             .compatible = "Envoy ring_hash, all versions with these defaults; x86-64 builds",
             .quirks =
                 "A node's name is its hash key: \"ip:port\", the hostname, or the endpoint's "
                 "hash_key metadata.\n"
                 "A running sum in double precision decides who gets the next point, so the "
                 "order of hosts counts when the ring is capped, and the ring may be one "
                 "point longer than max.\n"
                 "Counts depend on the sum of weights, so a change touches other nodes too.\n",
             .example = "envoy-ring-hash:min=1024",
             .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT,
             .params = rings_envoy_params,
             .param_count = 4},
    .row = &rings_envoy,
    .drops_down = true,
    .ops = &ring_row_ops,
};

static const struct berth_param rings_grpc_params[] = {
    RINGS_SIZES("4096"),
    {.name = "cap",
     .aliases = "ring_hash_cap",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 8388608,
     .preset = "4096",
     .help = "RingHashCap: the process clips both sizes to this"},
};

static const struct ring_row rings_grpc = {
    .counts = ring_counts_grpc,
    .label = "$n_$j",
    .hash = rings_xxh64,
    .bits = 64,
    .whole_weights = true,
};

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
             .params = rings_grpc_params,
             .param_count = 3},
    .row = &rings_grpc,
    .ops = &ring_row_ops,
};
