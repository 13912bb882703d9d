/* SPDX-License-Identifier: MIT */
/* table.h - rows and columns, aligned as text within 80 columns or as a Markdown table
 *
 * Cells are filled from left to right; after the last column the next row begins. Text cells of a
 * TABLE_NAME column are shortened in the middle when the table would be too wide. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "show/output.h"

enum table_kind {
    TABLE_TEXT,   /* aligned left */
    TABLE_NUMBER, /* aligned right */
    TABLE_NAME,   /* aligned left, may be shortened */
    TABLE_MARK,   /* one character before the row, no title */
};

enum { TABLE_COLUMNS = 10, TABLE_WIDTH = 80 };

struct table {
    struct {
        const char *title;
        enum table_kind kind;
        size_t width;
    } column[TABLE_COLUMNS];
    char **cells;
    size_t columns, used, cap;
    bool colour; /* of TABLE_MARK cells: + green, - and ! red, ~ yellow */
};

void table_init(struct table *table);
void table_free(struct table *table);

void table_column(struct table *table, const char *title, enum table_kind kind);
/* The text is copied. */
void table_cell(struct table *table, const char *text);

/* indent: blanks before each line. */
void table_print(struct table *table, struct out *out, size_t indent);
void table_print_md(struct table *table, struct out *out);

#endif
