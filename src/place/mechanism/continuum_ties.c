/* SPDX-License-Identifier: MIT */
/* continuum_ties.c - which of equal points stays, in rings that keep only one, while labels change
 *
 * A ring remembers the few points that it has dropped: where the point goes that was preferred to
 * them, one of them comes back. */
#include "place/mechanism/continuum_work.h"

#include "base/alloc.h"
#include "base/fail.h"

#include <string.h>

bool continuum_drops(const struct continuum_row *row)
{
    return row->order.distinct || row->order.tie == CONTINUUM_LAST_WINS;
}

/* ---- a ring made from nothing -------------------------------------------------------------- */

/* The winner of equal points comes first, and leaves the others behind. */
int continuum_drop_equal(struct continuum_state *ring, struct continuum_work *work, size_t *count,
                         berth_error *error)
{
    struct sort_pair *pairs = work->pairs;
    size_t kept = 0, equal = 0;
    *count = work->points;
    for (size_t i = 1; continuum_drops(&ring->row) && i < work->points; i++)
        equal += pairs[i].value == pairs[i - 1].value;
    if (equal == 0)
        return 0;
    ring->dropped = alloc_array(work->build.alloc, equal, sizeof *ring->dropped);
    if (!ring->dropped)
        return fail_memory(error);
    ring->dropped_room = equal;
    for (size_t i = 0; i < work->points; i++)
        if (kept > 0 && pairs[kept - 1].value == pairs[i].value)
            ring->dropped[ring->dropped_count++] = pairs[i];
        else
            pairs[kept++] = pairs[i];
    *count = kept;
    return 0;
}

/* ---- from the ring before ------------------------------------------------------------------ */

/* Gives back what was taken to be on the safe side. */
static int ties_trim(struct continuum_state *ring, const struct berth_alloc *alloc,
                     berth_error *error)
{
    const size_t count = ring->dropped_count;
    struct sort_pair *exact = count ? alloc_array(alloc, count, sizeof *exact) : NULL;
    if (count > 0 && !exact)
        return fail_memory(error);
    if (count > 0)
        memcpy(exact, ring->dropped, count * sizeof *exact);
    alloc_free(alloc, ring->dropped, ring->dropped_room, sizeof *ring->dropped);
    ring->dropped = exact;
    ring->dropped_room = count;
    return 0;
}

void continuum_strike(struct continuum_change *change, uint64_t value, uint32_t member)
{
    size_t low = 0, high = change->dropped_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (change->dropped[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    while (change->dropped[low].tag != member)
        low++;
    change->dropped[low].tag = BERTH_NONE;
}

/* Equal points, position after position in ascending order. */
struct ties {
    const struct continuum_change *change;
    struct continuum_state *ring;
    bool last_wins;
    size_t lost;     /* how many of change->leave have been compared */
    uint32_t *leave; /* those, and points that have been beaten */
    struct sort_pair *come;
    size_t leave_count, come_count;
};

static bool ties_beats(const struct ties *ties, uint32_t a, uint32_t b)
{
    const uint32_t *rank = ties->change->rank;
    return ties->last_wins ? rank[a] > rank[b] : rank[a] < rank[b];
}

static void ties_drop(struct ties *ties, struct sort_pair pair)
{
    ties->ring->dropped[ties->ring->dropped_count++] = pair;
}

/* The node whose point stood there before and has not been lost; BERTH_NONE: there is none. */
static uint32_t ties_standing(struct ties *ties, uint64_t value, uint32_t *at)
{
    const struct continuum_change *change = ties->change;
    const struct points *before = &change->before->points;
    *at = points_search(before, value);
    if (*at == before->count || before->at[*at] != value)
        return BERTH_NONE;
    while (ties->lost < change->leave_count && change->leave[ties->lost] < *at)
        ties->leave[ties->leave_count++] = change->leave[ties->lost++];
    if (ties->lost < change->leave_count && change->leave[ties->lost] == *at)
        return BERTH_NONE;
    return change->renumber[before->member[*at]];
}

/* Of n points at one position that are to join the ring, decides which does. */
static void ties_decide(struct ties *ties, const struct sort_pair *group, size_t n)
{
    uint32_t at;
    const uint32_t standing = ties_standing(ties, group->value, &at);
    struct sort_pair best = {group->value, standing};
    for (size_t i = 0; i < n; i++)
        if (best.tag == BERTH_NONE || ties_beats(ties, group[i].tag, best.tag))
            best.tag = group[i].tag;
    bool found = best.tag == standing;
    if (!found && standing != BERTH_NONE) {
        ties->leave[ties->leave_count++] = at;
        ties_drop(ties, (struct sort_pair){group->value, standing});
    }
    for (size_t i = 0; i < n; i++) {
        if (found || group[i].tag != best.tag)
            ties_drop(ties, group[i]);
        found |= group[i].tag == best.tag;
    }
    if (best.tag != standing)
        ties->come[ties->come_count++] = best; /* at or before the group, which is done with */
}

static void ties_run(struct ties *ties, size_t n)
{
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && ties->come[end].value == ties->come[i].value;)
            end++;
        ties_decide(ties, ties->come + i, end - i);
    }
    while (ties->lost < ties->change->leave_count)
        ties->leave[ties->leave_count++] = ties->change->leave[ties->lost++];
}

/* All points that are to join the ring: the new ones, and those dropped before whose labels are
 * still there. */
static size_t ties_candidates(const struct continuum_change *change,
                              const struct continuum_work *work, struct sort_pair *out)
{
    size_t n = work->points;
    memcpy(out, work->pairs, n * sizeof *out);
    for (size_t i = 0; i < change->dropped_count; i++) {
        const struct sort_pair *pair = &change->dropped[i];
        if (pair->tag != BERTH_NONE && change->renumber[pair->tag] != BERTH_NONE)
            out[n++] = (struct sort_pair){pair->value, change->renumber[pair->tag]};
    }
    return n;
}

int continuum_settle_ties(struct continuum_state *ring, const struct continuum_work *work,
                          struct continuum_change *change, berth_error *error)
{
    const struct berth_alloc *alloc = work->build.alloc;
    const size_t most = work->points + change->dropped_count;
    struct ties ties = {
        .change = change, .ring = ring, .last_wins = ring->row.order.tie == CONTINUUM_LAST_WINS};
    if (!continuum_drops(&ring->row) || most == 0)
        return 0;
    change->come_room = most;
    change->come = ties.come = alloc_array(alloc, 2 * most, sizeof *ties.come);
    ties.leave = alloc_array(alloc, change->leave_room + most, sizeof *ties.leave);
    ring->dropped = alloc_array(alloc, most, sizeof *ring->dropped);
    ring->dropped_room = most;
    if (!ties.come || !ties.leave || !ring->dropped) {
        alloc_free(alloc, ties.leave, change->leave_room + most, sizeof *ties.leave);
        return fail_memory(error);
    }
    const size_t n = ties_candidates(change, work, ties.come);
    sort_pairs(ties.come, ties.come + most, n);
    ties_run(&ties, n);
    alloc_free(alloc, change->leave, change->leave_room, sizeof *change->leave);
    change->leave = ties.leave;
    change->leave_room += most;
    change->leave_count = ties.leave_count;
    change->come_count = ties.come_count;
    return ties_trim(ring, alloc, error);
}
