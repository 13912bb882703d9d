/* SPDX-License-Identifier: MIT */
/* consumer.c - a stranger's program: links an installed libberth and routes one key
 *
 * Built four ways by installed.sh: find_package and pkg-config, shared and static. Prints the
 * version and the owner, so that the four can be compared. */
#include <berth.h>
#include <stdio.h>

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
    printf("%s %s\n", berth_version(), berth_map_name(map, berth_map_route(map, "user:42", 7)));
    berth_map_free(map);
    berth_nodes_free(nodes);
    return 0;
}
