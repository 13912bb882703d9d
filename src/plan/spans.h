/* SPDX-License-Identifier: MIT */
/* spans.h - two divisions of the same positions, walked in step
 *
 *   before  |---- a ----|-------- b --------|-- a --|
 *   after   |------- a -------|------- c -------|-a-|
 *   pieces  |   a:a     |b:a  |     b:c     |a:c|a:a|
 *
 * Cost       one step for each end of a span in either division; nothing is stored */
#ifndef BERTH_SPANS_H
#define BERTH_SPANS_H

#include "scheme/scheme.h"

/* One division, as a scheme's span() gives it: ascending from position 0, without gaps. */
struct spans_stream {
    bool (*span)(const void *state, uint64_t *cursor, struct span *out);
    const void *state;
    uint64_t cursor;
    struct span now;
    bool live;
};

/* A run of positions, first to last inclusive, with one owner on either side. */
struct spans_piece {
    uint64_t first, last;
    uint32_t before, after;
};

struct spans {
    struct spans_stream before, after;
    uint64_t at;
};

/* Returns the stream of a map in which no node owns anything: one span from 0 to *last. */
struct spans_stream spans_unowned(const uint64_t *last);

void spans_start(struct spans *spans, struct spans_stream before, struct spans_stream after);

/* Writes the next piece; returns false at the end of either division. */
bool spans_next(struct spans *spans, struct spans_piece *out);

#endif
