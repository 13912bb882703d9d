/* SPDX-License-Identifier: MIT */
/* record.h - a run as a JSON document, and a figure in relation to one recorded before */
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

/* A record that was written before; NULL after saying why it cannot be used. */
json_t *record_load(const char *path);
/* The row's value in it; 0 = it has none. */
double record_was(json_t *before, const struct row *row);
/* How many times as bad as in the record the figure is; 0 = not to be compared: no ratio, or none
 * there. */
double record_worse(json_t *before, const struct row *row, const struct figure *figure);

#endif
