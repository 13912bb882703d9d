/* SPDX-License-Identifier: MIT */
/* match.h - the nodes of two maps under one numbering
 * Idea       a node is the same when its name is; in maps of numbers without names, when its
 *            number is. Both maps' nodes are put in natural order of their names and merged; a
 *            node's number is its place in the union. The number after the last one stands for no
 *            node, so "no owner" needs no special case where things are added up.
 *
 *              before  a b   d         number  0 1 2 3 4       4 = no node
 *              after     b c d         name    a b c d
 *
 * Cost       O(n log n), O(n) where the maps list their nodes in that order; 40 bytes a node */
#ifndef BERTH_MATCH_H
#define BERTH_MATCH_H

#include "base/alloc.h"

enum match_side { MATCH_BEFORE, MATCH_AFTER, MATCH_SIDES };

struct match_node {
    const char *name;            /* of the map before, if it is there; NULL of a bare number */
    uint32_t index[MATCH_SIDES]; /* BERTH_NONE = not in that map */
    bool untouched;              /* in both, and the same in all that counts */
};

struct match {
    struct match_node *nodes;
    uint32_t *numbers[MATCH_SIDES]; /* index in the map -> number */
    uint32_t counts[MATCH_SIDES];   /* nodes of each map */
    uint32_t count;                 /* of the union; also the number of no node */
};

/* 0 or BERTH_E_MEMORY; match_free is due either way. *match must be all zero. Both maps have names,
 * or neither, or one is empty. */
int match_build(struct match *match, const struct berth_alloc *alloc, const berth_map *before,
                const berth_map *after);
void match_free(struct match *match, const struct berth_alloc *alloc);

/* The number of an owner that a map gave; BERTH_NONE is no node. */
static inline uint32_t match_number(const struct match *match, enum match_side side, uint32_t index)
{
    return index < match->counts[side] ? match->numbers[side][index] : match->count;
}

#endif
