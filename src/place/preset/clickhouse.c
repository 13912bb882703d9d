/* SPDX-License-Identifier: MIT */
/* clickhouse.c - the shard of a row in a Distributed table of ClickHouse */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"

static const struct continuum_row clickhouse_row = {
    .points = {.counts = continuum_counts_weight, .bits = 64},
    .key = {.raw = true},
    .order = {.search = CONTINUUM_MODULO},
    .rules = {.whole_weights = true},
};

const struct scheme preset_clickhouse_shards = {
    .info = {.name = "clickhouse-shards",
             .summary = "ClickHouse's Distributed tables: sharding key modulo the sum of weights",
             .compatible = "ClickHouse, tables of the engine Distributed, all versions",
             .quirks = "Keys are what the sharding key gives, as unsigned 64-bit integers; text "
                       "keys go through XXH3 first. rand() is no key.\n"
                       "Shards are in the order of remote_servers, each with as many remainders as "
                       "its weight says.\n"
                       "A change of the sum of weights moves nearly every key.\n",
             .example = "clickhouse-shards",
             .promises = BERTH_WEIGHTS | BERTH_EXACT | BERTH_RAW_KEYS},
    .row = &clickhouse_row,
    .ops = &continuum_row_raw_unranked_ops,
};
