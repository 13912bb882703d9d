/* SPDX-License-Identifier: MIT */
/* cmd_plan.c - berth plan: what would this change move?
 *
 *   two maps --berth_plan_new--> plan <--feed-- keys       memory: the maps, never the keys
 *                                 |               \
 *                                 report           --list, --moved FILE */
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "frame/memory.h"
#include "show/figures.h"
#include "plan/moved.h"
#include "plan/plan_view.h"
#include "show/progress.h"
#include "judge/no_owner.h"
#include "judge/warn.h"

/* False on trouble, which was said. */
static bool plan_feed(struct plan_view *view, struct keys *keys, struct moved *moved,
                      const struct out *out)
{
    struct key_batch batch;
    struct berth_fed fed[KEYS_BATCH];
    struct progress progress;
    berth_error error;
    int code = 0;
    progress_begin(&progress, moved->list && out->fd == 1);
    while (code >= 0 && !out->failed && keys_next(keys, &batch)) {
        code =
            batch.numbers
                ? berth_plan_feed_u64(view->plan, batch.numbers, batch.sizes, batch.n, fed, &error)
                : berth_plan_feed(view->plan, batch.keys, batch.sizes, batch.n, fed, &error);
        for (size_t i = 0; code >= 0 && i < batch.n; i++)
            view->no_owner += fed[i].to == BERTH_NONE;
        if (code >= 0 && moved_wanted(moved))
            moved_batch(moved, &batch, fed);
        progress_tick(&progress, keys_count(keys));
    }
    progress_end(&progress);
    if (code < 0)
        say_library(NULL, &error);
    return code >= 0 && !keys_failed(keys);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void plan_limit(struct plan_view *view, const struct run *run, enum option_id id,
                       double part, const char *what)
{
    const struct given *limit = args_find(&run->args, id);
    if (limit)
        limits_add(&view->limits, part > limit->number,
                   memory_text("%s %s, at most %s is allowed (--%s)", figure_percent(part, 2).text,
                               what, figure_percent(limit->number, 2).text, option_rows[id].name));
}

/* What would move to a node that drains, and nothing else takes it: the map after alone does not know
 * of it, as a node that drains keeps what it has. */
static void plan_limit_drained(struct plan_view *view)
{
    const struct berth_plan_summary *sum = &view->sum;
    struct berth_unowned unowned;
    berth_map_unowned(view->maps->after, &unowned);
    double more = sum->no_owner_after - unowned.share, error = unowned.error;
    if (sum->samples > 0) /* the plan tried keys of its own */
        error = hypot(error, sqrt(sum->no_owner_after / (double)sum->samples));
    if (more > 0 && more > 3 * error)
        limits_add(&view->limits, true,
                   memory_text("%s of the key space falls to a node that drains, and no other node "
                               "takes it over (%s)",
                               figure_percent(more, 2).text, berth_measure_text(sum->measure)));
}

static void plan_limits(struct plan_view *view, const struct run *run)
{
    const struct berth_plan_summary *sum = &view->sum;
    no_owner_space(&view->limits, view->maps->after, " after the change");
    plan_limit_drained(view);
    no_owner_keys(&view->limits, view->no_owner, sum->keys, " after the change");
    bool keys = view->has_keys && sum->keys > 0;
    double moved = keys ? (double)sum->keys_moved / (double)sum->keys : sum->moved;
    const double all = keys ? (double)sum->keys : 1;
    double needless = keys ? (double)sum->keys_needless / all : sum->needless;
    double untouched = keys ? (double)sum->keys_needless_untouched / all : sum->needless_untouched;
    double touched = keys ? (double)sum->keys_needless_touched / all : sum->needless_touched;
    if (view->machines.nodes > 0)
        plan_limit(view, run, OPT_MAX_MOVE,
                   keys ? (double)view->machines.keys / all : view->machines.share,
                   keys ? "of the keys reach another machine"
                        : "of the key space reaches another machine");
    else
        plan_limit(view, run, OPT_MAX_MOVE, moved,
                   keys ? "of the keys move" : "of the key space moves");
    plan_limit(view, run, OPT_MAX_NEEDLESS, needless,
               keys ? "of the keys move needlessly" : "of the key space moves needlessly");
    plan_limit(view, run, OPT_MAX_UNTOUCHED, untouched,
               keys ? "of the keys move needlessly between untouched nodes"
                    : "of the key space moves needlessly between untouched nodes");
    plan_limit(view, run, OPT_MAX_TOUCHED, touched,
               keys ? "of the keys move needlessly from or to touched nodes"
                    : "of the key space moves needlessly from or to touched nodes");
}

/* The list took the place of the report: the closing sentences go to the side. */
static void plan_close_list(const struct plan_view *view)
{
    char *closing = plan_closing(view);
    for (char *line = closing; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        say_error("%.*s", (int)len, line);
        line += len + (line[len] == '\n');
    }
    free(closing);
}

static void plan_print(struct plan_view *view, struct run *run, const struct moved *moved)
{
    bool list = moved->list;
    if (run->args.format == FORMAT_JSON)
        plan_print_json(view, run, list);
    else if (list)
        plan_close_list(view);
    else if (run->args.format == FORMAT_CSV)
        plan_print_csv(view, run);
    else if (run->args.format == FORMAT_MD)
        plan_print_md(view, run);
    else
        plan_print_text(view, run);
}

/* ---- the command ----------------------------------------------------------------------------- */

static enum answer plan_report(struct run *run, struct plan_view *view, struct keys *keys)
{
    struct moved moved;
    if (!moved_open(&moved, run, view->maps))
        return ANSWER_TROUBLE;
    view->has_keys = keys_given(run);
    view->has_bytes = view->has_keys && args_has(&run->args, OPT_SIZES);
    bool fed = !view->has_keys || plan_feed(view, keys, &moved, &run->out);
    bool written = moved_close(&moved, fed);
    if (!fed || !written || run->out.failed)
        return ANSWER_TROUBLE;
    berth_plan_summary(view->plan, &view->sum);
    memory_check(berth_plan_machines(view->plan, &view->machines, NULL) == 0 ? view : NULL);
    plan_limits(view, run);
    plan_print(view, run, &moved);
    if (run->args.format == FORMAT_CSV || moved.list)
        limits_say(&view->limits);
    return view->limits.failed ? ANSWER_NO : ANSWER_YES;
}

static enum answer plan_of_maps(struct run *run, const struct two_maps *maps)
{
    berth_error error;
    enum answer answer = ANSWER_TROUBLE;
    struct keys *keys = keys_open(run, false);
    berth_plan *plan = keys ? berth_plan_new(maps->before, maps->after, &error) : NULL;
    if (plan) {
        struct plan_view view;
        warn_about_scheme(maps->after);
        warn_about_points(maps->after);
        plan_view_open(&view, maps, plan);
        answer = plan_report(run, &view, keys);
        plan_view_close(&view);
    } else if (keys) {
        say_library(NULL, &error);
    }
    berth_plan_free(plan);
    if (keys)
        keys_close(keys);
    return answer;
}

/* "berth plan old.txt new.txt": two files where keys would stand. */
static bool plan_files_as_keys(const struct run *run)
{
    struct stat about;
    const struct args *args = &run->args;
    if (args_has(args, OPT_NODES) || args->operand_count != 2 ||
        stat(args->operands[0], &about) != 0 || stat(args->operands[1], &about) != 0)
        return false;
    say_error("memberships are options: berth plan -n %s -N %s", args->operands[0],
              args->operands[1]);
    return true;
}

static enum answer plan_run(struct run *run)
{
    struct two_maps maps = {0};
    enum answer answer = ANSWER_TROUBLE;
    if (!plan_files_as_keys(run) && maps_open_two(run, &maps))
        answer = plan_of_maps(run, &maps);
    maps_close_two(&maps);
    return answer;
}

const struct command cmd_plan = {
    .name = "plan",
    .summary = "what a change of nodes would move, and how much of it is needless",
    .usage = "[-a SPEC] -n NODES CHANGE... [KEY...]",
    .about =
        "Compares the nodes before a change with those after it and prints what moves from which "
        "node to which, as a share of the key space and, with keys, counted key by key. Nothing is "
        "changed anywhere.\n"
        "The change is another list of nodes (-N), steps (--add, --remove, --weight, as often as "
        "needed), or another scheme (--to-spec).\n"
        "The least is what any scheme would have to move to get from the shares before to those "
        "after; needless is what moves beyond it, between untouched nodes or from and to touched "
        "ones, and a hint says why. Nodes are touched when they are added, removed, or differ in "
        "anything that the scheme reads. Figures are exact (the whole table or ring was compared), "
        "by law (the "
        "scheme's rule says so) or sampled; counted keys are always exact.",
    .examples = "  berth plan -n 'cache-[1-8]' --add cache-9\n"
                "  berth plan -n nodes.txt --remove cache-3 --weight cache-1=2 -k keys.txt\n"
                "  berth plan -n old.txt -N new.txt -k keys.txt --list\n"
                "  berth plan -n nodes.txt -a modulo:order=line --to-spec slots\n"
                "  berth plan -n old.txt -N new.txt --max-needless 0.1 -o md\n",
    .options = OPTIONS_NODES | OPTIONS_KEYS | OPTION(TO) | OPTION(TO_COUNT) | OPTION(TO_SPEC) |
               OPTION(ADD) | OPTION(REMOVE) | OPTION(WEIGHT) | OPTION(SIZES) | OPTION(MAX_MOVE) |
               OPTION(MAX_NEEDLESS) | OPTION(MAX_UNTOUCHED) | OPTION(MAX_TOUCHED) | OPTION(LIST) |
               OPTION(MOVED) | OPTION(RANGES) | OPTION(ALL),
    .formats = FORMAT_TEXT | FORMAT_JSON | FORMAT_CSV | FORMAT_MD,
    .run = plan_run,
};
