/* SPDX-License-Identifier: MIT */
/* way_ketama.h - libmemcached's weighted ring over equal servers, built the way it builds it
 *
 * Debian's libmemcached ends the process beyond 100 servers (an assertion about the size of its
 * ring). Up to there the library itself is measured; beyond, its own lookups run on a ring that is
 * built here and, at 100 servers, compared with the library's, byte for byte. */
#ifndef BENCH_WAY_KETAMA_H
#define BENCH_WAY_KETAMA_H

#include <stddef.h>
#include <stdint.h>

/* As libmemcached lays it out. */
struct ketama_point {
    uint32_t server, value;
};

/* Sorted by value; *count of them. free() ends it; NULL = no memory. */
struct ketama_point *ketama_ring(uint32_t servers, uint32_t *count);

#endif
