/* SPDX-License-Identifier: MIT */
/* points.c - the sorted array of a circle, its index, and merging */
#include "points.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"

/* SLACK entries behind the last point let loops over whole lines run past it. */
enum { POINTS_ALIGN = 64, POINTS_SLACK = POINTS_LINE_ROOM };

static uint64_t points_lines(uint64_t count)
{
    return count == 0 ? 1 : (count + POINTS_PER_LINE - 1) / POINTS_PER_LINE;
}

size_t points_bytes(uint64_t count)
{
    const uint64_t lines = points_lines(count);
    return POINTS_ALIGN + (size_t)lines * sizeof(struct points_line) +
           (size_t)(count + POINTS_SLACK) * (sizeof(uint64_t) + sizeof(uint32_t)) +
           (size_t)(lines + 1) * sizeof(uint32_t);
}

int points_reserve(struct points *points, const struct berth_alloc *alloc, uint32_t count,
                   uint32_t member_count)
{
    *points = (struct points){.count = count, .line_count = points_lines(count)};
    points->narrow = count > 0 && member_count <= UINT16_MAX + 1;
    points->block = alloc_array(alloc, 1, points_bytes(count));
    if (!points->block)
        return BERTH_E_MEMORY;
    const size_t skew = (uintptr_t)points->block % POINTS_ALIGN;
    points->lines = (void *)((char *)points->block + (skew ? POINTS_ALIGN - skew : 0));
    points->at = (void *)(points->lines + points->line_count);
    points->member = (void *)(points->at + count + POINTS_SLACK);
    points->start = points->member + count + POINTS_SLACK;
    return 0;
}

void points_free(struct points *points, const struct berth_alloc *alloc)
{
    alloc_free(alloc, points->block, 1, points_bytes(points->count));
    points->block = NULL;
}

/* Behind the last point comes the first one again, where no hash lies. */
static void points_fill_slack(struct points *points)
{
    for (uint32_t i = points->count; i < points->count + POINTS_SLACK; i++) {
        points->at[i] = UINT64_MAX;
        points->member[i] = points->count == 0 ? BERTH_NONE : points->member[0];
    }
}

/* Fills a line from its first point and returns how many of the points there, up to its room, are
 * its own. The line takes its room's worth of entries, whosesoever they are: foreign sub-positions
 * are blanked, and the owner behind the last own point is the right one anyway. No branch depends
 * on how many points there are; the slack's sub-positions are blanks. */
static uint32_t points_fill_line(struct points_line *line, const uint64_t *at,
                                 const uint32_t *member, uint64_t number, uint64_t lines)
{
    const uint64_t end = (number + 1) << 16;
    uint64_t foreign = 0;
    for (unsigned k = 0; k < POINTS_LINE_ROOM; k++) {
        const uint64_t spot = bits_mulhi(at[k], lines << 16);
        const uint64_t blank = 0 - (uint64_t)(spot >= end);
        line->sub[k] = points_spot_sub(spot | blank);
        foreign -= blank;
    }
    for (unsigned k = 0; k < POINTS_LINE_ROOM; k++)
        line->owner[k] = (uint16_t)member[k];
    return POINTS_LINE_ROOM - (uint32_t)foreign;
}

void points_index(struct points *points)
{
    const uint64_t lines = points->line_count;
    uint32_t i = 0;
    points_fill_slack(points);
    for (uint64_t number = 0; number < lines; number++) {
        points->start[number] = i;
        const uint32_t own = points_fill_line(&points->lines[number], points->at + i,
                                              points->member + i, number, lines);
        i += own;
        while (own == POINTS_LINE_ROOM && i < points->count &&
               points_spot(points, points->at[i]) >> 16 == number)
            i++;
        if (i > points->count)
            i = points->count;
    }
    points->start[lines] = i;
}

int points_from_pairs(struct points *points, const struct berth_alloc *alloc,
                      const struct sort_pair *pairs, uint32_t count, uint32_t member_count)
{
    int code = points_reserve(points, alloc, count, member_count);
    if (code)
        return code;
    for (uint32_t i = 0; i < count; i++) {
        points->at[i] = pairs[i].value;
        points->member[i] = pairs[i].tag;
    }
    points_index(points);
    return 0;
}

