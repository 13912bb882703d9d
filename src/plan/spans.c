/* SPDX-License-Identifier: MIT */
/* spans.c - two divisions of the same positions, walked in step */
#include "plan/spans.h"

static bool spans_unowned_span(const void *state, uint64_t *cursor, struct span *out)
{
    const uint64_t *last = state;
    *out = (struct span){0, *last, BERTH_NONE};
    return (*cursor)++ == 0;
}

struct spans_stream spans_unowned(const uint64_t *last)
{
    return (struct spans_stream){.span = spans_unowned_span, .state = last};
}

static void spans_advance(struct spans_stream *stream)
{
    stream->live = stream->span(stream->state, &stream->cursor, &stream->now);
}

void spans_start(struct spans *spans, struct spans_stream before, struct spans_stream after)
{
    *spans = (struct spans){before, after, 0};
    spans_advance(&spans->before);
    spans_advance(&spans->after);
}

bool spans_next(struct spans *spans, struct spans_piece *out)
{
    struct spans_stream *a = &spans->before, *b = &spans->after;
    if (!a->live || !b->live)
        return false;
    uint64_t last = a->now.last < b->now.last ? a->now.last : b->now.last;
    *out = (struct spans_piece){spans->at, last, a->now.owner, b->now.owner};
    spans->at = last + 1; /* overflows to 0 only where both divisions end */
    if (a->now.last == last)
        spans_advance(a);
    if (b->now.last == last)
        spans_advance(b);
    return true;
}
