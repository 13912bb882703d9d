/* SPDX-License-Identifier: MIT */
/* floor_memory.c - a lower bound of a change of a ring: copying it
 *
 * What is copied is the sorted array, 12 bytes a point (position and owner), without an index. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "ways.h"

enum { FLOOR_POINT_BYTES = 12, FLOOR_POINTS = 160 };

struct floor_memory {
    char *from, *to;
    size_t bytes;
};

static void *floor_memory_open(const struct setting *setting)
{
    struct floor_memory *floor = malloc(sizeof *floor);
    if (!floor)
        return NULL;
    floor->bytes = (size_t)setting->nodes * FLOOR_POINTS * FLOOR_POINT_BYTES;
    floor->from = malloc(floor->bytes);
    floor->to = malloc(floor->bytes);
    memset(floor->from, 1, floor->bytes);
    memset(floor->to, 1, floor->bytes);
    return floor;
}

static void floor_memory_close(void *state)
{
    struct floor_memory *floor = state;
    free(floor->from);
    free(floor->to);
    free(floor);
}

static uint64_t floor_memory_run(void *state, const struct slice *slice)
{
    const struct floor_memory *floor = state;
    for (size_t i = 0; i < slice->count; i++) {
        memcpy(floor->to, floor->from, floor->bytes);
        __asm__ volatile("" : : "r"(floor->to) : "memory");
    }
    return 0;
}

const struct way floor_memcpy = {.name = "memcpy",
                                 .open = floor_memory_open,
                                 .close = floor_memory_close,
                                 .run = floor_memory_run};
