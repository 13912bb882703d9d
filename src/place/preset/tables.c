/* SPDX-License-Identifier: MIT */
/* tables.c - Maglev tables of deployed systems: Envoy, Cilium, Katran, dgryski/go-maglev */
#include "place/mechanism/table_row.h"

#include "base/bytes.h"
#include "base/number.h"
#include "hash/murmur.h"
#include "hash/siphash.h"
#include "hash/xxh3.h"

#include <string.h>

static const struct node *tables_node(const struct table_fill *fill, uint32_t place)
{
    return fill->nodes->items[fill->member[place]];
}

static uint64_t tables_largest(const struct table_fill *fill)
{
    uint64_t largest = 0;
    for (uint32_t i = 0; i < fill->count; i++)
        largest = fill->weight[i] > largest ? fill->weight[i] : largest;
    return largest;
}

static uint64_t tables_sum(const struct table_fill *fill)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < fill->count; i++)
        sum += fill->weight[i];
    return sum;
}

#define TABLES_SIZE(word, more, standard)                                                          \
    {                                                                                              \
        .name = word, .aliases = more, .shape = BERTH_PRIME, .min = 3, .max = 16777213,            \
        .preset = standard, .help = "entries of the table, a prime"                                \
    }

/* ---- Envoy --------------------------------------------------------------------------------- */

static uint64_t tables_xxh64(const void *data, size_t len)
{
    return XXH64(data, len, 0);
}

static void tables_envoy_permute(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                                 uint64_t *skip)
{
    const struct node *node = tables_node(fill, place);
    *offset = XXH64(node->text, node->name_len, 0) % fill->size;
    *skip = XXH64(node->text, node->name_len, 1) % (fill->size - 1) + 1;
}

/* Shares and targets are doubles; a node takes part once its share has caught up. */
static int tables_envoy_fill(struct table_fill *fill, double *target, berth_error *error)
{
    (void)error;
    double sum = (double)tables_sum(fill), largest = (double)tables_largest(fill) / sum;
    for (uint32_t i = 0; i < fill->count; i++)
        target[i] = 0;
    for (uint32_t round = 1; fill->filled < fill->size; round++) {
        for (uint32_t i = 0; i < fill->count && fill->filled < fill->size; i++) {
            if (round * ((double)fill->weight[i] / sum) < target[i])
                continue;
            target[i] += largest;
            table_take(fill, i);
        }
    }
    return BERTH_E_OK;
}

static const struct berth_param tables_envoy_params[] = {
    TABLES_SIZE("table", "table_size size slots", "65537"),
    {.name = "attempt",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = 1000,
     .preset = "0",
     .help = "retry attempt"},
};

static const struct table_row tables_envoy = {
    .permute = tables_envoy_permute,
    .fill = tables_envoy_fill,
    .hash = tables_xxh64,
    .size_param = 1,
    .attempt_param = 2,
};

const struct scheme preset_envoy_maglev = {
    .info = {.name = "envoy-maglev",
             .summary = "Envoy's maglev load balancer",
             .compatible = "Envoy maglev, all versions, table sizes as configured; x86-64 builds",
             .quirks =
                 "A node's name is its hash key: \"ip:port\", the hostname, or the endpoint's "
                 "hash_key metadata.\n"
                 "Not minimal: a change moves some keys between untouched nodes.\n"
                 "Hosts that are down are not in the table.\n",
             .example = "envoy-maglev:table=65537",
             .promises = BERTH_WEIGHTS | BERTH_SET | BERTH_EXACT,
             .params = tables_envoy_params,
             .param_count = 2},
    .row = &tables_envoy,
    .ops = &table_row_ops,
    .drops_down = true,
};

/* ---- Cilium -------------------------------------------------------------------------------- */

static void tables_cilium_permute(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                                  uint64_t *skip)
{
    const struct node *node = tables_node(fill, place);
    uint64_t h[2];
    murmur3_x64_128(node->text, node->name_len, fill->build->values[1].number, h);
    *offset = h[0] % fill->size;
    *skip = h[1] % (fill->size - 1) + 1;
}

