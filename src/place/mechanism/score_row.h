/* SPDX-License-Identifier: MIT */
/* score_row.h - a deployed rendezvous scheme as a row of data: the node with the best score wins
 *
 *   seed[i]  = prepare(node i)                 once, at build
 *   score[i] = score(seed[i], key)             per lookup; the largest wins
 *
 * Scores are unsigned; a scheme that scores by a non-negative double hands over its bits, whose
 * order is the same. */
#ifndef BERTH_SCORE_ROW_H
#define BERTH_SCORE_ROW_H

#include "place/nodes.h"
#include "scheme/scheme.h"

/* What a row keeps of a node. */
struct score_node {
    uint64_t seed;    /* by prepare */
    double weight;    /* as given */
    const char *name; /* NUL-terminated, owned by the state */
    size_t len;
    uint32_t index; /* of the member */
};

struct score_row {
    /* Fills node->seed; NULL = it stays 0. */
    void (*prepare)(const struct value *values, struct score_node *node);
    /* Score of a key's bytes, or, when NULL, of its hash. */
    uint64_t (*score_key)(const struct value *values, const struct score_node *node,
                          const void *key, size_t len);
    uint64_t (*score_hash)(const struct score_node *node, uint64_t hash);
    uint64_t (*key_hash)(const void *key, size_t len);
    /* A parameter that chooses the hash of names and keys: its position + 1, and the hashes. */
    unsigned hash_param;
    uint64_t (*const *hashes)(const void *data, size_t len);
    void (*cut)(const struct value *values, const void **key, size_t *len);
    unsigned bits;   /* of a score; 0 = 64 */
    bool real;       /* scores are the bits of doubles */
    bool by_name;    /* nodes are compared in the order of their names; else as listed */
    bool last_wins;  /* of equal scores the later node; else the earlier */
    bool zero_loses; /* a score of 0 is never chosen */
};

/* The score of go-rendezvous and of what grew from it: a mixed xor of two hashes. */
uint64_t score_xorshift(const struct score_node *node, uint64_t hash);

/* A double as a score: its bits, when it is above 0; else 0. */
uint64_t score_bits(double score);

/* What rows with score_key do, and what rows with score_hash do. */
extern const struct scheme_ops score_row_key_ops;
extern const struct scheme_ops score_row_hash_ops;

#endif
