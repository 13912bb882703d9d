/* SPDX-License-Identifier: MIT */
/* report.c - a row for people, a line each */
#include "report.h"

#include <stdio.h>

void report_title(const struct row *row, char *out, size_t cap)
{
    if (row->goal)
        snprintf(out, cap, "goal %s: %s", row->goal, row->name);
    else
        snprintf(out, cap, "%s", row->name);
}

const char *report_verdict(const struct row *row, const struct figure *figure)
{
    if (figure->wrong)
        return "wrong";
    if (figure->rounds == 0)
        return "not measured";
    if (row->at_most > 0)
        return figure->value <= row->at_most ? "met" : "missed";
    if (row->at_least > 0)
        return figure->value >= row->at_least ? "met" : "missed";
    return "";
}

static void report_times(const struct figure *figure)
{
    if (figure->base > 0)
        printf("   (%.4g against %.4g ns)", figure->subject, figure->base);
    printf("\n");
}

void report_row(const struct row *row, const struct figure *figure, bool smoke)
{
    char title[160];
    report_title(row, title, sizeof title);
    if (figure->wrong || figure->rounds == 0) {
        printf("%s: %s: %s\n", title, report_verdict(row, figure), figure->why);
        return;
    }
    printf("%s %.2f%s", title, figure->value, row->unit);
    if (row->at_most > 0)
        printf(", goal <= %g", row->at_most);
    else if (row->at_least > 0)
        printf(", goal >= %g", row->at_least);
    if (!smoke && (row->at_most > 0 || row->at_least > 0))
        printf(", %s", report_verdict(row, figure));
    report_times(figure);
    fflush(stdout);
}
