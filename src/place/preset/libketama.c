/* SPDX-License-Identifier: MIT */
/* libketama.c - the original ketama */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"

#include "hash/digest.h"

static const struct continuum_row libketama_row = {
    .points = {.counts = continuum_counts_libketama, .md5_words = 4},
    .label = {.pattern = "$n-$j"},
    .key = {.hash = md5_le32},
    .rules = {.whole_weights = true},
};

static const struct key_hash libketama_key_hash = {"md5-32", NULL, 32};

const struct scheme preset_libketama = {
    .info = {.name = "libketama",
             .summary = "the original ketama, by memory; libmemcached's puts most keys elsewhere",
             .compatible = "RJ/ketama libketama (18cf9a7)",
             .quirks = "A name is what stands before the blank in the servers file, port and all; "
                       "the weight is the memory column.\n"
                       "The original drops the last character of that column, taking it for the "
                       "end of the line.\n"
                       "Counts are rounded down in floating point and depend on the sum of "
                       "weights, so a change touches other servers too; 1:1000 leaves the small "
                       "one without points.\n"
                       "Of equal points the earlier line wins, so the order of listing counts.\n"
                       "Keys are C strings there: nothing after a NUL would count.\n",
             .example = "libketama",
             .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT},
    .row = &libketama_row,
    .key_hash = &libketama_key_hash,
    .ops = &continuum_row_ops,
};
