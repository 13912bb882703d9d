/* SPDX-License-Identifier: MIT */
/* way_ketama.h - libmemcached's weighted ring of equal servers, built as libmemcached builds it
 *
 * Debian's libmemcached ends the process with more than 100 servers, by an assertion about the size
 * of its ring. Up to 100 servers the library itself is measured. With more, its lookups run on a
 * ring that is built here; with 100 servers that ring is compared with the library's, byte for
 * byte. */
#ifndef BENCH_WAY_KETAMA_H
#define BENCH_WAY_KETAMA_H

#include <stddef.h>
#include <stdint.h>

/* The layout is libmemcached's. */
struct ketama_point {
    uint32_t server, value;
};

/* Returns the points, *count of them, sorted by value; the caller frees them with free(). NULL when
 * there is no memory. */
struct ketama_point *ketama_ring(uint32_t servers, uint32_t *count);

#endif
