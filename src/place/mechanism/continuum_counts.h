/* SPDX-License-Identifier: MIT */
/* continuum_counts.h - how weights become numbers of labels; each function can be
 * the field `counts` of a continuum_row */
#ifndef BERTH_CONTINUUM_COUNTS_H
#define BERTH_CONTINUUM_COUNTS_H

#include "place/mechanism/continuum_row.h"

/* Whole weights: the weight, 160 x the weight, and the first parameter x the weight. */
int continuum_counts_weight(const struct continuum_in *in, uint64_t *count, berth_error *error);
int continuum_counts_160(const struct continuum_in *in, uint64_t *count, berth_error *error);
int continuum_counts_times_weight(const struct continuum_in *in, uint64_t *count,
                                  berth_error *error);

/* ketama's share of 40 labels x n by weight, every step in IEEE single (libmemcached, twemproxy,
 * spymemcached): a node may get 39 where exact arithmetic says 40, or none at all. */
int continuum_counts_ketama(const struct continuum_in *in, uint64_t *count, berth_error *error);

/* The same, but 40 for all when no weight differs from 1 (spymemcached's unweighted locator). */
int continuum_counts_ketama_or_even(const struct continuum_in *in, uint64_t *count,
                                    berth_error *error);

/* libketama: single-precision share, the rest in double, rounded to single before the floor. */
int continuum_counts_libketama(const struct continuum_in *in, uint64_t *count, berth_error *error);

/* serialx/hashring to 2019: floor(40 n w / sum) in double. */
int continuum_counts_serialx(const struct continuum_in *in, uint64_t *count, berth_error *error);

/* The two parameters that Envoy and gRPC have first. */
#define CONTINUUM_SIZES(most)                                                                      \
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

/* Envoy and gRPC: a running sum in double decides which node gets the next point; parameters 1
 * and 2 are the smallest and the largest size of the ring. */
int continuum_counts_envoy(const struct continuum_in *in, uint64_t *count, berth_error *error);
int continuum_counts_grpc(const struct continuum_in *in, uint64_t *count, berth_error *error);

/* Sum of weights as whole numbers. */
uint64_t continuum_counts_sum(const struct continuum_in *in);

#endif