static int tables_cilium_weighted(struct table_fill *fill, double *counter, berth_error *error)
{
    (void)error;
    uint64_t sum = tables_sum(fill);
    bool weighted = sum / fill->count > 1; /* a sum below two per node is taken as equal weights */
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
    return BERTH_E_OK;
}

static const struct berth_param tables_cilium_params[] = {
    TABLES_SIZE("m", "table table-size size slots", "16381"),
    {.name = "seed",
     .aliases = "hash-seed",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = UINT32_MAX,
     .preset = "616034178",
     .help = "first 4 bytes, big-endian, of the 12 that bpf-lb-maglev-hash-seed encodes"},
};

static const struct table_row tables_cilium_1_11 = {
    .permute = tables_cilium_permute, .fill = table_fill_plain, .size_param = 1};

#define TABLES_CILIUM_QUIRKS                                                                       \
    "A node's name is the backend's text form. Keys are 64-bit integers, the hash that the "       \
    "datapath computes of the packet's tuple (jhash); text keys go through XXH3 first.\n"          \
    "Not minimal: a change moves some keys between untouched nodes.\n"

const struct scheme preset_cilium_maglev_v1_11 = {
    .info = {.name = "cilium-maglev-v1-11",
             .summary = "Cilium's Maglev table up to 1.11: in the caller's order, no weights",
             .compatible = "Cilium 1.8 to 1.11",
             .quirks = "The order in which backends are listed counts.\n" TABLES_CILIUM_QUIRKS,
             .example = "cilium-maglev-v1-11:m=16381",
             .promises = BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = tables_cilium_params,
             .param_count = 2},
    .row = &tables_cilium_1_11,
    .ops = &table_row_integer_ops,
    .drops_down = true,
};

static const struct table_row tables_cilium = {
    .permute = tables_cilium_permute, .fill = tables_cilium_weighted, .size_param = 1};

const struct scheme preset_cilium_maglev_weighted = {
    .info = {.name = "cilium-maglev-weighted",
             .summary = "Cilium's Maglev table since 1.12: sorted by name, weights",
             .compatible = "Cilium 1.12 and later",
             .quirks = "Weights whose sum is below twice the number of backends are ignored: "
                       "1,1,1,2 gives equal shares.\n" TABLES_CILIUM_QUIRKS,
             .example = "cilium-maglev-weighted:m=16381",
             .promises = BERTH_SET | BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = tables_cilium_params,
             .param_count = 2},
    .row = &tables_cilium,
    .ops = &table_row_integer_ops,
    .drops_down = true,
};

/* ---- Katran -------------------------------------------------------------------------------- */

static uint64_t tables_katran_key(const struct table_fill *fill, uint32_t place)
{
    const struct node *node = tables_node(fill, place);
    const char *given = node_attribute(node, "hash");
    uint64_t hash;
    if (given && number_integer(given, strlen(given), &hash) == NUMBER_OK)
        return hash;
    return XXH64(node->text, node->name_len, 0);
}

static uint64_t tables_katran_mix(uint64_t hash, uint64_t constant, uint64_t seed)
{
    uint8_t bytes[16];
    uint64_t h[2];
    store64le(bytes, hash);
    store64le(bytes + 8, constant);
    murmur3_x64_128(bytes, sizeof bytes, seed, h);
    return h[0];
}

static void tables_katran_permute(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                                  uint64_t *skip)
{
    *offset = tables_katran_mix(fill->key[place], 42, 0) % fill->size;
    *skip = tables_katran_mix(fill->key[place], 2718281828, 2307) % (fill->size - 1) + 1;
}

/* Version 1: a node takes `weight` entries in the first round and one in every round after it, so
 * small weights change next to nothing. */
static int tables_katran_1(struct table_fill *fill, double *scratch, berth_error *error)
{
    if (fill->count == 1)
        fill->weight[0] = fill->size;
    for (uint32_t i = 0; i < fill->count; i++)
        for (uint64_t taken = 0; taken < fill->weight[i] && fill->filled < fill->size; taken++)
            table_take(fill, i);
    return table_fill_plain(fill, scratch, error);
}

