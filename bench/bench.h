/* SPDX-License-Identifier: MIT */
/* bench.h - the words of the benchmark
 *
 *   row      a goal as data: subject, base, setting, limit      rows_*.c, one entry each
 *   way      something that is timed: berth's, a peer's, one of the usual ways, or a floor
 *   slice    a run of keys, or of operations, that a way does in one go
 *   figure   what came out: the subject's time in relation to the base's
 *
 *   berth_*.c   berth, through <berth.h> only        floor_*.c   what nothing can beat
 *   peer_*.c    other libraries, linked in           oracle_*.c  slow, independent: what is right
 *   way_*.c     the usual ways, written anew
 *
 * A row is measured in rounds. In each, subject and base do a slice each, close together in time;
 * the figure is the ratio of the least time of each (measure.c says why). */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <berth.h>

enum key_kind {
    KEY_STRINGS,  /* player:0000000017 */
    KEY_INTEGERS, /* 64 bits */
    KEY_HASHES,   /* what the strings hash to */
};

enum mode {
    MODE_THR,   /* lookups back to back, independent of each other */
    MODE_LAT,   /* each lookup's input waits for the answer before it */
    MODE_BATCH, /* setting.batch keys a call */
};

/* What both sides of a row are opened for. */
struct setting {
    const char *spec; /* of the map */
    uint32_t nodes;
    enum key_kind keys;
    enum mode mode;
    uint32_t batch;  /* keys a call in MODE_BATCH; 0 = 256 */
    uint32_t count;  /* replicas */
    unsigned flags;  /* enum berth_flag */
    bool weighted;   /* nodes weigh 1, 2, 3, 4, 1, ...; else 1 each */
    uint32_t sample; /* keys compared with the truth; 0 = 4000 */
};

struct keys {
    const char *text; /* `length` bytes each, one behind the other */
    const uint64_t *integers, *hashes;
    const struct berth_key *strings;
    size_t count, length;
    uint64_t nothing; /* 0, which the compiler cannot know */
};

struct slice {
    const struct keys *keys;
    size_t from, count;
    enum mode mode;
    uint32_t batch;
    uint32_t *out; /* NULL, or every answer is written there as well */
};

struct way {
    const char *name;
    void *(*open)(const struct setting *setting); /* NULL = cannot be had here */
    void (*close)(void *state);
    /* Returns the sum of the answers, whatever that is for what gives none. */
    uint64_t (*run)(void *state, const struct slice *slice);
    bool answers; /* answers keys: every sum is checked */
};

struct figure {
    double value;             /* what the limit is about */
    double low, median, high; /* of the same, round by round: quartiles */
    double subject, base;     /* ns per operation: the least of the rounds */
    unsigned rounds;          /* 0 = could not be measured */
    size_t checked;           /* answers compared with the truth */
    char why[160];            /* it could not be measured, is wrong, or where the worst was */
    bool wrong;
    bool absolute; /* a time, a rate: says as much about the machine as about berth */
};

struct budget {
    double slice_ns, row_ns; /* per slice and per row */
    unsigned rounds;         /* at most */
    bool smoke;              /* no verdicts: is everything there and right? */
};

struct row {
    const char *goal; /* of the list of goals; NULL = a figure without a goal */
    const char *name, *unit;
    double at_most, at_least; /* one of them, or none: the ratio counts base / subject then */
    const struct way *subject, *base, *truth;
    struct setting set;
    struct setting base_set; /* nodes > 0: the base is opened for this instead */
    const char *table;       /* of a figure without a goal: its line; the column is set.nodes */
    double scale;            /* of a value without a base, from ns; 0 = 1 */
    /* Measures in another way than by rounds of slices; NULL = by those. */
    void (*measure)(const struct row *row, const struct budget *budget, struct figure *figure);
};

/* ---- bench_keys.c */
const struct keys *keys_all(void);
enum { KEYS_SEED = 20261129 };

/* SplitMix64's finaliser, written here once more: the benchmark shares no code with the library. */
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
/* Built once for each setting and kept; NULL after saying why. */
const berth_map *nodes_map(const struct setting *setting);
/* Between rows: forgets them all, or when they have become many. */
void nodes_forget(void);
void nodes_tidy(void);

/* Several nodes as one answer; a single node stands for itself. */
enum { FOLD_MAX = 8 };
static inline uint32_t fold(const uint32_t *nodes, uint32_t count)
{
    uint32_t all = nodes[0];
    for (uint32_t i = 1; i < count; i++)
        all = all * 31 + nodes[i];
    return all;
}

/* An answer of an oracle: too close to call; not compared. */
#define ORACLE_UNSURE (UINT32_MAX - 1)

/* ---- measure.c */
void measure_row(const struct row *row, const struct budget *budget, struct figure *figure);
/* As many as the setting says; a smoke test makes do with fewer. */
uint32_t measure_nodes(const struct setting *setting, const struct budget *budget);
double measure_median(double *values, size_t count, double *low, double *high);

#endif
