/* SPDX-License-Identifier: MIT */
/* rows.c - all lists of rows, one after the other */
#include "rows.h"

static const struct row *const rows_lists[] = {rows_lookups, rows_peers,   rows_scores,
                                               rows_threads, rows_changes, NULL};

static const struct row *rows_in(const struct row *row, size_t *i)
{
    for (; row->name; row++)
        if ((*i)-- == 0)
            return row;
    return NULL;
}

const struct row *rows_at(size_t i)
{
    for (size_t list = 0; rows_lists[list]; list++) {
        const struct row *row = rows_in(rows_lists[list], &i);
        if (row)
            return row;
    }
    return rows_in(rows_figures(), &i);
}
