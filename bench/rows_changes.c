/* SPDX-License-Identifier: MIT */
/* rows_changes.c - goals 9 and 10, and the replicas: builds, changes, growth and plans */
#include "measures.h"
#include "rows.h"
#include "ways.h"

#define OF(spec_, nodes_)                                                                          \
    {                                                                                              \
        .spec = spec_, .nodes = nodes_, .keys = KEY_HASHES                                         \
    }
#define MANY(spec_, nodes_, keys_)                                                                 \
    {                                                                                              \
        .spec = spec_, .nodes = nodes_, .keys = keys_                                              \
    }
#define THREE(spec_, flags_)                                                                       \
    {                                                                                              \
        .spec = spec_, .nodes = 1000, .keys = KEY_HASHES, .count = 3, .flags = flags_,             \
        .sample = 500                                                                              \
    }

/* clang-format off */
const struct row rows_changes[] = {
    {"9", "ring 1000x160, one node more, index included", "x memcpy of the ring", .at_most = 5,
     .set = OF("ring", 1000), .subject = &berth_add, .base = &floor_memcpy},
    {"9", "ring 1000x160, one node less, index included", "x memcpy of the ring", .at_most = 5,
     .set = OF("ring", 1000), .subject = &berth_remove, .base = &floor_memcpy},
    {"9", "slots build, 10 nodes", "x as fast as the earlier law", .at_least = 1.5,
     .set = OF("slots", 10), .subject = &berth_build, .base = &way_earlier_slots},
    {"9", "slots build, 100 nodes", "x as fast as the earlier law", .at_least = 5,
     .set = OF("slots", 100), .subject = &berth_build, .base = &way_earlier_slots},
    {"9", "slots build, 1000 nodes", "x as fast as the earlier law", .at_least = 30,
     .set = OF("slots", 1000), .subject = &berth_build, .base = &way_earlier_slots},
    {"9", "slots build, 10000 nodes", "x as fast as the earlier law", .at_least = 150,
     .set = OF("slots", 10000), .subject = &berth_build, .base = &way_earlier_slots},
    {"9", "slots build, 10000 nodes, 2^20 slots", " ms", .at_most = 30, .scale = 1e-6,
     .set = OF("slots:table=1048576", 10000), .subject = &berth_build},
    {"9", "slots, one node more than 10", "x as fast as the earlier law", .at_least = 1,
     .set = OF("slots", 10), .subject = &berth_add, .base = &way_earlier_more},
    {"9", "slots, one node more than 100", "x as fast as the earlier law", .at_least = 1.2,
     .set = OF("slots", 100), .subject = &berth_add, .base = &way_earlier_more},
    {"9", "slots, one node more than 1000", "x as fast as the earlier law", .at_least = 1.5,
     .set = OF("slots", 1000), .subject = &berth_add, .base = &way_earlier_more},
    {"9", "slots, one node less than 11", "x as fast as a build", .at_least = 1,
     .set = OF("slots", 10), .subject = &berth_remove, .base = &berth_build},
    {"9", "slots, one node less than 101", "x as fast as a build", .at_least = 1,
     .set = OF("slots", 100), .subject = &berth_remove, .base = &berth_build},
    {"9", "slots, one node less than 1001", "x as fast as a build", .at_least = 1,
     .set = OF("slots", 1000), .subject = &berth_remove, .base = &berth_build},
    {"9", "ring 1000x160 build", " ns a point", .at_most = 30, .scale = 1.0 / 160000,
     .set = OF("ring", 1000), .subject = &berth_build},

    {"10", "slots lookup at 10000 nodes", "x that at 10", .at_most = 1.1,
     .set = MANY("slots", 10000, KEY_STRINGS), .base_set = MANY("slots", 10, KEY_STRINGS),
     .subject = &berth_route, .base = &berth_route, .truth = &oracle_slots},
    {"10", "maglev lookup at 10000 nodes", "x that at 10", .at_most = 1.1,
     .set = MANY("maglev", 10000, KEY_STRINGS), .base_set = MANY("maglev", 10, KEY_STRINGS),
     .subject = &berth_route, .base = &berth_route},
    {"10", "ring 10000x160 strings thr", "x floor", .at_most = 2,
     .set = MANY("ring", 10000, KEY_STRINGS),
     .subject = &berth_route, .base = &floor_hash_line, .truth = &oracle_ring},
    {"10", "memory of twice the nodes, every native scheme", "x twice", .at_most = 1.05,
     .set = OF("", 1000), .measure = memory_growth},
    {"10", "plan of two ring maps, 1000 nodes", " ms", .at_most = 20, .scale = 1e-6,
     .set = OF("ring", 1000), .subject = &berth_plan_two},
    {"10", "plan of two slots maps, 1000 nodes", " ms", .at_most = 20, .scale = 1e-6,
     .set = OF("slots", 1000), .subject = &berth_plan_two},
    {"10", "plan of two hrw maps, 1000 nodes", " ms", .at_most = 20, .scale = 1e-6,
     .set = OF("hrw", 1000), .subject = &berth_plan_two},
    {"10", "plan of two maglev maps, 1000 nodes", " ms", .at_most = 20, .scale = 1e-6,
     .set = OF("maglev", 1000), .subject = &berth_plan_two},

    {"10", "berth route, 10 million keys, slots", " million keys a second", .at_least = 10,
     .set = MANY("slots", 1000, KEY_STRINGS), .measure = tool_rate},
    {"10", "berth route, memory at 10 million keys", "x that at a million", .at_most = 1.1,
     .set = MANY("slots", 1000, KEY_STRINGS), .measure = tool_memory},

    {"replicas", "ring 1000x160, three replicas", "x one lookup", .at_most = 3,
     .set = THREE("ring", 0), .base_set = OF("ring", 1000),
     .subject = &berth_replicas, .base = &berth_route, .truth = &oracle_ring},
    {"replicas", "slots that keep their ranking, three", "x one lookup", .at_most = 3,
     .set = THREE("slots", BERTH_KEEP_RANKING), .base_set = OF("slots", 1000),
     .subject = &berth_replicas, .base = &berth_route, .truth = &oracle_slots},
    {"replicas", "slots, three", "x hrw's three", .at_most = 1.1,
     .set = THREE("slots", 0), .base_set = THREE("hrw", 0),
     .subject = &berth_replicas, .base = &berth_replicas, .truth = &oracle_slots},
    {0},
};
