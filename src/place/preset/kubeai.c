/* SPDX-License-Identifier: MIT */
/* kubeai.c - KubeAI's prefix ring and its bound on load */
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/continuum_row.h"

#include "base/number.h"

static const struct berth_param kubeai_params[] = {
    CONTINUUM_POINTS("replication", "points", "256"),
};

static const struct continuum_row kubeai_row = {
    .points = {.bits = 64},
    .label = {.pattern = "$n$j", .hash = plain_xxh64},
};

/* The load before the request is compared, so an endpoint may end up one above the threshold. */
static bool kubeai_accepts(const struct portion *portion, uint64_t mine, uint64_t total,
                           uint64_t factor)
{
    double mean = (double)total / (double)portion->nodes;
    return (double)mine <= mean * ((double)factor / (double)NUMBER_MILLION);
}

static const struct scheme_bound kubeai_bound = {
    .factor = 1250000, .grain = 10000, .accepts = kubeai_accepts};

static const struct key_hash kubeai_key_hash = {"xxh64", NULL, 64};

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
             .params = kubeai_params,
             .param_count = 1},
    .row = &kubeai_row,
    .key_hash = &kubeai_key_hash,
    .bound = &kubeai_bound,
    .ops = &continuum_row_ops,
};
