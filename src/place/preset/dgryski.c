/* SPDX-License-Identifier: MIT */
/* dgryski.c - go-rendezvous and go-maglev; go-jump is in jump_paper.c */
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/score_row.h"
#include "place/mechanism/table_row.h"

#include "hash/fnv.h"
#include "hash/siphash.h"

/* ---- go-rendezvous ------------------------------------------------------------------------- */

static uint64_t (*const dgryski_hashes[])(const void *, size_t) = {plain_xxh64, fnv1a_64};

static const struct berth_param dgryski_rendezvous_params[] = {
    {.name = "hash",
     .words = "xxh64 fnv1a64",
     .shape = BERTH_WORD,
     .preset = "xxh64",
     .help = "the hash the program passes to New"},
};

static const struct score_row dgryski_rendezvous = {
    .score_hash = score_xorshift, .hash_param = 1, .hashes = dgryski_hashes};

static const struct key_hash dgryski_key_hashes[] = {
    {"xxh64", NULL, 64},
    {"fnv1a-64", NULL, 64},
};

const struct scheme preset_dgryski_go_rendezvous = {
    .info = {.name = "dgryski-go-rendezvous",
             .summary = "dgryski/go-rendezvous: mixed xor of two hashes",
             .compatible = "dgryski/go-rendezvous, all versions",
             .quirks = "The original's Remove panics; berth's removal is what it meant to do.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "dgryski-go-rendezvous:hash=fnv1a64",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET,
             .params = dgryski_rendezvous_params,
             .param_count = 1},
    .row = &dgryski_rendezvous,
    .scoring = 1,
    .key_hash = dgryski_key_hashes,
    .key_hash_param = 1,
    .ops = &score_row_hash_ops,
};

/* ---- go-maglev ----------------------------------------------------------------------------- */

static void dgryski_permute(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                            uint64_t *skip)
{
    const struct node *node = table_node(fill, place);
    uint64_t hash = siphash_2_4(node->text, node->name_len, 0xdeadbeefcafebabe, 0);
    *offset = (hash >> 32) % fill->size;
    *skip = (hash & UINT32_MAX) % (fill->size - 1) + 1;
}

static const struct berth_param dgryski_maglev_params[] = {TABLE_M("65537")};

static const struct table_row dgryski_maglev = {
    .permute = dgryski_permute, .fill = table_fill_plain, .size_param = 1};

const struct scheme preset_dgryski_go_maglev = {
    .info = {.name = "dgryski-go-maglev",
             .summary = "dgryski/go-maglev: the paper's table with SipHash",
             .compatible = "dgryski/go-maglev, all versions",
             .quirks = "The order in which nodes are listed counts. Keys are 64-bit integers; text "
                       "keys go through XXH3 first.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "dgryski-go-maglev:m=65537",
             .promises = BERTH_EXACT | BERTH_INTEGER_KEYS,
             .params = dgryski_maglev_params,
             .param_count = 1},
    .row = &dgryski_maglev,
    .ops = &table_row_integer_ops,
    .drops_down = true,
};
