/* SPDX-License-Identifier: MIT */
/* bench.h - the words of the benchmark
 *
 *   row      a goal as data: subject, base, setting, limit; the rows_*.c files list them
 *   way      code that is timed: berth's, another library's, the usual code, or a lower bound
 *   slice    a run of keys, or of operations, that a way goes through in one call
 *   figure   the result of a row: the subject's time in relation to the base's
 *
 *   berth_*.c   berth, through <berth.h> only
 *   floor_*.c   lower bounds: work that no correct lookup or change can leave out
 *   peer_*.c    other libraries, linked in
 *   way_*.c     the usual ways to do the same, written for this benchmark
 *   oracle_*.c  the right answers, computed slowly and independently of the library
 *
 * A row is measured in rounds. In each round subject and base take a slice each, close together in
 * time; the figure is the ratio of the least time of each (measure.c says why). */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <berth.h>

enum key_kind {
    KEY_STRINGS,  /* such as player:0000000017 */
    KEY_INTEGERS, /* of 64 bits */
    KEY_HASHES,   /* the hashes of the strings */
};

enum mode {
    MODE_THR,   /* throughput: lookups one after the other, independent of each other */
    MODE_LAT,   /* latency: the input of each lookup depends on the answer before it */
    MODE_BATCH, /* one call for setting.batch keys */
};

/* What the two sides of a row are opened with. */
struct setting {
    const char *spec; /* of the map */
    uint32_t nodes;
    enum key_kind keys;
    enum mode mode;
    uint32_t batch;  /* keys in a call of MODE_BATCH; 0 = 256 */
    uint32_t count;  /* replicas */
    unsigned flags;  /* enum berth_flag */
    bool weighted;   /* the nodes' weights are 1, 2, 3, 4, 1, ...; false: all are 1 */
    uint32_t sample; /* keys whose answers are compared with the truth; 0 = 4000 */
};

struct keys {
    const char *text; /* `length` bytes for each key, without separators */
    const uint64_t *integers, *hashes;
    const struct berth_key *strings;
    size_t count, length;
    uint64_t nothing; /* always 0, but the compiler cannot know that */
};

struct slice {
    const struct keys *keys;
    size_t from, count;
    enum mode mode;
    uint32_t batch;
    uint32_t *out; /* where every answer is written; may be NULL */
};

struct way {
    const char *name;
    void *(*open)(const struct setting *setting); /* NULL: this machine or build cannot run it */
    void (*close)(void *state);
    /* Returns the sum of the answers; any number when the way gives none. */
    uint64_t (*run)(void *state, const struct slice *slice);
    bool answers; /* the way gives answers, so every sum is checked */
};

struct figure {
    double value;             /* the number that the row's limit applies to */
    double low, median, high; /* quartiles of the values of the single rounds */
    double subject, base;     /* ns per operation: the least of the rounds */
    unsigned rounds;          /* 0 = not measured */
    size_t checked;           /* answers that were compared with the truth */
    char why[160];            /* why it was not measured or is wrong, or where the worst case was */
    bool wrong;
    bool absolute; /* a time or a rate, which depends on the machine as much as on berth */
};

struct budget {
    double slice_ns, row_ns; /* CPU time of a slice and of a row */
    unsigned rounds;         /* the most rounds of a row */
    bool smoke;              /* only checks that every row runs and is right; no verdicts */
};

struct row {
    const char *goal; /* its number in the list of goals; NULL = a figure without a goal */
    const char *name, *unit;
    double at_most, at_least; /* at most one is set; with at_least the ratio is base / subject */
    const struct way *subject, *base, *truth;
    struct setting set;
    struct setting base_set; /* when its nodes > 0, the base is opened with this instead */
    const char *table;       /* a figure without a goal: its line in a table, column set.nodes */
    double scale;            /* a value without a base is ns times this; 0 = 1 */
    /* Measures the row without rounds of slices; NULL = rounds of slices. */
    void (*measure)(const struct row *row, const struct budget *budget, struct figure *figure);
};

/* ---- bench_keys.c */
const struct keys *keys_all(void);
enum { KEYS_SEED = 20261129 };

/* The finaliser of SplitMix64. It is written here again because the benchmark shares no code with
 * the library, whose answers it checks. */
static inline uint64_t keys_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}
#define KEYS_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* ---- bench_nodes.c: node-00000, node-00001, ..., so that a node's index is its number */
berth_nodes *nodes_make(const struct setting *setting);
enum { NODES_NAME = 32 };
void nodes_name(uint32_t number, char name[NODES_NAME]);
double nodes_weight(const struct setting *setting, uint32_t number);
/* Returns the map of a setting, which is built once and kept. When it cannot be built, prints why
 * and returns NULL. */
const berth_map *nodes_map(const struct setting *setting);
/* Frees all maps that were kept; to be called between rows. nodes_tidy does so only when there are
 * many. */
void nodes_forget(void);
void nodes_tidy(void);

/* Combines several nodes into one answer; of a single node, its index. */
enum { FOLD_MAX = 8 };
static inline uint32_t fold(const uint32_t *nodes, uint32_t count)
{
    uint32_t all = nodes[0];
    for (uint32_t i = 1; i < count; i++)
        all = all * 31 + nodes[i];
    return all;
}

/* The answer of an oracle that cannot tell which node is right; it is not compared. */
#define ORACLE_UNSURE (UINT32_MAX - 1)

/* ---- measure.c */
void measure_row(const struct row *row, const struct budget *budget, struct figure *figure);
/* How many nodes to measure: those of the setting, but at most 100 in a smoke test. */
uint32_t measure_nodes(const struct setting *setting, const struct budget *budget);
/* Sorts the values and returns their median; *low and *high are their quartiles. */
double measure_median(double *values, size_t count, double *low, double *high);

#endif
