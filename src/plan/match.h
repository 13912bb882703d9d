/* SPDX-License-Identifier: MIT */
/* match.h - the nodes of two maps under one numbering
 * Idea       nodes of the same name are the same node; in maps of numbers without names, nodes of
 *            the same number. The nodes of both maps are put in natural order and merged, and a
 *            node's number is its place in the union. The number after the last one stands for "no
 *            node", so keys without an owner need no special case where things are added up.
 *
 *              before  a b   d         number  0 1 2 3 4       4 = no node
 *              after     b c d         name    a b c d
 *
 * Cost       O(n log n), O(n) if the maps list their nodes in that order; 40 bytes for each node */
#ifndef BERTH_MATCH_H
#define BERTH_MATCH_H

#include "base/alloc.h"

enum match_side { MATCH_BEFORE, MATCH_AFTER, MATCH_SIDES };

struct match_node {
    const char *name;            /* owned by the map before, or after; NULL = a bare number */
    uint32_t index[MATCH_SIDES]; /* in each map; BERTH_NONE = the map does not have the node */
    bool untouched;              /* in both maps, with the same state and all that schemes read */
};

struct match {
    struct match_node *nodes;
    uint32_t *numbers[MATCH_SIDES]; /* from the index in each map to the number */
    uint32_t counts[MATCH_SIDES];   /* how many nodes each map has */
    uint32_t count;                 /* how many the union has; also the number of "no node" */
};

/* Fills *match, which must be all zero, and returns 0 or BERTH_E_MEMORY; the caller calls
 * match_free in either case. Both maps must have names, or neither, unless one of them is empty. */
int match_build(struct match *match, const struct berth_alloc *alloc, const berth_map *before,
                const berth_map *after);
void match_free(struct match *match, const struct berth_alloc *alloc);

/* Returns the number of the owner that a map gave; that of "no node" for BERTH_NONE. */
static inline uint32_t match_number(const struct match *match, enum match_side side, uint32_t index)
{
    return index < match->counts[side] ? match->numbers[side][index] : match->count;
}

#endif
