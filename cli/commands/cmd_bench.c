/* SPDX-License-Identifier: MIT */
/* cmd_bench.c - berth bench: what your nodes and your scheme cost on this machine
 *
 * Every row is run again and again for its part of the time, and the least of the runs is told:
 * what else the machine does only ever adds time. Times are the CPU time of this thread. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "show/figures.h"
#include "show/json_out.h"
#include "read/maps.h"
#include "judge/warn.h"

enum {
    BENCH_KEYS = 100000, /* strings of 17 bytes, integers of 64 bits */
    BENCH_KEY_BYTES = 17,
    BENCH_BATCH = 256,
    BENCH_REPLICAS = 3,
    BENCH_REPLICAS_MAX = 64,
    BENCH_NAMED = 100000, /* more than so many numbers get no names: that takes seconds */
    BENCH_ROW_NS = 200000000,
    BENCH_RUN_NS = 2000000, /* a run of lookups takes about as long */
};

struct bench {
    const berth_map *map;
    berth_nodes *nodes; /* of the map; NULL when it has numbers only */
    berth_nodes *fewer; /* without the one listed last; NULL when there is only one */
    struct berth_key *strings;
    uint64_t *integers;
    char *text;
    size_t replicas;
    size_t from, count; /* the keys of this run */
    uint64_t nothing;   /* 0, which the compiler cannot know */
    uint64_t sum;       /* of answers, so that they are needed */
};

static uint64_t bench_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- what is run ----------------------------------------------------------------------------- */

static void bench_string(struct bench *bench)
{
    for (size_t i = bench->from; i < bench->from + bench->count; i++)
        bench->sum += berth_map_route(bench->map, bench->strings[i].data, BENCH_KEY_BYTES);
}

/* Each lookup's key lies where the answer before says: at its place, as always. */
static void bench_string_waiting(struct bench *bench)
{
    uint64_t tie = 0;
    for (size_t i = bench->from; i < bench->from + bench->count; i++) {
        const char *key = (const char *)bench->strings[i].data + tie;
        uint32_t owner = berth_map_route(bench->map, key, BENCH_KEY_BYTES);
        tie = owner & bench->nothing;
        bench->sum += owner;
    }
}

static void bench_integer(struct bench *bench)
{
    for (size_t i = bench->from; i < bench->from + bench->count; i++)
        bench->sum += berth_map_route_u64(bench->map, bench->integers[i]);
}

static void bench_batches(struct bench *bench, bool integers)
{
    uint32_t out[BENCH_BATCH];
    for (size_t done = 0; done < bench->count; done += BENCH_BATCH) {
        size_t at = bench->from + done, left = bench->count - done;
        size_t n = left < BENCH_BATCH ? left : BENCH_BATCH;
        if (integers)
            berth_map_route_many_u64(bench->map, bench->integers + at, n, out);
        else
            berth_map_route_many(bench->map, bench->strings + at, n, out);
        bench->sum += out[0];
    }
}

static void bench_strings(struct bench *bench)
{
    bench_batches(bench, false);
}

static void bench_integers(struct bench *bench)
{
    bench_batches(bench, true);
}

static void bench_replicas(struct bench *bench)
{
    uint32_t out[BENCH_REPLICAS_MAX];
    for (size_t i = bench->from; i < bench->from + bench->count; i++) {
        berth_map_replicas(bench->map, bench->strings[i].data, BENCH_KEY_BYTES, out,
                           bench->replicas);
        bench->sum += out[0];
    }
}

static berth_map *bench_of_numbers(const struct bench *bench, uint32_t fewer)
{
    const uint32_t count = (uint32_t)berth_map_count(bench->map);
    return berth_map_new_count(berth_map_spec(bench->map), count - fewer, NULL, NULL);
}

static void bench_build(struct bench *bench)
{
    for (size_t i = 0; i < bench->count; i++)
        berth_map_free(bench->nodes
                           ? berth_map_new(berth_map_spec(bench->map), bench->nodes, NULL, NULL)
                           : bench_of_numbers(bench, 0));
}

