/* SPDX-License-Identifier: MIT */
/* record.c - a run as JSON: every figure, and the machine and build that it was measured with */
#include "record.h"

#include <string.h>

#include "report.h"

static json_t *record_machine(const struct machine *machine)
{
    return json_pack("{s:s, s:i, s:I, s:I, s:I, s:s, s:s}", "cpu", machine->cpu, "cpus",
                     (int)machine->cpus, "l1d_bytes", (json_int_t)machine->cache[0], "l2_bytes",
                     (json_int_t)machine->cache[1], "l3_bytes", (json_int_t)machine->cache[2],
                     "kernel", machine->kernel, "governor", machine->governor);
}

json_t *record_new(const struct machine *machine, const struct budget *budget, const char *mode)
{
    json_t *run = json_pack(
        "{s:s, s:f, s:i, s:I, s:s, s:I, s:s}", "mode", mode, "slice_ns", budget->slice_ns,
        "rounds_at_most", (int)budget->rounds, "keys", (json_int_t)keys_all()->count, "strings",
        "player:%010u of 0, 1, 2, ...", "integers_seed", (json_int_t)KEYS_SEED, "estimator",
        "ratio of the least times; low, median, high: quartiles of the rounds' ratios");
    return json_pack("{s:s, s:s, s:o, s:{s:s, s:s}, s:o, s:[]}", "format", "berth.bench/1", "berth",
                     berth_version(), "machine", record_machine(machine), "build", "compiler",
                     machine->compiler, "flags", machine->flags, "run", run, "rows");
}

static json_t *record_side(const struct way *way, double ns)
{
    return way ? json_pack("{s:s, s:f}", "way", way->name, "ns", ns) : json_null();
}

static json_t *record_setting(const struct setting *set)
{
    static const char *const keys[] = {"strings", "integers", "hashes"};
    static const char *const modes[] = {"thr", "lat", "batch"};
    return json_pack("{s:s?, s:i, s:s, s:s, s:b}", "spec", set->spec, "nodes", (int)set->nodes,
                     "keys", keys[set->keys], "mode", modes[set->mode], "weighted", set->weighted);
}

void record_row(json_t *record, const struct row *row, const struct figure *figure)
{
    json_t *json = json_pack("{s:s?, s:s, s:s, s:o, s:s}", "goal", row->goal, "name", row->name,
                             "unit", row->unit, "setting", record_setting(&row->set), "verdict",
                             report_verdict(row, figure));
    if (row->at_most > 0)
        json_object_set_new(json, "at_most", json_real(row->at_most));
    if (row->at_least > 0)
        json_object_set_new(json, "at_least", json_real(row->at_least));
    if (figure->why[0])
        json_object_set_new(json, "why", json_string(figure->why));
    if (figure->rounds > 0) {
        json_t *value = json_pack("{s:f, s:f, s:f, s:f, s:b, s:i, s:I, s:o, s:o}", "value",
                                  figure->value, "low", figure->low, "median", figure->median,
                                  "high", figure->high, "absolute", figure->absolute, "rounds",
                                  (int)figure->rounds, "checked", (json_int_t)figure->checked,
                                  "subject", record_side(row->subject, figure->subject), "base",
                                  record_side(row->base, figure->base));
        json_object_update(json, value);
        json_decref(value);
    }
    if (row->table)
        json_object_set_new(json, "table", json_string(row->table));
    json_array_append_new(json_object_get(record, "rows"), json);
}

bool record_write(json_t *record, const char *path)
{
    if (json_dump_file(record, path, JSON_INDENT(1) | JSON_REAL_PRECISION(5)) == 0)
        return true;
    fprintf(stderr, "berth-bench: %s cannot be written\n", path);
    return false;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static const char *record_text(json_t *row, const char *field)
{
    const char *text = json_string_value(json_object_get(row, field));
    return text ? text : "";
}

json_t *record_load(const char *path)
{
    json_error_t error;
    json_t *record = json_load_file(path, 0, &error);
    if (!record)
        fprintf(stderr, "berth-bench: %s:%d: %s\n", path, error.line, error.text);
    else if (strcmp(record_text(record, "format"), "berth.bench/1") != 0)
        fprintf(stderr, "berth-bench: %s is no record of a run of berth-bench\n", path);
    else
        return record;
    json_decref(record);
    return NULL;
}

static json_t *record_find(json_t *record, const struct row *like)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(record, "rows"), i, row)
    {
        if (strcmp(record_text(row, "name"), like->name) == 0 &&
            strcmp(record_text(row, "goal"), like->goal ? like->goal : "") == 0)
            return row;
    }
    return NULL;
}

double record_was(json_t *before, const struct row *row)
{
    return json_real_value(json_object_get(record_find(before, row), "value"));
}

double record_worse(json_t *before, const struct row *row, const struct figure *figure)
{
    const double was = record_was(before, row);
    if (was <= 0 || figure->rounds == 0 || figure->wrong || figure->absolute)
        return 0;
    return row->at_least > 0 ? was / figure->value : figure->value / was;
}
