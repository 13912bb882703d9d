/* SPDX-License-Identifier: MIT */
/* clock.h - time, measured so that a busy machine disturbs it little
 *
 * clock_cpu counts the time that this thread spends on a CPU, without the time in which another
 * process runs there. (It does count the cache misses that the other process leaves behind; that is
 * why ratios are taken round by round.) clock_wall is for work that several threads or processes
 * share. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

uint64_t clock_cpu(void);  /* ns */
uint64_t clock_wall(void); /* ns */

/* Pins the calling thread to the n-th CPU that it may use, counted from 0; false when there is
 * none. */
bool clock_pin(unsigned n);
unsigned clock_cpus(void);
/* Makes freed memory stay with the process, so that no page fault disturbs a measurement. */
void clock_keep_heap(void);

#endif
