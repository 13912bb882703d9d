/* SPDX-License-Identifier: MIT */
/* cmd_identify.c - berth identify: which scheme and setting gave these answers?
 *
 *   OBSERVED --observed--> keys and nodes        candidates: every preset, its usual settings,
 *                              |                 names and orders of the nodes
 *                              `--> each candidate: how many of the answers does it give?
 *                                   the best: what deviates, and what would explain that */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "identify/deviations.h"
#include "read/maps.h"
#include "show/figures.h"
#include "show/json_out.h"
#include "show/table.h"

enum { IDENTIFY_ROWS = 5 };

struct identify {
    struct observed observed;
    struct candidates candidates;
    struct deviations deviations;
    const berth_nodes *nodes;
    double
        chance; /* the part of the answers that a scheme gives which has nothing to do with them */
};

static bool identify_is_whole(const struct identify *identify, const struct candidate *candidate)
{
    return candidate->whole && candidate->explains == identify->observed.count;
}

static double identify_part(const struct identify *identify, const struct candidate *candidate)
{
    return (double)candidate->explains / (double)identify->observed.count;
}

/* How many candidates explain all answers, of those that were asked for all. */
static size_t identify_wholes(const struct identify *identify)
{
    size_t wholes = 0;
    while (wholes < identify->candidates.tried &&
           identify_is_whole(identify, &identify->candidates.list[wholes]))
        wholes++;
    return wholes;
}

/* Whether the best explains more than chance would, by four standard errors. */
static bool identify_is_more(const struct identify *identify)
{
    const struct candidate *best = identify->candidates.list;
    const double n = (double)identify->observed.count, p = best->chance;
    return identify_part(identify, best) > p + 4 * sqrt(p * (1 - p) / n);
}

