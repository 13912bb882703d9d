/* SPDX-License-Identifier: MIT */
/* ways.h - every way there is to do something, by the file it is in */
#ifndef BENCH_WAYS_H
#define BENCH_WAYS_H

#include "bench.h"

extern const struct way berth_route;    /* route, route_many; every kind of key */
extern const struct way berth_replicas; /* of hashes */
extern const struct way berth_build, berth_add, berth_remove, berth_adds, berth_plan_two;

/* The same over copies of the library: without wide registers, up to AVX2, and for this CPU only.
 */
extern const struct way berth_route_plain, berth_replicas_plain, berth_build_plain;
extern const struct way berth_route_avx2, berth_route_native;

extern const struct way floor_hash;      /* XXH3 alone */
extern const struct way floor_load;      /* one load from the map's own table, by the hash */
extern const struct way floor_hash_load; /* the same by the key: XXH3 and that load */
extern const struct way floor_line;      /* one random line of an index as large as the ring's */
extern const struct way floor_hash_line; /* the same by the key */
extern const struct way floor_mix;       /* one mix and one compare for each node */
extern const struct way floor_memcpy;    /* copying a ring's sorted array */

extern const struct way peer_libmemcached, peer_libmemcached_build, peer_libmemcached_again;

extern const struct way way_rwlock_ring, way_rwlock_adds, way_rwlock_bare, way_hrw_log,
    way_jump_paper, way_ketama;

extern const struct way oracle_ring, oracle_slots, oracle_hrw, oracle_jumpback;

#endif
