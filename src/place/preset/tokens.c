/* SPDX-License-Identifier: MIT */
/* tokens.c - rings whose points are given: Cassandra's token ring, Redis Cluster's slots */
#include "place/mechanism/key_cut.h"
#include "place/mechanism/ring_row.h"
#include "place/mechanism/table_row.h"

#include "base/fail.h"
#include "base/number.h"
#include "hash/cassandra.h"
#include "hash/crc.h"

#include <math.h>
#include <string.h>

/* ---- Cassandra ----------------------------------------------------------------------------- */

static uint64_t tokens_cassandra_hash(const void *data, size_t len)
{
    return (uint64_t)cassandra_token(data, len);
}

/* Tokens of a node, "-9175,12,...": calls each() while it is well-formed. */
static bool tokens_read(const char *text, uint64_t *values, uint64_t *count)
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

static int tokens_counts(const struct ring_in *in, uint64_t *count, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    for (uint32_t i = 0; i < in->count; i++) {
        const struct node *node = in->nodes->items[i];
        const char *tokens = node_attribute(node, "tokens");
        if (!tokens_read(tokens, NULL, &count[i]) || count[i] == 0)
            return fail(error, BERTH_E_SYNTAX,
                        "node \"%s\" needs tokens=T,T,...: signed 64-bit numbers",
                        fail_shown(node->text, node->name_len, shown));
        if (in->build->members[i].weight == 0)
            count[i] = 0;
    }
    return BERTH_E_OK;
}

static void tokens_emit(const struct ring_in *in, uint32_t node, uint64_t count, uint64_t *values)
{
    uint64_t all;
    if (count)
        tokens_read(node_attribute(in->nodes->items[node], "tokens"), values, &all);
}

static const struct ring_row tokens_cassandra = {
    .counts = tokens_counts,
    .emit = tokens_emit,
    .key_hash = tokens_cassandra_hash,
    .bits = 64,
    .flip = true,
};

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
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT},
    .row = &tokens_cassandra,
    .ops = &ring_row_ops,
};

/* ---- Redis Cluster ------------------------------------------------------------------------- */

enum { TOKENS_REDIS_SLOTS = 16384 };

static uint64_t tokens_redis_hash(const void *key, size_t len)
{
    key_cut_braces(NULL, &key, &len);
    return crc16_xmodem(key, len) % TOKENS_REDIS_SLOTS;
}

static int tokens_redis_bad(const struct table_fill *fill, uint32_t place, const char *what,
                            berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    const struct node *node = fill->nodes->items[fill->member[place]];
    return fail(error, BERTH_E_SLOT, "node \"%s\": %s",
                fail_shown(node->text, node->name_len, shown), what);
}

static int tokens_redis_claim(struct table_fill *fill, uint32_t place, uint64_t first,
                              uint64_t last, berth_error *error)
{
    for (uint64_t slot = first; slot <= last; slot++) {
        if (fill->table[slot] != BERTH_NONE)
            return tokens_redis_bad(fill, place, "a slot of its is another node's too", error);
        fill->table[slot] = place;
    }
    return BERTH_E_OK;
}

/* "0-5460,5462": ranges of slots. */
static int tokens_redis_ranges(struct table_fill *fill, uint32_t place, const char *text,
                               berth_error *error)
{
    while (*text) {
        size_t len = strcspn(text, ","), dash = strcspn(text, "-,");
        uint64_t first, last;
        bool range = dash < len;
        bool good = number_integer(text, range ? dash : len, &first) == NUMBER_OK;
        last = first;
        if (good && range)
            good = number_integer(text + dash + 1, len - dash - 1, &last) == NUMBER_OK;
        if (!good || first > last || last >= TOKENS_REDIS_SLOTS)
            return tokens_redis_bad(fill, place, "slots= is not like 0-5460,5462", error);
        int code = tokens_redis_claim(fill, place, first, last, error);
        if (code)
            return code;
        text += len + (text[len] == ',');
    }
    return BERTH_E_OK;
}

/* The split that redis-cli --cluster create makes: single-precision steps, rounded ends. */
static int tokens_redis_create(struct table_fill *fill, berth_error *error)
{
    float each = 16384.0f / (float)fill->count, cursor = 0;
    uint64_t first = 0;
    for (uint32_t place = 0; place < fill->count; place++) {
        float end = cursor + each;
        long last = lroundf(end - 1.0f);
        if (place + 1 == fill->count || last >= TOKENS_REDIS_SLOTS)
            last = TOKENS_REDIS_SLOTS - 1;
        if ((uint64_t)last >= first) {
            int code = tokens_redis_claim(fill, place, first, (uint64_t)last, error);
            if (code)
                return code;
        }
        first = (uint64_t)last + 1;
        cursor = end;
    }
    return BERTH_E_OK;
}

static int tokens_redis_fill(struct table_fill *fill, double *scratch, berth_error *error)
{
    bool any = false;
    (void)scratch;
    for (uint32_t place = 0; place < fill->count; place++) {
        const struct node *node = fill->nodes->items[fill->member[place]];
        const char *slots = node_attribute(node, "slots");
        int code = slots ? tokens_redis_ranges(fill, place, slots, error) : BERTH_E_OK;
        if (code)
            return code;
        any |= slots != NULL;
    }
    return any ? BERTH_E_OK : tokens_redis_create(fill, error);
}

static const struct table_row tokens_redis = {
    .fill = tokens_redis_fill, .hash = tokens_redis_hash, .fixed_size = TOKENS_REDIS_SLOTS};

const struct scheme preset_redis_cluster = {
    .info = {.name = "redis-cluster",
             .summary = "Redis Cluster: CRC-16 slots, masters by their slot ranges",
             .compatible = "Redis Cluster 3.0 and later, Valkey, KeyDB; redis-cli --cluster create",
             .quirks = "Masters carry slots=0-5460,5462; when none does, the split of redis-cli "
                       "--cluster create over the masters as listed is used.\n"
                       "A slot nobody has gives no node. Weights are ignored.\n",
             .example = "redis-cluster",
             .attributes = "slots",
             .promises = BERTH_EXACT},
    .row = &tokens_redis,
    .ops = &table_row_ops,
    .drops_down = true,
};
