/* SPDX-License-Identifier: MIT */
/* ways.h - every way that can be measured, by the file that holds it */
#ifndef BENCH_WAYS_H
#define BENCH_WAYS_H

#include "bench.h"

extern const struct way berth_route;    /* berth_map_route and _route_many, every kind of key */
extern const struct way berth_replicas; /* keys are hashes */
extern const struct way berth_build, berth_add, berth_remove, berth_adds, berth_plan_two;

/* The same with copies of the library: without wide registers, with registers up to AVX2, and
 * compiled for this CPU only. */
extern const struct way berth_route_plain, berth_replicas_plain, berth_build_plain;
extern const struct way berth_route_avx2, berth_route_native;

extern const struct way floor_hash;      /* XXH3 alone */
extern const struct way floor_load;      /* one load from the map's own table, by the hash */
extern const struct way floor_hash_load; /* XXH3 of the key, then that load */
extern const struct way floor_line; /* one random cache line of an index as large as the ring's */
extern const struct way floor_hash_line; /* XXH3 of the key, then that line */
extern const struct way floor_mix;       /* one mix and one compare for each node */
extern const struct way floor_memcpy;    /* copying a ring's sorted array */

extern const struct way peer_libmemcached, peer_libmemcached_build, peer_libmemcached_again;

extern const struct way way_rwlock_ring, way_rwlock_adds, way_rwlock_bare, way_hrw_log,
    way_jump_paper, way_ketama, way_earlier_slots, way_earlier_more;

extern const struct way oracle_ring, oracle_slots, oracle_hrw, oracle_jumpback;

#endif
