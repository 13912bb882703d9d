/* SPDX-License-Identifier: MIT */
/* ring_next.c - a ring from the ring before: only the points of nodes that changed are made
 * A node's points depend on the node and on how many there are of them. So those of a node that
 * is the same, with as many labels, are taken over; where weights decide by share, a change of one
 * node can change the counts of others, and these are made anew too. Rings that have dropped points
 * (distinct, last wins) or know more than points are built from nothing. */
#include "ring_work.h"

#include "base/alloc.h"
#include "base/fail.h"

#include <string.h>

/* Both rows make the same points of the same node and order them alike. */
static bool next_same_points(const struct ring_state *a, const struct ring_state *b)
{
    const struct ring_row *x = &a->row, *y = &b->row;
    bool same_labels = x->identity == y->identity && x->label == y->label && x->hash == y->hash &&
                       x->label_param == y->label_param && x->hash_param == y->hash_param &&
                       x->md5_words == y->md5_words && x->emit == y->emit;
    return same_labels && x->before == y->before && x->search == y->search && a->flip == b->flip &&
           a->shift == b->shift;
}

static bool next_labels_are_own(const struct ring_row *row)
{
    return !row->number && !row->label_param && !(row->label && strstr(row->label, "$i"));
}

static bool next_is_plain(const struct ring_state *ring)
{
    const struct ring_row *row = &ring->row;
    return !ring_is_table(ring) && !row->distinct && row->tie == RING_FIRST_WINS && !row->wide &&
           !row->settle && next_labels_are_own(row);
}

static bool next_ascends(const uint32_t *origin, uint32_t count)
{
    uint32_t latest = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (origin[i] == BERTH_NONE)
            continue;
        if (origin[i] < latest)
            return false;
        latest = origin[i];
    }
    return true;
}

struct next_room {
    uint32_t *renumber; /* index before -> index now */
    uint32_t *rank;     /* index now -> place in the order of nodes */
    uint32_t before_count;
};

/* Leaves in work->count what has to be made; returns how many points are taken over. */
static size_t next_keep(struct ring_work *work, const struct ring_state *ring,
                        const struct ring_state *before, const uint32_t *origin,
                        struct next_room *room)
{
    size_t kept = 0, words = ring->row.md5_words ? ring->row.md5_words : 1;
    for (uint32_t i = 0; i < room->before_count; i++)
        room->renumber[i] = BERTH_NONE;
    for (uint32_t i = 0; i < ring->nodes; i++) {
        room->rank[work->order[i]] = i;
        if (origin[i] == BERTH_NONE || before->labels[origin[i]] != ring->labels[i])
            continue;
        room->renumber[origin[i]] = i;
        kept += ring->labels[i] * words;
        work->count[i] = 0;
    }
    return kept;
}

static bool next_first(const void *context, uint32_t a, uint32_t b)
{
    const uint32_t *rank = context;
    return rank[a] < rank[b];
}

static int next_merge(struct ring_state *ring, struct ring_work *work,
                      const struct ring_state *before, const uint32_t *origin,
                      struct next_room *room, berth_error *error)
{
    size_t kept = next_keep(work, ring, before, origin, room);
    int code = ring_add_up(work, &ring->row, error);
    if (code || (code = ring_make_pairs(ring, work, error)))
        return code;
    code = points_merge(&ring->points, work->build.alloc, (uint32_t)(kept + work->points),
                        ring->nodes, &before->points, room->before_count, room->renumber,
                        work->pairs, (uint32_t)work->points, next_first, room->rank);
    return code ? fail_memory(error) : BERTH_E_OK;
}

static int next_build(struct ring_state *ring, struct ring_work *work,
                      const struct ring_state *before, uint32_t before_count,
                      const uint32_t *origin, berth_error *error)
{
    const struct berth_alloc *alloc = work->build.alloc;
    int code = ring_plan(ring, work, error);
    if (code)
        return code;
    if (!next_is_plain(ring) || !next_same_points(ring, before) ||
        !next_ascends(origin, ring->nodes))
        return ring_make(ring, work, error);
    struct next_room room = {.before_count = before_count};
    room.renumber = alloc_array(alloc, before_count, sizeof *room.renumber);
    room.rank = alloc_array(alloc, ring->nodes, sizeof *room.rank);
    code = room.renumber && room.rank ? next_merge(ring, work, before, origin, &room, error)
                                      : fail_memory(error);
    alloc_free(alloc, room.renumber, before_count, sizeof *room.renumber);
    alloc_free(alloc, room.rank, ring->nodes, sizeof *room.rank);
    return code;
}

int ring_row_next(const struct berth_build *build, const void *before, uint32_t before_count,
                  const uint32_t *origin, void **state, berth_error *error)
{
    struct ring_work work = {0};
    struct ring_state *ring = alloc_zeroed(build->alloc, 1, sizeof *ring);
    int code = ring_work_start(&work, build, error);
    if (code == BERTH_E_OK)
        code = ring ? next_build(ring, &work, before, before_count, origin, error)
                    : fail_memory(error);
    if (code == BERTH_E_OK)
        code = ring_finish(ring, &work, error);
    ring_work_free(&work);
    if (code == BERTH_E_OK)
        *state = ring;
    else if (ring)
        ring_row_destroy(ring, build->alloc);
    return code;
}
