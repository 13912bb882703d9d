/* SPDX-License-Identifier: MIT */
/* 02_session_ids.c - routes 64-bit session ids to servers: small, sequential, time-based, negative
 *
 * An integer key is hashed as its eight little-endian bytes, so no pattern of ids can pile up on
 * one server. The same ids on a ring that does not hash integers show why that matters. */
#include <berth.h>

#include <stdio.h>
#include <stdlib.h>

enum { IDS = 100000, SERVERS = 10 };

static int64_t sequential(int64_t i)
{
    return i;
}

static int64_t negative(int64_t i)
{
    return -1 - i;
}

static int64_t milliseconds(int64_t i)
{
    return 1700000000000 + 1000 * i;
}

static int64_t snowflake(int64_t i)
{
    return ((1000000000 + i) << 22) | (i & 4095);
}

/* Returns the number of ids of the most loaded server, divided by the mean. */
static double peak(const berth_map *map, int64_t (*id)(int64_t))
{
    unsigned long count[SERVERS] = {0}, most = 0;
    for (int64_t i = 0; i < IDS; i++)
        count[berth_map_route_u64(map, (uint64_t)id(i))]++;
    for (int i = 0; i < SERVERS; i++)
        most = count[i] > most ? count[i] : most;
    return (double)most * SERVERS / IDS;
}

static berth_map *map_of(const char *spec, const berth_nodes *nodes)
{
    berth_error error = {0};
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    if (!map) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return map;
}

int main(void)
{
    static const struct {
        const char *name;
        int64_t (*id)(int64_t);
    } patterns[] = {{"0, 1, 2, ...", sequential},
                    {"-1, -2, -3, ...", negative},
                    {"milliseconds", milliseconds},
                    {"snowflake ids", snowflake}};
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    if (!nodes || berth_nodes_parse_inline(nodes, "session-[0-9]", &error))
        return 1;
    berth_map *hashed = map_of("slots", nodes), *raw = map_of("fabrica-int64ring", nodes);

    printf("busiest of %d servers over the mean, %d ids\n", SERVERS, IDS);
    printf("%-16s %8s  %s\n", "ids", "slots", "integers unhashed on a ring");
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        printf("%-16s %8.2f  %8.2f\n", patterns[i].name, peak(hashed, patterns[i].id),
               peak(raw, patterns[i].id));
    printf("session -1 is on %s\n",
           berth_map_name(hashed, berth_map_route_u64(hashed, (uint64_t)-1)));

    berth_map_free(hashed);
    berth_map_free(raw);
    berth_nodes_free(nodes);
    return 0;
}
