/* SPDX-License-Identifier: MIT */
/* mcrouter_numbered.c - mcrouter's Crc32 and Ch3, which give a number */
#include "place/mechanism/bucket_row.h"
#include "place/mechanism/furc.h"

#include "hash/crc.h"
#include "hash/murmur.h"

static uint64_t mcrouter_crc32(const struct value *values, const void *key, size_t len)
{
    (void)values;
    return crc32_ieee(key, len) & 0x7fffffff;
}

static const struct bucket_row mcrouter_crc32_row = {
    .rule = bucket_modulo, .hash = mcrouter_crc32, .modulo = true};

static const struct key_hash mcrouter_crc32_key_hash = {"crc32", "CRC-32 without its top bit", 31};

const struct scheme preset_mcrouter_crc32 = {
    .info = {.name = "mcrouter-crc32",
             .summary = "mcrouter's Crc32 hash function",
             .compatible = "facebook/mcrouter Crc32HashFunc",
             .quirks = "A salt is to be appended to the key.\n",
             .example = "mcrouter-crc32:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET | BERTH_EXACT,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &mcrouter_crc32_row,
    .key_hash = &mcrouter_crc32_key_hash,
    .ops = &bucket_row_ops,
};

static uint64_t mcrouter_furc_first(const struct value *values, const void *key, size_t len)
{
    (void)values;
    return murmur64a(key, len, FURC_SEED);
}

static const struct bucket_row mcrouter_ch3_row = {.rule = furc_from, .hash = mcrouter_furc_first};

static const struct key_hash mcrouter_ch3_key_hash = {"murmur64a:seed=4193360111", NULL, 64};

const struct scheme preset_mcrouter_ch3 = {
    .info = {.name = "mcrouter-ch3",
             .summary =
                 "mcrouter's Ch3 (furc_hash): numbered, grows at the end with little movement",
             .compatible = "facebook/mcrouter Ch3HashFunc, furc_hash of old mcrouter and mcproxy",
             .quirks = "At most 2^23 nodes. After 32 draws past the end a key goes to node 0.\n"
                       "A salt is to be appended to the key.\n",
             .example = "mcrouter-ch3:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &mcrouter_ch3_row,
    .numbers_max = FURC_NUMBERS_MAX,
    .key_hash = &mcrouter_ch3_key_hash,
    .ops = &bucket_row_ops,
};
