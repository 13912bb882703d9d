/* SPDX-License-Identifier: MIT */
/* continuum_next.c - a ring from the ring before: only labels that come or go are hashed
 *
 *   labels before   a-0 a-1 a-2 a-3 | b-0 b-1 b-2 b-3 |
 *   labels now      a-0 a-1 a-2 --- |                 | c-0 c-1 c-2
 *
 * A node has labels 0 .. count - 1, and a label's points depend on the node alone. Of a node that
 * is the same, the labels it had are taken over; the others are hashed, to be put in or, where a
 * share of the weights has become smaller (a), to be found and left out. Rings that know more than
 * points are built from nothing. */
#include "place/mechanism/continuum_work.h"

#include "base/alloc.h"
#include "base/fail.h"

#include <string.h>

/* Both rows make the same points of the same node and order them alike. */
static bool next_same_points(const struct continuum_state *a, const struct continuum_state *b)
{
    const struct continuum_row *x = &a->row, *y = &b->row;
    bool same_labels =
        x->label.identity == y->label.identity && x->label.pattern == y->label.pattern &&
        x->label.hash == y->label.hash && x->label.param == y->label.param &&
        x->label.hash_param == y->label.hash_param && x->points.md5_words == y->points.md5_words &&
        x->points.emit == y->points.emit && x->order.tie == y->order.tie &&
        x->order.distinct == y->order.distinct;
    return same_labels && x->order.before == y->order.before &&
           x->order.search == y->order.search && a->flip == b->flip && a->shift == b->shift;
}

static bool next_labels_are_own(const struct continuum_state *ring)
{
    const char *pattern = continuum_pattern(ring);
    return !ring->row.points.number && !(pattern && strstr(pattern, "$i"));
}

