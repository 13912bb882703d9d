/* SPDX-License-Identifier: MIT */
/* cmd_dump.c - berth dump: all points of a ring or slots of a table, in the system's numbers */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "show/json_out.h"
#include "read/maps.h"

/* A 64-bit value in decimal; a wider one in hexadecimal. */
static void dump_value(const struct berth_mark *mark, char text[40])
{
    if (mark->high == 0)
        snprintf(text, 40, "%" PRIu64, mark->value);
    else
        snprintf(text, 40, "0x%016" PRIx64 "%016" PRIx64, mark->high, mark->value);
}

static const char *dump_name(const berth_map *map, const struct berth_mark *mark)
{
    return mark->index == BERTH_NONE ? "" : berth_map_name(map, mark->index);
}

static void dump_text(const berth_map *map, struct out *out)
{
    struct berth_mark mark;
    char value[40];
    for (size_t i = 0; !out->failed && berth_map_mark(map, i, &mark); i++) {
        dump_value(&mark, value);
        out_format(out, "%s\t%s\n", value, dump_name(map, &mark));
    }
}

/* Values are strings: 64 bits do not fit a JSON number. */
static void dump_json(const berth_map *map, struct out *out)
{
    struct berth_mark mark;
    char value[40];
    out_text(out, "{");
    json_out_members(out, json_pack("{s:s, s:o, s:o}", "format", "berth.dump/1", "spec",
                                    json_out_string(berth_map_spec(map)), "fingerprint",
                                    json_out_fingerprint(map)));
    out_text(out, ", \"marks\": [");
    for (size_t i = 0; !out->failed && berth_map_mark(map, i, &mark); i++) {
        dump_value(&mark, value);
        out_text(out, i > 0 ? ",\n  {" : "\n  {");
        json_t *node =
            mark.index == BERTH_NONE ? json_null() : json_out_string(dump_name(map, &mark));
        json_out_members(out, json_pack("{s:s, s:o}", "value", value, "node", node));
        out_text(out, "}");
    }
    out_text(out, "\n]}\n");
}

static enum answer dump_run(struct run *run)
{
    struct berth_mark mark;
    if (run->args.operand_count > 0) {
        say_error("dump takes no operands, but was given \"%s\"", run->args.operands[0]);
        return ANSWER_TROUBLE;
    }
    berth_map *map = maps_open(run);
    if (!map)
        return ANSWER_TROUBLE;
    enum answer answer = ANSWER_YES;
    if (!berth_map_mark(map, 0, &mark)) {
        say_error("%s has neither ring nor table: there is nothing to dump", berth_map_spec(map));
        answer = ANSWER_TROUBLE;
    } else if (run->args.format == FORMAT_JSON) {
        dump_json(map, &run->out);
    } else {
        dump_text(map, &run->out);
    }
    berth_map_free(map);
    return answer;
}

const struct command cmd_dump = {
    .name = "dump",
    .summary = "every point of a ring, or slot of a table, and its node",
    .usage = "[-a SPEC] -n NODES",
    .about = "Prints one line per point or slot, ascending: the value, a tab, its node. Values are "
             "the system's own, in decimal, or 0x and 32 digits where they take more than 64 bits.",
    .examples = "  berth dump -a ring:points=160 -n 'cache-[1-8]'\n"
                "  berth dump -a envoy-maglev -n nodes.txt | cut -f2 | sort | uniq -c\n",
    .options = OPTIONS_NODES,
    .formats = FORMAT_TEXT | FORMAT_JSON,
    .run = dump_run,
};
