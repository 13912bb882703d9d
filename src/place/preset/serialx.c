/* SPDX-License-Identifier: MIT */
/* serialx.c - serialx/hashring: of 2014 to 2019, and since 2020 */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/weighing.h"

#include "hash/digest.h"

/* ---- 2014 to 2019 -------------------------------------------------------------------------- */

static const struct continuum_row serialx_2014 = {
    .points = {.counts = continuum_counts_serialx, .md5_words = 3},
    .label = {.pattern = "$n-$j"},
    .key = {.hash = md5_le32},
    .order = {.tie = CONTINUUM_LAST_WINS, .search = CONTINUUM_AFTER},
    .rules = {.whole_weights = true},
};

static const struct key_hash serialx_2014_key_hash = {"md5-32", NULL, 32};

const struct scheme preset_serialx_hashring_2014 = {
    .info =
        {.name = "serialx-hashring-2014",
         .summary = "serialx/hashring until April 2019: three points from each of 40 MD5 labels",
         .compatible = "serialx/hashring 2014 to 2019-04; the version of 2020 moves 90 % of keys",
         .quirks = "A key that hashes onto a point belongs to the next one.\n"
                   "Counts depend on the sum of weights, so a change touches other nodes too.\n",
         .example = "serialx-hashring-2014",
         .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT},
    .row = &serialx_2014,
    .key_hash = &serialx_2014_key_hash,
    .ops = &continuum_row_ops,
};

/* ---- since 2020 ---------------------------------------------------------------------------- */

static const struct continuum_row serialx_2020 = {
    .points = {.counts = continuum_counts_weight,
               .wide =
                   CONTINUUM_WIDE_LITTLE /* two signed integers, compared one after the other */,
               .bits = 64,
               .flip = true},
    .label = {.pattern = "$n-$j"},
    .key = {.hash = md5_le64},
    .order = {.search = CONTINUUM_AFTER},
    .rules = {.whole_weights = true},
};

static const struct key_hash serialx_2020_key_hash = {"md5", NULL, 64};

const struct scheme preset_serialx_hashring_2020 = {
    .info = {.name = "serialx-hashring-2020",
             .summary = "serialx/hashring since 2020: one point for each unit of weight",
             .compatible = "serialx/hashring since July 2020; moves 90 % of the keys of 2019",
             .quirks = "A weight of 1 is one point, so ten nodes of that weight have a peak near "
                       "3.8: give weights in the hundreds.\n"
                       "A key that hashes onto a point belongs to the next one.\n",
             .example = "serialx-hashring-2020",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT},
    .row = &serialx_2020,
    .key_hash = &serialx_2020_key_hash,
    .ops = &continuum_row_ops,
    /* A node has a point for each unit of weight; BERTH_WEIGHTS is not promised, since few points
     * are uneven. */
    .weighing = weighing_exact,
};
