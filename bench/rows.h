/* SPDX-License-Identifier: MIT */
/* rows.h - the lists of rows */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "bench.h"

/* Each list ends with a row without a name. */
extern const struct row rows_lookups[]; /* goals 1, 2 */
extern const struct row rows_scores[];  /* goals 6, 7 */
extern const struct row rows_peers[];   /* goals 4, 5 */
extern const struct row rows_changes[]; /* goals 9, 10, replicas */

extern const struct row rows_threads[]; /* goal 8 */

/* Figures without a goal, shown as tables: one row for each cell. */
const struct row *rows_figures(void);
enum { ROW_LABEL = 96 };

/* Row i of all lists together; NULL past the end. */
const struct row *rows_at(size_t i);

#endif
