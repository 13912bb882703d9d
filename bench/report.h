/* SPDX-License-Identifier: MIT */
/* report.h - a row for people */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "bench.h"

/* "goal 2: ring 1000x160 strings thr" */
void report_title(const struct row *row, char *out, size_t cap);
/* "met", "missed", "wrong", "not measured", or "" when there is no goal. */
const char *report_verdict(const struct row *row, const struct figure *figure);
void report_row(const struct row *row, const struct figure *figure, bool smoke);

#endif
