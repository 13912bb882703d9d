/* SPDX-License-Identifier: MIT */
/* rows.c - all lists of rows, one behind the other */
#include "rows.h"

static const struct row *const rows_lists[] = {rows_lookups, rows_peers, rows_scores, rows_changes,
                                               NULL};

const struct row *rows_at(size_t i)
{
    for (size_t list = 0; rows_lists[list]; list++)
        for (const struct row *row = rows_lists[list]; row->name; row++)
            if (i-- == 0)
                return row;
    return NULL;
}
