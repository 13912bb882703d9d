/* SPDX-License-Identifier: MIT */
/* consumer.c - a user's program that links an installed libberth: it routes a key by a map and by a
 *              live map, whose locks need the linker flags of threads, and counts it as a hot key
 *
 * installed.sh builds it in four ways: with find_package and with pkg-config, shared and static. It
 * prints the version and the owner, so that the four can be compared. */
#include <berth.h>
#include <stdio.h>
#include <string.h>

/* Returns whether a live map routes the key to this node. */
static bool consumer_live(const berth_nodes *nodes, const char *node)
{
    berth_error error;
    struct berth_ticket ticket;
    berth_live *live = berth_live_new("slots", nodes, NULL, &error);
    berth_reader *reader = live != NULL ? berth_reader_new(live, &error) : NULL;
    bool same = reader != NULL && berth_reader_take(reader, "user:42", 7, &ticket) >= 0 &&
                strcmp(ticket.node, node) == 0 && berth_live_give(live, &ticket) == 0;
    berth_reader_free(reader);
    berth_live_free(live);
    return same;
}

static bool consumer_hot(void)
{
    berth_error error;
    struct berth_hot_key key;
    berth_hot *hot = berth_hot_new(8, 32, NULL, &error);
    bool good = hot != NULL && berth_hot_add(hot, "user:42", 7, 3, &error) == 0 &&
                berth_hot_at(hot, 0, &key) && key.count == 3;
    berth_hot_free(hot);
    return good;
}

int main(void)
{
    berth_error error;
    berth_nodes *nodes = berth_nodes_new(NULL);
    if (nodes == NULL || berth_nodes_parse_inline(nodes, "cache-[1-3]", &error) != 0) {
        return 1;
    }
    berth_map *map = berth_map_new("slots", nodes, NULL, &error);
    if (map == NULL) {
        return 1;
    }
    const char *owner = berth_map_name(map, berth_map_route(map, "user:42", 7));
    if (!consumer_live(nodes, owner) || !consumer_hot()) {
        return 1;
    }
    printf("%s %s\n", berth_version(), owner);
    berth_map_free(map);
    berth_nodes_free(nodes);
    return 0;
}
