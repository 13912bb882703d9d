/* SPDX-License-Identifier: MIT */
/* continuum_work.h - a ring while it is made: shared by the build from nothing (continuum_build.c)
 * and the build from the ring before (continuum_next.c) */
#ifndef BERTH_CONTINUUM_WORK_H
#define BERTH_CONTINUUM_WORK_H

#include "place/mechanism/continuum_state.h"

#include "base/bytes.h"
#include "hash/md5_short.h"

/* What is needed while the points are made. */
struct continuum_work {
    struct build build; /* the caller's, with room and members of its own */
    struct continuum_in in;
    struct member *members;
    size_t room;             /* bytes of build.room */
    char *labels;            /* MD5_MANY of that room: the labels that are hashed together */
    uint64_t *first, *count; /* of each node: the labels first .. first + count - 1 are made */
    uint32_t *order;
    uint64_t *values; /* of one node, where they are no labels' hashes */
    struct sort_pair *pairs;
    uint32_t
        *maker; /* 128-bit points: node and lower half by number of the pair; row->points.deal */
    uint64_t *low;
    size_t points;  /* in all */
    size_t largest; /* of one node */
};

/* What becomes of the points of a ring before. */
struct continuum_change {
    const struct continuum_state *before;
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
static inline continuum_hash *continuum_work_hash(const struct continuum_in *in,
                                                  const struct continuum_row *row)
{
    return row->label.hash_param ? row->label.hashes[in->values[row->label.hash_param - 1].number]
                                 : row->label.hash;
}

/* The upper or the lower half of a 128-bit point: two words of an MD5 in a row. */
static inline uint64_t continuum_half(enum continuum_wide wide, uint32_t first, uint32_t second)
{
    const uint64_t little = first | (uint64_t)second << 32;
    return wide == CONTINUUM_WIDE_BIG ? swap64(little) : little;
}

/* Values per label. */
static inline unsigned continuum_words(const struct continuum_row *row)
{
    return row->points.md5_words ? row->points.md5_words : 1;
}

/* Both are to be called, whatever happens between; *ring and *work are zeroed. */
int continuum_work_start(struct continuum_work *work, const struct build *build,
                         berth_error *error);
void continuum_work_free(struct continuum_work *work);

/* How many points the labels of work->count come to; refuses too many. */
int continuum_add_up(struct continuum_work *work, const struct continuum_row *row,
                     berth_error *error);

/* Makes the points of work->count as pairs in order of their positions. */
int continuum_make_pairs(struct continuum_state *ring, struct continuum_work *work,
                         berth_error *error);

/* Moves pairs, which are in the order in which nodes make their points, off values that are taken:
 * for order.yields. */
int continuum_yield(const struct continuum_state *ring, struct continuum_work *work,
                    berth_error *error);

/* Frees what continuum_make_pairs took, so that it can be called again. */
void continuum_drop_pairs(struct continuum_work *work);

/* Points made and sorted from nothing. */
int continuum_make(struct continuum_state *ring, struct continuum_work *work, berth_error *error);

/* Whether of equal points only one stays. */
bool continuum_drops(const struct continuum_row *row);

/* Leaves *count pairs of work->pairs, and puts the others into ring->dropped. */
int continuum_drop_equal(struct continuum_state *ring, struct continuum_work *work, size_t *count,
                         berth_error *error);

/* A point that was dropped before and is lost. */
void continuum_strike(struct continuum_change *change, uint64_t value, uint32_t member);

/* Which of the points that come, of those dropped before and of those that stand stay. */
int continuum_settle_ties(struct continuum_state *ring, const struct continuum_work *work,
                          struct continuum_change *change, berth_error *error);

/* The points of change->before with what changes, where that is possible; else all points are made
 * from nothing. */
int continuum_make_next(struct continuum_state *ring, struct continuum_work *work,
                        struct continuum_change *change, berth_error *error);

#endif