static int tables_katran_2(struct table_fill *fill, double *scratch, berth_error *error)
{
    (void)error;
    uint64_t largest = tables_largest(fill), *credit = fill->weight;
    (void)scratch;
    for (uint32_t i = 0; i < fill->count; i++)
        fill->key[i] = 0; /* from here on: what the node has saved up */
    while (fill->filled < fill->size) {
        for (uint32_t i = 0; i < fill->count && fill->filled < fill->size; i++) {
            fill->key[i] += credit[i];
            if (fill->key[i] < largest)
                continue;
            fill->key[i] -= largest;
            table_take(fill, i);
        }
    }
    return BERTH_E_OK;
}

static const struct berth_param tables_katran_params[] = {
    TABLES_SIZE("m", "table size slots ring_size", "65537"),
};

static const struct table_row tables_katran_row_1 = {.permute = tables_katran_permute,
                                                     .fill = tables_katran_1,
                                                     .sort_key = tables_katran_key,
                                                     .size_param = 1,
                                                     .narrow = true};
static const struct table_row tables_katran_row_2 = {.permute = tables_katran_permute,
                                                     .fill = tables_katran_2,
                                                     .sort_key = tables_katran_key,
                                                     .size_param = 1,
                                                     .narrow = true};

#define TABLES_KATRAN_QUIRKS                                                                       \
    "A node is sorted and placed by its endpoint hash: attribute hash=N, or XXH64 of the name. "   \
    "Katran takes folly's IPAddress hash, which changes between folly versions.\n"                 \
    "Places in the table are computed in 32 bits and wrap, which shows in large tables.\n"         \
    "Keys are 64-bit integers; text keys go through XXH3 first.\n"

const struct scheme preset_katran_maglev_v1 = {
    .info = {.name = "katran-maglev-v1",
             .summary = "Katran's MaglevHash, first version",
             .compatible = "facebookincubator/katran MaglevHash v1",
             .quirks = "Weights only count in the first round: 1,2,5,8 gives nearly equal "
                       "shares.\n" TABLES_KATRAN_QUIRKS,
             .example = "katran-maglev-v1:m=65537",
             .attributes = "hash",
             .promises = BERTH_SET | BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = tables_katran_params,
             .param_count = 1},
    .row = &tables_katran_row_1,
    .ops = &table_row_integer_ops,
    .drops_down = true,
};

const struct scheme preset_katran_maglev_v2 = {
    .info = {.name = "katran-maglev-v2",
             .summary = "Katran's MaglevHash, second version: weights that count",
             .compatible = "facebookincubator/katran MaglevHash v2",
             .quirks = TABLES_KATRAN_QUIRKS,
             .example = "katran-maglev-v2:m=65537",
             .attributes = "hash",
             .promises = BERTH_WEIGHTS | BERTH_SET | BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = tables_katran_params,
             .param_count = 1},
    .row = &tables_katran_row_2,
    .ops = &table_row_integer_ops,
    .drops_down = true,
};

/* ---- dgryski/go-maglev --------------------------------------------------------------------- */

static void tables_dgryski_permute(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                                   uint64_t *skip)
{
    const struct node *node = tables_node(fill, place);
    uint64_t hash = siphash_2_4(node->text, node->name_len, 0xdeadbeefcafebabe, 0);
    *offset = (hash >> 32) % fill->size;
    *skip = (hash & UINT32_MAX) % (fill->size - 1) + 1;
}

static const struct table_row tables_dgryski = {
    .permute = tables_dgryski_permute, .fill = table_fill_plain, .size_param = 1};

const struct scheme preset_dgryski_go_maglev = {
    .info = {.name = "dgryski-go-maglev",
             .summary = "dgryski/go-maglev: the paper's table with SipHash",
             .compatible = "dgryski/go-maglev, all versions",
             .quirks = "The order in which nodes are listed counts. Keys are 64-bit integers; text "
                       "keys go through XXH3 first.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "dgryski-go-maglev:m=65537",
             .promises = BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = tables_katran_params,
             .param_count = 1},
    .row = &tables_dgryski,
    .ops = &table_row_integer_ops,
    .drops_down = true,
};
