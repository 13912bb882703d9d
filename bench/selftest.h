/* SPDX-License-Identifier: MIT */
/* selftest.h - the proof that the benchmark catches wrong lookups */
#ifndef BENCH_SELFTEST_H
#define BENCH_SELFTEST_H

/* Prints what was caught; 0 when everything was, else 1. */
int selftest_run(void);

#endif
