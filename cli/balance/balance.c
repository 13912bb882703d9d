/* SPDX-License-Identifier: MIT */
/* balance.c - adds up what each node owns, gets and carries */
#include "balance/balance.h"

#include <math.h>
#include <stdlib.h>

#include "show/names.h"
#include "show/progress.h"
#include "judge/warn.h"

static void balance_rooms(struct balance *b)
{
    uint64_t *room = memory_new(b->count + 1, sizeof *room);
    if (berth_map_rooms(b->map, room))
        for (size_t i = 0; i < b->count; i++)
            b->nodes[i].room = room[i];
    free(room);
}

struct balance *balance_new(const berth_map *map)
{
    struct balance *b = memory_new(1, sizeof *b);
    b->map = map;
    b->count = berth_map_count(map);
    b->nodes = memory_new(b->count, sizeof *b->nodes);
    b->listed = names_order(map);
    berth_map_scheme(map, &b->info);
    hot_keys_open(&b->sketch, b->count);
    b->has_law = law_of(map, &b->law);
    double *share = memory_new(b->count, sizeof *share), *fair = memory_new(b->count, sizeof *fair);
    b->measure = berth_map_shares(map, share);
    b->weighing = berth_map_fair(map, fair);
    for (uint32_t i = 0; i < b->count; i++) {
        struct balance_node *node = &b->nodes[i];
        berth_map_node(map, i, &node->node);
        node->share = share[i];
        node->fair = fair[i];
        b->owned_part += share[i];
    }
    /* Rounding is no part without an owner. */
    if (b->owned_part <= 0 || fabs(b->owned_part - 1) < 1e-9)
        b->owned_part = 1;
    warn_about_silent(map, share, fair);
    free(share);
    free(fair);
    balance_rooms(b);
    return b;
}

void balance_free(struct balance *b)
{
    if (b) {
        free(b->scheme.sentence);
        free(b->by_key.sentence);
        free(b->by_hot.sentence);
        limits_free(&b->limits);
        free(b->by_copy.sentence);
        free(b->by_zone.sentence);
        hot_keys_close(&b->sketch);
        balance_kept_free(b);
        free(b->zones);
        free(b->listed);
        free(b->nodes);
        free(b);
    }
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void balance_add(struct balance *b, const struct key_batch *batch, const uint32_t *owners,
                        uint64_t (*digest)(const void *, size_t))
{
    for (size_t i = 0; i < batch->n; i++) {
        uint64_t load = batch->sizes ? batch->sizes[i] : 1;
        const struct berth_key *key = &batch->shown[i];
        uint64_t hash = digest(key->data, key->len);
        b->load += load;
        power_add(&b->keys_power, hash, 1);
        power_add(&b->load_power, hash, load);
        if (owners[i] == BERTH_NONE) {
            b->no_owner++;
        } else {
            b->nodes[owners[i]].keys++;
            b->nodes[owners[i]].load += load;
            hot_keys_add(&b->sketch, *key, load, owners[i]);
        }
    }
    b->keys += batch->n;
}

static void balance_copies(struct balance *b, const struct key_batch *batch, uint32_t *ranking)
{
    for (size_t i = 0; i < batch->n; i++) {
        size_t n = batch->numbers
                       ? berth_map_replicas_u64(b->map, batch->numbers[i], ranking, b->replicas)
                       : berth_map_replicas(b->map, batch->keys[i].data, batch->keys[i].len,
                                            ranking, b->replicas);
        for (size_t r = 0; r < n; r++)
            b->nodes[ranking[r]].copies++;
    }
}

bool balance_count(struct balance *b, struct keys *keys, size_t replicas)
{
    const struct berth_hash *hash = berth_hash_find("xxh3");
    uint32_t owners[KEYS_BATCH], *ranking = memory_new(b->count, sizeof *ranking);
    struct key_batch batch;
    struct progress progress;
    b->has_keys = true;
    b->replicas = replicas < b->count ? replicas : b->count;
    progress_begin(&progress, false);
    while (keys_next(keys, &batch)) {
        b->has_sizes = batch.sizes;
        if (batch.numbers)
            berth_map_route_many_u64(b->map, batch.numbers, batch.n, owners);
        else
            berth_map_route_many(b->map, batch.keys, batch.n, owners);
        balance_add(b, &batch, owners, hash->digest);
        balance_keep(b, &batch);
        if (b->replicas > 0)
            balance_copies(b, &batch, ranking);
        progress_tick(&progress, b->keys);
    }
    progress_end(&progress);
    free(ranking);
    return !keys_failed(keys);
}

/* ---- peaks ----------------------------------------------------------------------------------- */

/* Part of what has an owner, as berth_evenness counts it. */
static double balance_part(const struct balance *b, double share, uint64_t keys, uint64_t load)
{
    const uint64_t owned = b->keys - b->no_owner;
    return b->has_sizes && b->load > 0 ? (double)load / (double)b->load
           : b->has_keys && owned > 0  ? (double)keys / (double)owned
                                       : share / b->owned_part;
}

double balance_ratio(const struct balance *b, size_t i)
{
    const struct balance_node *node = &b->nodes[i];
    double part = balance_part(b, node->share, node->keys, node->load);
    return node->fair > 0 ? part / node->fair : 0;
}

double balance_zone_ratio(const struct balance *b, const struct balance_zone *zone)
{
    double part = balance_part(b, zone->share, zone->keys, zone->load);
    return zone->fair > 0 ? part / zone->fair : 0;
}

double balance_peak(const struct balance *b)
{
    double peak = b->has_sizes && b->load > 0  ? b->by_load.peak
                  : b->has_keys && b->keys > 0 ? b->by_keys.peak
                                               : b->owned.peak;
    return b->by_copies.peak > peak ? b->by_copies.peak : peak;
}
