/* SPDX-License-Identifier: MIT */
/* way_jump_paper.c - jump consistent hash with the values of Lamping and Veach (2014, fig. 1) */
#include <stdlib.h>

#include "loop.h"
#include "ways.h"

static int32_t paper_jump(uint64_t key, int32_t buckets)
{
    int64_t b = -1, j = 0;
    while (j < buckets) {
        b = j;
        key = key * UINT64_C(2862933555777941757) + 1;
        j = (int64_t)((double)(b + 1) * ((double)(INT64_C(1) << 31) / (double)((key >> 33) + 1)));
    }
    return (int32_t)b;
}

static uint32_t paper_one(const void *state, const struct keys *keys, size_t i, uint64_t tie)
{
    return (uint32_t)paper_jump(keys->hashes[i] + tie, *(const int32_t *)state);
}

static uint64_t paper_run(void *state, const struct slice *slice)
{
    return loop_lookups(paper_one, state, slice);
}

static void *paper_open(const struct setting *setting)
{
    int32_t *buckets = malloc(sizeof *buckets);
    if (buckets)
        *buckets = (int32_t)setting->nodes;
    return buckets;
}

const struct way way_jump_paper = {.name = "jump of the paper",
                                   .open = paper_open,
                                   .close = free,
                                   .run = paper_run,
                                   .answers = true};
