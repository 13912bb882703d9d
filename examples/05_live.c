/* SPDX-License-Identifier: MIT */
/* 05_live.c - nodes come, fail, return, drain and leave under threads that never wait
 *
 * Two threads look keys up all the time, each by a handle of its own. The main thread is the
 * writer: it changes the nodes and counts, after each change, where 10,000 sessions are now. */
#include <berth.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SESSIONS = 10000, THREADS = 2 };

static atomic_bool stop;
static atomic_ulong wrong;

static size_t session_key(unsigned i, char out[16])
{
    return (size_t)snprintf(out, 16, "session:%u", i % SESSIONS);
}

/* ---- readers ------------------------------------------------------------------------------- */

/* All answers within a section come from one version, so the first replica is the owner, and the
 * index has a name. */
static void *reader_thread(void *context)
{
    berth_reader *reader = context;
    char key[16];
    for (unsigned i = 0; !atomic_load(&stop); i++) {
        uint32_t replica = BERTH_NONE;
        size_t len = session_key(i, key);
        const berth_map *map = berth_reader_enter(reader);
        uint32_t owner = berth_map_route(map, key, len);
        berth_map_replicas(map, key, len, &replica, 1);
        if (owner != replica || !berth_map_name(map, owner))
            atomic_fetch_add(&wrong, 1);
        berth_reader_leave(reader);
    }
    return NULL;
}

/* ---- the writer ---------------------------------------------------------------------------- */

static void ok(int code, const berth_error *error)
{
    if (code) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

/* Owners are compared by name, because an index stands for a node only within one version. */
static void report(berth_live *live, const char *what)
{
    static char homes[SESSIONS][16];
    struct berth_live_status status;
    char key[16];
    unsigned moved = 0, new = 0;
    berth_live_status(live, &status);
    const berth_map *map = berth_live_acquire(live);
    for (unsigned i = 0; i < SESSIONS; i++) {
        size_t len = session_key(i, key);
        const char *home = berth_map_name(map, berth_map_route(map, key, len));
        moved += strcmp(home, homes[i]) != 0;
        new += strcmp(berth_map_name(map, berth_map_place(map, key, len)), "cache-1") == 0;
        snprintf(homes[i], sizeof homes[i], "%s", home);
    }
    berth_live_release(live, map);
    printf("version %llu  %-24s %5u moved, %4u would be new on cache-1\n",
           (unsigned long long)status.version, what, moved, new);
}

static void write_all(berth_live *live)
{
    berth_error error = {0};
    report(live, "three nodes");
    ok(berth_live_add(live, "cache-4", 1, &error), &error);
    report(live, "cache-4 joins");
    ok(berth_live_set_state(live, "cache-2", BERTH_DOWN, &error), &error);
    report(live, "cache-2 is down");
    ok(berth_live_set_state(live, "cache-2", BERTH_UP, &error), &error);
    report(live, "cache-2 is back");
    ok(berth_live_set_state(live, "cache-1", BERTH_DRAIN, &error), &error);
    report(live, "cache-1 drains");
    ok(berth_live_remove(live, "cache-1", &error), &error);
    report(live, "cache-1 leaves");
}

/* A batch makes one version. A batch on a version that is no longer current is refused. */
static void write_batch(berth_live *live)
{
    berth_error error = {0};
    uint64_t version;
    berth_nodes *nodes = berth_live_nodes(live, &version, &error);
    ok(nodes ? 0 : error.code, &error);
    ok(berth_nodes_add(nodes, "cache-5", 1, &error), &error);
    ok(berth_nodes_set_weight(nodes, "cache-4", 2, &error), &error);
    ok(berth_live_apply(live, nodes, version, &error), &error);
    report(live, "a batch of two changes");
    if (berth_live_apply(live, nodes, version, &error) == BERTH_E_STATE)
        printf("refused: %s\n", error.text);
    berth_nodes_free(nodes);
}

int main(void)
{
    berth_error error = {0};
    berth_reader *readers[THREADS];
    pthread_t threads[THREADS];
    berth_nodes *nodes = berth_nodes_new(NULL);
    ok(berth_nodes_parse_inline(nodes, "cache-[1-3]", &error), &error);
    berth_live *live = berth_live_new("slots", nodes, NULL, &error);
    ok(live ? 0 : error.code, &error);
    berth_nodes_free(nodes);
    for (int i = 0; i < THREADS; i++) {
        readers[i] = berth_reader_new(live, &error);
        if (!readers[i] || pthread_create(&threads[i], NULL, reader_thread, readers[i]))
            return 1;
    }
    write_all(live);
    write_batch(live);
    atomic_store(&stop, true);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        berth_reader_free(readers[i]);
    }
    struct berth_live_status status;
    berth_live_status(live, &status);
    printf("wrong answers: %lu, versions still held: %zu\n", atomic_load(&wrong), status.retired);
    berth_live_free(live);
    return 0;
}