static void bench_change(struct bench *bench)
{
    for (size_t i = 0; i < bench->count; i++)
        berth_map_free(bench->nodes ? berth_map_next(bench->map, bench->fewer, NULL)
                                    : bench_of_numbers(bench, 1));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const struct bench_row {
    const char *label, *name; /* for people, for JSON */
    void (*run)(struct bench *bench);
    bool whole; /* of the map, not of a key */
} bench_rows[] = {
    {"lookup of a string", "string", bench_string, false},
    {"  waiting for the one before", "string_waiting", bench_string_waiting, false},
    {"  in batches", "string_batch", bench_strings, false},
    {"lookup of an integer", "integer", bench_integer, false},
    {"  in batches", "integer_batch", bench_integers, false},
    {"replicas of a string", "replicas", bench_replicas, false},
    {"build the map", "build", bench_build, true},
    {"map without one node", "change", bench_change, true},
};
enum { BENCH_ROWS = sizeof bench_rows / sizeof bench_rows[0] };

/* ns an operation of one run. */
static double bench_once(struct bench *bench, const struct bench_row *row, size_t count)
{
    bench->count = count;
    bench->from = row->whole || bench->from + count > BENCH_KEYS ? 0 : bench->from;
    uint64_t begin = bench_clock();
    row->run(bench);
    uint64_t end = bench_clock();
    bench->from += row->whole || bench->from + 2 * count > BENCH_KEYS ? 0 : count;
    return (double)(end - begin) / (double)count;
}

/* The least of as many runs as fit the time, each as long as a clock can tell well. */
static double bench_measure(struct bench *bench, const struct bench_row *row)
{
    uint64_t begin = bench_clock();
    size_t count = 1, most = row->whole ? 64 : BENCH_KEYS;
    bench->from = 0;
    double least = bench_once(bench, row, count);
    while (least * (double)count < BENCH_RUN_NS && count < most) {
        count = 4 * count < most ? 4 * count : most;
        least = bench_once(bench, row, count);
    }
    while (bench_clock() - begin < BENCH_ROW_NS) {
        double ns = bench_once(bench, row, count);
        least = ns < least ? ns : least;
    }
    return least;
}

/* NULL is no function of this row here: nothing is left when the only node leaves. */
static bool bench_applies(const struct bench *bench, const struct bench_row *row)
{
    return row->run != bench_change || bench->fewer ||
           (!bench->nodes && berth_map_count(bench->map) > 1);
}

/* ---- output ---------------------------------------------------------------------------------- */

static void bench_time(double ns, char *out, size_t cap)
{
    if (ns < 1e4)
        snprintf(out, cap, "%.*f ns", ns < 99.95 ? 1 : 0, ns);
    else if (ns < 1e7)
        snprintf(out, cap, "%.*f us", ns < 99.95e3 ? 1 : 0, ns * 1e-3);
    else
        snprintf(out, cap, "%.*f ms", ns < 99.95e6 ? 1 : 0, ns * 1e-6);
}

static void bench_line(struct out *out, const char *label, const char *figure)
{
    out_format(out, "%-28s%12s\n", label, figure);
    out_flush(out);
}

static void bench_text(struct run *run, struct bench *bench)
{
    char title[1024], cell[64];
    size_t nodes = berth_map_count(bench->map), bytes = berth_map_bytes(bench->map);
    maps_title(bench->map, title, sizeof title);
    out_format(&run->out, "%s\n\n", title);
    for (size_t i = 0; i < BENCH_ROWS; i++) {
        const struct bench_row *row = &bench_rows[i];
        if (!bench_applies(bench, row))
            continue;
        bench_time(bench_measure(bench, row), cell, sizeof cell);
        char label[40];
        snprintf(label, sizeof label, "%s", row->label);
        if (row->run == bench_replicas)
            snprintf(label, sizeof label, "%zu replica%s of a string", bench->replicas,
                     bench->replicas == 1 ? "" : "s");
        bench_line(&run->out, label, cell);
    }
    bench_line(&run->out, "memory", figure_bytes(bytes).text);
    bench_line(&run->out, "  for each node", figure_bytes(bytes / nodes).text);
}

static void bench_json(struct run *run, struct bench *bench)
{
    size_t nodes = berth_map_count(bench->map), bytes = berth_map_bytes(bench->map);
    json_t *times = json_object();
    for (size_t i = 0; i < BENCH_ROWS; i++)
        if (bench_applies(bench, &bench_rows[i]))
            json_object_set_new(times, bench_rows[i].name,
                                json_real(bench_measure(bench, &bench_rows[i])));
    json_out_document(&run->out,
                      json_pack("{s:s, s:o, s:o, s:I, s:i, s:i, s:i, s:o, s:I, s:f}", "format",
                                "berth.bench-map/1", "spec",
                                json_out_string(berth_map_spec(bench->map)), "fingerprint",
                                json_out_fingerprint(bench->map), "nodes", (json_int_t)nodes,
                                "batch", BENCH_BATCH, "replicas", (int)bench->replicas, "key_bytes",
                                BENCH_KEY_BYTES, "ns", times, "bytes", (json_int_t)bytes,
                                "bytes_per_node", (double)bytes / (double)nodes));
}

/* ---- the command ----------------------------------------------------------------------------- */

static void bench_keys(struct bench *bench)
{
    static volatile uint64_t nothing;
    bench->text = memory_new(BENCH_KEYS, BENCH_KEY_BYTES + 1);
    bench->strings = memory_new(BENCH_KEYS, sizeof *bench->strings);
    bench->integers = memory_new(BENCH_KEYS, sizeof *bench->integers);
    bench->nothing = nothing;
    for (size_t i = 0; i < BENCH_KEYS; i++) {
        char *key = bench->text + i * BENCH_KEY_BYTES;
        snprintf(key, BENCH_KEY_BYTES + 1, "player:%010zu", i);
        bench->strings[i] = (struct berth_key){.data = key, .len = BENCH_KEY_BYTES};
        bench->integers[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15); /* spread, none twice */
    }
}

static berth_nodes *bench_fewer(const berth_nodes *nodes)
{
    struct berth_node last;
    size_t count = nodes ? berth_nodes_count(nodes) : 0;
    berth_nodes *fewer = count > 1 ? berth_nodes_copy(nodes, NULL) : NULL;
    if (fewer && berth_nodes_at(nodes, count - 1, &last))
        berth_nodes_remove(fewer, last.name, NULL);
    return fewer;
}

static enum answer bench_map(struct run *run, const struct membership *of, const berth_map *map)
{
    struct bench bench = {.map = map, .nodes = of->nodes, .fewer = bench_fewer(of->nodes)};
    uint64_t wanted = args_count(&run->args, OPT_REPLICAS, BENCH_REPLICAS);
    size_t count = berth_map_count(map);
    bench.replicas = wanted < count ? (size_t)wanted : count;
    if (bench.replicas > BENCH_REPLICAS_MAX)
        bench.replicas = BENCH_REPLICAS_MAX;
    warn_about_scheme(map);
    bench_keys(&bench);
    /* What is freed stays with the process: no page faults in the middle of a build. */
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    if (run->args.format == FORMAT_JSON)
        bench_json(run, &bench);
    else
        bench_text(run, &bench);
    berth_nodes_free(bench.fewer);
    free(bench.text);
    free(bench.strings);
    free(bench.integers);
    return ANSWER_YES;
}

static enum answer bench_run(struct run *run)
{
    struct membership of = {0};
    enum answer answer = ANSWER_TROUBLE;
    berth_map *map = NULL;
    if (run->args.operand_count > 0)
        say_error("berth bench makes its own keys: it takes no \"%s\"", run->args.operands[0]);
    else if (maps_only_numbers(run, BENCH_NAMED)) {
        map = maps_open_any_count(run, BENCH_NAMED);
        answer = map ? bench_map(run, &of, map) : answer;
    } else if (maps_nodes(run, &of)) {
        map = maps_build(args_text(&run->args, OPT_SPEC), &of);
        if (map && !maps_without_owner(map, of.where))
            answer = bench_map(run, &of, map);
    }
    berth_map_free(map);
    berth_nodes_free(of.nodes);
    return answer;
}

const struct command cmd_bench = {
    .name = "bench",
    .summary = "what lookups, a build, a change and memory cost on this machine",
    .usage = "[-a SPEC] -n NODES",
    .about = "Times lookups of strings (17 bytes) and integers, one by one and 256 at once, "
             "replicas, the building of the map, and the making of the map "
             "without the node listed last from the map before. Prints the fastest of many runs, "
             "in CPU time, after some "
             "two seconds. \"berth-bench\", beside the tool where berth was built, compares with "
             "other libraries.",
    .examples = "  berth bench -n 'cache-[1-100]'\n"
                "  berth bench -a ring:points=160 -n nodes.txt\n"
                "  berth bench -a jump --count 1000 -o json\n",
    .options = OPTIONS_NODES | OPTION(REPLICAS),
    .formats = FORMAT_TEXT | FORMAT_JSON,
    .run = bench_run,
};
