/* SPDX-License-Identifier: MIT */
/* cmd_schemes.c - berth schemes [NAME...]: what exists, what it promises, what it takes */
#include <stdio.h>
#include <stdlib.h>

#include "show/figures.h"
#include "frame/command.h"
#include "show/json_out.h"
#include "show/table.h"

/* The promises in words. `broken` says what a scheme without the promise does, where it matters. */
static const struct promise {
    unsigned bit;
    char letter;
    const char *name, *kept, *broken;
} promises[] = {
    {BERTH_MINIMAL, 'M', "minimal", "a change moves keys only to or from the changed node",
     "a change also moves some keys between nodes that did not change"},
    {BERTH_WEIGHTS, 'W', "weights", "shares follow the weights",
     "shares do not follow the weights"},
    {BERTH_REPLICAS, 'R', "replicas", "each key has its own ranking of the nodes",
     "a key has one node and no ranking"},
    {BERTH_SET, 'S', "set", "the order in which nodes are listed does not matter",
     "the order in which nodes are listed decides"},
    {BERTH_EXACT, 'E', "exact", "shares and plans come from the whole table or ring", NULL},
    {BERTH_NUMBERED, 'N', "numbered",
     "nodes are numbers: slot=K on each node, or the parameter order=line", NULL},
    {BERTH_ANY_REMOVAL, 'A', "any-removal", "any node may leave, not only the last", NULL},
    {BERTH_ASSIGNED, 'G', "assigned",
     "attributes of the nodes give them what they own: a change of nodes moves nothing by itself",
     NULL},
    {BERTH_RAW_KEYS, '!', "raw-keys",
     "takes integer keys unhashed: ids that lie close together land on one node", NULL},
};
enum { PROMISES = sizeof promises / sizeof promises[0] };

/* How a promise is kept: of numbers that must be 0 to n - 1, only the last may come or go. */
static const char *schemes_kept(const struct berth_scheme_info *info, const struct promise *promise)
{
    bool last = (info->promises & BERTH_NUMBERED) && !(info->promises & BERTH_ANY_REMOVAL);
    if (promise->bit == BERTH_MINIMAL && last)
        return "while only the last number comes or goes, a change moves keys only to or from it";
    if (promise->bit == BERTH_MINIMAL && (info->promises & BERTH_NUMBERED))
        return "while the others keep their numbers (slot=K), a change moves keys only to or from "
               "the changed node";
    return promise->kept;
}

/* ---- the list -------------------------------------------------------------------------------- */

static void schemes_letters(unsigned bits, char *letters)
{
    for (size_t i = 0; i < PROMISES; i++)
        *letters++ = (bits & promises[i].bit) != 0 ? promises[i].letter : '-';
    *letters = '\0';
}

enum { SCHEMES_FOUND = 28 }; /* columns of a name found by a word */
enum { SCHEMES_KEEPS = 11 }; /* columns of the letters and the gap after them */

static size_t schemes_name_width(bool native)
{
    struct berth_scheme_info info;
    size_t width = 4;
    for (size_t i = 0; berth_scheme_at(i, &info); i++) {
        size_t name = strlen(info.name);
        if (((info.promises & BERTH_NATIVE) != 0) == native && name > width)
            width = name;
    }
    return width + 2;
}

static void schemes_section(struct out *out, bool native)
{
    struct berth_scheme_info info;
    char letters[PROMISES + 1];
    size_t name = schemes_name_width(native), column = name + SCHEMES_KEEPS;
    bool titled = false;
    for (size_t i = 0; berth_scheme_at(i, &info); i++) {
        if (((info.promises & BERTH_NATIVE) != 0) != native)
            continue;
        if (!titled) {
            out_format(out, "%s%-*sKEEPS      %s\n", native ? "" : "\n", (int)name, "NAME",
                       native ? "WHAT" : "ANSWERS LIKE");
            titled = true;
        }
        schemes_letters(info.promises, letters);
        out_format(out, "%-*s%s  ", (int)name, info.name, letters);
        out_wrap(out, native || !info.compatible ? info.summary : info.compatible, column, column);
    }
}

static void schemes_list(struct out *out)
{
    schemes_section(out, true);
    schemes_section(out, false);
    out_text(out, "\nM minimal movement   W weights   R replicas   S order does not matter\n"
                  "E exact plans   N numbered nodes   A any node may leave   G given by hand\n"
                  "! keys not hashed\n"
                  "\"berth schemes NAME\" tells all about one.\n");
}

