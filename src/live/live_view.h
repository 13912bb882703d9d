/* SPDX-License-Identifier: MIT */
/* live_view.h - one version of a live map: never changed once it is published */
#ifndef BERTH_LIVE_VIEW_H
#define BERTH_LIVE_VIEW_H

#include "live/load.h"

#include <stdatomic.h>

/* A view's slot is found in two steps, so that the first thousands of views need no large table. */
enum { LIVE_CHUNKS = 256, LIVE_CHUNK = 256, LIVE_COUNT_BITS = 48 };

struct live_view {
    berth_map *map;
    uint64_t version;
    uint64_t states; /* number of versions, up to this one, that changed states only */
    uint32_t slot;   /* by which acquire finds it */
    struct load_view load;

    _Atomic int64_t references; /* see live_acquire.c; `next` changes too, the rest never */
    struct live_view *next;     /* in the list of retired views; guarded by `lists` */
};

/* A view of the map that comes after `before` (NULL = the first); when it succeeds, the view owns
 * the map. Under `writing`. A version's load counters and slot are made here; when anything fails,
 * nothing has changed. */
struct live_view *view_new(struct berth_live *live, const struct live_view *before, berth_map *map,
                           bool states_only, berth_error *error);

/* For a view that no thread reads any more, or that was never published. */
void view_free(struct berth_live *live, struct live_view *view);

#endif
