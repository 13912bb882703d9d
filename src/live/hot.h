/* SPDX-License-Identifier: MIT */
/* hot.h - inside a sketch of hot keys
 *
 *   counter   [ c0 | c1 | c2 | ... ]     used of room; the key of counter i at bytes + i * longest
 *   heap      indices of counters, the lightest count on top
 *   chain     first counter of each hash, plus 1; counter.next is the next of the chain
 *   order     indices of counters, heaviest first; sorted by berth_hot_at
 *
 * An estimate of a key is its count, or the floor when it has no counter. Three things always hold:
 *   1  count - error <= true weight <= count; a key without a counter weighs at most the floor
 *   2  error <= floor <= every count of a full sketch
 *   3  the `fewest` largest estimates add up to at most the total; so floor <= total / fewest
 * where `fewest` is the number of counters; after merges, the smallest number of any merged sketch.
 * Each function that changes a count says why they still hold. */
#ifndef BERTH_HOT_H
#define BERTH_HOT_H

#include "base/alloc.h"

#define HOT_LOOSE UINT32_MAX

struct hot_counter {
    uint64_t hash[2]; /* 128 bits of XXH3 over the whole key */
    uint64_t count, error;
    size_t len;       /* of the key; kept: min(len, longest of the sketch that first saw it) */
    uint32_t kept;    /* bytes */
    uint32_t heap_at; /* place in the heap */
    uint32_t next;    /* in its chain, plus 1 */
};

struct berth_hot {
    struct berth_alloc alloc;
    struct hot_counter *counter;
    unsigned char *bytes;
    uint32_t *heap, *order, *chain;
    size_t longest;
    uint32_t room, used, chains; /* chains: a power of two */
    bool ordered;
    uint64_t total, floor;
};

/* A key that is looked for or added. */
struct hot_name {
    uint64_t hash[2];
    const unsigned char *data;
    size_t len, kept;
};

/* The name of counter i. */
struct hot_name hot_name_at(const struct berth_hot *hot, uint32_t i);

/* The counter of a key; HOT_LOOSE = it has none. */
uint32_t hot_find(const struct berth_hot *hot, const struct hot_name *name);

/* Gives counter i, which is in no chain, this name. */
void hot_link(struct berth_hot *hot, uint32_t i, const struct hot_name *name);

/* < 0, 0, > 0 by the keys' bytes, then by length and hash. */
int hot_compare_names(const struct berth_hot *a, uint32_t i, const struct berth_hot *b, uint32_t j);

#endif