static void schemes_list_md(struct run *run)
{
    struct berth_scheme_info info;
    struct table table;
    char letters[PROMISES + 1];
    table_open(&table, run);
    for (size_t i = 0; berth_scheme_at(i, &info); i++) {
        schemes_letters(info.promises, letters);
        table_text(&table, "scheme", info.name);
        table_text(&table, "keeps", letters);
        table_text(&table, "what", info.summary);
        table_row(&table);
    }
    table_close(&table);
}

/* ---- one scheme ------------------------------------------------------------------------------ */

static void schemes_range(const struct berth_param *param, char *text, size_t cap)
{
    switch (param->shape) {
    case BERTH_INTEGER:
    case BERTH_POWER2:
    case BERTH_PRIME:
        snprintf(text, cap, "%s to %s%s", figure_count(param->min).text,
                 figure_count(param->max).text,
                 param->shape == BERTH_POWER2  ? ", a power of two"
                 : param->shape == BERTH_PRIME ? ", a prime"
                                               : "");
        break;
    case BERTH_DECIMAL:
        snprintf(text, cap, "%s to %s", figure_weight((double)param->min * 1e-6).text,
                 figure_weight((double)param->max * 1e-6).text);
        break;
    case BERTH_WORD:
        snprintf(text, cap, "one of: %s", param->words);
        break;
    case BERTH_HASH:
        snprintf(text, cap, "the name of a hash");
        break;
    case BERTH_TEXT:
        snprintf(text, cap, "text");
        break;
    }
}

static void schemes_param(struct out *out, const struct berth_param *param)
{
    char range[256], text[768];
    bool preset = param->preset && param->preset[0] != '\0';
    schemes_range(param, range, sizeof range);
    snprintf(text, sizeof text, "%s (%s%s%s)%s%s", param->help, range, preset ? "; default " : "",
             preset ? param->preset : "", param->aliases ? "; also written " : "",
             param->aliases ? param->aliases : "");
    size_t used = 2 + strlen(param->name);
    out_format(out, "  %s", param->name);
    out_repeat(out, " ", used < 14 ? 14 - used : 1);
    out_wrap(out, text, 14, used < 14 ? 14 : used + 1);
}

static void schemes_quirks(struct out *out, const char *quirks)
{
    out_text(out, "\nquirks:\n");
    while (*quirks != '\0') {
        size_t len = strcspn(quirks, "\n");
        char *line = memory_text("%.*s", (int)len, quirks);
        out_text(out, "  - ");
        out_wrap(out, line, 4, 4);
        free(line);
        quirks += len + (quirks[len] == '\n');
    }
}

