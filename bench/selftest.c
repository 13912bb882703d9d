/* SPDX-License-Identifier: MIT */
/* selftest.c - lookups that are fast because they are wrong; the benchmark must notice them
 *
 *   lazy      always answers with the same node
 *   rare      is wrong for one key in five hundred
 *   careless  gives right answers one by one, but leaves out keys when it is timed
 *   honest    is right, and must pass */
#include "selftest.h"

#include <stdio.h>
#include <stdlib.h>

#include "loop.h"
#include "ways.h"

static uint32_t selftest_lazy(const void *map, const struct keys *keys, size_t i, uint64_t tie)
{
    (void)map;
    (void)keys;
    return (uint32_t)(i * 0 + tie);
}

static uint32_t selftest_honest(const void *map, const struct keys *keys, size_t i, uint64_t tie)
{
    return berth_map_route_hash(map, keys->hashes[i] + tie);
}

static uint32_t selftest_rare(const void *map, const struct keys *keys, size_t i, uint64_t tie)
{
    return selftest_honest(map, keys, i, tie) ^ (i % 500 == 250);
}

static void *selftest_open(const struct setting *setting)
{
    return (void *)nodes_map(setting);
}

static void selftest_close(void *state)
{
    (void)state; /* the map is kept by bench_nodes.c */
}

static uint64_t selftest_run_lazy(void *state, const struct slice *slice)
{
    return loop_lookups(selftest_lazy, state, slice);
}

static uint64_t selftest_run_honest(void *state, const struct slice *slice)
{
    return loop_lookups(selftest_honest, state, slice);
}

static uint64_t selftest_run_rare(void *state, const struct slice *slice)
{
    return loop_lookups(selftest_rare, state, slice);
}

static uint64_t selftest_run_careless(void *state, const struct slice *slice)
{
    struct slice less = *slice;
    if (!slice->out && slice->count > 0) /* a slice is a single key on a machine that is busy */
        less.count -= slice->count / 4 + 1;
    return loop_lookups(selftest_honest, state, &less);
}

#define SELFTEST_WAY(name_)                                                                        \
    {                                                                                              \
        .name = #name_, .open = selftest_open, .close = selftest_close,                            \
        .run = selftest_run_##name_, .answers = true                                               \
    }
static const struct way selftest_ways[] = {SELFTEST_WAY(lazy), SELFTEST_WAY(rare),
                                           SELFTEST_WAY(careless), SELFTEST_WAY(honest)};

int selftest_run(void)
{
    const struct budget budget = {.slice_ns = 2e5, .row_ns = 1e8, .rounds = 5};
    int failed = 0;
    for (unsigned i = 0; i < 4; i++) {
        const bool wrong = i < 3;
        const struct row row = {
            .name = selftest_ways[i].name,
            .unit = "",
            .at_most = 1,
            .subject = &selftest_ways[i],
            .base = &floor_line,
            .truth = &oracle_ring,
            .set = {.spec = "ring", .nodes = 100, .keys = KEY_HASHES, .sample = 5000}};
        struct figure figure;
        measure_row(&row, &budget, &figure);
        printf("%s: %s\n", row.name, figure.wrong ? figure.why : "right answers");
        failed |= figure.wrong != wrong;
    }
    nodes_forget();
    puts(failed ? "a wrong lookup went through" : "every wrong lookup was caught");
    return failed;
}
