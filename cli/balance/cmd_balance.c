/* SPDX-License-Identifier: MIT */
/* cmd_balance.c - berth balance: how even is it, and whose fault is it */
#include "balance/balance.h"
#include "frame/memory.h"
#include "show/figures.h"
#include "read/maps.h"
#include "judge/no_owner.h"
#include "judge/warn.h"

static void balance_limits(struct balance *b, const struct run *run)
{
    const struct given *limit = args_find(&run->args, OPT_MAX_PEAK);
    no_owner_space(&b->limits, b->map, "");
    no_owner_keys(&b->limits, b->no_owner, b->keys, "");
    if (limit)
        limits_add(&b->limits, balance_peak(b) > limit->number,
                   memory_text("the peak is %.3f, at most %s is allowed (--max-peak)",
                               balance_peak(b), limit->text));
}

static enum answer balance_of_map(struct run *run, const berth_map *map)
{
    enum answer answer = ANSWER_TROUBLE;
    struct keys *keys = keys_open(run, false);
    if (!keys)
        return ANSWER_TROUBLE;
    struct balance *b = balance_new(map);
    warn_about_scheme(map);
    warn_about_points(map);
    warn_about_down(map);
    size_t replicas = (size_t)args_count(&run->args, OPT_REPLICAS, 0);
    if (!keys_given(run) || balance_count(b, keys, replicas)) {
        balance_judge(b);
        balance_limits(b, run);
        balance_print(b, run);
        if (run->args.format == FORMAT_CSV)
            limits_say(&b->limits);
        answer = b->limits.failed ? ANSWER_NO : ANSWER_YES;
    }
    keys_close(keys);
    balance_free(b);
    return answer;
}

static enum answer balance_run(struct run *run)
{
    if (args_has(&run->args, OPT_REPLICAS) && !keys_given(run)) {
        say_error("-r counts the copies of keys: give some, such as --synthetic 100000");
        return ANSWER_TROUBLE;
    }
    berth_map *map = maps_open(run);
    enum answer answer = map ? balance_of_map(run, map) : ANSWER_TROUBLE;
    berth_map_free(map);
    return answer;
}

const struct command cmd_balance = {
    .name = "balance",
    .summary = "how even the shares of the nodes are, and what makes them uneven",
    .usage = "[-a SPEC] -n NODES [KEY...]",
    .about =
        "Prints what each node owns beside its fair share, the peak (the largest share in relation "
        "to the fair one), the CV (how far shares scatter), and what is typical for such a "
        "scheme.\n"
        "With keys it counts them, and tells apart whether the scheme, the number of points, the "
        "keys or a few hot keys make it uneven. With --sizes each line brings the key's load.\n"
        "Nodes with zones are added up by zone (in CSV: rows without a node). -r N counts the "
        "copies "
        "that N replicas make, and says when a small zone carries too many.",
    .examples = "  berth balance -n 'cache-[1-8]'\n"
                "  berth balance -a ring:points=160 -n nodes.txt -k keys.txt\n"
                "  berth balance -n nodes.txt --sizes -k requests.tsv --max-peak 1.25\n",
    .options = OPTIONS_NODES | OPTIONS_KEYS | OPTION(SIZES) | OPTION(REPLICAS) | OPTION(MAX_PEAK) |
               OPTION(ALL),
    .formats = FORMAT_TEXT | FORMAT_JSON | FORMAT_CSV | FORMAT_MD,
    .run = balance_run,
};
