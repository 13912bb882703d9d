/* SPDX-License-Identifier: MIT */
/* spans.h - two divisions of the same positions, walked in step
 *
 *   before  |---- a ----|-------- b --------|-- a --|
 *   after   |------- a -------|------- c -------|-a-|
 *   pieces  |   a:a     |b:a  |     b:c     |a:c|a:a|
 *
 * Cost       one step for each end of a span in either of the two; nothing is stored */
#ifndef BERTH_SPANS_H
#define BERTH_SPANS_H

#include "scheme/scheme.h"

/* One division: what a scheme's span() gives, ascending and gapless from position 0. */
struct spans_stream {
    bool (*span)(const void *state, uint64_t *cursor, struct span *out);
    const void *state;
    uint64_t cursor;
    struct span now;
    bool live;
};

/* A run of positions with one owner on either side, both ends included. */
struct spans_piece {
    uint64_t first, last;
    uint32_t before, after;
};

struct spans {
    struct spans_stream before, after;
    uint64_t at;
};

/* The stream of a map in which nobody owns anything: one span from 0 to *last. */
struct spans_stream spans_nobody(const uint64_t *last);

void spans_start(struct spans *spans, struct spans_stream before, struct spans_stream after);

/* false at the end of either division. */
bool spans_next(struct spans *spans, struct spans_piece *out);

#endif
