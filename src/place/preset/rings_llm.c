/* SPDX-License-Identifier: MIT */
/* rings_llm.c - rings of routers in front of language models: KubeAI, SGLang, vllm-project/router
 */
#include "place/mechanism/furc.h"
#include "place/mechanism/ring_row.h"

#include "base/bytes.h"
#include "base/number.h"
#include "hash/blake3.h"
#include "hash/murmur.h"
#include "hash/xxh3.h"

#include <string.h>

static uint64_t rings_xxh64(const void *data, size_t len)
{
    return XXH64(data, len, 0);
}

/* ---- KubeAI -------------------------------------------------------------------------------- */

static const struct berth_param rings_kubeai_params[] = {
    {.name = "replication",
     .aliases = "points",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 65536,
     .preset = "256",
     .help = "points per node"},
};

static const struct ring_row rings_kubeai = {.label = "$n$j", .hash = rings_xxh64, .bits = 64};

/* What an endpoint has before the request is compared, so it may end up one above the threshold. */
static bool rings_kubeai_accepts(const struct portion *portion, uint64_t mine, uint64_t total,
                                 uint64_t factor)
{
    double mean = (double)total / (double)portion->nodes;
    return (double)mine <= mean * ((double)factor / (double)NUMBER_MILLION);
}

static const struct scheme_bound rings_kubeai_bound = {
    .factor = 1250000, .grain = 10000, .accepts = rings_kubeai_accepts};

const struct scheme preset_kubeai_chwbl = {
    .info = {.name = "kubeai-chwbl",
             .summary = "KubeAI's prefix ring; its load is bounded by 1.25 unless told otherwise",
             .compatible = "substratusai/kubeai CHWBL at 2f32ef4, replication 256",
             .quirks =
                 "Names are \"namespace/pod\". Labels have no separator: node1 and node11 share "
                 "points; the original then gives different answers from run to run, here the "
                 "smaller name wins.\n"
                 "meanLoadFactor is no part of the placement but the bound on its load: an "
                 "endpoint takes a request while what it has in flight is at most factor x (all + "
                 "1) / endpoints.\n",
             .example = "kubeai-chwbl:replication=256",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT,
             .params = rings_kubeai_params,
             .param_count = 1},
    .row = &rings_kubeai,
    .bound = &rings_kubeai_bound,
    .ops = &ring_row_ops,
};

/* ---- SGLang -------------------------------------------------------------------------------- */

static const struct berth_param rings_sglang_params[] = {
    {.name = "enc",
     .words = "le64 dec",
     .shape = BERTH_WORD,
     .preset = "le64",
     .help = "number in the label: 8 bytes little-endian (later), or decimal (earlier)"},
    {.name = "points",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 65536,
     .preset = "150",
     .help = "points per node"},
};

static int rings_sglang_counts(const struct ring_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = in->build->members[i].weight > 0 ? in->values[1].number : 0;
    return BERTH_E_OK;
}

static void rings_sglang_emit(const struct ring_in *in, uint32_t node, uint64_t count,
                              uint64_t *values)
{
    const struct node *from = in->nodes->items[node];
    const struct ring_name name = {from->text, from->name_len};
    for (uint64_t j = 0; j < count; j++) {
        struct writer w = {.out = in->build->room, .cap = SIZE_MAX};
        if (in->values[0].number == 1) {
            ring_label("$n#$j", name, node, j, &w);
        } else {
            uint8_t bytes[8];
            store64le(bytes, j);
            writer_put(&w, name.text, name.len);
            writer_char(&w, '#');
            writer_put(&w, (const char *)bytes, sizeof bytes);
        }
        values[j] = blake3_le64(w.out, w.len);
    }
}

static const struct ring_row rings_sglang = {
    .counts = rings_sglang_counts,
    .emit = rings_sglang_emit,
    .key_hash = blake3_le64,
    .bits = 64,
};

const struct scheme preset_sglang_ring = {
    .info = {.name = "sglang-ring",
             .summary = "SGLang model gateway's ring: 150 BLAKE3 points per worker",
             .compatible = "SGLang gateway consistent_hashing policy; enc=dec for its earlier form",
             .quirks = "The number in the label changed from decimal to binary between versions, "
                       "which moves nine keys of ten.\n",
             .example = "sglang-ring:enc=le64",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT,
             .params = rings_sglang_params,
             .param_count = 2},
    .row = &rings_sglang,
    .ops = &ring_row_ops,
};

/* ---- vllm-project/router ------------------------------------------------------------------- */

/* Only 2^23 - 1 distinct values come out of furc, so points do collide. */
static uint64_t rings_fbi_hash(const void *data, size_t len)
{
    uint8_t bytes[4];
    store32le(bytes, furc_vllm(murmur64a(data, len, FURC_SEED), (1u << 23) - 1));
    return murmur64a(bytes, sizeof bytes, FURC_SEED);
}

static const struct berth_param rings_vllm_params[] = {
    {.name = "vnodes",
     .aliases = "points",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 65536,
     .preset = "160",
     .help = "points per node"},
};

static const struct ring_row rings_vllm = {
    .label = "$n:$j",
    .hash = rings_fbi_hash,
    .bits = 64,
    .tie = RING_LAST_WINS,
};

const struct scheme preset_vllm_router_ring = {
    .info = {.name = "vllm-router-ring",
             .summary = "vllm-project/router's consistent_hash policy",
             .compatible = "vllm-project/router consistent_hash",
             .quirks = "The hash has only 8.4 million distinct values, so points of large fleets "
                       "collide; the worker added last keeps the point.\n"
                       "The key is the router's own string, as \"session:abc\" or \"user:42\".\n",
             .example = "vllm-router-ring:vnodes=160",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_EXACT,
             .params = rings_vllm_params,
             .param_count = 1},
    .row = &rings_vllm,
    .ops = &ring_row_ops,
};
