/* SPDX-License-Identifier: MIT */
/* report.h - rows as text */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "bench.h"
#include "machine.h"

enum { REPORT_TITLE = 160 };

struct tally {
    unsigned met, missed, wrong, unmeasured;
};

void report_machine(const struct machine *machine, const char *mode);
/* Writes a title such as "goal 2: ring 1000x160 strings thr" to `out` and returns it. */
const char *report_title(const struct row *row, char out[REPORT_TITLE]);
/* Returns "met", "missed", "wrong" or "not measured"; "" when there is no goal. */
const char *report_verdict(const struct row *row, const struct figure *figure);
void report_row(const struct row *row, const struct figure *figure, bool smoke);
void report_count(const struct row *row, const struct figure *figure, struct tally *tally);
void report_tally(const struct tally *tally, bool smoke);

#endif
