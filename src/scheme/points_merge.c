/* SPDX-License-Identifier: MIT */
/* points_merge.c - a new circle from the circle before it, when some members or points change
 *
 *   before   a c b c a b a c ...        b leaves, d comes:
 *   after    a c . c a . a d c ...      runs of points that stay are copied and renumbered
 *
 * Idea       the sorted array is a merge of runs. The index is copied, too, when both circles have
 *            the same number of lines and one or two steps turn old numbers of members into new
 *            ones (as when one member comes and another leaves). In a line where no point came or
 *            left, only the owners are renumbered. A line where a point came or left is filled
 *            again from the array, and so is a line whose next point lies in such a line. In all
 *            other cases the whole index is filled again.
 * Cost       O(n), about as long as copying the circle three times */
#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "scheme/points.h"

enum { POINTS_STEPS = 2 };

/* A step in the renumbering of members: the new number of a member is its old number plus the `by`
 * of every step whose `from` is not above the old number. */
struct points_step {
    uint32_t from, by;
};

struct points_merging {
    struct points *to;
    const struct points *from;
    const struct points_change *change;
    const uint32_t *renumber;
    struct points_step steps[POINTS_STEPS];
    bool stepped;     /* the steps describe all of `renumber` */
    uint32_t leaver;  /* the only member that leaves; BERTH_NONE = none or several leave */
    bool carried;     /* lines of the old index are copied */
    uint32_t in, out; /* points read and written so far */
    uint32_t gone;    /* points of leaving members that are still to be left out */
    uint32_t left;    /* points of change->leave that have been left out */
    uint64_t line;    /* the lines before this one are copied or touched */
    uint32_t *touched;
    uint32_t touched_count;
};

/* ---- numbers ------------------------------------------------------------------------------- */

/* Finds the steps of `renumber` over the members 0..count-1; returns false when there are more than
 * POINTS_STEPS. */
static bool points_find_steps(const uint32_t *renumber, uint32_t count,
                              struct points_step steps[POINTS_STEPS])
{
    unsigned found = 0;
    uint32_t ahead = 0;
    for (uint32_t m = 0; m < count; m++) {
        if (renumber[m] == BERTH_NONE || renumber[m] - m == ahead)
            continue;
        if (found == POINTS_STEPS)
            return false;
        steps[found++] = (struct points_step){m, renumber[m] - m - ahead};
        ahead = renumber[m] - m;
    }
    return true;
}

/* Returns the only member that leaves; BERTH_NONE when none or several leave. */
static uint32_t points_find_leaver(const uint32_t *renumber, uint32_t count)
{
    uint32_t leaver = BERTH_NONE;
    for (uint32_t m = 0; m < count; m++) {
        if (renumber[m] != BERTH_NONE)
            continue;
        if (leaver != BERTH_NONE)
            return BERTH_NONE;
        leaver = m;
    }
    return leaver;
}

static void points_renumber(const struct points_merging *m, uint32_t *out, const uint32_t *in,
                            size_t n)
{
    const struct points_step a = m->steps[0], b = m->steps[1];
    if (m->stepped)
        for (size_t i = 0; i < n; i++)
            out[i] = in[i] + (in[i] >= a.from ? a.by : 0) + (in[i] >= b.from ? b.by : 0);
    else
        for (size_t i = 0; i < n; i++)
            out[i] = m->renumber[in[i]];
}

/* Renumbers the owners of a line of a narrow circle, in 16 bits. */
static struct points_line points_renumbered(const struct points_merging *m, struct points_line line)
{
    const uint16_t from_a = (uint16_t)m->steps[0].from, by_a = (uint16_t)m->steps[0].by;
    const uint16_t from_b = (uint16_t)m->steps[1].from, by_b = (uint16_t)m->steps[1].by;
    for (unsigned k = 0; k < POINTS_LINE_ROOM; k++) {
        const uint16_t step_a = line.owner[k] >= from_a ? by_a : 0;
        const uint16_t step_b = line.owner[k] >= from_b ? by_b : 0;
        line.owner[k] = (uint16_t)(line.owner[k] + step_a + step_b);
    }
    return line;
}

/* ---- lines --------------------------------------------------------------------------------- */

/* Copies the lines before line `end`. Their starts move by the number of points that came and left
 * before them. */
static void points_carry(struct points_merging *m, uint64_t end)
{
    const uint32_t moved = m->out - m->in;
    const struct points *from = m->from;
    struct points_line *lines = m->to->lines;
    uint32_t *start = m->to->start;
    for (uint64_t line = m->line; line < end; line++)
        lines[line] = points_renumbered(m, from->lines[line]);
    for (uint64_t line = m->line; line < end; line++)
        start[line] = from->start[line] + moved;
    m->line = end;
}

/* Marks the line of a position at which a point is about to come or leave. */
static void points_touch(struct points_merging *m, uint64_t at)
{
    if (!m->carried)
        return;
    const uint64_t line = points_spot(m->to, at) >> 16;
    if (line < m->line)
        return;
    if (m->line < line)
        points_carry(m, line);
    m->to->start[line] = m->from->start[line] + (m->out - m->in);
    m->touched[m->touched_count++] = (uint32_t)line;
    m->line = line + 1;
}

/* Whether a line has the right owner after its own points. */
static bool points_is_whole(const struct points *points, uint64_t line)
{
    const uint32_t own = points->start[line + 1] - points->start[line];
    const uint32_t next = points->member[points->start[line + 1]];
    return own > 0 && (own >= POINTS_LINE_ROOM || points->lines[line].owner[own] == next);
}

