/* SPDX-License-Identifier: MIT */
/* points.c - the sorted array of a circle, its index, and merging */
#include "points.h"

#include <string.h>

#include "base/alloc.h"

enum { POINTS_ALIGN = 64 };

static uint64_t points_lines(uint64_t count)
{
    return count == 0 ? 1 : (count + POINTS_PER_LINE - 1) / POINTS_PER_LINE;
}

size_t points_bytes(uint64_t count)
{
    const uint64_t lines = points_lines(count);
    return POINTS_ALIGN + (size_t)lines * sizeof(struct points_line) +
           (size_t)count * (sizeof(uint64_t) + sizeof(uint32_t)) +
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
    points->member = (void *)(points->at + count);
    points->start = points->member + count;
    return 0;
}

void points_free(struct points *points, const struct berth_alloc *alloc)
{
    alloc_free(alloc, points->block, 1, points_bytes(points->count));
    points->block = NULL;
}

/* Fills one line from point i on; returns the first point behind it. */
static uint32_t points_fill_line(struct points *points, uint64_t number, uint32_t i)
{
    struct points_line *line = &points->lines[number];
    unsigned k = 0;
    for (; i < points->count; i++) {
        if (bits_mulhi(points->at[i], points->line_count) != number)
            break;
        if (k < POINTS_LINE_ROOM) {
            line->sub[k] = points_sub(points, points->at[i]);
            line->owner[k++] = (uint16_t)points->member[i];
        }
    }
    if (k < POINTS_LINE_ROOM && points->count > 0)
        line->owner[k] = (uint16_t)points->member[i == points->count ? 0 : i];
    for (; k < POINTS_LINE_ROOM; k++)
        line->sub[k] = INT16_MAX;
    return i;
}

void points_index(struct points *points)
{
    uint32_t i = 0;
    memset(points->lines, 0, points->line_count * sizeof *points->lines);
    for (uint64_t number = 0; number < points->line_count; number++) {
        points->start[number] = i;
        i = points_fill_line(points, number, i);
    }
    points->start[points->line_count] = i;
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
    const uint64_t number = bits_mulhi(at, points->line_count);
    const struct points_line *line = &points->lines[number];
    const int16_t sub = points_sub(points, at);
    const unsigned k = points_smaller(line, sub);
    const uint32_t start = points->start[number];
    if (k < POINTS_LINE_ROOM && line->sub[k] != sub)
        return start + k;
    return points_bisect(points, at, start + k, points->start[number + 1]);
}

uint32_t points_owner_exact(const struct points *points, uint64_t at)
{
    return points->count == 0 ? BERTH_NONE : points->member[points_next(points, at)];
}

static uint32_t points_surviving(const struct points *before, const uint32_t *renumber)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < before->count; i++)
        kept += renumber[before->member[i]] != BERTH_NONE;
    return kept;
}

/* Appends the survivors of before[from..to), renumbered, at `out`; returns the new end. */
static uint32_t points_keep(struct points *points, uint32_t out, const struct points *before,
                            uint32_t from, uint32_t to, const uint32_t *renumber)
{
    for (uint32_t i = from; i < to; i++) {
        const uint32_t member = renumber[before->member[i]];
        if (member == BERTH_NONE)
            continue;
        points->at[out] = before->at[i];
        points->member[out++] = member;
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

int points_merge(struct points *points, const struct berth_alloc *alloc,
                 const struct points *before, const uint32_t *renumber,
                 const struct sort_pair *pairs, uint32_t pair_count, uint32_t member_count,
                 points_first *first, const void *context)
{
    const uint32_t kept = points_surviving(before, renumber);
    int code = points_reserve(points, alloc, kept + pair_count, member_count);
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
    points_keep(points, out, before, from, before->count, renumber);
    points_index(points);
    return 0;
}