static bool next_is_plain(const struct continuum_state *ring)
{
    const struct continuum_row *row = &ring->row;
    return !continuum_is_table(ring) && !row->points.wide && !row->order.settle &&
           !row->order.yields && next_labels_are_own(ring);
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

/* Leaves in work->first and count which labels have to be made. Points that are no labels' hashes
 * may all be other ones when there are more or fewer. */
static void next_keep(struct continuum_work *work, const struct continuum_state *ring,
                      struct continuum_change *change)
{
    for (uint32_t i = 0; i < change->before_count; i++)
        change->renumber[i] = BERTH_NONE;
    for (uint32_t i = 0; i < ring->nodes; i++) {
        const uint32_t origin = change->origin[i], has = ring->labels[i];
        const uint32_t had = origin == BERTH_NONE ? 0 : change->before->labels[origin];
        const uint32_t both = had < has ? had : has;
        change->rank[work->order[i]] = i;
        if (both == 0 || (ring->row.points.emit && had != has))
            continue;
        change->renumber[origin] = i;
        change->going[i] = had - both;
        work->first[i] = both;
        work->count[i] = has - both;
    }
}

/* ---- labels that are lost ------------------------------------------------------------------ */

/* A lost point lies in the ring before, at *near at the earliest, or was dropped there. */
static void next_lose(struct continuum_change *change, const struct sort_pair *pair, uint32_t *near)
{
    const struct points *points = &change->before->points;
    const uint32_t member = change->origin[pair->tag];
    uint32_t at = points_search(points, pair->value);
    at = at < *near ? *near : at;
    while (at < points->count && points->at[at] == pair->value && points->member[at] != member)
        at++;
    if (at < points->count && points->at[at] == pair->value) {
        change->leave[change->leave_count++] = at;
        *near = at + 1; /* equal points of one node are taken one after the other */
    } else {
        continuum_strike(change, pair->value, member);
    }
}

/* The labels are hashed again: a ring does not know which label a point came from. */
static int next_lose_labels(struct continuum_work *work, struct continuum_state *ring,
                            struct continuum_change *change, berth_error *error)
{
    uint32_t near = 0;
    int code = continuum_add_up(work, &ring->row, error);
    if (code || (code = continuum_make_pairs(ring, work, error)))
        return code;
    change->leave = alloc_array(work->build.alloc, work->points, sizeof *change->leave);
    if (!change->leave)
        return fail_memory(error);
    change->leave_room = work->points;
    for (size_t i = 0; i < work->points; i++)
        next_lose(change, &work->pairs[i], &near);
    return 0;
}

static void next_swap(struct continuum_work *work, const struct continuum_state *ring,
                      uint64_t *going)
{
    for (uint32_t i = 0; i < ring->nodes; i++) {
        const uint64_t count = work->count[i];
        work->count[i] = going[i];
        going[i] = count;
    }
}

/* Fills change->leave, and does not change work. */
static int next_lost(struct continuum_work *work, struct continuum_state *ring,
                     struct continuum_change *change, berth_error *error)
{
    uint64_t lost = 0;
    for (uint32_t i = 0; i < ring->nodes; i++)
        lost += change->going[i];
    if (lost == 0)
        return 0;
    next_swap(work, ring, change->going);
    int code = next_lose_labels(work, ring, change, error);
    continuum_drop_pairs(work);
    next_swap(work, ring, change->going);
    return code;
}

/* ---- merging ------------------------------------------------------------------------------- */

static bool next_first(const void *context, uint32_t a, uint32_t b)
{
    const uint32_t *rank = context;
    return rank[a] < rank[b];
}

/* Every label of every node is a point, or dropped. */
static size_t next_count(const struct continuum_state *ring)
{
    size_t labels = 0;
    for (uint32_t i = 0; i < ring->nodes; i++)
        labels += ring->labels[i];
    return labels * continuum_words(&ring->row) - ring->dropped_count;
}

static int next_merge(struct continuum_state *ring, struct continuum_work *work,
                      struct continuum_change *change, berth_error *error)
{
    next_keep(work, ring, change);
    int code = next_lost(work, ring, change, error);
    if (code || (code = continuum_add_up(work, &ring->row, error)) ||
        (code = continuum_make_pairs(ring, work, error)) ||
        (code = continuum_settle_ties(ring, work, change, error)))
        return code;
    const size_t come = change->come ? change->come_count : work->points;
    code = points_merge(&ring->points, work->build.alloc,
                        &(struct points_change){.before = &change->before->points,
                                                .renumber = change->renumber,
                                                .before_members = change->before_count,
                                                .members = ring->nodes,
                                                .come = change->come ? change->come : work->pairs,
                                                .come_count = (uint32_t)come,
                                                .leave = change->leave,
                                                .leave_count = (uint32_t)change->leave_count,
                                                .count = (uint32_t)next_count(ring),
                                                .first = next_first,
                                                .context = change->rank});
    return code ? fail_memory(error) : BERTH_E_OK;
}

static bool next_start(struct continuum_change *change, const struct continuum_state *ring,
                       const struct berth_alloc *alloc)
{
    const struct continuum_state *before = change->before;
    change->renumber = alloc_array(alloc, change->before_count, sizeof *change->renumber);
    change->rank = alloc_array(alloc, ring->nodes, sizeof *change->rank);
    change->going = alloc_zeroed(alloc, ring->nodes, sizeof *change->going);
    change->dropped = alloc_array(alloc, before->dropped_count, sizeof *change->dropped);
    change->dropped_count = before->dropped_count;
    if (change->dropped && before->dropped_count > 0)
        memcpy(change->dropped, before->dropped, before->dropped_count * sizeof *change->dropped);
    return change->renumber && change->rank && change->going && change->dropped;
}

static void next_end(struct continuum_change *change, const struct continuum_state *ring,
                     const struct berth_alloc *alloc)
{
    alloc_free(alloc, change->renumber, change->before_count, sizeof *change->renumber);
    alloc_free(alloc, change->rank, ring->nodes, sizeof *change->rank);
    alloc_free(alloc, change->going, ring->nodes, sizeof *change->going);
    alloc_free(alloc, change->dropped, change->dropped_count, sizeof *change->dropped);
    alloc_free(alloc, change->leave, change->leave_room, sizeof *change->leave);
    alloc_free(alloc, change->come, 2 * change->come_room, sizeof *change->come);
}

int continuum_make_next(struct continuum_state *ring, struct continuum_work *work,
                        struct continuum_change *change, berth_error *error)
{
    if (!next_is_plain(ring) || !next_same_points(ring, change->before) ||
        !next_ascends(change->origin, ring->nodes))
        return continuum_make(ring, work, error);
    int code = next_start(change, ring, work->build.alloc) ? next_merge(ring, work, change, error)
                                                           : fail_memory(error);
    next_end(change, ring, work->build.alloc);
    return code;
}
