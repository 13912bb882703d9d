/* SPDX-License-Identifier: MIT */
/* rows_threads.c - goal 8: readers of a live map, and the control that shows that threads run at
 *                  the same time */
#include "measures.h"
#include "rows.h"
#include "ways.h"

#define LIVE(spec_, mode_)                                                                         \
    {                                                                                              \
        .spec = spec_, .nodes = 1000, .keys = KEY_STRINGS, .mode = MODE_##mode_                    \
    }

/* clang-format off */
const struct row rows_threads[] = {
    {NULL, "control: a rwlock, two threads", "x one (above 0.6 goal 8 has no verdict)",
     .set = {.spec = "ring", .nodes = 10, .keys = KEY_STRINGS}, .measure = threads_control},
    {"8", "slots thr, reader while a writer publishes every ms", "x unprotected", .at_most = 1.1,
     .set = LIVE("slots", THR), .measure = threads_protected, .truth = &oracle_slots},
    {"8", "slots lat, reader while a writer publishes every ms", "x unprotected", .at_most = 1.1,
     .set = LIVE("slots", LAT), .measure = threads_protected, .truth = &oracle_slots},
    {"8", "ring 1000x160 thr, reader while a writer publishes every ms", "x unprotected",
     .at_most = 1.1, .set = LIVE("ring", THR), .measure = threads_protected,
     .truth = &oracle_ring},
    {"8", "ring 1000x160 lat, reader while a writer publishes every ms", "x unprotected",
     .at_most = 1.1, .set = LIVE("ring", LAT), .measure = threads_protected,
     .truth = &oracle_ring},
    {"8", "slots, two reader threads", "x one", .at_least = 1.9, .set = LIVE("slots", THR),
     .measure = threads_two},
    {"8", "ring 1000x160, two reader threads", "x one", .at_least = 1.9, .set = LIVE("ring", THR),
     .measure = threads_two},
    {0},
};
