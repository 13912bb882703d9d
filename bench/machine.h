/* SPDX-License-Identifier: MIT */
/* machine.h - the machine on which the figures were measured, and how berth was compiled */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stddef.h>

struct machine {
    char cpu[128], kernel[160], governor[32];
    const char *compiler, *flags;
    unsigned cpus;
    long cache[3]; /* bytes of L1d, L2 and L3; 0 = unknown */
};

void machine_read(struct machine *machine);

#endif
