/* SPDX-License-Identifier: MIT */
/* table_row.h - a deployed lookup table as a row of data (the Maglev family)
 *
 *   node --permute--> offset, skip: the order in which it wants the entries
 *   turns (fill): which node takes an entry next, until the table is full
 *   key  --hash--> h;  entry h mod size --> node */
#ifndef BERTH_TABLE_ROW_H
#define BERTH_TABLE_ROW_H

#include "place/nodes.h"
#include "scheme/scheme.h"
#include "scheme/turns.h"

struct table_row;

/* A table while it is filled. Nodes are named by their place 0..count-1 in the scheme's order. */
struct table_fill {
    const struct build *build;
    const struct berth_nodes *nodes;
    const struct table_row *row;
    uint32_t *member;               /* of each place */
    uint64_t *key;                  /* of each place, what row->sort_key gave */
    uint64_t *own;                  /* of each member: its whole weight in the table */
    uint64_t *weight;               /* of each place, the same */
    uint64_t *offset, *skip, *next; /* of each place */
    struct turns turns;             /* of all places; a fill seats them before it opens them */
    uint32_t *table;                /* place of each entry, BERTH_NONE = free */
    uint64_t size, filled;
    uint64_t room;  /* entries that a node may have at most; 0 = as many as it gets */
    uint32_t count; /* places: nodes with a weight in the table */
};

struct table_row {
    /* Offset and skip of a node; mod size is left to the mechanism where it says so. */
    void (*permute)(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                    uint64_t *skip);
    /* Fills the table in turns; scratch has a number for each place. */
    int (*fill)(struct table_fill *fill, double *scratch, berth_error *error);
    /* Sorts the nodes by this number (Katran); NULL = as the map has them. */
    uint64_t (*sort_key)(const struct table_fill *fill, uint32_t place);
    /* Weights in the table where they are not the nodes' own: own[i] of member i. */
    int (*weigh)(const struct table_fill *fill, uint64_t *own, berth_error *error);
    /* A key's other replicas are the nodes that follow its owner in the circle of all nodes, sorted
     * by this number; NULL = there are none. */
    uint64_t (*rank)(const struct table_fill *fill, uint32_t place);
    uint64_t (*hash)(const void *key, size_t len); /* NULL = integer keys as they are */
    /* The hash of a key where it is not `hash` of its bytes. */
    uint64_t (*position)(const struct value *values, const void *key, size_t len);
    unsigned size_param;   /* position + 1; 0 = fixed_size */
    const uint32_t *sizes; /* the parameter counts in this list, from its `min` on; NULL = is it */
    uint64_t fixed_size;
    bool knows_idle;        /* state->idle is filled: nodes that are down or have no weight now */
    bool crowded;           /* more nodes than entries are no error: some nodes get none */
    unsigned attempt_param; /* position + 1; Envoy: the hash is xored with -attempt */
    bool narrow;            /* offset + next x skip wraps at 32 bits (Katran) */
};

/* A parameter that says how many entries the table has; `word` is its name. */
#define TABLE_SIZE(word, more, standard)                                                           \
    {                                                                                              \
        .name = word, .aliases = more, .shape = BERTH_PRIME, .min = 3, .max = 16777213,            \
        .preset = standard, .help = "entries of the table, a prime"                                \
    }
/* The same of systems that call it by the letter of Maglev's paper. */
#define TABLE_M(standard) TABLE_SIZE("m", "table size slots ring_size", standard)

const struct node *table_node(const struct table_fill *fill, uint32_t place);

/* The sum of the weights in the table, and the largest of them. */
uint64_t table_weight_sum(const struct table_fill *fill);
uint64_t table_largest(const struct table_fill *fill);

/* The node at `place` takes the next free entry of its permutation. Nothing happens when the table
 * is full. */
void table_take(struct table_fill *fill, uint32_t place);

/* Plain turns: every node takes one entry, round after round. */
int table_fill_plain(struct table_fill *fill, double *scratch, berth_error *error);

/* What a table does. Its presets are built without nodes that are down: .drops_down = true. */
extern const struct scheme_ops table_row_ops;
/* Rows without a hash: their keys are integers. */
extern const struct scheme_ops table_row_integer_ops;
/* Rows with `rank`, whose fill sets room. */
extern const struct scheme_ops table_row_ranked_ops;
/* For presets whose operations differ in part from those above. */
int table_row_build(const struct build *in, void **state, berth_error *error);
void table_row_destroy(void *state, const struct berth_alloc *alloc);
uint32_t table_row_route(const void *state, uint64_t hash);
uint64_t table_row_hash_key(const void *state, const void *key, size_t len);
void table_row_space(const void *state, struct space *space);
bool table_row_span(const void *state, uint64_t *cursor, struct span *out);
bool table_row_mark(const void *state, size_t i, struct berth_mark *out);
void table_row_explain(const void *state, const struct walk *walk, struct where *out);
size_t table_row_bytes(const void *state);

#endif