/* Fills the lines whose next point is the first of a touched line, where that point has changed. */
static void points_mend(struct points *points, uint64_t line)
{
    const uint64_t lines = points->line_count;
    for (uint64_t seen = 1; seen < lines; seen++) {
        line = line == 0 ? lines - 1 : line - 1;
        if (points_is_whole(points, line))
            return;
        points_fill_line(points, line, points->start[line]);
        if (points->start[line] != points->start[line + 1])
            return;
    }
}

static void points_finish_lines(struct points_merging *m)
{
    struct points *points = m->to;
    if (!m->carried) {
        points_index(points);
        return;
    }
    points_carry(m, points->line_count);
    points->start[points->line_count] = points->count;
    points_fill_slack(points);
    for (uint32_t i = 0; i < m->touched_count; i++)
        points_fill_line(points, m->touched[i], points->start[m->touched[i]]);
    for (uint32_t i = 0; i < m->touched_count; i++)
        points_mend(points, m->touched[i]);
}

/* ---- points -------------------------------------------------------------------------------- */

static void points_copy(struct points_merging *m, uint32_t end)
{
    const size_t n = end - m->in;
    memcpy(m->to->at + m->out, m->from->at + m->in, n * sizeof *m->to->at);
    points_renumber(m, m->to->member + m->out, m->from->member + m->in, n);
    m->out += (uint32_t)n;
    m->in = end;
}

enum { POINTS_STRIDE = 64 };

/* Skips strides without a point of the only leaving member. Counting, unlike searching, compares
 * many entries at once. */
static uint32_t points_skip(const uint32_t *member, uint32_t i, uint32_t end, uint32_t leaver)
{
    for (uint32_t found = 0; end - i >= POINTS_STRIDE; i += POINTS_STRIDE) {
        for (uint32_t k = 0; k < POINTS_STRIDE; k++)
            found += member[i + k] == leaver;
        if (found > 0)
            break;
    }
    return i;
}

/* Returns the next old point before `end` whose member leaves; `end` when there is none. */
static uint32_t points_next_gone(const struct points_merging *m, uint32_t end)
{
    const uint32_t *member = m->from->member;
    uint32_t i = m->in;
    if (m->gone == 0)
        return end;
    if (m->leaver != BERTH_NONE)
        i = points_skip(member, i, end, m->leaver);
    while (i < end && m->renumber[member[i]] != BERTH_NONE)
        i++;
    return i;
}

/* Copies the points before `end` of the old circle that stay. */
static void points_advance(struct points_merging *m, uint32_t end)
{
    const struct points_change *change = m->change;
    while (m->gone > 0 || m->left < change->leave_count) {
        uint32_t i = points_next_gone(m, end);
        const bool leaves = m->left < change->leave_count && change->leave[m->left] < i;
        if (leaves)
            i = change->leave[m->left];
        if (i == end)
            break;
        points_copy(m, i);
        points_touch(m, m->from->at[i]);
        m->in++;
        m->left += leaves;
        m->gone -= !leaves;
    }
    points_copy(m, end);
}

static void points_insert(struct points_merging *m, const struct sort_pair *pair)
{
    points_touch(m, pair->value);
    m->to->at[m->out] = pair->value;
    m->to->member[m->out++] = pair->tag;
}

/* Returns the old point before which a new one belongs: the first that is larger, or that comes
 * after the new one in a tie. */
static uint32_t points_place(const struct points_change *change, const struct sort_pair *pair)
{
    const struct points *before = change->before;
    uint32_t i = points_search(before, pair->value);
    for (; i < before->count && before->at[i] == pair->value; i++) {
        const uint32_t member = change->renumber[before->member[i]];
        if (member != BERTH_NONE && !change->first(change->context, member, pair->tag))
            break;
    }
    return i;
}

static int points_start_merging(struct points_merging *m, const struct berth_alloc *alloc,
                                uint32_t changes)
{
    m->leaver = points_find_leaver(m->renumber, m->change->before_members);
    m->stepped = points_find_steps(m->renumber, m->change->before_members, m->steps);
    m->carried = m->stepped && m->from->narrow && m->to->narrow &&
                 m->from->line_count == m->to->line_count && changes < m->to->count / 4;
    if (!m->carried)
        return 0;
    m->touched = alloc_array(alloc, changes, sizeof *m->touched);
    return m->touched ? 0 : BERTH_E_MEMORY;
}

int points_merge(struct points *points, const struct berth_alloc *alloc,
                 const struct points_change *change)
{
    const struct points *before = change->before;
    const uint32_t out = before->count + change->come_count - change->count;
    const uint32_t changes = out + change->come_count;
    struct points_merging m = {.to = points,
                               .from = before,
                               .change = change,
                               .renumber = change->renumber,
                               .gone = out - change->leave_count};
    int code = points_reserve(points, alloc, change->count, change->members, before);
    if (!code)
        code = points_start_merging(&m, alloc, changes);
    if (code)
        return code;
    for (uint32_t p = 0; p < change->come_count; p++) {
        points_advance(&m, points_place(change, &change->come[p]));
        points_insert(&m, &change->come[p]);
    }
    points_advance(&m, before->count);
    assert(m.out == change->count && m.gone == 0 && m.left == change->leave_count);
    points_finish_lines(&m);
    alloc_free(alloc, m.touched, changes, sizeof *m.touched);
    return 0;
}
