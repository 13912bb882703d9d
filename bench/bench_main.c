/* SPDX-License-Identifier: MIT */
/* bench_main.c - berth-bench: what is asked for, measured and told */
#include <fnmatch.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "report.h"
#include "rows.h"

static const char help[] =
    "berth-bench - every goal as a ratio inside one run, with its verdict\n"
    "\n"
    "usage: berth-bench [OPTION...]\n"
    "\n"
    "  --quick           shorter slices, fewer rounds: under a minute\n"
    "  --only PATTERN    rows whose \"goal N: name\" contains PATTERN (with * or ?: matches it)\n"
    "  --list            the rows there are\n"
    "  --json FILE       every figure, the machine, the compiler, the seeds\n"
    "  --help\n";

struct asked {
    struct budget budget;
    const char *only, *json;
    bool list;
};

static const struct budget budget_full = {.slice_ns = 2e6, .row_ns = 1.5e9, .rounds = 41};
static const struct budget budget_quick = {.slice_ns = 1e6, .row_ns = 0.25e9, .rounds = 21};
static const struct budget budget_smoke = {
    .slice_ns = 2e4, .row_ns = 2e6, .rounds = 3, .smoke = true};

static bool asked_read(struct asked *asked, int argc, char **argv)
{
    static const struct option longs[] = {
        {"quick", no_argument, NULL, 'q'},
        {"smoke", no_argument, NULL, 's'},
        {"only", required_argument, NULL, 'o'},
        {"list", no_argument, NULL, 'l'},
        {"json", required_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    *asked = (struct asked){.budget = budget_full};
    for (int c; (c = getopt_long(argc, argv, "h", longs, NULL)) != -1;) {
        switch (c) {
        case 'q':
            asked->budget = budget_quick;
            break;
        case 's':
            asked->budget = budget_smoke;
            break;
        case 'o':
            asked->only = optarg;
            break;
        case 'l':
            asked->list = true;
            break;
        case 'j':
            asked->json = optarg;
            break;
        case 'h':
            fputs(help, stdout);
            exit(0);
        default:
            return false;
        }
    }
    return optind == argc;
}

static bool asked_for(const struct asked *asked, const struct row *row)
{
    char title[160];
    report_title(row, title, sizeof title);
    if (!asked->only)
        return true;
    if (strpbrk(asked->only, "*?["))
        return fnmatch(asked->only, title, 0) == 0;
    return strstr(title, asked->only) != NULL;
}

int main(int argc, char **argv)
{
    struct asked asked;
    if (!asked_read(&asked, argc, argv)) {
        fputs("berth-bench: --help says what there is\n", stderr);
        return 2;
    }
    clock_keep_heap();
    clock_pin(0);
    int status = 0;
    for (size_t i = 0; rows_at(i); i++) {
        const struct row *row = rows_at(i);
        struct figure figure;
        if (!asked_for(&asked, row))
            continue;
        if (asked.list) {
            char title[160];
            report_title(row, title, sizeof title);
            puts(title);
            continue;
        }
        measure_row(row, &asked.budget, &figure);
        report_row(row, &figure, asked.budget.smoke);
        status |= figure.wrong;
    }
    return status;
}
