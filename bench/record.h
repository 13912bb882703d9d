/* SPDX-License-Identifier: MIT */
/* record.h - a run as a JSON document, and figures compared with a run recorded before */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include <jansson.h>

#include "bench.h"
#include "machine.h"

/* {"format": "berth.bench/1", "machine": ..., "build": ..., "run": ..., "rows": []} */
json_t *record_new(const struct machine *machine, const struct budget *budget, const char *mode);
void record_row(json_t *record, const struct row *row, const struct figure *figure);
/* When the file cannot be written, prints that and returns false. */
bool record_write(json_t *record, const char *path);

/* Loads a record; when it cannot be used, prints why and returns NULL. */
json_t *record_load(const char *path);
/* The row's value in the record; 0 when the record does not have it. */
double record_was(json_t *before, const struct row *row);
/* How many times as bad as in the record the figure is; 0 when the two cannot be compared, because
 * the figure is no ratio or the record does not have it. */
double record_worse(json_t *before, const struct row *row, const struct figure *figure);

#endif