static void schemes_one(struct out *out, const struct berth_scheme_info *info)
{
    out_format(out, "%s - ", info->name);
    out_wrap(out, info->summary, 0, strlen(info->name) + 3);
    if (info->compatible) {
        out_text(out, "\nanswers like ");
        out_wrap(out, info->compatible, 0, 13);
    }
    out_text(out, "\npromises:\n");
    for (size_t i = 0; i < PROMISES; i++) {
        bool kept = (info->promises & promises[i].bit) != 0;
        if (kept || promises[i].broken) {
            out_text(out, promises[i].bit == BERTH_RAW_KEYS ? "  ! " : kept ? "  + " : "  - ");
            out_wrap(out, kept ? schemes_kept(info, &promises[i]) : promises[i].broken, 4, 4);
        }
    }
    out_text(out, info->param_count > 0 ? "\nparameters:\n" : "\nno parameters\n");
    for (size_t i = 0; i < info->param_count; i++)
        schemes_param(out, &info->params[i]);
    if (info->attributes)
        out_format(out, "\nplaces by these attributes of a node: %s\n", info->attributes);
    if (info->quirks)
        schemes_quirks(out, info->quirks);
    out_format(out, "\nexample:\n  berth balance -a %s %s\n",
               info->example ? info->example : info->name,
               (info->promises & BERTH_NUMBERED) != 0 ? "--count 8" : "-n 'cache-[1-8]'");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *schemes_param_json(const struct berth_param *param)
{
    static const char *const shapes[] = {
        [BERTH_INTEGER] = "integer", [BERTH_POWER2] = "power of two", [BERTH_PRIME] = "prime",
        [BERTH_DECIMAL] = "decimal", [BERTH_WORD] = "word",           [BERTH_HASH] = "hash",
        [BERTH_TEXT] = "text",
    };
    json_t *json = json_pack("{s:s, s:s, s:s?, s:s}", "name", param->name, "shape",
                             shapes[param->shape], "default", param->preset, "help", param->help);
    if (param->shape <= BERTH_PRIME) {
        json_object_set_new(json, "min", json_integer((json_int_t)param->min));
        json_object_set_new(json, "max", json_integer((json_int_t)param->max));
    } else if (param->shape == BERTH_DECIMAL) {
        json_object_set_new(json, "min", json_real((double)param->min * 1e-6));
        json_object_set_new(json, "max", json_real((double)param->max * 1e-6));
    }
    if (param->words)
        json_object_set_new(json, "words", json_string(param->words));
    if (param->aliases)
        json_object_set_new(json, "aliases", json_string(param->aliases));
    return json;
}

static json_t *schemes_json(const struct berth_scheme_info *info)
{
    json_t *kept = json_array(), *params = json_array();
    for (size_t i = 0; i < PROMISES; i++)
        if ((info->promises & promises[i].bit) != 0)
            json_array_append_new(kept, json_string(promises[i].name));
    for (size_t i = 0; i < info->param_count; i++)
        json_array_append_new(params, schemes_param_json(&info->params[i]));
    return json_pack("{s:s, s:s, s:b, s:s?, s:s?, s:s?, s:s?, s:o, s:o}", "name", info->name,
                     "summary", info->summary, "native", (info->promises & BERTH_NATIVE) != 0,
                     "compatible", info->compatible, "quirks", info->quirks, "example",
                     info->example, "attributes", info->attributes, "promises", kept, "params",
                     params);
}

/* ---- several, found by a word ---------------------------------------------------------------- */

static void schemes_line(struct out *out, const struct berth_scheme_info *info)
{
    char *text = memory_text("%s%s%s", info->summary, info->compatible ? "; as " : "",
                             info->compatible ? info->compatible : "");
    out_format(out, "%-*s  ", SCHEMES_FOUND, info->name);
    out_wrap(out, text, SCHEMES_FOUND + 2, SCHEMES_FOUND + 2);
    free(text);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void schemes_all(struct run *run)
{
    struct berth_scheme_info info;
    if (run->args.format == FORMAT_JSON) {
        json_t *list = json_array();
        for (size_t i = 0; berth_scheme_at(i, &info); i++)
            json_array_append_new(list, schemes_json(&info));
        json_out_document(&run->out,
                          json_pack("{s:s, s:o}", "format", "berth.schemes/1", "schemes", list));
    } else if (run->args.format == FORMAT_MD) {
        schemes_list_md(run);
    } else {
        schemes_list(&run->out);
    }
}

/* The schemes that a word may mean, one a line with the system that each answers like; false = it
 * means none. */
static bool schemes_search(struct run *run, const char *word, json_t *list)
{
    struct berth_scheme_info info;
    bool found = false;
    for (size_t i = 0; berth_scheme_at(i, &info); i++) {
        if (!berth_scheme_concerns(i, word))
            continue;
        if (list)
            json_array_append_new(list, schemes_json(&info));
        else
            schemes_line(&run->out, &info);
        found = true;
    }
    return found;
}

static bool schemes_named(struct run *run, const char *name, json_t *list)
{
    struct berth_scheme_info info;
    berth_error error;
    if (!berth_scheme_find(name, &info, &error)) {
        if (error.code == BERTH_E_NAME && schemes_search(run, name, list))
            return true;
        say_library(NULL, &error);
        return false;
    }
    if (list)
        json_array_append_new(list, schemes_json(&info));
    else
        schemes_one(&run->out, &info);
    return true;
}

static enum answer schemes_run(struct run *run)
{
    if (run->args.operand_count == 0) {
        schemes_all(run);
        return ANSWER_YES;
    }
    json_t *list = run->args.format == FORMAT_JSON ? json_array() : NULL;
    bool good = true;
    for (size_t i = 0; good && i < run->args.operand_count; i++) {
        if (i > 0 && !list)
            out_char(&run->out, '\n');
        good = schemes_named(run, run->args.operands[i], list);
    }
    if (good && list) {
        json_out_document(&run->out,
                          json_pack("{s:s, s:O}", "format", "berth.schemes/1", "schemes", list));
    }
    json_decref(list);
    return good ? ANSWER_YES : ANSWER_TROUBLE;
}

const struct command cmd_schemes = {
    .name = "schemes",
    .summary = "the list of schemes; the promises and parameters of one",
    .usage = "[NAME...]",
    .about =
        "Lists all schemes, or tells everything about those named: promises kept and broken, "
        "parameters with range and default, the system it answers like, and an example. A word "
        "that is no name, such as ketama, php or rendezvous, lists the schemes that it may mean.",
    .examples = "  berth schemes\n"
                "  berth schemes ring\n"
                "  berth schemes ketama\n"
                "  berth schemes -o json\n",
    .formats = FORMAT_TEXT | FORMAT_JSON | FORMAT_MD,
    .run = schemes_run,
};
