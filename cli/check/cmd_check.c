/* SPDX-License-Identifier: MIT */
/* cmd_check.c - berth check: do these configurations agree on every key? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "judge/no_owner.h"
#include "show/figures.h"
#include "show/json_out.h"
#include "show/progress.h"
#include "show/table.h"
#include "show/text.h"

enum { CHECK_SIDES = 26, CHECK_SPEC_MAX = 1024 };

struct check_all {
    struct check_side side[CHECK_SIDES];
    struct check_pair pair[CHECK_SIDES]; /* [i] = A and the i-th; [0] is not used */
    size_t sides, opened;
    uint64_t keys;
    bool has_keys;
};

/* ---- opening --------------------------------------------------------------------------------- */

/* The scheme of the i-th: --to-spec for all but the first, else -a, else its own. */
static const char *check_spec(const struct run *run, const berth_nodes *nodes, size_t i)
{
    const char *given = args_text(&run->args, i > 0 ? OPT_TO_SPEC : OPT_SPEC);
    if (!given)
        given = args_text(&run->args, OPT_SPEC);
    if (!given)
        given = berth_nodes_spec(nodes);
    return given ? given : "slots";
}

static bool check_side_open(const struct run *run, struct check_side *side, const char *what,
                            size_t i)
{
    struct membership of;
    berth_error error;
    char spec[CHECK_SPEC_MAX];
    bool good = nodes_input(&of, what, what, &run->args);
    *side = (struct check_side){.nodes = of.nodes, .where = what, .letter = (char)('A' + i)};
    if (!good)
        return false;
    if (berth_spec_canonical(check_spec(run, of.nodes, i), NULL, spec, sizeof spec, &error) < 0) {
        say_library(of.where, &error);
        return false;
    }
    side->spec = memory_text("%s", spec);
    if (check_side_build(side, &error))
        return true;
    say_library(of.where, &error);
    return false;
}

static bool check_all_open(const struct run *run, struct check_all *all)
{
    size_t given = run->args.operand_count;
    bool twice = given == 1 && args_has(&run->args, OPT_TO_SPEC);
    if (given + twice < 2 || given > CHECK_SIDES) {
        say_error("name two configurations or more, up to %d: berth check A B, or one and "
                  "--to-spec SPEC",
                  CHECK_SIDES);
        return false;
    }
    for (size_t i = 0; i < given + twice; i++) {
        all->sides++;
        if (!check_side_open(run, &all->side[i], run->args.operands[twice ? 0 : i], i))
            return false;
    }
    for (size_t i = 1; i < all->sides; i++) {
        all->opened = i;
        if (!check_open(&all->pair[i], &all->side[0], &all->side[i]))
            return false;
    }
    return true;
}

