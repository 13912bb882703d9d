/* SPDX-License-Identifier: MIT */
/* rows_scores.c - goals 6 and 7: rendezvous against a bare loop, jumps against the paper's */
#include "rows.h"
#include "ways.h"

#define HRW(nodes_)                                                                                \
    {                                                                                              \
        .spec = "hrw", .nodes = nodes_, .keys = KEY_HASHES, .sample = 500                          \
    }
#define NUMBERS(spec_, nodes_, mode_)                                                              \
    {                                                                                              \
        .spec = spec_, .nodes = nodes_, .keys = KEY_HASHES, .mode = MODE_##mode_                   \
    }

/* clang-format off */
const struct row rows_scores[] = {
    {"6", "hrw 1000 single", "x bare loop", .at_most = 1.1, .set = HRW(1000),
     .subject = &berth_route, .base = &floor_mix, .truth = &oracle_hrw},

    {"7", "jump 1000 batch", "x as fast as the paper's loop", .at_least = 6,
     .set = NUMBERS("jump", 1000, BATCH),
     .subject = &berth_route, .base = &way_jump_paper, .truth = &way_jump_paper},
    {"7", "jumpback 1000 batch", "x as fast as single", .at_least = 2,
     .set = NUMBERS("jumpback", 1000, BATCH), .base_set = NUMBERS("jumpback", 1000, THR),
     .subject = &berth_route, .base = &berth_route, .truth = &oracle_jumpback},
    {0},
};
