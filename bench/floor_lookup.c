/* SPDX-License-Identifier: MIT */
/* floor_lookup.c - lower bounds of a lookup: the hash alone, one load alone, and both
 *
 *   load   from a copy of the map's own table, so the answers are the map's
 *   line   one word of a random cache line, of an index as large as the ring's, 8 bytes a point */
#include <stdlib.h>

#include "key_digest.h"
#include "ways.h"

enum { FLOOR_LINE = 64, FLOOR_POINTS = 160 };

__extension__ typedef unsigned __int128 floor_u128;

struct floor {
    uint16_t *table;
    const uint32_t *lines;
    uint64_t line_count;
    unsigned shift;
    enum key_kind keys;
};

static void floor_close(void *state)
{
    struct floor *floor = state;
    free(floor->table);
    free((void *)floor->lines);
    free(floor);
}

/* ---- the hash alone ------------------------------------------------------------------------- */

static uint32_t floor_hash_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    const struct floor *floor = state;
    return (uint32_t)digest_key(floor->keys, keys, i, tie);
}

static uint64_t floor_hash_run(void *state, const struct slice *slice)
{
    return loop_lookups(floor_hash_one, state, slice);
}

static void *floor_open(const struct setting *setting)
{
    struct floor *floor = calloc(1, sizeof *floor);
    if (floor)
        floor->keys = setting->keys;
    return floor;
}

const struct way floor_hash = {
    .name = "xxh3", .open = floor_open, .close = floor_close, .run = floor_hash_run};

/* ---- a load from the same table -------------------------------------------------------------- */

static void *floor_open_load(const struct setting *setting)
{
    struct floor *floor = floor_open(setting);
    const berth_map *map = nodes_map(setting);
    struct berth_mark mark;
    size_t count = 0;
    while (floor && map && berth_map_mark(map, count, &mark))
        count++;
    if (count == 0)
        return NULL;
    floor->table = malloc(count * sizeof *floor->table);
    floor->shift = 64;
    for (size_t i = 0; i < count; i++) {
        berth_map_mark(map, i, &mark);
        floor->table[i] = (uint16_t)mark.index;
    }
    for (size_t reach = 1; reach < count; reach *= 2)
        floor->shift--;
    return floor;
}

static uint32_t floor_load_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    const struct floor *floor = state;
    return floor->table[(keys->hashes[i] + tie) >> floor->shift];
}

static uint64_t floor_load_run(void *state, const struct slice *slice)
{
    return loop_lookups(floor_load_one, state, slice);
}

const struct way floor_load = {.name = "load",
                               .open = floor_open_load,
                               .close = floor_close,
                               .run = floor_load_run,
                               .answers = true};

static uint32_t floor_hash_load_one(const void *state, const struct keys *keys, size_t i,
                                    uint64_t tie)
{
    const struct floor *floor = state;
    return floor->table[digest_key(floor->keys, keys, i, tie) >> floor->shift];
}

static uint64_t floor_hash_load_run(void *state, const struct slice *slice)
{
    return loop_lookups(floor_hash_load_one, state, slice);
}

const struct way floor_hash_load = {.name = "xxh3 + load",
                                    .open = floor_open_load,
                                    .close = floor_close,
                                    .run = floor_hash_load_run,
                                    .answers = true};

/* ---- a random cache line --------------------------------------------------------------------- */

static void *floor_open_line(const struct setting *setting)
{
    struct floor *floor = floor_open(setting);
    if (!floor)
        return NULL;
    floor->line_count = ((uint64_t)setting->nodes * FLOOR_POINTS + 7) / 8;
    uint32_t *lines = aligned_alloc(FLOOR_LINE, (size_t)floor->line_count * FLOOR_LINE);
    for (uint64_t i = 0; lines && i < floor->line_count * (FLOOR_LINE / sizeof *lines); i++)
        lines[i] = (uint32_t)(keys_mix(i) % setting->nodes);
    floor->lines = lines;
    return floor;
}

static uint32_t floor_touch(const struct floor *floor, uint64_t hash)
{
    const uint64_t line = (uint64_t)(((floor_u128)hash * floor->line_count) >> 64);
    return floor->lines[line * (FLOOR_LINE / sizeof *floor->lines)];
}

static uint32_t floor_line_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    return floor_touch(state, keys->hashes[i] + tie);
}

static uint64_t floor_line_run(void *state, const struct slice *slice)
{
    return loop_lookups(floor_line_one, state, slice);
}

const struct way floor_line = {
    .name = "line", .open = floor_open_line, .close = floor_close, .run = floor_line_run};

static uint32_t floor_hash_line_one(const void *state, const struct keys *keys, size_t i,
                                    uint64_t tie)
{
    const struct floor *floor = state;
    return floor_touch(floor, digest_key(floor->keys, keys, i, tie));
}

static uint64_t floor_hash_line_run(void *state, const struct slice *slice)
{
    return loop_lookups(floor_hash_line_one, state, slice);
}

const struct way floor_hash_line = {.name = "xxh3 + line",
                                    .open = floor_open_line,
                                    .close = floor_close,
                                    .run = floor_hash_line_run};
