/* SPDX-License-Identifier: MIT */
/* berth_live.h - a live map with readers, and a writer that publishes every millisecond */
#ifndef BENCH_BERTH_LIVE_H
#define BENCH_BERTH_LIVE_H

#include "bench.h"

struct bench_live;

/* Returns NULL when the live map cannot be made. */
struct bench_live *bench_live_new(const struct setting *set);
/* Stops the writer; all readers must have been freed. */
void bench_live_free(struct bench_live *live);
/* Starts the writer; false when its thread cannot be made. */
bool bench_live_publish(struct bench_live *live);
/* How many versions have been published so far. */
uint64_t bench_live_versions(const struct bench_live *live);
berth_reader *bench_live_reader(struct bench_live *live);

/* Their state is a reader, which the code that measures them opens and frees. */
extern const struct way berth_live_protected, berth_live_unprotected;

#endif
