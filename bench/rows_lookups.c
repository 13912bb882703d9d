/* SPDX-License-Identifier: MIT */
/* rows_lookups.c - goals 1 to 3: slots and ring against lower bounds of a lookup, and against
 *                  themselves compiled for this CPU only */
#include "measures.h"
#include "rows.h"
#include "ways.h"

#define SLOTS(keys_, mode_)                                                                        \
    {                                                                                              \
        .spec = "slots", .nodes = 1000, .keys = KEY_##keys_, .mode = MODE_##mode_                  \
    }
#define RING(nodes_, keys_, mode_)                                                                 \
    {                                                                                              \
        .spec = "ring", .nodes = nodes_, .keys = KEY_##keys_, .mode = MODE_##mode_                 \
    }

/* clang-format off */
const struct row rows_lookups[] = {
    {"1", "slots prehashed thr", "x load", .at_most = 1.3, .set = SLOTS(HASHES, THR),
     .subject = &berth_route, .base = &floor_load, .truth = &oracle_slots},
    {"1", "slots prehashed lat", "x load", .at_most = 1.3, .set = SLOTS(HASHES, LAT),
     .subject = &berth_route, .base = &floor_load, .truth = &oracle_slots},
    {"1", "slots strings thr", "x floor", .at_most = 1.2, .set = SLOTS(STRINGS, THR),
     .subject = &berth_route, .base = &floor_hash_load, .truth = &oracle_slots},
    {"1", "slots strings lat", "x floor", .at_most = 1.2, .set = SLOTS(STRINGS, LAT),
     .subject = &berth_route, .base = &floor_hash_load, .truth = &oracle_slots},

    {"2", "ring 1000x160 strings thr", "x floor", .at_most = 2.0, .set = RING(1000, STRINGS, THR),
     .subject = &berth_route, .base = &floor_hash_line, .truth = &oracle_ring},
    {"2", "ring 1000x160 strings lat", "x floor", .at_most = 1.5, .set = RING(1000, STRINGS, LAT),
     .subject = &berth_route, .base = &floor_hash_line, .truth = &oracle_ring},
    {"2", "ring 1000x160 prehashed lat", "x line", .at_most = 1.6, .set = RING(1000, HASHES, LAT),
     .subject = &berth_route, .base = &floor_line, .truth = &oracle_ring},
    {"2", "ring 10x160 strings thr", "x floor", .at_most = 1.7, .set = RING(10, STRINGS, THR),
     .subject = &berth_route, .base = &floor_hash_line, .truth = &oracle_ring},
    {"2", "ring 100x160 strings thr", "x floor", .at_most = 1.7, .set = RING(100, STRINGS, THR),
     .subject = &berth_route, .base = &floor_hash_line, .truth = &oracle_ring},
    {"2", "ring 10000x160 strings, batches of 32", "x unbatched floor", .at_most = 1.0,
     .set = {.spec = "ring", .nodes = 10000, .keys = KEY_STRINGS, .mode = MODE_BATCH, .batch = 32},
     .base_set = RING(10000, STRINGS, THR),
     .subject = &berth_route, .base = &floor_hash_line, .truth = &oracle_ring},
    {"2", "ring 1000x160, index", " bytes a point", .at_most = 8.5,
     .set = RING(1000, HASHES, THR), .measure = memory_index},

    {"3", "slots strings thr, default build", "x native build", .at_most = 1.15,
     .set = SLOTS(STRINGS, THR), .subject = &berth_route, .base = &berth_route_native},
    {"3", "slots prehashed thr, default build", "x native build", .at_most = 1.15,
     .set = SLOTS(HASHES, THR), .subject = &berth_route, .base = &berth_route_native},
    {"3", "ring 1000x160 strings thr, default build", "x native build", .at_most = 1.15,
     .set = RING(1000, STRINGS, THR), .subject = &berth_route, .base = &berth_route_native},
    {"3", "ring 1000x160 strings lat, default build", "x native build", .at_most = 1.15,
     .set = RING(1000, STRINGS, LAT), .subject = &berth_route, .base = &berth_route_native},
    {"3", "ring 10x160 strings thr, default build", "x native build", .at_most = 1.15,
     .set = RING(10, STRINGS, THR), .subject = &berth_route, .base = &berth_route_native},
    {0},
};
