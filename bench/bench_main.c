/* SPDX-License-Identifier: MIT */
/* bench_main.c - berth-bench: reads the options, measures the rows and reports them */
#include <fnmatch.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "record.h"
#include "report.h"
#include "rows.h"
#include "selftest.h"

static const char help[] =
    "berth-bench - measures every goal as a ratio within one run and gives its verdict\n"
    "\n"
    "usage: berth-bench [OPTION...]\n"
    "\n"
    "  --quick              shorter slices, fewer rounds: under a minute\n"
    "  --only PATTERN       rows whose line contains PATTERN, or matches it when it has * or ?\n"
    "  --list               list the rows without measuring them\n"
    "  --json FILE          write every figure, the machine, the compiler and the seeds to FILE\n"
    "  --compare FILE       say which ratios are worse than in FILE, written by --json before\n"
    "  --tolerance PERCENT  by how much a ratio may be worse (20)\n"
    "  --smoke              check that every row runs and is right; no verdicts, a few seconds\n"
    "  --selftest           check that wrong lookups are caught\n"
    "  --help               show this help\n"
    "\n"
    "exit status: 0; 1 wrong answers, or ratios worse than --compare allows; 2 trouble\n";

struct asked {
    struct budget budget;
    const char *mode, *only, *json, *compare;
    double tolerance;
    bool list, selftest;
};

static const struct budget budget_full = {.slice_ns = 3e6, .row_ns = 2e9, .rounds = 128};
static const struct budget budget_quick = {.slice_ns = 2e6, .row_ns = 0.4e9, .rounds = 64};
static const struct budget budget_smoke = {
    .slice_ns = 2e4, .row_ns = 2e6, .rounds = 3, .smoke = true};

static const struct option asked_longs[] = {
    {"quick", no_argument, NULL, 'q'},
    {"smoke", no_argument, NULL, 's'},
    {"only", required_argument, NULL, 'o'},
    {"list", no_argument, NULL, 'l'},
    {"json", required_argument, NULL, 'j'},
    {"compare", required_argument, NULL, 'c'},
    {"tolerance", required_argument, NULL, 't'},
    {"selftest", no_argument, NULL, 'S'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static bool asked_take(struct asked *asked, int option)
{
    switch (option) {
    case 'q':
        asked->budget = budget_quick;
        asked->mode = "quick";
        return true;
    case 's':
        asked->budget = budget_smoke;
        asked->mode = "smoke";
        return true;
    case 'o':
        asked->only = optarg;
        return true;
    case 'l':
        return asked->list = true;
    case 'S':
        return asked->selftest = true;
    case 'j':
        asked->json = optarg;
        return true;
    case 'c':
        asked->compare = optarg;
        return true;
    case 't':
        asked->tolerance = strtod(optarg, NULL) / 100;
        return asked->tolerance > 0;
    case 'h':
        fputs(help, stdout);
        exit(0);
    default:
        return false;
    }
}

static bool asked_read(struct asked *asked, int argc, char **argv)
{
    *asked = (struct asked){.budget = budget_full, .mode = "full", .tolerance = 0.2};
    for (int c; (c = getopt_long(argc, argv, "h", asked_longs, NULL)) != -1;)
        if (!asked_take(asked, c))
            return false;
    return optind == argc;
}

static bool asked_for(const struct asked *asked, const char *title)
{
    if (!asked->only)
        return true;
    if (strpbrk(asked->only, "*?["))
        return fnmatch(asked->only, title, 0) == 0;
    return strstr(title, asked->only) != NULL;
}

/* ---- comparing with a record ----------------------------------------------------------------- */

struct compared {
    json_t *before; /* NULL: no record to compare with */
    double tolerance;
    unsigned ratios, worse;
};

/* A row that looks worse than in the record is measured up to two more times; the best counts. */
static void compare_again(const struct compared *compared, const struct row *row,
                          const struct budget *budget, struct figure *figure)
{
    for (unsigned i = 0; i < 2; i++) {
        struct figure again;
        const double worse = record_worse(compared->before, row, figure);
        if (worse <= 1 + compared->tolerance)
            return;
        measure_row(row, budget, &again);
        if (again.wrong || record_worse(compared->before, row, &again) < worse)
            *figure = again;
    }
}

static void compare_row(struct compared *compared, const struct row *row,
                        const struct figure *figure)
{
    const double worse = record_worse(compared->before, row, figure);
    compared->ratios += worse > 0;
    if (worse <= 1 + compared->tolerance)
        return;
    compared->worse++;
    printf("  worse: it was %.2f%s\n", record_was(compared->before, row), row->unit);
}

/* ---- running --------------------------------------------------------------------------------- */

/* Measures and reports all rows that are asked for. Returns true when no answer was wrong. */
static bool run_rows(const struct asked *asked, json_t *record, struct compared *compared)
{
    struct tally tally = {0};
    for (size_t i = 0; rows_at(i); i++) {
        const struct row *row = rows_at(i);
        char title[REPORT_TITLE];
        struct figure figure;
        if (!asked_for(asked, report_title(row, title)))
            continue;
        measure_row(row, &asked->budget, &figure);
        if (compared->before)
            compare_again(compared, row, &asked->budget, &figure);
        report_row(row, &figure, asked->budget.smoke);
        report_count(row, &figure, &tally);
        record_row(record, row, &figure);
        if (compared->before)
            compare_row(compared, row, &figure);
    }
    report_tally(&tally, asked->budget.smoke);
    return tally.wrong == 0;
}

static int run(const struct asked *asked)
{
    struct machine machine;
    struct compared compared = {.tolerance = asked->tolerance};
    if (asked->compare && !(compared.before = record_load(asked->compare)))
        return 2;
    machine_read(&machine);
    clock_keep_heap();
    clock_pin(0);
    report_machine(&machine, asked->mode);
    json_t *record = record_new(&machine, &asked->budget, asked->mode);
    int status = run_rows(asked, record, &compared) ? 0 : 1;
    if (asked->json && !record_write(record, asked->json))
        status = 2;
    if (compared.before) {
        printf("%u of %u ratios worse than in %s by more than %.0f %%\n", compared.worse,
               compared.ratios, asked->compare, 100 * compared.tolerance);
        status = status == 0 && compared.worse > 0 ? 1 : status;
    }
    json_decref(compared.before);
    json_decref(record);
    nodes_forget();
    return status;
}

static int list(const struct asked *asked)
{
    for (size_t i = 0; rows_at(i); i++) {
        char title[REPORT_TITLE];
        if (asked_for(asked, report_title(rows_at(i), title)))
            puts(title);
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct asked asked;
    if (!asked_read(&asked, argc, argv)) {
        fputs("berth-bench: --help says what there is\n", stderr);
        return 2;
    }
    if (asked.list)
        return list(&asked);
    return asked.selftest ? selftest_run() : run(&asked);
}
