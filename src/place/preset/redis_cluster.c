/* SPDX-License-Identifier: MIT */
/* redis_cluster.c - Redis Cluster: the slot of a key, and the master that has the slot */
#include "place/mechanism/bucket_row.h"
#include "place/mechanism/key_cut.h"
#include "place/mechanism/table_row.h"

#include "base/fail.h"
#include "base/number.h"
#include "hash/crc.h"

#include <math.h>
#include <string.h>

/* ---- masters ------------------------------------------------------------------------------- */

enum { REDIS_CLUSTER_SLOTS = 16384 };

static uint64_t redis_cluster_hash(const void *key, size_t len)
{
    key_cut_braces(NULL, &key, &len);
    return crc16_xmodem(key, len) % REDIS_CLUSTER_SLOTS;
}

static int redis_cluster_bad(const struct table_fill *fill, uint32_t place, const char *what,
                             berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    const struct node *node = table_node(fill, place);
    return fail(error, BERTH_E_SLOT, "node \"%s\": %s",
                fail_shown(node->text, node->name_len, shown), what);
}

static int redis_cluster_claim(struct table_fill *fill, uint32_t place, uint64_t first,
                               uint64_t last, berth_error *error)
{
    for (uint64_t slot = first; slot <= last; slot++) {
        if (fill->table[slot] != BERTH_NONE)
            return redis_cluster_bad(fill, place, "a slot of its is another node's too", error);
        fill->table[slot] = place;
    }
    return 0;
}

/* "0-5460,5462": ranges of slots. */
static int redis_cluster_ranges(struct table_fill *fill, uint32_t place, const char *text,
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
        if (!good || first > last || last >= REDIS_CLUSTER_SLOTS)
            return redis_cluster_bad(fill, place, "slots= is not like 0-5460,5462", error);
        int code = redis_cluster_claim(fill, place, first, last, error);
        if (code)
            return code;
        text += len + (text[len] == ',');
    }
    return 0;
}

/* The split that redis-cli --cluster create makes: single-precision steps, rounded ends. */
static int redis_cluster_create(struct table_fill *fill, berth_error *error)
{
    float each = 16384.0f / (float)fill->count, cursor = 0;
    uint64_t first = 0;
    for (uint32_t place = 0; place < fill->count; place++) {
        float end = cursor + each;
        long last = lroundf(end - 1.0f);
        if (place + 1 == fill->count || last >= REDIS_CLUSTER_SLOTS)
            last = REDIS_CLUSTER_SLOTS - 1;
        if ((uint64_t)last >= first) {
            int code = redis_cluster_claim(fill, place, first, (uint64_t)last, error);
            if (code)
                return code;
        }
        first = (uint64_t)last + 1;
        cursor = end;
    }
    return 0;
}

static int redis_cluster_fill(struct table_fill *fill, double *scratch, berth_error *error)
{
    bool any = false;
    (void)scratch;
    for (uint32_t place = 0; place < fill->count; place++) {
        const struct node *node = table_node(fill, place);
        const char *slots = node_attribute(node, "slots");
        int code = slots ? redis_cluster_ranges(fill, place, slots, error) : BERTH_E_OK;
        if (code)
            return code;
        any |= slots != NULL;
    }
    return any ? BERTH_E_OK : redis_cluster_create(fill, error);
}

static const struct table_row redis_cluster_row = {
    .fill = redis_cluster_fill, .hash = redis_cluster_hash, .fixed_size = REDIS_CLUSTER_SLOTS};

static const struct key_hash redis_cluster_key_hash = {"crc16", "CRC-16/XMODEM, its low 14 bits",
                                                       14};

const struct scheme preset_redis_cluster = {
    .info = {.name = "redis-cluster",
             .summary = "Redis Cluster: CRC-16 slots, masters by their slot ranges",
             .compatible = "Redis Cluster 3.0 and later, Valkey, KeyDB; redis-cli --cluster create",
             .quirks = "Masters carry slots=0-5460,5462; when none does, the split of redis-cli "
                       "--cluster create over the masters as listed is used.\n"
                       "A slot that no master has gives no node. Weights are ignored.\n",
             .example = "redis-cluster",
             .attributes = "slots",
             .promises = BERTH_EXACT | BERTH_ASSIGNED},
    .row = &redis_cluster_row,
    .key_hash = &redis_cluster_key_hash,
    .ops = &table_row_ops,
    .drops_down = true,
};

/* ---- slots --------------------------------------------------------------------------------- */

static uint64_t redis_cluster_number(const struct value *values, const void *key, size_t len)
{
    (void)values;
    return redis_cluster_hash(key, len);
}

static const struct bucket_row redis_cluster_slot_row = {
    .rule = bucket_modulo, .hash = redis_cluster_number, .modulo = true};

const struct scheme preset_redis_cluster_slot = {
    .info = {.name = "redis-cluster-slot",
             .summary = "the slot of a key in Redis Cluster: 16384 numbered nodes stand for slots",
             .compatible = "Redis Cluster 3.0 and later, Valkey, KeyDB",
             .quirks = "Use 16384 nodes (--count 16384) to see slots; redis-cluster maps slots to "
                       "masters.\n"
                       "go-redis sends the empty key to a random slot; the server says 0.\n",
             .example = "redis-cluster-slot",
             .promises = BERTH_NUMBERED | BERTH_SET | BERTH_EXACT,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &redis_cluster_slot_row,
    .key_hash = &redis_cluster_key_hash,
    .ops = &bucket_row_ops,
};
