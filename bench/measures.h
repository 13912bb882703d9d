/* SPDX-License-Identifier: MIT */
/* measures.h - functions that measure rows without rounds of slices */
#ifndef BENCH_MEASURES_H
#define BENCH_MEASURES_H

#include "bench.h"

typedef void measure_own(const struct row *row, const struct budget *budget, struct figure *figure);

/* jumpback with many numbers of nodes; the slowest counts. */
measure_own sweep_jumpback;

/* Bytes of a ring's index for each point. */
measure_own memory_index;
/* (bytes of 8000 nodes - bytes of 4000) / (bytes of 4000 - bytes of 2000) / 2; the worst scheme. */
measure_own memory_growth;
/* Bytes of a map for each node. */
measure_own memory_per_node;

/* How much a rwlock gains from a second thread; it must be little. */
measure_own threads_control;
/* The time of a reader's lookups over that of unprotected lookups, while a writer publishes. */
measure_own threads_protected;
/* How much readers gain from a second thread. */
measure_own threads_two;

/* Keys a second and peak memory of `berth route` with a file of keys. */
measure_own tool_rate, tool_memory;

#endif
