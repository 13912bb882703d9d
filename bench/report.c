/* SPDX-License-Identifier: MIT */
/* report.c - rows as text, one line each */
#include "report.h"

#include <stdio.h>
#include <string.h>

void report_machine(const struct machine *machine, const char *mode)
{
    printf("berth %s, %s run\n%s, %u CPU%s, L2 %ld KiB, %s\n%s %s\n\n", berth_version(), mode,
           machine->cpu, machine->cpus, machine->cpus == 1 ? "" : "s", machine->cache[1] / 1024,
           machine->kernel, machine->compiler, machine->flags);
}

const char *report_title(const struct row *row, char out[REPORT_TITLE])
{
    if (row->goal)
        snprintf(out, REPORT_TITLE, "goal %s: %s", row->goal, row->name);
    else
        snprintf(out, REPORT_TITLE, "%s", row->name);
    return out;
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

void report_count(const struct row *row, const struct figure *figure, struct tally *tally)
{
    const char verdict = report_verdict(row, figure)[0];
    tally->wrong += verdict == 'w';
    tally->unmeasured += verdict == 'n' && row->goal;
    if (verdict == 'm')
        *(report_verdict(row, figure)[1] == 'e' ? &tally->met : &tally->missed) += 1;
}

void report_tally(const struct tally *tally, bool smoke)
{
    if (!smoke)
        printf("\n\n%u met, %u missed", tally->met, tally->missed);
    else
        printf("\n\n%u goals right", tally->met + tally->missed);
    if (tally->unmeasured)
        printf(", %u not measured", tally->unmeasured);
    printf(", %u with wrong answers\n", tally->wrong);
}

/* Prints a time in ns, us or ms, whichever suits it. */
static void report_time(double ns)
{
    if (ns < 1e4)
        printf("%.4g ns", ns);
    else if (ns < 1e7)
        printf("%.4g us", ns * 1e-3);
    else
        printf("%.4g ms", ns * 1e-6);
}

/* Prints a cell of a table; it starts a new line of the table when the row has another label than
 * the row before. */
static void report_cell(const struct row *row, const struct figure *figure)
{
    static const char *line = "";
    static const char *unit = "";
    if (strcmp(unit, row->unit) != 0)
        printf("\n\n%-44s%10s%10s%10s%10s nodes", row->unit + 1, "10", "100", "1000", "10000");
    if (strcmp(line, row->table) != 0)
        printf("\n%-44s", row->table);
    line = row->table;
    unit = row->unit;
    if (figure->wrong || figure->rounds == 0)
        printf("%10s", figure->wrong ? "wrong" : "-");
    else
        printf("%10.*f", figure->value < 99.95 ? 2 : 0, figure->value);
    fflush(stdout);
}

void report_row(const struct row *row, const struct figure *figure, bool smoke)
{
    if (row->table) {
        report_cell(row, figure);
        return;
    }
    char title[REPORT_TITLE];
    report_title(row, title);
    if (figure->wrong || figure->rounds == 0) {
        printf("%s: %s: %s\n", title, report_verdict(row, figure), figure->why);
        return;
    }
    printf("%s %.*f%s", title, figure->value < 9.995 ? 2 : 1, figure->value, row->unit);
    if (row->at_most > 0 || row->at_least > 0)
        printf(", goal %s %g",
               row->at_most > 0 ? "<=" : ">=", row->at_most > 0 ? row->at_most : row->at_least);
    if (!smoke && report_verdict(row, figure)[0])
        printf(", %s", report_verdict(row, figure));
    if (figure->base > 0) {
        printf("   (");
        report_time(figure->subject);
        printf(" against ");
        report_time(figure->base);
        printf(")");
    }
    if (figure->why[0])
        printf("   (%s)", figure->why);
    printf("\n");
    fflush(stdout);
}
