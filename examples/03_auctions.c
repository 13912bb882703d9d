/* SPDX-License-Identifier: MIT */
/* 03_auctions.c - routes auctions to bidder shards: three replicas in three zones, and a struct for
 *                 each node
 *
 * Each node carries a pointer to a struct of the caller, so an answer leads straight to it.
 * Replicas come in the auction's own order, one in each zone. When a shard goes down, its auctions
 * pass to their next replica, and no other auction moves. */
#include <berth.h>

#include <stdio.h>
#include <stdlib.h>

enum { SHARDS = 6, AUCTIONS = 60000, REPLICAS = 3 };

struct bidder {
    char name[16];
    const char *zone;
    long owned, held; /* how many auctions it owns, and of how many it holds a replica */
};

static void must(int code, const berth_error *error)
{
    if (code == 0)
        return;
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

static size_t bidders_of(const berth_map *map, unsigned auction, struct bidder *out[REPLICAS])
{
    uint32_t index[REPLICAS];
    char key[32];
    int len = snprintf(key, sizeof key, "auction:%u", auction);
    size_t n = berth_map_replicas(map, key, (size_t)len, index, REPLICAS);
    for (size_t i = 0; i < n; i++)
        out[i] = berth_map_data(map, index[i]);
    return n;
}

static berth_map *map_of(const berth_nodes *nodes)
{
    berth_error error = {0};
    berth_map *map = berth_map_new("hrw", nodes, NULL, &error);
    must(map ? 0 : error.code, &error);
    return map;
}

int main(void)
{
    static const char *const zones[] = {"east", "west", "north"};
    struct bidder bidders[SHARDS];
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);

    for (int i = 0; i < SHARDS; i++) {
        struct bidder *bidder = &bidders[i];
        *bidder = (struct bidder){.zone = zones[i % 3]};
        snprintf(bidder->name, sizeof bidder->name, "bidder-%d", i + 1);
        must(berth_nodes_add(nodes, bidder->name, i == 0 ? 2 : 1, &error), &error);
        must(berth_nodes_set(nodes, bidder->name, "zone", bidder->zone, &error), &error);
        must(berth_nodes_set_data(nodes, bidder->name, bidder, &error), &error);
    }
    berth_map *map = map_of(nodes);

    long same_zone = 0;
    for (unsigned i = 0; i < AUCTIONS; i++) {
        struct bidder *at[REPLICAS];
        bidders_of(map, i, at);
        at[0]->owned++;
        for (int r = 0; r < REPLICAS; r++)
            at[r]->held++;
        same_zone +=
            at[0]->zone == at[1]->zone || at[1]->zone == at[2]->zone || at[0]->zone == at[2]->zone;
    }
    for (int i = 0; i < SHARDS; i++)
        printf("%s %-5s owns %5ld auctions, holds %5ld\n", bidders[i].name, bidders[i].zone,
               bidders[i].owned, bidders[i].held);
    printf("auctions with two replicas in one zone: %ld\n", same_zone);

    must(berth_nodes_set(nodes, "bidder-3", "state", "down", &error), &error);
    berth_map *without = map_of(nodes);
    long passed = 0, others = 0;
    for (unsigned i = 0; i < AUCTIONS; i++) {
        struct bidder *before[REPLICAS], *after[REPLICAS];
        bidders_of(map, i, before);
        bidders_of(without, i, after);
        passed += before[0] == &bidders[2];
        others += before[0] != &bidders[2] && before[0] != after[0];
    }
    printf("bidder-3 down: its %ld auctions pass on, %ld of others move\n", passed, others);

    berth_map_free(without);
    berth_map_free(map);
    berth_nodes_free(nodes);
    return others == 0 && same_zone == 0 ? 0 : 1;
}
