/* SPDX-License-Identifier: MIT */
/* record.h - a run as a JSON document, and its ratios in relation to those of another run */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include <jansson.h>

#include "bench.h"
#include "machine.h"

/* {"format": "berth.bench/1", "machine": ..., "build": ..., "run": ..., "rows": []} */
json_t *record_new(const struct machine *machine, const struct budget *budget, const char *mode);
void record_row(json_t *record, const struct row *row, const struct figure *figure);
/* False after saying why not. */
bool record_write(json_t *record, const char *path);

/* Prints the ratios that are worse than the recorded ones by more than the tolerance (0.2 = a
 * fifth); how many, or -1 after saying why the record cannot be used. */
int record_compare(json_t *record, const char *path, double tolerance);

#endif
