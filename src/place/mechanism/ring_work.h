/* SPDX-License-Identifier: MIT */
/* ring_work.h - a ring while it is made: shared by building anew (ring_build.c) and by building
 * from the ring before (ring_next.c) */
#ifndef BERTH_RING_WORK_H
#define BERTH_RING_WORK_H

#include "place/mechanism/ring_state.h"

#include "base/bytes.h"
#include "hash/md5_short.h"

/* What is needed while the points are made. */
struct ring_work {
    struct build build; /* the caller's, with room and members of its own */
    struct ring_in in;
    struct member *members;
    size_t room;             /* bytes of build.room */
    char *labels;            /* MD5_MANY of that room: the labels that are hashed together */
    uint64_t *first, *count; /* of each node: the labels first .. first + count - 1 are made */
    uint32_t *order;
    uint64_t *values; /* of one node, where they are no labels' hashes */
    struct sort_pair *pairs;
    uint32_t *maker; /* 128-bit points: node and lower half by number of the pair; row->deal */
    uint64_t *low;
    size_t points;  /* in all */
    size_t largest; /* of one node */
};

/* What becomes of the points of a ring before. */
struct ring_change {
    const struct ring_state *before;
    const uint32_t *origin; /* index now -> index before */
    uint32_t before_count;
    uint32_t *renumber; /* index before -> index now */
    uint32_t *rank;     /* index now -> place in the order of nodes */
    uint64_t *going;    /* of each node: how many labels it has lost */
    uint32_t *leave;    /* points that go though their nodes stay, as they lie before */
    size_t leave_count, leave_room;
    struct sort_pair *come; /* points that come, when they are not simply work->pairs */
    size_t come_count, come_room;
    struct sort_pair *dropped; /* before's; the tag of those that are lost is BERTH_NONE */
    size_t dropped_count;
};

/* The hash of labels. */
static inline ring_hash *ring_work_hash(const struct ring_in *in, const struct ring_row *row)
{
    return row->hash_param ? row->hashes[in->values[row->hash_param - 1].number] : row->hash;
}

/* The upper or the lower half of a 128-bit point: two words of an MD5 in a row. */
static inline uint64_t ring_half(enum ring_wide wide, uint32_t first, uint32_t second)
{
    const uint64_t little = first | (uint64_t)second << 32;
    return wide == RING_WIDE_BIG ? swap64(little) : little;
}

/* Values per label. */
static inline unsigned ring_words(const struct ring_row *row)
{
    return row->md5_words ? row->md5_words : 1;
}

/* Both are to be called, whatever happens between; *ring and *work are zeroed. */
int ring_work_start(struct ring_work *work, const struct build *build, berth_error *error);
void ring_work_free(struct ring_work *work);

/* All but the points: row, order of nodes, numbers of labels. */
int ring_plan(struct ring_state *ring, struct ring_work *work, berth_error *error);

/* How many points the labels of work->count come to; refuses too many. */
int ring_add_up(struct ring_work *work, const struct ring_row *row, berth_error *error);

/* Makes the points of work->count as pairs in order of their positions. */
int ring_make_pairs(struct ring_state *ring, struct ring_work *work, berth_error *error);

/* Frees what ring_make_pairs took, so that it can be called again. */
void ring_drop_pairs(struct ring_work *work);

/* Points made and sorted from nothing. */
int ring_make(struct ring_state *ring, struct ring_work *work, berth_error *error);

/* Whether of equal points only one stays. */
bool ring_drops(const struct ring_row *row);

/* Leaves *count pairs of work->pairs, and puts the others into ring->dropped. */
int ring_drop_equal(struct ring_state *ring, struct ring_work *work, size_t *count,
                    berth_error *error);

/* A point that was dropped before and is lost. */
void ring_strike(struct ring_change *change, uint64_t value, uint32_t member);

/* Which of the points that come, of those dropped before and of those that stand stay. */
int ring_settle_ties(struct ring_state *ring, const struct ring_work *work,
                     struct ring_change *change, berth_error *error);

/* What follows from the points. */
int ring_finish(struct ring_state *ring, struct ring_work *work, berth_error *error);

#endif
