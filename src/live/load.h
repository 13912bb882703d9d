/* SPDX-License-Identifier: MIT */
/* load.h - how much every node carries now, and which node takes the next key
 *
 *   load_book   one per live: a counter per node's name, their total, the factor of the bound
 *   load_view   one per view: the counters by index of its map, and the weights they go by
 *
 *   writers, one at a time                      readers: no lock, no heap, never waiting
 *     load_view_new                               load_take   one more for the first node of the
 *     load_admit       before publishing                      key's ranking that has room
 *     load_expel       after publishing           load_give   one less
 *     load_view_free   when no thread reads it
 *
 *   load.c          the counters, from view to view
 *   load_take.c     take and give
 *   load_bound.c    the bound */
#ifndef BERTH_LOAD_H
#define BERTH_LOAD_H

#include "place/map.h"

#include <stdatomic.h>

enum { LOAD_LINE = 64 }; /* bytes of a cache line */

/* A counter's word: its load, and whether the node is out: not up, removed or without weight. */
#define LOAD_OUT (UINT64_C(1) << 63)

struct load_counter {
    _Atomic uint64_t word;
    char apart[LOAD_LINE - sizeof(uint64_t)];
    _Atomic size_t views;         /* number of views that list it */
    const struct load_book *book; /* its book; never changes, nor does the name */
    /* Only writers read or change the rest. */
    struct load_counter *next;
    size_t bytes;   /* of this block */
    bool wanted;    /* counts in the view being published, or is listed in the one before */
    uint64_t start; /* load_node.before in the first view; 0: it was out in it, or not there */
    char name[];
};

struct load_book {
    char apart_total[LOAD_LINE];
    /* Never below the sum of the counters that are not out; equal when no call is under way. */
    _Atomic uint64_t total;
    char apart_factor[LOAD_LINE];
    _Atomic uint64_t factor; /* millionths; 0 = no bound */
    const struct scheme_bound *bound;
    bool whole;                 /* bound->whole */
    struct load_counter *first; /* all counters there are */
    struct berth_alloc alloc;
};

struct load_node {
    struct load_counter *counter;
    uint64_t weight, before; /* see struct portion; weight 0: does not count in this view */
};

struct load_view {
    struct load_book *book;
    const struct berth_map *map;
    struct load_node *nodes; /* by index */
    u128 all;
    uint32_t able;
    uint32_t count; /* of nodes */
};

/* ---- writers ------------------------------------------------------------------------------- */

/* Opens a book whose factor is the scheme's own. */
void load_book_open(struct load_book *book, const struct scheme *scheme,
                    const struct berth_alloc *alloc);
/* All views must have been freed. Tickets not given back become invalid. */
void load_book_close(struct load_book *book);

/* Sets the bound: 0 = none, else from 1 to a million. A system that ignores bounds with the spec of
 * `map`, any view's, stays without one. Any thread. */
int load_bound_set(struct load_book *book, const struct berth_map *map, double factor,
                   berth_error *error);

double load_bound_get(const struct load_book *book);

/* Fills *view for a map; `before` = the view current now, NULL = none. Names that have a counter
 * keep it. On failure nothing is left behind. */
int load_view_new(struct load_view *view, struct load_book *book, const struct berth_map *map,
                  const struct load_view *before, berth_error *error);
/* Before the view is published: nodes that take new keys in it count in the total from now on. */
void load_admit(const struct load_view *view);
/* After the view was published: all other nodes no longer count in the total. */
void load_expel(const struct load_view *view);
/* Any thread may call it; the map may be freed already. true: a counter is in no view any more, and
 * the caller must sweep. */
bool load_view_free(struct load_view *view);
/* Frees the counters that no view lists and that carry nothing. */
void load_sweep(struct load_book *book);

/* The load of a node in `view`, the current one; 0 for an unknown name. name NULL = the total. */
uint64_t load_of(const struct load_view *view, const char *name);

/* ---- readers ------------------------------------------------------------------------------- */

/* Takes for the key of `walk` (walk.h), wherever the walk stands. Returns the index of the node,
 * whose counter went up by one, or BERTH_NONE when every node of the ranking is out. */
uint32_t load_take(const struct load_view *view, struct walk *walk);

/* The less loaded of two of nodes[0..n), picked by `dice`, that has room; else as load_take. */
uint32_t load_take_spread(const struct load_view *view, struct walk *walk, const uint32_t *nodes,
                          size_t n, uint64_t dice);

/* BERTH_E_ARGUMENT: the counter is of another book; nothing changes. BERTH_E_STATE: it is at zero.
 * After the call the counter may be freed at any time. *last: the counter came to zero and was out,
 * and the caller must sweep. */
int load_give(struct load_book *book, struct load_counter *counter, bool *last);

/* ---- shared by both ------------------------------------------------------------------------ */

/* Whether node `index`, which carries `mine` keys, has room for one more. `total` is the number of
 * keys that all nodes carry, that one included. */
bool load_has_room(const struct load_view *view, uint32_t index, uint64_t mine, uint64_t total,
                   uint64_t factor);

static inline uint64_t load_count(uint64_t word)
{
    return word & ~LOAD_OUT;
}

#endif
