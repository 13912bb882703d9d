/* SPDX-License-Identifier: MIT */
/* continuum_row.h - a deployed ring as a row of data
 *
 * The mechanism is called a continuum, as in ketama, so that it is not taken for the native scheme
 * `ring` (scheme/ring.c).
 *
 *   nodes --before--> labels "name:0" "name:1" ... --hash--> points --sort, tie--> ring
 *   key   --cut-----> bytes                        --hash--> h      --search-----> point -> node
 *
 * Adding the next ring of this kind is one row: a struct continuum_row with what differs from the
 * defaults (all zero: nodes as listed, one 32-bit point per label, first of equal points wins,
 * first point >= h, wrapping), and one struct scheme that names it. A system that offers
 * several rings has one row for all, and adapts it to its parameters.
 *
 *   continuum_row.c     keys, lookups, rankings
 *   continuum_look.c    the point that a key finds, its label, its ties
 *   continuum_build.c   a row and the nodes made into a ring
 *   continuum_emit.c    labels hashed into points, many side by side
 *   continuum_ties.c    where of equal points one stays
 *   continuum_next.c    the same from the ring before, where few nodes changed
 *   continuum_spans.c   the ring as spans of the hash, for shares and plans
 *   continuum_label.c   labels
 *   continuum_counts.c  how weights become numbers of labels
 *   continuum_state.h   what a built ring is */
#ifndef BERTH_CONTINUUM_ROW_H
#define BERTH_CONTINUUM_ROW_H

#include "place/nodes.h"
#include "base/sort.h"
#include "base/writer.h"
#include "scheme/scheme.h"

enum continuum_search {
    CONTINUUM_AT_OR_AFTER, /* first point >= h, wrapping */
    CONTINUUM_AFTER,       /* first point > h, wrapping */
    CONTINUUM_NEAREST,     /* HAProxy: the nearer neighbour, the one before on equal distance */
    CONTINUUM_NO_WRAP,     /* Varnish: first point >= h; beyond the last point the last one */
    CONTINUUM_MODULO,      /* no ring but a table: entry h mod count */
    CONTINUUM_MASK, /* the same: entry h & (count - 1), whether or not count is a power of two */
};

enum continuum_tie {
    CONTINUUM_FIRST_WINS, /* of equal points the earlier in node order is found */
    CONTINUUM_LAST_WINS,  /* the later one replaces the earlier: one point is left */
};

/* A parameter that says how many points a node has; `word` is its name, `more` its aliases. */
#define CONTINUUM_POINTS(word, more, standard)                                                     \
    {                                                                                              \
        .name = word, .aliases = more, .shape = BERTH_INTEGER, .min = 1, .max = 65536,             \
        .preset = standard, .help = "points per node"                                              \
    }

/* What the functions of a row may look at while points are made. */
struct continuum_in {
    const struct build *build;
    const struct berth_nodes *nodes;
    const struct value *values; /* of the spec's parameters */
    uint32_t count;             /* nodes */
};

/* 128-bit points: the whole MD5 as one number. */
enum continuum_wide { CONTINUUM_NARROW, CONTINUUM_WIDE_BIG, CONTINUUM_WIDE_LITTLE };

struct continuum_name {
    const char *text;
    size_t len;
};

struct continuum_row;
struct continuum_state;

/* Hash of a label or a key; one point. Signed systems: see continuum_row.flip. */
typedef uint64_t continuum_hash(const void *data, size_t len);

