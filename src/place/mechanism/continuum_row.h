/* SPDX-License-Identifier: MIT */
/* continuum_row.h - a deployed ring as a row of data
 *
 * The mechanism is called a continuum, as in ketama, so that it is not taken for the native scheme
 * `ring` (scheme/ring.c).
 *
 *   nodes --before--> labels "name:0" "name:1" ... --hash--> points --sort, tie--> ring
 *   key   --cut-----> bytes                        --hash--> h      --search-----> point -> node
 *
 * A new ring of this kind is one row, a struct continuum_row with what differs from the defaults,
 * and one struct scheme that names the row. The defaults are all zero: nodes make points in the
 * order of listing, a label gives one 32-bit point, the first of equal points wins, and a key finds
 * the first point >= h, wrapping. A system that offers several rings has one row for all of them,
 * and adapts the row to its parameters.
 *
 *   continuum_row.c     keys, lookups, rankings
 *   continuum_look.c    the point that a key finds, its label, its ties
 *   continuum_build.c   builds a ring from a row and the nodes
 *   continuum_emit.c    hashes labels into points, several at a time
 *   continuum_ties.c    keeps one of several equal points
 *   continuum_yield.c   or moves all but the first of them
 *   continuum_next.c    builds a ring from the previous ring when few nodes changed
 *   continuum_spans.c   the ring as spans of the hash, for shares and plans
 *   continuum_label.c   labels
 *   continuum_counts.c  how weights become numbers of labels
 *   continuum_state.h   the built ring */
#ifndef BERTH_CONTINUUM_ROW_H
#define BERTH_CONTINUUM_ROW_H

#include "place/nodes.h"
#include "base/sort.h"
#include "base/writer.h"
#include "scheme/scheme.h"

enum continuum_search {
    CONTINUUM_AT_OR_AFTER,     /* first point >= h, wrapping */
    CONTINUUM_AFTER,           /* first point > h, wrapping */
    CONTINUUM_BEFORE,          /* last point <= h, wrapping; needs order.distinct */
    CONTINUUM_BEFORE_OR_FIRST, /* the same, without wrapping: below the first point the first one */
    CONTINUUM_NEAREST, /* HAProxy: the nearer neighbour; at equal distance the point before h */
    CONTINUUM_NO_WRAP, /* Varnish: first point >= h; beyond the last point the last one */
    CONTINUUM_MODULO,  /* a table instead of a ring: slot h mod count */
    CONTINUUM_MASK,    /* a table: slot h & (count - 1), even when count is no power of two */
};

enum continuum_tie {
    CONTINUUM_FIRST_WINS, /* of equal points the earlier in node order is found */
    CONTINUUM_LAST_WINS,  /* the later point replaces the earlier: one point is left */
};

/* A parameter that says how many points a node has; `word` is its name, `more` its aliases. */
#define CONTINUUM_POINTS(word, more, standard)                                                     \
    {                                                                                              \
        .name = word, .aliases = more, .shape = BERTH_INTEGER, .min = 1, .max = 65536,             \
        .preset = standard, .help = "points per node"                                              \
    }

/* What the functions of a row may read while points are made. */
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

/* The hash of a label or a key: one point. Signed systems: see points.flip. */
typedef uint64_t continuum_hash(const void *data, size_t len);

/* One point of a node, of those that emit makes. */
struct continuum_point {
    uint32_t node, number; /* number: the system's own of the node, as points.number gives it */
    uint64_t value, count; /* count: how many points the node has */
};

/* How many points a node has, and what they are. */
struct continuum_points {
    /* Sets count[i] to the number of labels of node i. NULL: the first parameter says how many
     * labels every node with a weight above 0 has. */
    int (*counts)(const struct continuum_in *in, uint64_t *count, berth_error *error);
    /* Gives nodes the system's own numbers, which emit reads: members[i].number. NULL: a node's
     * number is its position. */
    int (*number)(const struct continuum_in *in, struct member *members, berth_error *error);
    /* Writes the `count` values of node `node`, instead of label and hash. A table without emit
     * numbers its slots in sequence. */
    void (*emit)(const struct continuum_in *in, uint32_t node, uint64_t count, uint64_t *values);
    /* Writes what the system makes a point of, where emit makes it. */
    void (*tell)(const struct continuum_in *in, const struct continuum_point *point,
                 struct writer *w);
    /* Deals the `total` slots of a table out to all nodes at once, count[i] of them to node i. */
    int (*deal)(const struct continuum_in *in, const uint64_t *count, uint32_t *slots, size_t total,
                berth_error *error);
    /* Above 0: a label gives that many points, the little-endian 32-bit words of its MD5. */
    unsigned md5_words;
    /* 128-bit points. Keys are looked up by their upper halves (key.hash): the lower halves would
     * matter only where two digests agree in 64 bits. */
    enum continuum_wide wide;
    unsigned bits; /* width of points and key hashes; 0 = 32, else 64 */
    bool flip;     /* values are signed: the top bit is turned so that their order is unsigned */
};

