/* SPDX-License-Identifier: MIT */
/* continuum_state.h - a built ring, as the files of the mechanism see it */
#ifndef BERTH_CONTINUUM_STATE_H
#define BERTH_CONTINUUM_STATE_H

#include "base/bitset.h"
#include "place/spec.h"
#include "hash/hash.h"
#include "place/mechanism/continuum_row.h"
#include "scheme/points.h"

struct continuum_state {
    /* What a lookup reads comes first. */
    struct points points; /* a point of value v stands at (v ^ flip) << shift */
    unsigned shift;
    bool direct;     /* the point found is the answer, and the index finds it */
    uint64_t next;   /* 1: of the points > h, else >= h */
    uint32_t *start; /* point found -> point taken, BERTH_NONE = none; NULL = the same */
    size_t attempt;  /* points to go on from the point found */
    continuum_hash *key_hash;
    hash_many *key_hash_many; /* of keys, where that is all to be done with them; else NULL */
    uint64_t flip;            /* the sign bit of signed values, else 0 */
    uint64_t last;            /* the largest position: 2^bits - 1 */
    uint64_t key_last;        /* the largest key hash */
    uint64_t *low;            /* lower halves of 128-bit points, or NULL */
    uint64_t *down;           /* a bit per node, or NULL */
    uint32_t *labels;         /* how many each node has */
    uint32_t *numbers;        /* of each node, as points.number gives them; NULL = none */
    /* Points that an equal one keeps out, ascending; not of 128-bit points. */
    struct sort_pair *dropped;
    size_t dropped_count, dropped_room;
    uint32_t nodes;
    struct continuum_row row;
    struct value values[SPEC_PARAMS_MAX];
};

static inline uint64_t continuum_value(const struct continuum_state *ring, size_t i)
{
    return ring->points.at[i] >> ring->shift;
}

/* Of labels; NULL: it has none. */
static inline const char *continuum_pattern(const struct continuum_state *ring)
{
    const struct continuum_row *row = &ring->row;
    if (row->label.text_param)
        return ring->values[row->label.text_param - 1].text;
    return row->label.param ? row->label.patterns[ring->values[row->label.param - 1].number]
                            : row->label.pattern;
}

static inline bool continuum_is_table(const struct continuum_state *ring)
{
    return ring->row.order.search == CONTINUUM_MODULO || ring->row.order.search == CONTINUUM_MASK;
}

static inline bool continuum_is_down(const struct continuum_state *ring, uint32_t node)
{
    return ring->down && bitset_has(ring->down, node);
}

/* The point that a hash finds, before settle; the ring must not be empty. */
size_t continuum_find(const struct continuum_state *ring, uint64_t hash);

#endif