/* The first of at[low..high) that is >= at. */
static uint32_t points_bisect(const struct points *points, uint64_t at, uint32_t low, uint32_t high)
{
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (points->at[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t points_search(const struct points *points, uint64_t at)
{
    const uint64_t spot = points_spot(points, at);
    const int16_t sub = points_spot_sub(spot);
    const struct points_line *line = points_spot_line(points, spot);
    const uint32_t *start = &points->start[spot >> 16];
    const unsigned k = points_smaller(line, sub);
    if (k < POINTS_LINE_ROOM && line->sub[k] != sub)
        return start[0] + k;
    return points_bisect(points, at, start[0] + k, start[1]);
}

uint32_t points_owner_exact(const struct points *points, uint64_t at)
{
    return points->member[points_search(points, at)]; /* member[count] is member[0] */
}

enum { POINTS_BATCH = 32 };

/* At most POINTS_BATCH hashes of a narrow circle. */
static void points_batch(const struct points *points, const uint64_t *hashes, unsigned shift,
                         size_t n, uint32_t *out)
{
    uint64_t spots[POINTS_BATCH];
    for (size_t i = 0; i < n; i++) {
        spots[i] = points_spot(points, hashes[i] << shift);
        __builtin_prefetch(points_spot_line(points, spots[i]));
    }
    for (size_t i = 0; i < n; i++) {
        out[i] = points_line_owner(points_spot_line(points, spots[i]), points_spot_sub(spots[i]));
        if (__builtin_expect(out[i] == BERTH_NONE, 0))
            out[i] = points_owner_exact(points, hashes[i] << shift);
    }
}

void points_owners(const struct points *points, const uint64_t *hashes, unsigned shift, size_t n,
                   uint32_t *out)
{
    for (size_t i = 0; i < n && !points->narrow; i++)
        out[i] = points_owner_exact(points, hashes[i] << shift);
    for (size_t i = 0; i < n && points->narrow; i += POINTS_BATCH)
        points_batch(points, hashes + i, shift, n - i < POINTS_BATCH ? n - i : POINTS_BATCH,
                     out + i);
}

/* Appends the survivors of before[from..to), renumbered, at `out`; returns the new end. What does
 * not survive is written, too, and then overwritten. */
static uint32_t points_keep(struct points *points, uint32_t out, const struct points *before,
                            uint32_t from, uint32_t to, const uint32_t *renumber)
{
    for (uint32_t i = from; i < to; i++) {
        const uint32_t member = renumber[before->member[i]];
        points->at[out] = before->at[i];
        points->member[out] = member;
        out += member != BERTH_NONE;
    }
    return out;
}

/* Where in `before` a pair belongs: behind all points that are smaller or come first in a tie. */
static uint32_t points_place(const struct points *before, const uint32_t *renumber,
                             const struct sort_pair *pair, points_first *first, const void *context)
{
    uint32_t i = points_search(before, pair->value);
    for (; i < before->count && before->at[i] == pair->value; i++) {
        const uint32_t member = renumber[before->member[i]];
        if (member != BERTH_NONE && !first(context, member, pair->tag))
            break;
    }
    return i;
}

int points_merge(struct points *points, const struct berth_alloc *alloc, uint32_t count,
                 uint32_t member_count, const struct points *before, const uint32_t *renumber,
                 const struct sort_pair *pairs, uint32_t pair_count, points_first *first,
                 const void *context)
{
    int code = points_reserve(points, alloc, count, member_count);
    if (code)
        return code;
    uint32_t from = 0, out = 0;
    for (uint32_t p = 0; p < pair_count; p++) {
        const uint32_t to = points_place(before, renumber, &pairs[p], first, context);
        out = points_keep(points, out, before, from, to, renumber);
        points->at[out] = pairs[p].value;
        points->member[out++] = pairs[p].tag;
        from = to;
    }
    out = points_keep(points, out, before, from, before->count, renumber);
    assert(out == count);
    points_index(points);
    return 0;
}
