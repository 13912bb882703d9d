/* SPDX-License-Identifier: MIT */
/* check.h - do two configurations agree on every key, and if not, why?
 *
 *   A, B --match--> which node of B is which of A      check_match.c
 *        --compare--> share of the key space that differs, keys that differ      check.c
 *        --reasons--> corrections of B after which the two agree, as few as will do
 *                                                      check_fix.c, check_reason.c
 *
 * Nodes that are only spelled differently are taken for the same node in every figure. */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "judge/addresses.h"
#include "read/key_reader.h"
#include "read/nodes_input.h"

enum { CHECK_KEPT = 1000, CHECK_TEXT = 512, CHECK_PARAMS = 12, CHECK_SHOWN = 5 };

/* A configuration as it was read, or after corrections. */
struct check_side {
    berth_nodes *nodes;
    char *spec; /* canonical */
    berth_map *map;
    const char *where;
    char letter; /* A, B, ... */
};

void check_side_free(struct check_side *side);
/* Builds the map; false, with the error, when that cannot be. */
bool check_side_build(struct check_side *side, berth_error *error);

/* Of every node of `a`: its index in `b`, BERTH_NONE = it has none. To be freed. */
uint32_t *check_match(const berth_map *a, const berth_map *b);
/* How a name is compared: lower case, no brackets, no :11211. NULL when it is too long. */
const char *check_plain_name(const char *name, char *out, size_t cap);

/* What A and B make of the same key. */
struct check_key {
    struct berth_key key, shown; /* copied */
    bool is_number;
    uint64_t number;
    uint32_t a, b;
};

struct check_pair {
    const struct check_side *a, *b;
    uint32_t *same;             /* of every node of A: its index in B, BERTH_NONE = it has none */
    uint32_t *listed;           /* the indices of A's nodes in the order in which they are listed */
    bool equal;                 /* fingerprints, and the states of all nodes */
    struct addresses addresses; /* that nodes of both are, and are not the same in both */
    enum berth_measure measure;
    double share, error;
    double no_owner;  /* share that no node answers for, neither in A nor in B */
    uint64_t samples; /* 0 = not sampled */
    uint64_t keys, keys_differ, keys_no_owner;
    struct check_key *kept; /* the first of the keys that differ */
    size_t kept_count;
    char *reason[16];
    const char *kind[16];
    size_t reasons;
};

/* Compares the key spaces; false after saying what is wrong. */
bool check_open(struct check_pair *pair, const struct check_side *a, const struct check_side *b);
void check_close(struct check_pair *pair);
/* Does every key have an owner, the same in both, at the same machine? */
bool check_agrees(const struct check_pair *pair);
/* The same, whether or not keys have an owner, and wherever that is. */
bool check_alike(const struct check_pair *pair);

/* Do these owners differ? That neither has one is no difference, and no agreement about an owner
 * either: check_pair counts it apart. */
static inline bool check_differs(const uint32_t *same, uint32_t a, uint32_t b)
{
    return a == BERTH_NONE || b == BERTH_NONE ? a != b : same[a] != b;
}

/* Whether two maps are one and the same, so that nothing needs to be compared. */
bool check_equal(const berth_map *a, const berth_map *b);

/* Share that differs between two maps, nodes being matched by `same`; negative = no memory. sum:
 * how it was measured. *gained: the part of it that has no owner in `a`. */
double check_share(const berth_map *a, const berth_map *b, const uint32_t *same,
                   struct berth_plan_summary *sum, double *gained);

/* Remembers a key that differs. */
void check_keep(struct check_pair *pair, const struct key_batch *batch, size_t i, uint32_t a,
                uint32_t b);

/* ---- corrections ----------------------------------------------------------------------------- */

/* What of B is made as in A. */
enum check_fix {
    FIX_MISSING = 1,     /* nodes that only one of them has */
    FIX_WEIGHTS = 2,     /* weights */
    FIX_SPELLING = 4,    /* names */
    FIX_ORDER = 8,       /* the order of listing */
    FIX_ATTRIBUTES = 16, /* what else the schemes look at */
    FIX_PORT = 32,       /* :11211 is taken off the names of both */
    FIX_SCHEME = 64,     /* the whole spec */
    FIX_PARAM = 128,     /* the first of params; the others follow */
};

/* Parameters of the same scheme that differ. */
struct check_params {
    char name[CHECK_PARAMS][64];
    char a[CHECK_PARAMS][64], b[CHECK_PARAMS][64]; /* the values; "" = an empty text */
    size_t count;
    bool same_scheme;
};

void check_params(struct check_params *params, const berth_map *a, const berth_map *b);

/* Would A and B agree with these corrections? */
bool check_fixed(const struct check_pair *pair, const struct check_params *params, unsigned fixes);

/* Fills pair->reason. */
void check_reasons(struct check_pair *pair);

#endif
