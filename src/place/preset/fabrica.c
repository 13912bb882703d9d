/* SPDX-License-Identifier: MIT */
/* fabrica.c - the two rings of go-pantheon/fabrica-util */
#include "place/mechanism/continuum_row.h"

#include "hash/murmur.h"

/* NewRing(0) means 160 points. */
static int fabrica_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    uint64_t points = in->values[0].number ? in->values[0].number : 160;
    (void)error;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = in->build->members[i].weight > 0 ? points : 0;
    return 0;
}

static const struct berth_param fabrica_params[] = {
    {.name = "vnodes",
     .aliases = "points",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = 65536,
     .preset = "160",
     .help = "points per node; 0 means 160"},
};

static const struct continuum_row fabrica_string_ring = {
    .points = {.counts = fabrica_counts},
    .label = {.pattern = "$n:$j", .hash = murmur3_low32},
};

static const struct key_hash fabrica_key_hash = {"murmur3-low32", NULL, 32};

const struct scheme preset_fabrica_hashring = {
    .info = {.name = "fabrica-hashring",
             .summary = "the string ring of a Go game-server toolkit: 160 murmur3 points a node",
             .compatible = "go-pantheon/fabrica-util consistenthash.HashRing (f6e9af3)",
             .quirks = "Points are the low 32 bits of murmur3 x64 128. The original leaves equal "
                       "points to an unstable sort; here the smaller name wins.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "fabrica-hashring:vnodes=40",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT,
             .params = fabrica_params,
             .param_count = 1},
    .row = &fabrica_string_ring,
    .key_hash = &fabrica_key_hash,
    .ops = &continuum_row_ops,
};

static const struct continuum_row fabrica_integer_ring = {
    .points = {.counts = fabrica_counts, .bits = 64},
    .label = {.pattern = "$n:$j", .hash = murmur3_h1},
    .key = {.raw = true},
};

const struct scheme preset_fabrica_int64ring = {
    .info = {.name = "fabrica-int64ring",
             .summary = "the integer ring of the same toolkit; does not hash its keys: do not use",
             .compatible = "go-pantheon/fabrica-util consistenthash.Int64HashRing (f6e9af3)",
             .quirks =
                 "Keys are NOT hashed: the integer itself is looked up among 64-bit points, so "
                 "small, sequential or time-based ids all land on one node. Use \"ring\" "
                 "with integer keys instead; it hashes them.\n"
                 "A key of other than 8 bytes is hashed by XXH3 first, which the original "
                 "cannot do at all.\n",
             .example = "fabrica-int64ring",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT | BERTH_RAW_KEYS,
             .params = fabrica_params,
             .param_count = 1},
    .row = &fabrica_integer_ring,
    .ops = &continuum_row_raw_ops,
};
