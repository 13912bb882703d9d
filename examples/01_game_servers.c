/* SPDX-License-Identifier: MIT */
/* 01_game_servers.c - routes player names to game servers; a server comes and goes meanwhile
 *
 * Four threads route players without a lock: each lookup reads the pointer to the current map. In
 * the meantime the main thread publishes a map with one server more, then a map with one server
 * less. Every lookup must name a server, and the plans say which players move. */
#include <berth.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLAYERS = 100000, THREADS = 4, MAPS = 3 };

static _Atomic(const berth_map *) current;
static _Atomic bool running = true;
static const berth_map *maps[MAPS];

static const char *server_of(const berth_map *map, unsigned player)
{
    char name[32];
    int len = snprintf(name, sizeof name, "player:%u", player);
    return berth_map_name(map, berth_map_route(map, name, (size_t)len));
}

/* Routes all players again and again; counts lookups that name no server. */
static void *route_players(void *wrong)
{
    for (unsigned i = 0; atomic_load(&running) || i % PLAYERS != 0; i++) {
        const berth_map *map = atomic_load_explicit(&current, memory_order_acquire);
        if (!server_of(map, i % PLAYERS))
            ++*(long *)wrong;
    }
    return NULL;
}

static void must(bool good, const berth_error *error)
{
    if (good)
        return;
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

/* Publishes `map` and prints how many players that moves. */
static void publish(const berth_map *before, const berth_map *map, const char *what)
{
    berth_error error = {0};
    struct berth_plan_summary sum;
    berth_plan *plan = berth_plan_new(before, map, &error);
    must(plan != NULL, &error);
    for (unsigned i = 0; i < PLAYERS; i++) {
        char name[32];
        int len = snprintf(name, sizeof name, "player:%u", i);
        struct berth_key key = {name, (size_t)len};
        must(berth_plan_feed(plan, &key, NULL, 1, NULL, &error) == 0, &error);
    }
    berth_plan_summary(plan, &sum);
    printf("%s: %llu of %llu players move (%.1f %%), %llu needlessly\n", what,
           (unsigned long long)sum.keys_moved, (unsigned long long)sum.keys,
           100.0 * (double)sum.keys_moved / (double)sum.keys,
           (unsigned long long)sum.keys_needless);
    berth_plan_free(plan);
    atomic_store_explicit(&current, map, memory_order_release);
}

int main(void)
{
    berth_error error = {0};
    pthread_t threads[THREADS];
    long wrong[THREADS] = {0}, all = 0;
    berth_nodes *servers = berth_nodes_new(NULL);

    must(servers && berth_nodes_parse_inline(servers, "game-[1-5]", &error) == 0, &error);
    must((maps[0] = berth_map_new("slots", servers, NULL, &error)) != NULL, &error);
    atomic_store(&current, maps[0]);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, route_players, &wrong[i]);

    must(berth_nodes_add(servers, "game-6", 1, &error) == 0, &error);
    must((maps[1] = berth_map_next(maps[0], servers, &error)) != NULL, &error);
    publish(maps[0], maps[1], "game-6 joins ");

    must(berth_nodes_remove(servers, "game-2", &error) == 0, &error);
    must((maps[2] = berth_map_next(maps[1], servers, &error)) != NULL, &error);
    publish(maps[1], maps[2], "game-2 leaves");

    atomic_store(&running, false);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        all += wrong[i];
    }
    printf("%d threads routed all the while; answers without a server: %ld\n", THREADS, all);
    printf("player:42 plays on %s, then %s, then %s\n", server_of(maps[0], 42),
           server_of(maps[1], 42), server_of(maps[2], 42));

    /* No thread reads a map any more, so the maps can be freed. */
    for (int i = 0; i < MAPS; i++)
        berth_map_free((berth_map *)maps[i]);
    berth_nodes_free(servers);
    return all == 0 ? 0 : 1;
}
