/* SPDX-License-Identifier: MIT */
/* clock.c - clocks, pinning a thread to a CPU, and a heap that keeps its memory */
#include "clock.h"

#include <limits.h>
#include <malloc.h>
#include <sched.h>
#include <time.h>

static uint64_t clock_read(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clock_cpu(void)
{
    return clock_read(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t clock_wall(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

/* The CPUs that the process could use when it started, before any thread was pinned. */
static const cpu_set_t *clock_given(void)
{
    static cpu_set_t given;
    static bool asked;
    if (!asked)
        sched_getaffinity(0, sizeof given, &given);
    asked = true;
    return &given;
}

unsigned clock_cpus(void)
{
    return (unsigned)CPU_COUNT(clock_given());
}

bool clock_pin(unsigned n)
{
    const cpu_set_t *given = clock_given();
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--) {
        if (!CPU_ISSET(cpu, given) || n-- > 0)
            continue;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        return sched_setaffinity(0, sizeof one, &one) == 0;
    }
    return false;
}

void clock_keep_heap(void)
{
    mallopt(M_MMAP_THRESHOLD, INT_MAX);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_TOP_PAD, 64 << 20);
}