/* The label of a point, and the hash that makes the point of it. */
struct continuum_label {
    /* $n = the node's identity, $h and $p = its host and port, $j = the label's number, $i = the
     * node's position from 0. */
    const char *pattern;
    uint64_t first; /* number of a node's first label */
    /* Writes what stands for $n; NULL: the node's name stands there. */
    void (*identity)(const struct continuum_in *in, uint32_t node, struct writer *w);
    /* The position + 1 of a parameter that chooses the pattern, and the pattern of each word. */
    unsigned param;
    const char *const *patterns;
    unsigned text_param;  /* the position + 1 of a parameter that is the pattern */
    continuum_hash *hash; /* of labels, and of keys unless key.hash is set */
    /* The position + 1 of a parameter that chooses the hash, and the hash of each word. */
    unsigned hash_param;
    continuum_hash *const *hashes;
};

/* How a key becomes a position. */
struct continuum_key {
    continuum_hash *hash; /* NULL: keys are hashed as labels are */
    /* The position of a key where it is not the hash of the key's bytes. */
    uint64_t (*position)(const struct value *values, const void *key, size_t len);
    /* Cuts out the part of a key that is hashed; NULL: the whole key is hashed. */
    void (*cut)(const struct value *values, const void **key, size_t *len);
    unsigned params; /* the parameters that position and cut read: bit 1 << position of each */
    unsigned bits;   /* width of key hashes where they are narrower than points; 0 = as wide */
    /* The position + 1 of a parameter that says how many points to go on from the point found. */
    unsigned attempt_param;
    bool uneven;        /* key hashes are not spread evenly: shares must be sampled */
    bool raw;           /* integer keys are positions */
    bool empty_is_zero; /* the empty key's hash is 0, whatever the hash function gives */
};

/* In what order nodes make their points, and which point a key finds. */
struct continuum_order {
    /* Whether node a makes its points before node b. NULL, or where neither node comes first: the
     * map's order decides (as listed, or by name when the scheme promises BERTH_SET). */
    bool (*before)(const struct continuum_in *in, uint32_t a, uint32_t b);
    enum continuum_tie tie;
    bool distinct; /* of equal points only the first stays (always so with CONTINUUM_LAST_WINS) */
    bool yields;   /* a point whose value is taken has the next free one; needs key.bits < 32 */
    enum continuum_search search;
    /* Fills state->start: for every point, the point that is taken when a key finds it. */
    int (*settle)(const struct continuum_in *in, struct continuum_state *ring, berth_error *error);
    unsigned reach; /* above 0: a ranking goes on at most that many points from the first */
};

/* What the system makes of weights and states. */
struct continuum_rules {
    bool whole_weights; /* a weight with a fraction is refused */
    bool ejects;        /* a down node makes no points, as if its weight were 0 */
    bool knows_down;    /* state->down is filled, for order.settle and for rankings */
};

struct continuum_row {
    /* Changes a copy of the row, for one build, to what the parameters or the nodes ask for. */
    int (*adapt)(const struct continuum_in *in, struct continuum_row *row, berth_error *error);
    struct continuum_points points;
    struct continuum_label label;
    struct continuum_key key;
    struct continuum_order order;
    struct continuum_rules rules;
};

/* What a ring does. A preset sets .row = &row and .ops = &continuum_row_ops. */
extern const struct scheme_ops continuum_row_ops;
/* For rings that do not fail over clockwise: they have no ranking. */
extern const struct scheme_ops continuum_row_unranked_ops;
/* For rows with key.raw. */
extern const struct scheme_ops continuum_row_raw_ops;
extern const struct scheme_ops continuum_row_raw_unranked_ops;
/* For presets that replace some of the operations above. */
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
/* The node of the last point; BERTH_NONE = the ring is empty. */
uint32_t continuum_row_last(const void *state);

/* Writes 0x and the eight digits of a 32-bit number. */
void continuum_write_hex(struct writer *w, uint32_t value);

/* Writes label j of a node by a pattern; name stands for $n. */
void continuum_write_label(const char *pattern, struct continuum_name name, uint32_t node,
                           uint64_t j, struct writer *w);

#endif
