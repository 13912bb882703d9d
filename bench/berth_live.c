/* SPDX-License-Identifier: MIT */
/* berth_live.c - a live map with readers, and a writer that publishes every millisecond
 *
 * Each version adds or removes a node of weight 0: the map is rebuilt and readers must fetch it
 * again, but every key keeps its owner, so answers can be checked. */
#include "berth_live.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "clock.h"
#include "loop.h"

#define LIVE_IDLE_NODE "node-99999"

struct bench_live {
    berth_live *live;
    pthread_t writer;
    atomic_bool stop;
    bool writing;
};

struct bench_live *bench_live_new(const struct setting *set)
{
    struct bench_live *live = calloc(1, sizeof *live);
    berth_nodes *nodes = nodes_make(set);
    if (live)
        live->live = berth_live_new(set->spec, nodes, NULL, NULL);
    berth_nodes_free(nodes);
    if (live && live->live)
        return live;
    free(live);
    return NULL;
}

static void *bench_live_write(void *argument)
{
    struct bench_live *live = argument;
    const struct timespec pause = {.tv_nsec = 1000000};
    clock_pin(1);
    for (bool there = false; !atomic_load(&live->stop); there = !there) {
        if (there)
            berth_live_remove(live->live, LIVE_IDLE_NODE, NULL);
        else
            berth_live_add(live->live, LIVE_IDLE_NODE, 0, NULL);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

bool bench_live_publish(struct bench_live *live)
{
    live->writing = pthread_create(&live->writer, NULL, bench_live_write, live) == 0;
    return live->writing;
}

uint64_t bench_live_versions(const struct bench_live *live)
{
    struct berth_live_status status;
    berth_live_status(live->live, &status);
    return status.version;
}

void bench_live_free(struct bench_live *live)
{
    atomic_store(&live->stop, true);
    if (live->writing)
        pthread_join(live->writer, NULL);
    berth_live_free(live->live);
    free(live);
}

berth_reader *bench_live_reader(struct bench_live *live)
{
    return berth_reader_new(live->live, NULL);
}

/* ---- ways whose state is a reader ------------------------------------------------------------ */

static uint32_t live_one(const void *reader, const struct keys *keys, size_t i, uint64_t tie)
{
    return berth_reader_route((berth_reader *)reader, loop_text(keys, i, tie), keys->length);
}

static uint64_t live_run(void *state, const struct slice *slice)
{
    return loop_lookups(live_one, state, slice);
}

const struct way berth_live_protected = {.name = "berth, reader", .run = live_run, .answers = true};

static uint32_t live_map_one(const void *map, const struct keys *keys, size_t i, uint64_t tie)
{
    return berth_map_route(map, loop_text(keys, i, tie), keys->length);
}

/* Enters and leaves once for 1024 lookups, so protection costs next to nothing; the maps are those
 * of berth_live_protected. */
static uint64_t live_run_sections(void *state, const struct slice *slice)
{
    uint64_t sum = 0;
    for (size_t done = 0; done < slice->count; done += LOOP_BATCH_MAX) {
        struct slice part = *slice;
        part.from += done;
        part.count = slice->count - done < LOOP_BATCH_MAX ? slice->count - done : LOOP_BATCH_MAX;
        part.out = slice->out ? slice->out + done : NULL;
        sum += loop_lookups(live_map_one, berth_reader_enter(state), &part);
        berth_reader_leave(state);
    }
    return sum;
}

const struct way berth_live_unprotected = {
    .name = "berth, a section of 1024", .run = live_run_sections, .answers = true};