struct continuum_row {
    /* Changes a copy of the row, for this build, to what the parameters or the nodes ask for. */
    int (*adapt)(const struct continuum_in *in, struct continuum_row *row, berth_error *error);
    /* Whether node a makes its points before node b; NULL = as the map has them (as listed, or by
     * name when the scheme promises BERTH_SET), and so where neither comes before the other. */
    bool (*before)(const struct continuum_in *in, uint32_t a, uint32_t b);
    /* count[i] = labels of node i; NULL = the first parameter for every node with weight > 0. */
    int (*counts)(const struct continuum_in *in, uint64_t *count, berth_error *error);
    /* Gives nodes numbers of the system's own, for emit: members[i].number. NULL = positions. */
    int (*number)(const struct continuum_in *in, struct member *members, berth_error *error);
    /* What stands for $n in the label; NULL = the node's name. */
    void (*identity)(const struct continuum_in *in, uint32_t node, struct writer *w);
    /* $n = identity, $j = number of the label from 0, $i = position of the node from 0. */
    const char *label;
    continuum_hash *hash; /* of labels, and of keys unless key_hash is set */
    continuum_hash *key_hash;
    /* 128-bit points. Keys are looked up by their upper halves (key_hash): the lower ones would
     * matter only where two digests agree in 64 bits. */
    enum continuum_wide wide;
    /* Position of a key where it is not key_hash of its bytes. */
    uint64_t (*position)(const struct value *values, const void *key, size_t len);
    /* A parameter that chooses the label instead: its position + 1, and the labels of its words. */
    unsigned label_param;
    const char *const *labels;
    /* A parameter that says how many points to go on from the one found: its position + 1. */
    unsigned attempt_param;
    /* A parameter that chooses the hash instead: its position + 1, and the hashes of its words. */
    unsigned hash_param;
    continuum_hash *const *hashes;
    /* The parameters that position and cut look at: a bit each, 1 << position. */
    unsigned key_params;
    /* > 0: a label gives that many points, the little-endian 32-bit words of its MD5. */
    unsigned md5_words;
    /* Instead of label and hash: writes the `count` values of node `node`. A table without it
     * numbers its entries as they come. */
    void (*emit)(const struct continuum_in *in, uint32_t node, uint64_t count, uint64_t *values);
    /* Tables whose entries are dealt out to all nodes at once, count[i] to node i, total in all. */
    int (*deal)(const struct continuum_in *in, const uint64_t *count, uint32_t *entries,
                size_t total, berth_error *error);
    /* The part of a key that is hashed; NULL = all. */
    void (*cut)(const struct value *values, const void **key, size_t *len);
    /* Which point is taken instead of the one found, for every point: fills state->start. */
    int (*settle)(const struct continuum_in *in, struct continuum_state *ring, berth_error *error);
    unsigned bits;      /* of points and key hashes: 0 = 32, or 64 */
    unsigned key_bits;  /* of key hashes where they have fewer; 0 = as many */
    bool uneven;        /* key hashes are not spread evenly: shares must be tried out */
    unsigned reach;     /* > 0: a ranking goes on at most so many points from the first */
    bool flip;          /* values are signed: the top bit is turned so that order is unsigned */
    bool raw_keys;      /* integer keys are positions */
    bool empty_is_zero; /* the empty key's hash is 0, whatever the hash says */
    bool whole_weights; /* a weight with a fraction is refused */
    bool ejects;        /* a down node makes no points, as if its weight were 0 */
    bool knows_down;    /* state->down is filled, for settle and rankings */
    bool distinct; /* of equal points only the first stays (always so with CONTINUUM_LAST_WINS) */
    enum continuum_tie tie;
    enum continuum_search search;
};

/* What a ring does; a preset is .row = &row and .ops = &continuum_row_ops. */
extern const struct scheme_ops continuum_row_ops;
/* Rings whose order of failing over is not clockwise have no ranking. */
extern const struct scheme_ops continuum_row_unranked_ops;
/* Rows with raw_keys. */
extern const struct scheme_ops continuum_row_raw_ops;
/* For presets whose operations differ in part from those above. */
int continuum_row_build(const struct build *in, void **state, berth_error *error);
int continuum_row_next(const struct build *in, const void *before, uint32_t before_count,
                       const uint32_t *origin, void **state, berth_error *error);
void continuum_row_destroy(void *state, const struct berth_alloc *alloc);
uint32_t continuum_row_route(const void *state, uint64_t hash);
uint64_t continuum_row_hash_key(const void *state, const void *key, size_t len);
void continuum_row_space(const void *state, struct space *space);
bool continuum_row_span(const void *state, uint64_t *cursor, struct span *out);
void continuum_row_lost(const void *state, size_t *lost);
bool continuum_row_mark(const void *state, size_t i, struct berth_mark *out);
void continuum_row_label(const void *state, const void *nodes, uint64_t hash, struct writer *w);
void continuum_row_explain(const void *state, const struct walk *walk, struct where *out);
size_t continuum_row_bytes(const void *state);

/* Writes label j of a node by a pattern; name stands for $n. */
void continuum_label(const char *pattern, struct continuum_name name, uint32_t node, uint64_t j,
                     struct writer *w);

#endif
