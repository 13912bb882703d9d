/* SPDX-License-Identifier: MIT */
/* rows_scores.c - goals 6 and 7: rendezvous against a bare loop, jump against the paper's loop */
#include "measures.h"
#include "rows.h"
#include "ways.h"

#define HRW(nodes_)                                                                                \
    {                                                                                              \
        .spec = "hrw", .nodes = nodes_, .keys = KEY_HASHES, .sample = 500                          \
    }
#define HRW_BATCH(nodes_)                                                                          \
    {                                                                                              \
        .spec = "hrw", .nodes = nodes_, .keys = KEY_HASHES, .mode = MODE_BATCH, .sample = 500      \
    }
#define WEIGHTED(nodes_)                                                                           \
    {                                                                                              \
        .spec = "hrw", .nodes = nodes_, .keys = KEY_HASHES, .weighted = true, .sample = 200        \
    }
#define TOP3(nodes_)                                                                               \
    {                                                                                              \
        .spec = "hrw", .nodes = nodes_, .keys = KEY_HASHES, .count = 3, .sample = 200              \
    }
#define NUMBERS(spec_, nodes_, mode_)                                                              \
    {                                                                                              \
        .spec = spec_, .nodes = nodes_, .keys = KEY_HASHES, .mode = MODE_##mode_                   \
    }

/* clang-format off */
const struct row rows_scores[] = {
    {"6", "hrw 1000, scalar", "x bare loop", .at_most = 1.1, .set = HRW(1000),
     .subject = &berth_route_plain, .base = &floor_mix, .truth = &oracle_hrw},
    {"6", "hrw 1000, AVX2", "x as fast as the bare loop", .at_least = 2, .set = HRW(1000),
     .subject = &berth_route_avx2, .base = &floor_mix, .truth = &oracle_hrw},
    {"6", "hrw 1000, widest", "x as fast as the bare loop", .at_least = 4.5, .set = HRW(1000),
     .subject = &berth_route, .base = &floor_mix, .truth = &oracle_hrw},
    {"6", "hrw 1000 batch, widest", "x as fast as the bare loop", .at_least = 4.5,
     .set = HRW_BATCH(1000),
     .subject = &berth_route, .base = &floor_mix, .truth = &oracle_hrw},
    {"6", "hrw 2, widest", "x scalar", .at_most = 1.05, .set = HRW(2),
     .subject = &berth_route, .base = &berth_route_plain, .truth = &oracle_hrw},
    {"6", "hrw 4, widest", "x scalar", .at_most = 1.05, .set = HRW(4),
     .subject = &berth_route, .base = &berth_route_plain, .truth = &oracle_hrw},
    {"6", "hrw 8, widest", "x scalar", .at_most = 1.05, .set = HRW(8),
     .subject = &berth_route, .base = &berth_route_plain, .truth = &oracle_hrw},
    {"6", "hrw 1000 weighted", "x bare unweighted loop", .at_most = 1.4, .set = WEIGHTED(1000),
     .base_set = HRW(1000), .subject = &berth_route, .base = &floor_mix, .truth = &oracle_hrw},
    {"6", "hrw 10000 weighted", "x bare unweighted loop", .at_most = 1.4, .set = WEIGHTED(10000),
     .base_set = HRW(10000), .subject = &berth_route, .base = &floor_mix, .truth = &oracle_hrw},
    {"6", "hrw 1000 weighted against libm's logarithm", "x as fast as -w / log u", .at_least = 4, .set = WEIGHTED(1000),
     .subject = &berth_route, .base = &way_hrw_log},
    {"6", "hrw 1000 top-3, scalar", "x top-1", .at_most = 1.5, .set = TOP3(1000),
     .base_set = HRW(1000),
     .subject = &berth_replicas_plain, .base = &berth_route_plain, .truth = &oracle_hrw},
    {"6", "hrw 10000 top-3, scalar", "x top-1", .at_most = 1.5, .set = TOP3(10000),
     .base_set = HRW(10000),
     .subject = &berth_replicas_plain, .base = &berth_route_plain, .truth = &oracle_hrw},

    {"7", "jump 1000 batch, bit-identical over a million keys", "x as fast as the paper's loop",
     .at_least = 6,
     .set = {.spec = "jump", .nodes = 1000, .keys = KEY_HASHES, .mode = MODE_BATCH,
             .sample = 1000000},
     .subject = &berth_route, .base = &way_jump_paper, .truth = &way_jump_paper},
    {"7", "jumpback single, the slowest number of nodes", " ns", .at_most = 10,
     .set = NUMBERS("jumpback", 1000, THR), .measure = sweep_jumpback,
     .subject = &berth_route, .truth = &oracle_jumpback},
    {"7", "jumpback 1000 batch", "x as fast as single", .at_least = 2,
     .set = NUMBERS("jumpback", 1000, BATCH), .base_set = NUMBERS("jumpback", 1000, THR),
     .subject = &berth_route, .base = &berth_route, .truth = &oracle_jumpback},
    {0},
};
