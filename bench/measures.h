/* SPDX-License-Identifier: MIT */
/* measures.h - rows that are measured in a way of their own */
#ifndef BENCH_MEASURES_H
#define BENCH_MEASURES_H

#include "bench.h"

typedef void measure_own(const struct row *row, const struct budget *budget, struct figure *figure);

measure_own sweep_jumpback; /* the slowest of many numbers of nodes */

measure_own memory_index; /* bytes of a ring's index for each point */
measure_own
    memory_growth; /* (bytes of 8000 nodes - of 4000) / (of 4000 - of 2000) / 2, the worst */

measure_own memory_per_node;

measure_own threads_control; /* what a rwlock gains from a second thread; must be little */
measure_own
    threads_protected;   /* a reader's lookups over unprotected ones, while a writer publishes */
measure_own threads_two; /* what readers gain from a second thread */

/* The tool beside the benchmark, on a file of keys. */
measure_own tool_rate, tool_memory;

#endif
