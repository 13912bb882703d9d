/* SPDX-License-Identifier: MIT */
/* cassandra.c - Cassandra's token ring: the points are given */
#include "place/mechanism/continuum_row.h"

#include "base/fail.h"
#include "base/number.h"
#include "base/writer.h"
#include "hash/cassandra_token.h"

#include <string.h>

static uint64_t cassandra_hash(const void *data, size_t len)
{
    return (uint64_t)cassandra_token(data, len);
}

/* Tokens of a node, "-9175,12,...": calls each() while it is well-formed. */
static bool cassandra_read(const char *text, uint64_t *values, uint64_t *count)
{
    *count = 0;
    while (text && *text) {
        size_t len = strcspn(text, ",");
        uint64_t value;
        if (number_signed(text, len, &value) != NUMBER_OK)
            return false;
        if (values)
            values[*count] = value;
        ++*count;
        text += len + (text[len] == ',');
    }
    return true;
}

static int cassandra_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    for (uint32_t i = 0; i < in->count; i++) {
        const struct node *node = in->nodes->items[i];
        const char *tokens = node_attribute(node, "tokens");
        if (!cassandra_read(tokens, NULL, &count[i]) || count[i] == 0)
            return fail(error, BERTH_E_SYNTAX,
                        "node \"%s\" needs tokens=T,T,...: signed 64-bit numbers",
                        fail_shown(node->text, node->name_len, shown));
        if (in->build->members[i].weight == 0)
            count[i] = 0;
    }
    return 0;
}

static void cassandra_emit(const struct continuum_in *in, uint32_t node, uint64_t count,
                           uint64_t *values)
{
    uint64_t all;
    if (count)
        cassandra_read(node_attribute(in->nodes->items[node], "tokens"), values, &all);
}

/* The token as the node carries it. */
static void cassandra_tell(const struct continuum_in *in, const struct continuum_point *of,
                           struct writer *w)
{
    (void)in;
    const bool negative = of->value >> 63;
    if (negative)
        writer_char(w, '-');
    writer_integer(w, negative ? -of->value : of->value);
}

static const struct continuum_row cassandra_row = {
    .points = {.counts = cassandra_counts,
               .emit = cassandra_emit,
               .tell = cassandra_tell,
               .bits = 64,
               .flip = true},
    .key = {.hash = cassandra_hash},
};

static const struct key_hash cassandra_key_hash = {"cassandra-token", NULL, 64};

const struct scheme preset_cassandra_token = {
    .info = {.name = "cassandra-token",
             .summary = "Cassandra's token ring (Murmur3Partitioner); nodes carry their tokens",
             .compatible =
                 "Apache Cassandra 1.2 and later, DataStax drivers' TokenMap, Scylla with "
                 "vnodes; replicas as SimpleStrategy",
             .quirks =
                 "Bytes of the last 16-byte block are sign-extended, so keys with a byte from "
                 "0x80 there differ from true murmur3 (Cassandra's mistake, kept for ever).\n"
                 "A key is the serialized partition key: composite keys are length, bytes, 0 "
                 "per part. The empty key has token 0, as drivers and Scylla say; the server "
                 "says the minimum.\n"
                 "Weights are ignored: tokens decide.\n",
             .example = "cassandra-token",
             .attributes = "tokens",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT | BERTH_ASSIGNED},
    .row = &cassandra_row,
    .key_hash = &cassandra_key_hash,
    .ops = &continuum_row_ops,
};
