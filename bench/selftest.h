/* SPDX-License-Identifier: MIT */
/* selftest.h - the proof that the benchmark catches wrong lookups */
#ifndef BENCH_SELFTEST_H
#define BENCH_SELFTEST_H

/* Prints which wrong lookups were caught. Returns 0 when all were, else 1. */
int selftest_run(void);

#endif
