/* SPDX-License-Identifier: MIT */
/* balance_print.c - a balance in the format that was asked for: title, tables, figures, verdicts */
#include "balance/balance.h"
#include "show/figures.h"
#include "read/maps.h"

enum { PRINT_TITLE_MAX = 1024 };

static void print_figures(const struct balance *b, struct out *out)
{
    const struct berth_typical *typical = &b->law.typical;
    struct figure cv = figure_percent(b->owned.cv, 2), error = figure_percent(b->error, 2);
    out_format(out, "peak %.3f, CV %s (", b->owned.peak, cv.text);
    if (b->measure == BERTH_BY_SAMPLE)
        out_format(out, "sampled: each share +- %s of itself, taken out of these figures",
                   error.text);
    else
        out_text(out, b->measure == BERTH_BY_TABLE ? "exact: the whole table or ring was added up"
                                                   : "law: it follows from the scheme's rule");
    out_text(out, ")\n");
    if (b->has_law)
        out_format(out, "typical for %s: peak %.3f (%.3f to %.3f), CV %s\n", b->law.basis,
                   typical->peak, typical->peak_low, typical->peak_high,
                   figure_percent(typical->cv, 2).text);
}

static void print_verdict(struct run *run, const struct verdict *verdict)
{
    bool bad = verdict->level >= VERDICT_UNEVEN;
    out_format(&run->out, "%-6s  %s%-7s%s  ", verdict->about,
               run->colour ? (bad ? "\033[31m" : "\033[32m") : "", balance_level(verdict->level),
               run->colour ? "\033[0m" : "");
    out_wrap(&run->out, verdict->sentence, 17, 17);
}

static void print_text(const struct balance *b, struct run *run)
{
    char title[PRINT_TITLE_MAX];
    struct out *out = &run->out;
    maps_title(b->map, title, sizeof title);
    limits_print(&b->limits, out, false);
    out_format(out, "%s\n\n", title);
    bool cut = balance_print_nodes(b, run);
    out_text(out, cut ? "--all prints all nodes\n\n" : "\n");
    balance_print_zones(b, run);
    print_figures(b, out);
    out_char(out, '\n');
    const struct verdict *verdict;
    for (size_t i = 0; (verdict = balance_verdict(b, i)); i++)
        print_verdict(run, verdict);
}

static void print_md(const struct balance *b, struct run *run)
{
    const struct verdict *verdict;
    char title[PRINT_TITLE_MAX];
    maps_title(b->map, title, sizeof title);
    out_format(&run->out, "### Balance: %s\n\n", title);
    limits_print(&b->limits, &run->out, true);
    balance_print_nodes(b, run);
    out_char(&run->out, '\n');
    balance_print_zones(b, run);
    for (size_t i = 0; (verdict = balance_verdict(b, i)); i++)
        out_format(&run->out, "- %s **%s**: %s\n", verdict->about, balance_level(verdict->level),
                   verdict->sentence);
}

void balance_print(const struct balance *b, struct run *run)
{
    switch (run->args.format) {
    case FORMAT_JSON:
        balance_print_json(b, &run->out);
        break;
    case FORMAT_CSV:
        balance_print_csv(b, run);
        break;
    case FORMAT_MD:
        print_md(b, run);
        break;
    case FORMAT_TEXT:
        print_text(b, run);
        break;
    }
}
