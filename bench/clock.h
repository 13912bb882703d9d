/* SPDX-License-Identifier: MIT */
/* clock.h - time, counted so that a busy machine disturbs little
 *
 * clock_cpu counts what this thread spends on the CPU: being put aside for somebody else is not
 * counted. (What the others leave of the caches is; that is why ratios are taken round by round.)
 * clock_wall is for what several threads or processes do together. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

uint64_t clock_cpu(void);  /* ns */
uint64_t clock_wall(void); /* ns */

/* Keeps the calling thread on the n-th of the CPUs it may use; false when there is none. */
bool clock_pin(unsigned n);
unsigned clock_cpus(void);
/* Heap that is freed stays with the process: no page faults in the middle of a measurement. */
void clock_keep_heap(void);

#endif
