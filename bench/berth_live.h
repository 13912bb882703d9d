/* SPDX-License-Identifier: MIT */
/* berth_live.h - a live map under readers, and a writer that publishes every millisecond */
#ifndef BENCH_BERTH_LIVE_H
#define BENCH_BERTH_LIVE_H

#include "bench.h"

struct bench_live;

struct bench_live *bench_live_new(const struct setting *set); /* NULL = could not */
void bench_live_free(struct bench_live *live);               /* ends the writer; readers are gone */
bool bench_live_publish(struct bench_live *live);            /* starts the writer */
uint64_t bench_live_versions(const struct bench_live *live); /* published up to now */
berth_reader *bench_live_reader(struct bench_live *live);

/* Their state is a reader; who measures opens and frees it. */
extern const struct way berth_live_protected, berth_live_unprotected;

#endif
