/* SPDX-License-Identifier: MIT */
/* table.h - rows of named columns, printed in the format of the run
 *
 * A row is put cell by cell, each with the title of its column, and ends with table_row. The first
 * row names the columns; every later row puts the same ones. One call is enough for each format:
 *
 *     table_percent(table, "SHARE", 0.25, 2)      text, Markdown   SHARE  25.00 %
 *                                                 CSV              share  0.25
 *
 * Text is aligned within 80 columns: cells of table_name are shortened in the middle when the table
 * would be too wide. CSV has titles in lower case and numbers as programs read them; `csv` is true
 * then, for columns that only people read or only programs do. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame/command.h"

enum table_kind {
    TABLE_TEXT,   /* aligned left */
    TABLE_NUMBER, /* aligned right */
    TABLE_NAME,   /* aligned left, may be shortened */
    TABLE_MARK,   /* one character before the row, no title */
};

enum { TABLE_COLUMNS = 10, TABLE_WIDTH = 80 };

/* In place of a share or a ratio that does not exist: the cell is a dash. */
#define TABLE_NONE (-1.0)

struct table {
    struct run *run;
    bool csv;
    struct table_column {
        char *title;
        enum table_kind kind;
        size_t width;
    } column[TABLE_COLUMNS];
    char **cells;
    size_t columns, used, cap;
    bool named; /* the columns are */
};

void table_open(struct table *table, struct run *run);
/* Prints the table and frees it. */
void table_close(struct table *table);

/* Texts and titles are copied. */
void table_text(struct table *table, const char *title, const char *text);
void table_number(struct table *table, const char *title, const char *text);
void table_name(struct table *table, const char *title, const char *name);
/* '+' is green, '-' and '!' red, '~' yellow where the run has colours; ' ' is no mark. */
void table_mark(struct table *table, char mark);

void table_count(struct table *table, const char *title, uint64_t n);
void table_bytes(struct table *table, const char *title, uint64_t bytes);
void table_weight(struct table *table, const char *title, double weight);
void table_percent(struct table *table, const char *title, double share, int decimals);
void table_ratio(struct table *table, const char *title, double ratio, int decimals);

/* The row ends here. */
void table_row(struct table *table);
/* The cells put so far only name the columns: for a table that may have no row. */
void table_heading(struct table *table);
/* A row with nothing but a text in its first column, such as "(20 more)". */
void table_gap(struct table *table, const char *text);

#endif
