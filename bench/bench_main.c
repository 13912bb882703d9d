/* SPDX-License-Identifier: MIT */
/* bench_main.c - berth-bench: what is asked for, measured and told */
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
    "berth-bench - every goal as a ratio inside one run, with its verdict\n"
    "\n"
    "usage: berth-bench [OPTION...]\n"
    "\n"
    "  --quick              shorter slices, fewer rounds: under a minute\n"
    "  --only PATTERN       rows whose line contains PATTERN, or matches it when it has * or ?\n"
    "  --list               the rows there are, unmeasured\n"
    "  --json FILE          write every figure, the machine, the compiler, the seeds\n"
    "  --compare FILE       which ratios are worse than in FILE, written by --json before\n"
    "  --tolerance PERCENT  by how much worse they may be (20)\n"
    "  --smoke              is every row there and right? No verdicts, a few seconds\n"
    "  --selftest           are wrong lookups caught?\n"
    "  --help\n"
    "\n"
    "exit status: 0; 1 wrong answers, or worse than --compare allows; 2 trouble\n";

struct asked {
    struct budget budget;
    const char *mode, *only, *json, *compare;
    double tolerance;
    bool list, selftest;
};

static const struct budget budget_full = {.slice_ns = 3e6, .row_ns = 2e9, .rounds = 128};
static const struct budget budget_quick = {.slice_ns = 2e6, .row_ns = 0.5e9, .rounds = 64};
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

/* Measures and tells all rows that are asked for; true when no answer was wrong. */
static bool run_rows(const struct asked *asked, json_t *record)
{
    struct tally tally = {0};
    for (size_t i = 0; rows_at(i); i++) {
        const struct row *row = rows_at(i);
        char title[REPORT_TITLE];
        struct figure figure;
        if (!asked_for(asked, report_title(row, title)))
            continue;
        if (asked->list) {
            puts(title);
            continue;
        }
        measure_row(row, &asked->budget, &figure);
        report_row(row, &figure, asked->budget.smoke);
        report_count(row, &figure, &tally);
        record_row(record, row, &figure);
    }
    if (!asked->list)
        report_tally(&tally, asked->budget.smoke);
    return tally.wrong == 0;
}

static int run(const struct asked *asked)
{
    struct machine machine;
    machine_read(&machine);
    clock_keep_heap();
    clock_pin(0);
    json_t *record = record_new(&machine, &asked->budget, asked->mode);
    if (!asked->list)
        report_machine(&machine, asked->mode);
    int status = run_rows(asked, record) ? 0 : 1;
    if (asked->json && !record_write(record, asked->json))
        status = 2;
    if (asked->compare && status == 0) {
        const int worse = record_compare(record, asked->compare, asked->tolerance);
        status = worse < 0 ? 2 : worse > 0;
    }
    json_decref(record);
    nodes_forget();
    return status;
}

int main(int argc, char **argv)
{
    struct asked asked;
    if (!asked_read(&asked, argc, argv)) {
        fputs("berth-bench: --help says what there is\n", stderr);
        return 2;
    }
    return asked.selftest ? selftest_run() : run(&asked);
}
