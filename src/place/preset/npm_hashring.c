/* SPDX-License-Identifier: MIT */
/* npm_hashring.c - hashring of npm, the ketama of Node.js programs and of node-memcached */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"

#include "base/number.h"
#include "hash/digest.h"

#include <math.h>

enum { NPM_HASHRING_VNODES, NPM_HASHRING_REPLICAS, NPM_HASHRING_PARAMS };

/* floor(weight / sum x vnodes x nodes) in double: for some numbers of equal nodes one label is
 * lost. */
static int npm_hashring_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    const double sum = (double)continuum_counts_sum(in);
    const double vnodes = (double)in->values[NPM_HASHRING_VNODES].number;
    double owners = 0;
    (void)error;
    for (uint32_t i = 0; i < in->count; i++)
        owners += in->build->members[i].weight > 0;
    for (uint32_t i = 0; i < in->count; i++) {
        const uint64_t weight = in->build->members[i].weight / NUMBER_MILLION;
        count[i] = (uint64_t)floor((double)weight / sum * vnodes * owners);
    }
    return 0;
}

static int npm_hashring_adapt(const struct continuum_in *in, struct continuum_row *row,
                              berth_error *error)
{
    (void)error;
    row->points.md5_words = (unsigned)in->values[NPM_HASHRING_REPLICAS].number;
    return 0;
}

static const struct continuum_row npm_hashring_row = {
    .adapt = npm_hashring_adapt,
    .points = {.counts = npm_hashring_counts},
    .label = {.pattern = "$n-$j"},
    .key = {.hash = md5_le32},
    .rules = {.whole_weights = true},
};

static const struct berth_param npm_hashring_params[NPM_HASHRING_PARAMS] = {
    [NPM_HASHRING_VNODES] = {.name = "vnodes",
                             .shape = BERTH_INTEGER,
                             .min = 1,
                             .max = 65536,
                             .preset = "40",
                             .help = "labels per node, where weights are equal (vnode count)"},
    [NPM_HASHRING_REPLICAS] = {.name = "replicas",
                               .shape = BERTH_INTEGER,
                               .min = 1,
                               .max = 4,
                               .preset = "4",
                               .help = "points per label; 3 is compatibility: hash_ring"},
};

static const struct key_hash npm_hashring_key_hash = {"md5-32", NULL, 32};

const struct scheme preset_npm_hashring = {
    .info = {.name = "npm-hashring",
             .summary = "hashring of npm: points from 40 MD5 labels a node",
             .compatible = "npm hashring 1.x to 3.x with its algorithm md5; recorded from 3.2.0",
             .quirks = "Names are host:port as they are given; \"default port\" is not known "
                       "here, so leave the port out of such names.\n"
                       "Counts are rounded down in floating point: some numbers of equal nodes get "
                       "39 labels, not 40; and they depend on the sum of weights, so a change "
                       "touches other nodes too.\n"
                       "Of equal points the node listed first wins.\n",
             .example = "npm-hashring:replicas=3",
             .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT,
             .params = npm_hashring_params,
             .param_count = NPM_HASHRING_PARAMS},
    .row = &npm_hashring_row,
    .key_hash = &npm_hashring_key_hash,
    .ops = &continuum_row_ops,
};
