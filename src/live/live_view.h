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
    uint64_t states; /* how many versions so far changed states only */
    uint32_t slot;   /* by which acquire finds it */
    struct load_view load;

    _Atomic int64_t references; /* live_acquire.c; all else stays as it was made */
    struct live_view *next;     /* in the list of retired views; guarded by `lists` */
};

/* A view of the map (taken over when it succeeds) that comes after `before` (NULL = the first).
 * Under `writing`. Whatever a version has besides its map is made here from the version before, and
 * nothing is changed before everything is there. */
struct live_view *view_new(struct berth_live *live, const struct live_view *before, berth_map *map,
                           bool states_only, berth_error *error);

/* Nobody reads it any more, or it was never published. */
void view_free(struct berth_live *live, struct live_view *view);

#endif