static void check_all_close(struct check_all *all)
{
    for (size_t i = 1; i <= all->opened; i++)
        check_close(&all->pair[i]);
    for (size_t i = 0; i < all->sides; i++)
        check_side_free(&all->side[i]);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static const char *check_owner(const struct check_side *side, uint32_t index)
{
    return index == BERTH_NONE ? "-" : berth_map_name(side->map, index);
}

/* With more than two, the line says which two it is about. */
static void check_list(struct run *run, const struct check_all *all, const struct check_pair *pair,
                       struct berth_key key, uint32_t a, uint32_t b)
{
    struct out *out = &run->out;
    out_bytes(out, key.data, key.len);
    out_format(out, "\t%s\t%s", check_owner(pair->a, a), check_owner(pair->b, b));
    if (all->sides > 2)
        out_format(out, "\t%c", pair->b->letter);
    out_char(out, args_has(&run->args, OPT_NUL) ? '\0' : '\n');
}

static void check_route(const berth_map *map, const struct key_batch *batch, uint32_t *out)
{
    if (batch->numbers)
        berth_map_route_many_u64(map, batch->numbers, batch->n, out);
    else
        berth_map_route_many(map, batch->keys, batch->n, out);
}

static void check_batch(struct run *run, struct check_all *all, const struct key_batch *batch)
{
    uint32_t first[KEYS_BATCH], other[KEYS_BATCH];
    bool list = args_has(&run->args, OPT_LIST);
    check_route(all->side[0].map, batch, first);
    for (size_t p = 1; p < all->sides; p++) {
        struct check_pair *pair = &all->pair[p];
        check_route(all->side[p].map, batch, other);
        pair->keys += batch->n;
        for (size_t i = 0; i < batch->n; i++) {
            pair->keys_no_owner += first[i] == BERTH_NONE && other[i] == BERTH_NONE;
            if (!check_differs(pair->same, first[i], other[i]))
                continue;
            check_keep(pair, batch, i, first[i], other[i]);
            if (list)
                check_list(run, all, pair, batch->shown[i], first[i], other[i]);
        }
    }
}

/* Operands are configurations here, so keys come from options alone. */
static bool check_keys(struct run *run, struct check_all *all)
{
    struct progress progress;
    struct key_batch batch;
    run->args.operand_count = 0;
    all->has_keys = keys_given(run);
    if (!all->has_keys)
        return true;
    struct keys *keys = keys_open(run, false);
    if (!keys)
        return false;
    progress_begin(&progress, args_has(&run->args, OPT_LIST) && run->terminal);
    while (!run->out.failed && keys_next(keys, &batch)) {
        check_batch(run, all, &batch);
        progress_tick(&progress, keys_count(keys));
    }
    progress_end(&progress);
    all->keys = keys_count(keys);
    bool good = !keys_failed(keys);
    keys_close(keys);
    return good && !run->out.failed;
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *check_measure(const struct check_pair *pair)
{
    return pair->equal ? "the fingerprints are equal" : berth_measure_text(pair->measure);
}

/* "A and B agree on every key (exact)"; to be freed. */
static char *check_verdict(const struct check_pair *pair, bool has_keys)
{
    char a = pair->a->letter, b = pair->b->letter, how[160], keys[100] = "", none[160] = "";
    snprintf(how, sizeof how, "%s%s%s", check_measure(pair), pair->error > 0 ? ", +- " : "",
             pair->error > 0 ? figure_percent(pair->error, 2).text : "");
    if (pair->no_owner > 0 || pair->keys_no_owner > 0) {
        snprintf(none, sizeof none, "; %s of the key space",
                 figure_percent(pair->no_owner, 2).text);
        if (has_keys)
            text_add(none, sizeof none, " and %s of the keys",
                     figure_count(pair->keys_no_owner).text);
        text_add(none, sizeof none, " have no owner in either");
    }
    if (has_keys)
        snprintf(keys, sizeof keys, ", on %s of %s", figure_count(pair->keys_differ).text,
                 figure_keys(pair->keys).text);
    if (!check_alike(pair))
        return memory_text("%c and %c differ on %s of the key space (%s)%s%s", a, b,
                           figure_percent(pair->share, 2).text, how, keys, none);
    if (pair->samples > 0)
        snprintf(how, sizeof how, "%s: none of %s differs", check_measure(pair),
                 figure_count(pair->samples).text);
    if (pair->addresses.count > 0)
        return memory_text("%c and %c agree on the name of every key's node, but %s of the key "
                           "space reaches another machine (%s)%s",
                           a, b, figure_percent(pair->addresses.share, 2).text, how, none);
    return memory_text("%c and %c agree on every key%s%s (%s)%s", a, b,
                       pair->samples > 0 ? " tried" : "",
                       none[0] != '\0' ? " that has an owner" : "", how, none);
}

/* The verdict over all: the first line of the output. */
static void check_limits(const struct check_all *all, struct limits *limits)
{
    char when[] = " in A", names[200] = "";
    size_t differ = 0;
    for (size_t i = 0; i < all->sides; i++) {
        when[4] = all->side[i].letter;
        no_owner_space(limits, all->side[i].map, when);
    }
    for (size_t i = 1; i < all->sides; i++) {
        bool agrees = check_agrees(&all->pair[i]);
        char letter[] = {all->side[i].letter, '\0'};
        if (all->sides == 2)
            limits_add(limits, !agrees, check_verdict(&all->pair[i], all->has_keys));
        differ += !agrees;
        if (!agrees)
            text_list(names, sizeof names, letter);
    }
    if (all->sides > 2 && differ > 0)
        limits_add(limits, true,
                   memory_text("A does not agree on every key with %s%s", names,
                               differ + 1 < all->sides ? "; with the others it does" : ""));
    else if (all->sides > 2)
        limits_add(limits, false, memory_text("all %zu agree on every key", all->sides));
}

static void check_print_machines(const struct check_pair *pair, struct out *out)
{
    if (pair->addresses.count == 0)
        return;
    char *sentence = memory_text("address: %s", pair->addresses.text);
    out_text(out, "  ");
    out_wrap(out, sentence, 4, 2);
    free(sentence);
}

static void check_print_reasons(const struct check_pair *pair, struct out *out)
{
    for (size_t i = 0; i < pair->reasons; i++) {
        out_text(out, "  ");
        char *line = memory_text("%s", pair->reason[i]);
        size_t used = 0;
        for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
            size_t width = figure_width(word);
            if (used > 0 && 2 + used + 1 + width > 79) {
                out_text(out, "\n    ");
                used = 2;
            } else if (used > 0) {
                out_char(out, ' ');
                used++;
            }
            out_text(out, word);
            used += width;
        }
        out_char(out, '\n');
        free(line);
    }
    if (pair->reasons == 0)
        out_text(out, "  no single reason was found\n");
}

static void check_print_keys(const struct check_pair *pair, struct out *out)
{
    for (size_t i = 0; i < pair->kept_count && i < CHECK_SHOWN; i++) {
        const struct check_key *kept = &pair->kept[i];
        char key[120];
        const char *of_a = kept->a != BERTH_NONE ? check_owner(pair->a, kept->a) : "no node";
        const char *of_b = kept->b != BERTH_NONE ? check_owner(pair->b, kept->b) : "no node";
        figure_key(kept->shown.data, kept->shown.len, 30, key, sizeof key);
        out_format(out, "  %s: %s in %c, %s in %c\n", key, of_a, pair->a->letter, of_b,
                   pair->b->letter);
    }
    if (pair->keys_differ > CHECK_SHOWN)
        out_format(out, "  and %s more (--list prints them all)\n",
                   figure_keys(pair->keys_differ - CHECK_SHOWN).text);
}

static void check_print(const struct check_all *all, const struct limits *limits, struct out *out)
{
    limits_print(limits, out, false);
    for (size_t i = 0; i < all->sides; i++) {
        const struct check_side *side = &all->side[i];
        out_format(out, "%c  %s: %s, %s\n", side->letter, side->where, side->spec,
                   figure_nodes(berth_map_count(side->map)).text);
    }
    for (size_t i = 1; i < all->sides; i++) {
        const struct check_pair *pair = &all->pair[i];
        if (all->sides > 2) {
            char *verdict = check_verdict(pair, all->has_keys);
            out_char(out, '\n');
            out_wrap(out, verdict, 2, 0);
            free(verdict);
        } else if (!check_alike(pair) || pair->addresses.count > 0) {
            out_char(out, '\n');
        }
        check_print_machines(pair, out);
        if (!check_alike(pair)) {
            check_print_reasons(pair, out);
            check_print_keys(pair, out);
        }
    }
}

/* ---- Markdown -------------------------------------------------------------------------------- */

static void check_md_pair(const struct check_pair *pair, struct out *out)
{
    if (pair->addresses.count > 0)
        out_format(out, "- address: %s\n", pair->addresses.text);
    for (size_t i = 0; i < pair->reasons; i++)
        out_format(out, "- %s\n", pair->reason[i]);
    if (pair->reasons == 0 && !check_alike(pair))
        out_text(out, "- no single reason was found\n");
}

/* The first keys that differ. */
static void check_md_keys(const struct check_pair *pair, struct run *run)
{
    struct table table;
    if (pair->kept_count == 0)
        return;
    out_char(&run->out, '\n');
    table_open(&table, run);
    for (size_t i = 0; i < pair->kept_count && i < CHECK_SHOWN; i++) {
        const struct check_key *kept = &pair->kept[i];
        const char a[] = {pair->a->letter, '\0'}, b[] = {pair->b->letter, '\0'};
        char key[120];
        figure_key(kept->shown.data, kept->shown.len, 30, key, sizeof key);
        table_text(&table, "KEY", key);
        table_name(&table, a, check_owner(pair->a, kept->a));
        table_name(&table, b, check_owner(pair->b, kept->b));
        table_row(&table);
    }
    table_close(&table);
    if (pair->keys_differ > CHECK_SHOWN)
        out_format(&run->out, "\n%s more differ.\n",
                   figure_keys(pair->keys_differ - CHECK_SHOWN).text);
}

static void check_print_md(const struct check_all *all, const struct limits *limits,
                           struct run *run)
{
    struct out *out = &run->out;
    out_format(out, "### Check: %zu configurations\n\n", all->sides);
    limits_print(limits, out, true);
    for (size_t i = 0; i < all->sides; i++)
        out_format(out, "- %c: %s: %s, %s\n", all->side[i].letter, all->side[i].where,
                   all->side[i].spec, figure_nodes(berth_map_count(all->side[i].map)).text);
    for (size_t i = 1; i < all->sides; i++) {
        const struct check_pair *pair = &all->pair[i];
        char *verdict = check_verdict(pair, all->has_keys);
        if (all->sides > 2)
            out_format(out, "\n%s.\n\n", verdict);
        check_md_pair(pair, out);
        check_md_keys(pair, run);
        free(verdict);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *check_json_pair(const struct check_pair *pair, bool has_keys)
{
    char a[2] = {pair->a->letter}, b[2] = {pair->b->letter};
    json_t *reasons = json_array(), *keys = json_array();
    for (size_t i = 0; i < pair->reasons; i++)
        json_array_append_new(reasons, json_pack("{s:s, s:o}", "kind", pair->kind[i], "sentence",
                                                 json_out_string(pair->reason[i])));
    if (pair->addresses.count > 0)
        json_array_append_new(reasons, json_pack("{s:s, s:o}", "kind", "address", "sentence",
                                                 json_out_string(pair->addresses.text)));
    for (size_t i = 0; i < pair->kept_count; i++) {
        json_t *key = json_object();
        json_out_set_key(key, pair->kept[i].shown);
        json_object_set_new(key, "a", json_out_string(check_owner(pair->a, pair->kept[i].a)));
        json_object_set_new(key, "b", json_out_string(check_owner(pair->b, pair->kept[i].b)));
        json_array_append_new(keys, key);
    }
    json_t *object = json_pack("{s:s, s:s, s:b, s:f, s:s, s:f, s:o}", "a", a, "b", b, "agree",
                               check_agrees(pair), "differ", pair->share, "measure",
                               pair->equal ? "fingerprint" : check_measure(pair), "error",
                               pair->error, "reasons", reasons);
    json_object_set_new(object, "no_owner", json_real(pair->no_owner));
    json_object_set_new(object, "other_machines",
                        json_pack("{s:I, s:f}", "nodes", (json_int_t)pair->addresses.count, "share",
                                  pair->addresses.share));
    if (has_keys) {
        json_object_set_new(object, "keys", json_integer((json_int_t)pair->keys));
        json_object_set_new(object, "keys_differ", json_integer((json_int_t)pair->keys_differ));
        json_object_set_new(object, "keys_no_owner", json_integer((json_int_t)pair->keys_no_owner));
        json_object_set(object, "first_keys", keys);
    }
    json_decref(keys);
    return object;
}

static void check_json(const struct check_all *all, const struct limits *limits, struct out *out)
{
    json_t *sides = json_array(), *pairs = json_array();
    for (size_t i = 0; i < all->sides; i++) {
        const struct check_side *side = &all->side[i];
        char letter[2] = {side->letter};
        json_t *json = json_pack("{s:s, s:o, s:o, s:I, s:o}", "letter", letter, "where",
                                 json_out_string(side->where), "spec", json_out_string(side->spec),
                                 "nodes", (json_int_t)berth_map_count(side->map), "fingerprint",
                                 json_out_fingerprint(side->map));
        no_owner_json(side->map, json);
        json_array_append_new(sides, json);
    }
    for (size_t i = 1; i < all->sides; i++)
        json_array_append_new(pairs, check_json_pair(&all->pair[i], all->has_keys));
    json_t *json = json_pack("{s:s, s:b, s:o, s:o}", "format", "berth.check/1", "agree",
                             !limits->failed, "configurations", sides, "pairs", pairs);
    limits_json(limits, json);
    json_out_document(out, json);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void check_print_all(struct run *run, const struct check_all *all,
                            const struct limits *limits)
{
    if (run->args.format == FORMAT_JSON) {
        check_json(all, limits, &run->out);
    } else if (run->args.format == FORMAT_MD) {
        check_print_md(all, limits, run);
    } else if (args_has(&run->args, OPT_LIST)) {
        struct out side;
        out_flush(&run->out);
        out_open(&side, 2, "standard error");
        check_print(all, limits, &side);
        out_flush(&side);
        free(side.data);
    } else {
        check_print(all, limits, &run->out);
    }
}

static enum answer check_answer(struct run *run, struct check_all *all)
{
    struct limits limits = {0};
    for (size_t i = 1; i < all->sides; i++)
        if (!check_alike(&all->pair[i]))
            check_reasons(&all->pair[i]);
    check_limits(all, &limits);
    check_print_all(run, all, &limits);
    bool failed = limits.failed;
    limits_free(&limits);
    return failed ? ANSWER_NO : ANSWER_YES;
}

static enum answer check_run(struct run *run)
{
    enum answer answer = ANSWER_TROUBLE;
    if (run->args.format != FORMAT_TEXT && args_has(&run->args, OPT_LIST)) {
        say_error("--list prints lines of text: leave -o json, -o md or --list out");
        return ANSWER_TROUBLE;
    }
    struct check_all *all = memory_new(1, sizeof *all);
    if (check_all_open(run, all) && check_keys(run, all))
        answer = check_answer(run, all);
    check_all_close(all);
    free(all);
    return answer;
}

static const struct option_meaning check_meanings[] = {
    {OPT_TO_SPEC, "the scheme of all but the first configuration; default: its own, or -a"}, {0}};

const struct command cmd_check = {
    .name = "check",
    .summary = "do two or more configurations agree on every key, and if not, why",
    .usage = "[-a SPEC] A B...",
    .about =
        "Compares the first configuration with each of the others. A configuration is what -n "
        "takes elsewhere: a file, also of nginx, HAProxy, twemproxy and others, or nodes written "
        "out. Each has the scheme that its own file names, unless -a gives one scheme for all, or "
        "--to-spec one for all but the first.\n"
        "Nodes that are only spelled differently (upper case, brackets, :11211, another name for "
        "the same address) are taken for the same node. The reasons are those corrections of the "
        "second configuration without which the two would not agree.\n"
        "Exit status 1 when any two differ. With --list the report goes to standard error.",
    .examples = "  berth check old.txt new.txt\n"
                "  berth check nginx.conf nutcracker.yml -k keys.txt\n"
                "  berth check web-1.cfg web-2.cfg web-3.cfg --pool cache\n"
                "  berth check haproxy.cfg --to-spec haproxy-3.0:hash-type=consistent\n",
    .options = (OPTIONS_NODES & ~(OPTION(NODES) | OPTION(COUNT))) | OPTIONS_KEYS | OPTION(TO_SPEC) |
               OPTION(LIST),
    .meanings = check_meanings,
    .formats = FORMAT_TEXT | FORMAT_JSON | FORMAT_MD,
    .run = check_run,
};