/* Whether one node gave all answers: each scheme that favours it would explain them. */
static bool identify_is_one(const struct identify *identify)
{
    const struct observed *observed = &identify->observed;
    return observed->answers[observed->node[0]] == observed->count;
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* The first line when nothing explains all; to be freed. */
static char *identify_partly(const struct identify *identify, const char *all, const char *nodes)
{
    const struct candidate *best = identify->candidates.list;
    const uint64_t chance = (uint64_t)(best->chance * (double)identify->observed.count + 0.5);
    if (identify_is_more(identify))
        return memory_text("%s explains most: %s of %s answers (nodes %s)", best->spec,
                           figure_count(best->explains).text, all, nodes);
    return memory_text("no scheme explains these answers: the best, %s, gives %s of %s, and chance "
                       "gives about %s",
                       best->spec, figure_count(best->explains).text, all,
                       figure_count(chance).text);
}

/* The first line; to be freed. */
static char *identify_verdict(const struct identify *identify)
{
    const struct candidate *best = identify->candidates.list;
    const size_t wholes = identify_wholes(identify);
    char nodes[80], all[FIGURE_MAX], others[60] = "";
    snprintf(all, sizeof all, "%s", figure_count(identify->observed.count).text);
    candidate_nodes_text(best, nodes, sizeof nodes);
    if (identify_is_one(identify))
        return memory_text("the answers (%s) name one node: that does not tell schemes apart", all);
    if (wholes == 0)
        return identify_partly(identify, all, nodes);
    if (wholes > 1)
        snprintf(others, sizeof others, "; so %s %zu other%s", wholes == 2 ? "does" : "do",
                 wholes - 1, wholes == 2 ? "" : "s");
    return memory_text("%s explains all %s answers (nodes %s)%s", best->spec, all, nodes, others);
}

/* Names that answered and are not in the list; to be freed, NULL = none. */
static char *identify_unknown(const struct identify *identify)
{
    const struct observed *observed = &identify->observed;
    const size_t names = observed->unknown.count;
    uint64_t answers = 0;
    for (size_t i = 0; i < names; i++)
        answers += observed->answers[observed->nodes + i];
    if (names == 0)
        return NULL;
    return memory_text("%s of the answers name%s a node that is not in the list: \"%.80s\"%s",
                       figure_count(answers).text, answers == 1 ? "s" : "",
                       (const char *)observed->unknown.items[0].data,
                       names > 1 ? " and others" : "");
}

/* That some settings were not tried, of a large fleet; to be freed, NULL = all were, or none had to be. */
static char *identify_untried(const struct identify *identify)
{
    const struct candidates *candidates = &identify->candidates;
    if (identify_wholes(identify) > 0 || identify_is_one(identify) ||
        candidates->tried == candidates->count)
        return NULL;
    char tried[FIGURE_MAX];
    snprintf(tried, sizeof tried, "%s", figure_count(candidates->tried).text);
    return memory_text("%s of %s settings were tried, the plainest first", tried,
                       figure_count(candidates->count).text);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void identify_line(struct out *out, char *sentence)
{
    if (sentence)
        out_wrap(out, sentence, 2, 0);
    free(sentence);
}

static void identify_rows(const struct identify *identify, struct run *run)
{
    struct table table;
    table_open(&table, run);
    for (size_t i = 0; i < identify->candidates.tried && i < IDENTIFY_ROWS; i++) {
        const struct candidate *candidate = &identify->candidates.list[i];
        char nodes[80];
        candidate_nodes_text(candidate, nodes, sizeof nodes);
        table_name(&table, "SPEC", candidate->spec);
        table_text(&table, "NODES", nodes);
        table_count(&table, "ANSWERS", candidate->explains);
        table_percent(&table, "SHARE", identify_part(identify, candidate), 2);
        table_row(&table);
    }
    table_close(&table);
}

static void identify_deviating(const struct identify *identify, struct run *run)
{
    const struct deviations *deviations = &identify->deviations;
    const struct observed *observed = &identify->observed;
    struct table table;
    if (deviations->count == 0 || !identify_is_more(identify))
        return;
    out_format(&run->out, "\n%s went elsewhere, the first of them:\n\n",
               figure_keys(deviations->count).text);
    table_open(&table, run);
    for (size_t i = 0; i < deviations->count && i < DEVIATIONS_KEPT; i++) {
        const size_t at = deviations->kept[i];
        const uint32_t node = observed->node[at];
        struct berth_node real = {0};
        char key[80];
        figure_key(observed->key[at].data, observed->key[at].len, 40, key, sizeof key);
        if (node < observed->nodes)
            berth_nodes_at(identify->nodes, node, &real);
        table_text(&table, "KEY", key);
        table_name(&table, "OBSERVED",
                   real.name ? real.name : observed->unknown.items[node - observed->nodes].data);
        table_name(&table, "EXPECTED", deviations->expected[i] ? deviations->expected[i] : "-");
        table_row(&table);
    }
    table_close(&table);
}

static void identify_print(const struct identify *identify, struct run *run)
{
    identify_line(&run->out, identify_verdict(identify));
    if (identify->deviations.reason && identify_is_more(identify))
        identify_line(&run->out, memory_text("%s", identify->deviations.reason));
    identify_line(&run->out, identify_unknown(identify));
    identify_line(&run->out, identify_untried(identify));
    out_char(&run->out, '\n');
    identify_rows(identify, run);
    identify_deviating(identify, run);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *identify_json_candidates(const struct identify *identify)
{
    json_t *list = json_array();
    for (size_t i = 0; i < identify->candidates.tried && i < IDENTIFY_ROWS; i++) {
        const struct candidate *candidate = &identify->candidates.list[i];
        char nodes[80];
        candidate_nodes_text(candidate, nodes, sizeof nodes);
        json_array_append_new(list, json_pack("{s:o, s:s, s:I}", "spec",
                                              json_out_string(candidate->spec), "nodes", nodes,
                                              "explains", (json_int_t)candidate->explains));
    }
    return list;
}

static json_t *identify_json_text(char *sentence)
{
    json_t *text = sentence ? json_out_string(sentence) : json_null();
    free(sentence);
    return text;
}

static void identify_json(const struct identify *identify, struct run *run)
{
    const char *reason = identify->deviations.reason;
    json_out_document(
        &run->out,
        json_pack("{s:s, s:b, s:o, s:I, s:f, s:I, s:o, s:o, s:o}", "format", "berth.identify/1",
                  "all", identify_wholes(identify) > 0 && !identify_is_one(identify), "sentence",
                  identify_json_text(identify_verdict(identify)), "answers",
                  (json_int_t)identify->observed.count, "chance", identify->candidates.list->chance,
                  "tried", (json_int_t)identify->candidates.tried, "candidates",
                  identify_json_candidates(identify), "reason",
                  reason && identify_is_more(identify) ? json_out_string(reason) : json_null(),
                  "unknown", identify_json_text(identify_unknown(identify))));
}

/* ---- the command ----------------------------------------------------------------------------- */

static enum answer identify_answer(struct identify *identify, struct run *run)
{
    candidates_try(&identify->candidates, &identify->observed, identify->nodes, false);
    deviations_find(&identify->deviations, identify->candidates.list, &identify->observed,
                    identify->nodes);
    if (run->args.format == FORMAT_JSON)
        identify_json(identify, run);
    else
        identify_print(identify, run);
    const bool whole = identify_wholes(identify) > 0 && !identify_is_one(identify);
    deviations_free(&identify->deviations);
    candidates_free(&identify->candidates);
    return whole ? ANSWER_YES : ANSWER_NO;
}

static enum answer identify_run(struct run *run)
{
    struct identify identify = {0};
    struct membership of;
    enum answer answer = ANSWER_TROUBLE;
    if (run->args.operand_count != 1) {
        say_error("identify takes one file of answers, lines of a key, a tab and a node, as "
                  "\"berth route\" prints them");
        return ANSWER_TROUBLE;
    }
    if (!maps_nodes(run, &of))
        return ANSWER_TROUBLE;
    identify.nodes = of.nodes;
    if (observed_read(&identify.observed, run->args.operands[0], of.nodes))
        answer = identify_answer(&identify, run);
    observed_free(&identify.observed);
    berth_nodes_free(of.nodes);
    return answer;
}

const struct command cmd_identify = {
    .name = "identify",
    .summary = "which scheme and setting gave these answers",
    .usage = "OBSERVED -n NODES",
    .about =
        "Reads where keys really went (a log, a dump, another program): lines of a key, a tab "
        "and a node, and tries every scheme with its usual settings, with and without the ports "
        "of names, in the order of the list, by name and backwards. Says which explains all "
        "answers; else which explains most, what deviates, and whether a node that is down, gone "
        "or renamed would explain it.\n"
        "Exit status 1 when nothing explains all answers.",
    .examples = "  berth identify answers.txt -n nodes.txt\n"
                "  berth route -n nodes.txt -k keys.txt | berth identify - -n nodes.txt\n",
    .options = OPTION(NODES) | OPTION(FROM) | OPTION(POOL),
    .formats = FORMAT_TEXT | FORMAT_MD | FORMAT_JSON,
    .run = identify_run,
};
