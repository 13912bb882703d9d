/* SPDX-License-Identifier: MIT */
/* moved.c - the plan says what each key of a batch did; those that moved are printed */
#include "plan/moved.h"

#include "show/json_out.h"

static void moved_begin_list(struct moved *moved)
{
    if (moved->format == FORMAT_JSON)
        out_text(moved->list, "{\"format\": \"berth.plan/1\", \"moved_keys\": [");
    else if (moved->format == FORMAT_CSV)
        out_text(moved->list, "key,from,to\n");
}

bool moved_open(struct moved *moved, struct run *run, const struct two_maps *maps)
{
    const char *path = args_text(&run->args, OPT_MOVED);
    bool list = args_has(&run->args, OPT_LIST);
    *moved = (struct moved){.maps = maps,
                            .first = true,
                            .hex = args_has(&run->args, OPT_HEX),
                            .format = run->args.format,
                            .end = args_has(&run->args, OPT_NUL) ? '\0' : '\n'};
    if ((list || path) && !keys_given(run)) {
        say_error("--%s lists keys that move: give keys by -k FILE", list ? "list" : "moved");
        return false;
    }
    if (list && moved->format == FORMAT_MD) {
        say_error("--list goes with text, json and csv output");
        return false;
    }
    if (path && strcmp(path, "-") == 0) {
        say_error("--moved takes a file: --list prints to standard output");
        return false;
    }
    moved->has_file = path && out_file_open(&moved->file, &run->args, OPT_MOVED);
    if (path && !moved->has_file)
        return false;
    if (list) {
        moved->list = &run->out;
        moved_begin_list(moved);
    }
    return true;
}

bool moved_close(struct moved *moved, bool keep)
{
    if (moved->list && moved->format == FORMAT_JSON)
        out_text(moved->list, moved->first ? "]" : "\n]");
    return !moved->has_file || out_file_close(&moved->file, keep);
}

bool moved_wanted(const struct moved *moved)
{
    return moved->list || moved->has_file;
}

/* ---- one key --------------------------------------------------------------------------------- */

static void moved_text(const struct moved *moved, struct out *out, struct berth_key key,
                       const char *from, const char *to)
{
    out_bytes(out, key.data, key.len);
    out_char(out, '\t');
    out_text(out, from);
    out_char(out, '\t');
    out_text(out, to);
    out_char(out, moved->end);
}

static void moved_csv(struct out *out, struct berth_key key, const char *from, const char *to)
{
    out_csv(out, key.data, key.len);
    out_char(out, ',');
    out_csv(out, from, strlen(from));
    out_char(out, ',');
    out_csv(out, to, strlen(to));
    out_char(out, '\n');
}

static void moved_json(struct moved *moved, struct berth_key key, const char *from, const char *to)
{
    struct out *out = moved->list;
    json_out_begin_key(out, &moved->first, key, moved->hex);
    out_text(out, ", ");
    json_out_members(
        out, json_pack("{s:o, s:o}", "from", json_out_string(from), "to", json_out_string(to)));
    out_char(out, '}');
}

static void moved_key(struct moved *moved, struct berth_key key, uint32_t before, uint32_t after)
{
    const char *from = before == BERTH_NONE ? "-" : berth_map_name(moved->maps->before, before);
    const char *to = after == BERTH_NONE ? "-" : berth_map_name(moved->maps->after, after);
    if (moved->has_file)
        moved_text(moved, &moved->file.out, key, from, to);
    if (!moved->list)
        return;
    if (moved->format == FORMAT_JSON)
        moved_json(moved, key, from, to);
    else if (moved->format == FORMAT_CSV)
        moved_csv(moved->list, key, from, to);
    else
        moved_text(moved, moved->list, key, from, to);
}

void moved_batch(struct moved *moved, const struct key_batch *batch, const struct berth_fed *fed)
{
    for (size_t i = 0; i < batch->n; i++)
        if (fed[i].moved)
            moved_key(moved, batch->shown[i], fed[i].from, fed[i].to);
}
