/* SPDX-License-Identifier: MIT */
/* table.c - cells are kept until the table is closed: widths are found, then every row is printed */
#include "show/table.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show/figures.h"

enum { TABLE_BETWEEN = 2, TABLE_NAME_LEAST = 12, TABLE_CELL_MAX = 1024 };

/* ---- cells ----------------------------------------------------------------------------------- */

void table_open(struct table *table, struct run *run)
{
    *table = (struct table){.run = run, .csv = run->args.format == FORMAT_CSV};
}

static void table_cell(struct table *table, const char *title, enum table_kind kind,
                       const char *text)
{
    if (!table->named) {
        assert(table->columns < TABLE_COLUMNS);
        table->column[table->columns].title = memory_text("%s", title);
        table->column[table->columns++].kind = kind;
    }
    if (table->used == table->cap) {
        table->cap = table->cap * 2 + 64;
        table->cells = memory_more(table->cells, table->cap, sizeof *table->cells);
    }
    table->cells[table->used++] = memory_text("%s", text);
}

void table_row(struct table *table)
{
    table->named = true;
    assert(table->used % table->columns == 0);
}

void table_heading(struct table *table)
{
    table_row(table);
    while (table->used > 0)
        free(table->cells[--table->used]);
}

void table_gap(struct table *table, const char *text)
{
    for (size_t c = 0; c < table->columns; c++)
        table_cell(table, "", TABLE_TEXT, c == 0 ? text : "");
    table_row(table);
}

void table_text(struct table *table, const char *title, const char *text)
{
    table_cell(table, title, TABLE_TEXT, text);
}

void table_number(struct table *table, const char *title, const char *text)
{
    table_cell(table, title, TABLE_NUMBER, text);
}

void table_name(struct table *table, const char *title, const char *name)
{
    table_cell(table, title, TABLE_NAME, name);
}

void table_mark(struct table *table, char mark)
{
    char text[2] = {mark == ' ' ? '\0' : mark, '\0'};
    table_cell(table, "", TABLE_MARK, text);
}

static void table_digits(struct table *table, const char *title, uint64_t n)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    table_number(table, title, text);
}

void table_count(struct table *table, const char *title, uint64_t n)
{
    if (table->csv)
        table_digits(table, title, n);
    else
        table_number(table, title, figure_count(n).text);
}

void table_bytes(struct table *table, const char *title, uint64_t bytes)
{
    if (table->csv)
        table_digits(table, title, bytes);
    else
        table_number(table, title, figure_bytes(bytes).text);
}

void table_weight(struct table *table, const char *title, double weight)
{
    table_number(table, title, figure_weight(weight).text);
}

/* A share or a ratio: for people as `text`, for programs with all its digits. */
static void table_real(struct table *table, const char *title, double value, const char *text)
{
    char exact[40];
    snprintf(exact, sizeof exact, "%.12g", value);
    table_number(table, title, value < 0 ? "-" : table->csv ? exact : text);
}

void table_percent(struct table *table, const char *title, double share, int decimals)
{
    table_real(table, title, share, figure_percent(share, decimals).text);
}

void table_ratio(struct table *table, const char *title, double ratio, int decimals)
{
    char text[40];
    snprintf(text, sizeof text, "%.*f", decimals, ratio);
    table_real(table, title, ratio, text);
}

/* ---- text ------------------------------------------------------------------------------------ */

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

static size_t table_after(const struct table *table, size_t c)
{
    if (c + 1 == table->columns)
        return 0;
    return table->column[c].kind == TABLE_MARK ? 1 : TABLE_BETWEEN;
}

/* Takes columns away from the widest name column, one by one, until the table fits. */
static void table_squeeze(struct table *table)
{
    size_t total = 0;
    for (size_t c = 0; c < table->columns; c++)
        total += table->column[c].width + table_after(table, c);
    while (total > TABLE_WIDTH) {
        struct table_column *widest = NULL, *each = table->column;
        for (; each < table->column + table->columns; each++)
            if (each->kind == TABLE_NAME && each->width > TABLE_NAME_LEAST &&
                (!widest || each->width > widest->width))
                widest = each;
        if (!widest)
            return;
        widest->width--;
        total--;
    }
}

static const char *table_colour(char mark)
{
    return mark == '+' ? "\033[32m" : mark == '~' ? "\033[33m" : "\033[31m";
}

static void table_field(const struct table *table, size_t c, const char *text, size_t *pending)
{
    char cut[TABLE_CELL_MAX];
    struct out *out = &table->run->out;
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
        bool coloured = table->run->colour && table->column[c].kind == TABLE_MARK;
        out_text(out, coloured ? table_colour(*text) : "");
        out_text(out, text);
        out_text(out, coloured ? "\033[0m" : "");
        *pending = right ? 0 : fill;
    } else {
        *pending += width;
    }
    *pending += table_after(table, c);
}

/* One line of text; cells = NULL: the titles. */
static void table_print_line(const struct table *table, char **cells)
{
    size_t pending = 0;
    for (size_t c = 0; c < table->columns; c++)
        table_field(table, c, cells ? cells[c] : table->column[c].title, &pending);
    out_char(&table->run->out, '\n');
}

/* ---- Markdown and CSV ------------------------------------------------------------------------ */

static void table_print_md_line(const struct table *table, char **cells)
{
    struct out *out = &table->run->out;
    out_char(out, '|');
    for (size_t c = 0; c < table->columns; c++) {
        out_char(out, ' ');
        for (const char *at = cells ? cells[c] : table->column[c].title; *at != '\0'; at++) {
            if (*at == '|')
                out_char(out, '\\');
            out_char(out, *at);
        }
        out_text(out, " |");
    }
    out_char(out, '\n');
    if (cells)
        return;
    out_char(out, '|');
    for (size_t c = 0; c < table->columns; c++)
        out_text(out, table->column[c].kind == TABLE_NUMBER ? "---:|" : "---|");
    out_char(out, '\n');
}

static void table_print_csv_line(const struct table *table, char **cells)
{
    struct out *out = &table->run->out;
    for (size_t c = 0; c < table->columns; c++) {
        if (c > 0)
            out_char(out, ',');
        if (cells)
            out_csv(out, cells[c], strlen(cells[c]));
        for (const char *at = table->column[c].title; !cells && *at != '\0'; at++)
            out_char(out, (char)tolower((unsigned char)*at));
    }
    out_char(out, '\n');
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void table_print(struct table *table)
{
    void (*line)(const struct table *, char **) = table->csv ? table_print_csv_line
                                                  : table->run->args.format == FORMAT_MD
                                                      ? table_print_md_line
                                                      : table_print_line;
    if (line == table_print_line) {
        table_measure(table);
        table_squeeze(table);
    }
    line(table, NULL);
    for (size_t i = 0; i < table->used; i += table->columns)
        line(table, table->cells + i);
}

void table_close(struct table *table)
{
    if (table->named)
        table_print(table);
    for (size_t c = 0; c < table->columns; c++)
        free(table->column[c].title);
    for (size_t i = 0; i < table->used; i++)
        free(table->cells[i]);
    free(table->cells);
}
