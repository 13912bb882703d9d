/* SPDX-License-Identifier: MIT */
/* sketch.h - the heaviest keys of a stream, in fixed memory (Space-Saving)
 *
 * A key that is not counted yet takes the place of the lightest counter and inherits its count as
 * its possible error: count - error <= true weight <= count, and the error is at most the total
 * weight divided by the number of counters. */
#ifndef CLI_SKETCH_H
#define CLI_SKETCH_H

#include <stddef.h>
#include <stdint.h>

enum { SKETCH_COUNTERS = 512, SKETCH_KEY_MAX = 96, SKETCH_CHAINS = 1024 };

struct sketch_counter {
    uint64_t hash, count, error;
    size_t len;       /* of the key; its beginning is kept */
    uint32_t owner;   /* node index */
    uint32_t heap_at; /* place in the heap */
    uint32_t next;    /* in its chain, plus 1 */
    unsigned char key[SKETCH_KEY_MAX];
};

struct sketch {
    struct sketch_counter counter[SKETCH_COUNTERS];
    uint32_t heap[SKETCH_COUNTERS]; /* lightest first */
    uint32_t chain[SKETCH_CHAINS];  /* first counter of each, plus 1 */
    uint32_t used;
};

/* hash: of the whole key, 64 good bits. */
void sketch_add(struct sketch *sketch, uint64_t hash, uint64_t weight, const void *key, size_t len,
                uint32_t owner);

/* Pointers to the `max` heaviest, heaviest first by what is certain; returns how many. */
size_t sketch_top(const struct sketch *sketch, const struct sketch_counter **out, size_t max);

/* Sum of the squares of the keys' total weights, from signed sums in which different keys cancel:
 * within a few percent. It says how far the luck of a few heavy keys can move a node's load. */
enum { POWER_SUMS = 1024 };

struct power {
    double sum[POWER_SUMS];
};

void power_add(struct power *power, uint64_t hash, uint64_t weight);
double power_estimate(const struct power *power);

#endif
