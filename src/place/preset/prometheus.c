/* SPDX-License-Identifier: MIT */
/* prometheus.c - hashmod, by which Prometheus servers share their targets */
#include "place/mechanism/bucket_row.h"

#include "base/bytes.h"
#include "hash/digest.h"

/* The last eight bytes of the MD5, big-endian: the first eight were once shifted out by mistake. */
static uint64_t prometheus_hash(const struct value *values, const void *key, size_t len)
{
    uint8_t digest[16];
    (void)values;
    md5_16(key, len, digest);
    return read64be(digest + 8);
}

static const struct bucket_row prometheus_row = {
    .rule = bucket_modulo, .hash = prometheus_hash, .modulo = true};

static const struct key_hash prometheus_key_hash = {
    "md5-last-be64", "MD5, its last 64 bits as a big-endian number", 64};

const struct scheme preset_prometheus_hashmod = {
    .info = {.name = "prometheus-hashmod",
             .summary = "hashmod of Prometheus's relabelling: MD5 modulo the servers",
             .compatible = "Prometheus, all versions; Grafana Agent and Alloy",
             .quirks = "The key is the values of source_labels joined by separator (;).\n"
                       "vmagent hashes by XXH64 instead: custom-modulo:hash=xxh64.\n"
                       "A change of modulus moves nearly every target.\n",
             .example = "prometheus-hashmod:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET | BERTH_EXACT,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &prometheus_row,
    .key_hash = &prometheus_key_hash,
    .ops = &bucket_row_ops,
};
