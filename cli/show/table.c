/* SPDX-License-Identifier: MIT */
/* table.c - column widths are found first, then every row is printed with them */
#include "show/table.h"

#include <stdlib.h>
#include <string.h>

#include "show/figures.h"
#include "frame/memory.h"

enum { TABLE_GAP = 2, TABLE_NAME_LEAST = 12, TABLE_CELL_MAX = 1024 };

void table_init(struct table *table)
{
    memset(table, 0, sizeof *table);
}

void table_free(struct table *table)
{
    for (size_t i = 0; i < table->used; i++)
        free(table->cells[i]);
    free(table->cells);
}

void table_column(struct table *table, const char *title, enum table_kind kind)
{
    table->column[table->columns].title = title;
    table->column[table->columns].kind = kind;
    table->columns++;
}

void table_cell(struct table *table, const char *text)
{
    if (table->used == table->cap) {
        table->cap = table->cap * 2 + 64;
        table->cells = memory_more(table->cells, table->cap, sizeof *table->cells);
    }
    table->cells[table->used++] = memory_text("%s", text);
}

static void table_measure(struct table *table)
{
    for (size_t c = 0; c < table->columns; c++) {
        size_t width = figure_width(table->column[c].title);
        width = table->column[c].kind == TABLE_MARK ? 1 : width;
        for (size_t i = c; i < table->used; i += table->columns) {
            size_t cell = figure_width(table->cells[i]);
            width = cell > width ? cell : width;
        }
        table->column[c].width = width;
    }
}

static size_t table_gap(const struct table *table, size_t c)
{
    if (c + 1 == table->columns)
        return 0;
    return table->column[c].kind == TABLE_MARK ? 1 : TABLE_GAP;
}

/* Takes columns away from the widest name column, one by one, until the table fits. */
static void table_squeeze(struct table *table, size_t indent)
{
    size_t total = indent;
    for (size_t c = 0; c < table->columns; c++)
        total += table->column[c].width + table_gap(table, c);
    while (total > TABLE_WIDTH) {
        size_t widest = table->columns;
        for (size_t c = 0; c < table->columns; c++)
            if (table->column[c].kind == TABLE_NAME && table->column[c].width > TABLE_NAME_LEAST &&
                (widest == table->columns || table->column[c].width > table->column[widest].width))
                widest = c;
        if (widest == table->columns)
            return;
        table->column[widest].width--;
        total--;
    }
}

static const char *table_colour(char mark)
{
    return mark == '+' ? "\033[32m" : mark == '~' ? "\033[33m" : "\033[31m";
}

static void table_field(const struct table *table, struct out *out, size_t c, const char *text,
                        size_t *pending)
{
    char cut[TABLE_CELL_MAX];
    size_t width = table->column[c].width;
    if (table->column[c].kind == TABLE_NAME) {
        figure_shorten(text, width, cut, sizeof cut);
        text = cut;
    }
    size_t used = figure_width(text);
    size_t fill = width > used ? width - used : 0;
    bool right = table->column[c].kind == TABLE_NUMBER;
    if (used > 0) { /* blanks at the end of a line are never written */
        out_repeat(out, " ", *pending + (right ? fill : 0));
        bool coloured = table->colour && table->column[c].kind == TABLE_MARK;
        out_text(out, coloured ? table_colour(*text) : "");
        out_text(out, text);
        out_text(out, coloured ? "\033[0m" : "");
        *pending = right ? 0 : fill;
    } else {
        *pending += width;
    }
    *pending += table_gap(table, c);
}

static void table_row(const struct table *table, struct out *out, size_t indent, char **cells)
{
    size_t pending = indent;
    for (size_t c = 0; c < table->columns; c++) {
        const char *text = cells ? cells[c] : table->column[c].title;
        table_field(table, out, c, text, &pending);
    }
    out_char(out, '\n');
}

void table_print(struct table *table, struct out *out, size_t indent)
{
    table_measure(table);
    table_squeeze(table, indent);
    table_row(table, out, indent, NULL);
    for (size_t i = 0; i + table->columns <= table->used; i += table->columns)
        table_row(table, out, indent, table->cells + i);
}

static void table_md_cell(struct out *out, const char *text)
{
    out_text(out, " ");
    for (; *text != '\0'; text++) {
        if (*text == '|')
            out_char(out, '\\');
        out_char(out, *text);
    }
    out_text(out, " |");
}

void table_print_md(struct table *table, struct out *out)
{
    table_measure(table);
    out_char(out, '|');
    for (size_t c = 0; c < table->columns; c++)
        table_md_cell(out, table->column[c].title);
    out_text(out, "\n|");
    for (size_t c = 0; c < table->columns; c++)
        out_text(out, table->column[c].kind == TABLE_NUMBER ? "---:|" : "---|");
    out_char(out, '\n');
    for (size_t i = 0; i + table->columns <= table->used; i += table->columns) {
        out_char(out, '|');
        for (size_t c = 0; c < table->columns; c++)
            table_md_cell(out, table->cells[i + c]);
        out_char(out, '\n');
    }
}
