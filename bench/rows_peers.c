/* SPDX-License-Identifier: MIT */
/* rows_peers.c - goals 4 and 5: against libmemcached and a ring as it is usually written */
#include "rows.h"
#include "ways.h"

#define FASTER "x as fast"
#define PEER   "libmemcached:distribution=ketama_weighted"
#define STRINGS(spec_, nodes_)                                                                     \
    {                                                                                              \
        .spec = spec_, .nodes = nodes_, .keys = KEY_STRINGS                                        \
    }

/* The placements must be the same: the answers to all million keys are compared. */
#define SAME(nodes_, mode_)                                                                        \
    {                                                                                              \
        .spec = PEER, .nodes = nodes_, .keys = KEY_STRINGS, .mode = mode_, .sample = 1000000       \
    }

/* clang-format off */
const struct row rows_peers[] = {
    {"4", "libmemcached's ring, 10 nodes, single", FASTER, .at_least = 1.6,
     .set = SAME(10, MODE_THR),
     .subject = &berth_route, .base = &peer_libmemcached, .truth = &peer_libmemcached},
    {"4", "libmemcached's ring, 100 nodes, single", FASTER, .at_least = 1.6,
     .set = SAME(100, MODE_THR),
     .subject = &berth_route, .base = &peer_libmemcached, .truth = &peer_libmemcached},
    {"4", "libmemcached's ring, 1000 nodes, single", FASTER, .at_least = 2,
     .set = SAME(1000, MODE_THR),
     .subject = &berth_route, .base = &peer_libmemcached, .truth = &peer_libmemcached},
    {"4", "libmemcached's ring, 10 nodes, batch", FASTER, .at_least = 7,
     .set = SAME(10, MODE_BATCH),
     .subject = &berth_route, .base = &peer_libmemcached, .truth = &peer_libmemcached},
    {"4", "libmemcached's ring, 100 nodes, batch", FASTER, .at_least = 7,
     .set = SAME(100, MODE_BATCH),
     .subject = &berth_route, .base = &peer_libmemcached, .truth = &peer_libmemcached},
    {"4", "libmemcached's ring, 1000 nodes, batch", FASTER, .at_least = 7,
     .set = SAME(1000, MODE_BATCH),
     .subject = &berth_route, .base = &peer_libmemcached, .truth = &peer_libmemcached},
    {"4", "libmemcached's ring, 100 nodes, build", FASTER, .at_least = 8,
     .set = STRINGS(PEER, 100), .subject = &berth_build, .base = &peer_libmemcached_build},
    {"4", "libmemcached's ring, 1000 nodes, build (its way, rewritten)", FASTER, .at_least = 8,
     .set = STRINGS(PEER, 1000), .subject = &berth_build, .base = &way_ketama},
    {"4", "libmemcached's ring, 99 nodes, one added", FASTER, .at_least = 100,
     .set = STRINGS(PEER, 99), .base_set = STRINGS(PEER, 100),
     .subject = &berth_add, .base = &peer_libmemcached_again},
    {"4", "libmemcached's ring, 1000 nodes, one added (its way, rewritten)", FASTER,
     .at_least = 100, .set = STRINGS(PEER, 1000), .subject = &berth_add, .base = &way_ketama},
    {NULL, "control: libmemcached's way rewritten, 100 nodes, against itself", "x its time",
     .set = STRINGS(PEER, 100), .subject = &way_ketama, .base = &peer_libmemcached_again},
    {"4", "ring against libmemcached, 10 nodes", FASTER, .at_least = 20,
     .set = STRINGS("ring", 10),
     .subject = &berth_route, .base = &peer_libmemcached},
    {"4", "ring against libmemcached, 100 nodes", FASTER, .at_least = 20,
     .set = STRINGS("ring", 100),
     .subject = &berth_route, .base = &peer_libmemcached},
    {"4", "ring against libmemcached, 1000 nodes", FASTER, .at_least = 20,
     .set = STRINGS("ring", 1000),
     .subject = &berth_route, .base = &peer_libmemcached},
    {"4", "slots against libmemcached, 10 nodes", FASTER, .at_least = 40,
     .set = STRINGS("slots", 10),
     .subject = &berth_route, .base = &peer_libmemcached},
    {"4", "slots against libmemcached, 100 nodes", FASTER, .at_least = 40,
     .set = STRINGS("slots", 100),
     .subject = &berth_route, .base = &peer_libmemcached},
    {"4", "slots against libmemcached, 1000 nodes", FASTER, .at_least = 40,
     .set = STRINGS("slots", 1000),
     .subject = &berth_route, .base = &peer_libmemcached},

    {"5", "halving under a rwlock, 1000x160, strings", FASTER, .at_least = 10,
     .set = STRINGS("fabrica-hashring", 1000),
     .subject = &berth_route, .base = &way_rwlock_ring, .truth = &way_rwlock_ring},
    {"5", "halving under a rwlock, 1000x160, integers", FASTER, .at_least = 20,
     .set = {.spec = "fabrica-int64ring", .nodes = 1000, .keys = KEY_INTEGERS},
     .subject = &berth_route, .base = &way_rwlock_ring, .truth = &way_rwlock_ring},
    {"5", "sorting after every add, 1000 nodes at once", FASTER, .at_least = 100,
     .set = STRINGS("fabrica-hashring", 1000),
     .subject = &berth_build, .base = &way_rwlock_adds},
    {"5", "sorting after every add, 1000 nodes add by add", FASTER, .at_least = 100,
     .set = STRINGS("fabrica-hashring", 1000),
     .subject = &berth_adds, .base = &way_rwlock_adds},
    {0},
};
