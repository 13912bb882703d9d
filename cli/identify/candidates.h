/* SPDX-License-Identifier: MIT */
/* candidates.h - the specs and spellings that deployed systems may have, and how much each explains
 *
 *   every scheme --> its settings: words, hashes, usual numbers of points --> spec
 *   the nodes    --> with and without their ports; as listed, by name, backwards
 *
 * A candidate is first asked for some of the keys; those that explain most are asked for all. The
 * plainest are asked first, and no others once some of them explain all; of a large fleet, whose maps
 * take long to build, only the plainest are asked. */
#ifndef CLI_CANDIDATES_H
#define CLI_CANDIDATES_H

#include "identify/observed.h"

enum candidate_order { ORDER_LISTED, ORDER_NAME, ORDER_BACKWARDS, ORDERS };

struct candidate {
    char *spec;
    enum candidate_order order;
    bool hosts;      /* names without their ports */
    bool even;       /* all weights are 1 */
    size_t explains; /* of the keys that were asked */
    double chance;   /* the part that it would explain if it had nothing to do with the answers */
    double beyond; /* (explained part - chance) / (1 - chance): 1 = all, 0 = no more than chance */
    bool whole;    /* all keys were asked */
};

struct candidates {
    struct candidate *list; /* those that explain most first, once they are sorted */
    size_t count, room;
    size_t tried; /* of the count, the plainest; the others are further from anything usual */
};

/* Tries everything there is, and sorts; `quiet` as of progress_begin. */
void candidates_try(struct candidates *candidates, const struct observed *observed,
                    const berth_nodes *nodes, bool quiet);
void candidates_free(struct candidates *candidates);

/* The map of a candidate, and where each node of the list stands in it; NULL when there is none.
 * Both are to be freed. */
berth_map *candidate_map(const struct candidate *candidate, const berth_nodes *nodes,
                         uint32_t **index);

/* "as listed", "by name, without ports" */
void candidate_nodes_text(const struct candidate *candidate, char *out, size_t cap);

/* How many of the first `keys` answers a map gives; *chance as in struct candidate, may be NULL. */
size_t candidate_explains(const berth_map *map, const uint32_t *index,
                          const struct observed *observed, size_t keys, double *chance);

#endif
