/* SPDX-License-Identifier: MIT */
/* katran.c - Katran's Maglev tables, two versions */
#include "place/mechanism/table_row.h"
#include "place/mechanism/weighing.h"

#include "base/bytes.h"
#include "base/number.h"
#include "hash/murmur.h"
#include "hash/xxh3.h"

#include <string.h>

static uint64_t katran_key(const struct table_fill *fill, uint32_t place)
{
    const struct node *node = table_node(fill, place);
    const char *given = node_attribute(node, "hash");
    uint64_t hash;
    if (given && number_integer(given, strlen(given), &hash) == NUMBER_OK)
        return hash;
    return XXH64(node->text, node->name_len, 0);
}

static uint64_t katran_mix(uint64_t hash, uint64_t constant, uint64_t seed)
{
    uint8_t bytes[16];
    uint64_t h[2];
    store64le(bytes, hash);
    store64le(bytes + 8, constant);
    murmur3_x64_128(bytes, sizeof bytes, seed, h);
    return h[0];
}

static void katran_permute(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                           uint64_t *skip)
{
    *offset = katran_mix(fill->key[place], 42, 0) % fill->size;
    *skip = katran_mix(fill->key[place], 2718281828, 2307) % (fill->size - 1) + 1;
}

/* Version 1: a node takes `weight` entries in the first round and one in every round after it, so
 * small weights change next to nothing. */
static int katran_1(struct table_fill *fill, double *scratch, berth_error *error)
{
    if (fill->count == 1)
        fill->weight[0] = fill->size;
    for (uint32_t i = 0; i < fill->count; i++)
        for (uint64_t taken = 0; taken < fill->weight[i] && fill->filled < fill->size; taken++)
            table_take(fill, i);
    return table_fill_plain(fill, scratch, error);
}

static int katran_2(struct table_fill *fill, double *scratch, berth_error *error)
{
    (void)scratch;
    (void)error;
    const uint64_t largest = table_largest(fill);
    for (uint32_t i = 0; i < fill->count; i++) {
        fill->key[i] = 0; /* from here on: what the node has saved up */
        turns_seat(&fill->turns, i, turns_wait(&fill->key[i], fill->weight[i], largest));
    }
    turns_open(&fill->turns);
    while (fill->filled < fill->size) {
        const uint32_t i = turns_place(&fill->turns);
        table_take(fill, i);
        const uint64_t wait = turns_wait(&fill->key[i], fill->weight[i], largest);
        turns_move(&fill->turns, i, turns_round(&fill->turns) + wait);
    }
    return 0;
}

static const struct berth_param katran_params[] = {TABLE_M("65537")};

static const struct table_row katran_row_1 = {.permute = katran_permute,
                                              .fill = katran_1,
                                              .sort_key = katran_key,
                                              .size_param = 1,
                                              .narrow = true};
static const struct table_row katran_row_2 = {.permute = katran_permute,
                                              .fill = katran_2,
                                              .sort_key = katran_key,
                                              .size_param = 1,
                                              .narrow = true};

#define KATRAN_QUIRKS                                                                              \
    "A node is sorted and placed by its endpoint hash: attribute hash=N, or XXH64 of the name. "   \
    "Katran takes folly's IPAddress hash, which changes between folly versions.\n"                 \
    "Places in the table are computed in 32 bits and wrap, which shows in large tables.\n"         \
    "Keys are 64-bit integers; text keys go through XXH3 first.\n"

const struct scheme preset_katran_maglev_v1 = {
    .info = {.name = "katran-maglev-v1",
             .summary = "Katran's MaglevHash, first version",
             .compatible = "facebookincubator/katran MaglevHash v1",
             .quirks = "Weights only count in the first round: 1,2,5,8 gives nearly equal "
                       "shares.\n" KATRAN_QUIRKS,
             .example = "katran-maglev-v1:m=65537",
             .attributes = "hash",
             .promises = BERTH_SET | BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = katran_params,
             .param_count = 1},
    .row = &katran_row_1,
    .ops = &table_row_integer_ops,
    .drops_down = true,
    /* Weights count in the first round only. */
    .weighing = weighing_rough,
};

const struct scheme preset_katran_maglev_v2 = {
    .info = {.name = "katran-maglev-v2",
             .summary = "Katran's MaglevHash, second version: weights that count",
             .compatible = "facebookincubator/katran MaglevHash v2",
             .quirks = KATRAN_QUIRKS,
             .example = "katran-maglev-v2:m=65537",
             .attributes = "hash",
             .promises = BERTH_WEIGHTS | BERTH_SET | BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = katran_params,
             .param_count = 1},
    .row = &katran_row_2,
    .ops = &table_row_integer_ops,
    .drops_down = true,
};
