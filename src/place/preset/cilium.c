/* SPDX-License-Identifier: MIT */
/* cilium.c - Cilium's Maglev tables: up to 1.11, and since 1.12 */
#include "place/mechanism/table_row.h"

#include "base/number.h"

#include "hash/murmur.h"

static void cilium_permute(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                           uint64_t *skip)
{
    const struct node *node = table_node(fill, place);
    uint64_t h[2];
    murmur3_x64_128(node->text, node->name_len, fill->build->values[1].number, h);
    *offset = h[0] % fill->size;
    *skip = h[1] % (fill->size - 1) + 1;
}

static int cilium_fill(struct table_fill *fill, double *counter, berth_error *error)
{
    (void)error;
    uint64_t sum = table_weight_sum(fill);
    bool weighted = sum / fill->count > 1; /* a sum below two per node counts as equal weights */
    for (uint32_t i = 0; i < fill->count; i++)
        counter[i] = (double)fill->weight[i] / (double)fill->count;
    while (fill->filled < fill->size) {
        uint64_t n = fill->filled;
        uint32_t i = (uint32_t)(n % fill->count);
        while (weighted && (n + 1) * fill->weight[i] < (uint64_t)counter[i])
            i = (i + 1) % fill->count;
        counter[i] += weighted ? (double)sum : 0;
        table_take(fill, i);
    }
    return 0;
}

static const struct berth_param cilium_params[] = {
    TABLE_SIZE("m", "table table-size size slots", "16381"),
    {.name = "seed",
     .aliases = "hash-seed",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = UINT32_MAX,
     .preset = "616034178",
     .help = "first 4 bytes, big-endian, of the 12 that bpf-lb-maglev-hash-seed encodes"},
};

static const struct table_row cilium_1_11 = {
    .permute = cilium_permute, .fill = table_fill_plain, .size_param = 1};

#define CILIUM_QUIRKS                                                                              \
    "A node's name is the backend's text form. Keys are 64-bit integers, the hash that the "       \
    "datapath computes of the packet's tuple (jhash); text keys go through XXH3 first.\n"          \
    "Not minimal: a change moves some keys between untouched nodes.\n"

const struct scheme preset_cilium_maglev_v1_11 = {
    .info = {.name = "cilium-maglev-v1-11",
             .summary = "Cilium's Maglev table up to 1.11: in the caller's order, no weights",
             .compatible = "Cilium 1.8 to 1.11",
             .quirks = "The order in which backends are listed counts.\n" CILIUM_QUIRKS,
             .example = "cilium-maglev-v1-11:m=16381",
             .promises = BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = cilium_params,
             .param_count = 2},
    .row = &cilium_1_11,
    .ops = &table_row_integer_ops,
    .drops_down = true,
};

static const struct table_row cilium_1_12 = {
    .permute = cilium_permute, .fill = cilium_fill, .size_param = 1};

static enum berth_weighing cilium_weighing(const struct value *values,
                                           const struct weights *weights)
{
    (void)values;
    return weights->sum >= (u128)2 * NUMBER_MILLION * weights->owners ? BERTH_WEIGHTS_EXACTLY
                                                                      : BERTH_WEIGHTS_IGNORED;
}

const struct scheme preset_cilium_maglev_weighted = {
    .info = {.name = "cilium-maglev-weighted",
             .summary = "Cilium's Maglev table since 1.12: sorted by name, weights",
             .compatible = "Cilium 1.12 and later",
             .quirks = "Weights whose sum is below twice the number of backends are ignored: "
                       "1,1,1,2 gives equal shares.\n" CILIUM_QUIRKS,
             .example = "cilium-maglev-weighted:m=16381",
             .promises = BERTH_SET | BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = cilium_params,
             .param_count = 2},
    .row = &cilium_1_12,
    .ops = &table_row_integer_ops,
    .drops_down = true,
    .weighing = cilium_weighing,
};
