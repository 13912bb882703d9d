/* SPDX-License-Identifier: MIT */
/* ring_counts.h - how weights become numbers of labels; each is one field of a ring_row */
#ifndef BERTH_RING_COUNTS_H
#define BERTH_RING_COUNTS_H

#include "place/mechanism/ring_row.h"

/* first parameter x weight; whole weights. */
int ring_counts_times_weight(const struct ring_in *in, uint64_t *count, berth_error *error);

/* ketama's share of 40 labels x n by weight, every step in IEEE single (libmemcached, twemproxy,
 * spymemcached): a node may get 39 where exact arithmetic says 40, or none at all. */
int ring_counts_ketama(const struct ring_in *in, uint64_t *count, berth_error *error);

/* The same, but 40 for all when no weight differs from 1 (spymemcached's unweighted locator). */
int ring_counts_ketama_or_even(const struct ring_in *in, uint64_t *count, berth_error *error);

/* libketama: single-precision share, the rest in double, rounded to single before the floor. */
int ring_counts_libketama(const struct ring_in *in, uint64_t *count, berth_error *error);

/* serialx/hashring to 2019: floor(40 n w / sum) in double. */
int ring_counts_serialx(const struct ring_in *in, uint64_t *count, berth_error *error);

/* The two parameters that Envoy and gRPC have first. */
#define RING_SIZES(most)                                                                           \
    {.name = "min",                                                                                \
     .aliases = "min_ring_size minimum_ring_size",                                                 \
     .shape = BERTH_INTEGER,                                                                       \
     .min = 1,                                                                                     \
     .max = 8388608,                                                                               \
     .preset = "1024",                                                                             \
     .help = "smallest size of the ring"},                                                         \
    {                                                                                              \
        .name = "max", .aliases = "max_ring_size maximum_ring_size", .shape = BERTH_INTEGER,       \
        .min = 1, .max = 8388608, .preset = most, .help = "largest size of the ring"               \
    }

/* Envoy and gRPC: a running sum in double decides who gets the next point; parameters 1 and 2 are
 * the smallest and the largest size of the ring. */
int ring_counts_envoy(const struct ring_in *in, uint64_t *count, berth_error *error);
int ring_counts_grpc(const struct ring_in *in, uint64_t *count, berth_error *error);

/* Sum of weights as whole numbers. */
uint64_t ring_counts_sum(const struct ring_in *in);

#endif
