/* SPDX-License-Identifier: MIT */
/* points.c - the sorted array of a circle and its index */
#include "scheme/points.h"

#include <string.h>

#include "base/alloc.h"

/* SLACK entries after the last point let loops over whole lines run past it. */
enum { POINTS_ALIGN = 64, POINTS_SLACK = POINTS_LINE_ROOM };

/* How many lines a new circle gets: one for 8 to 8.5 points. The number grows in steps of a
 * sixteenth, so a circle that grows a little keeps its lines, and most of them can be copied as
 * they are. */
static uint64_t points_lines(uint64_t count)
{
    const uint64_t least = count < 9 ? 1 : (2 * count + 16) / 17;
    const uint64_t step = least < 32 ? 1 : UINT64_C(1) << (bits_log2(least) - 4);
    return (least + step - 1) & ~(step - 1);
}

/* Whether a circle made from another keeps its number of lines: at 8 to 9 points a line it takes no
 * more memory than a new circle may take, and few lines are crowded. */
static bool points_lines_do(uint64_t lines, uint64_t count)
{
    return 8 * lines <= count && count <= 9 * lines;
}

static size_t points_block_bytes(uint64_t count, uint64_t lines)
{
    return POINTS_ALIGN + (size_t)lines * sizeof(struct points_line) +
           (size_t)(count + POINTS_SLACK) * (sizeof(uint64_t) + sizeof(uint32_t)) +
           (size_t)(lines + 1) * sizeof(uint32_t);
}

size_t points_bytes(uint64_t count)
{
    return points_block_bytes(count, points_lines(count));
}

size_t points_held(const struct points *points)
{
    return points->block ? points_block_bytes(points->count, points->line_count) : 0;
}

int points_reserve(struct points *points, const struct berth_alloc *alloc, uint32_t count,
                   uint32_t member_count, const struct points *like)
{
    *points = (struct points){.count = count, .line_count = points_lines(count)};
    if (like && points_lines_do(like->line_count, count))
        points->line_count = like->line_count;
    points->scale = points->line_count << 16;
    points->narrow = count > 0 && member_count <= UINT16_MAX + 1;
    points->block = alloc_array(alloc, 1, points_block_bytes(count, points->line_count));
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
    alloc_free(alloc, points->block, 1, points_held(points));
    points->block = NULL;
}

/* Fills the entries after the last point: they repeat the first member, beyond every hash. */
void points_fill_slack(struct points *points)
{
    for (uint32_t i = points->count; i < points->count + POINTS_SLACK; i++) {
        points->at[i] = UINT64_MAX;
        points->member[i] = points->count == 0 ? BERTH_NONE : points->member[0];
    }
}

/* Fills line `number`, whose first point is i, and returns how many of the points there, up to its
 * room, are its own. The line always takes POINTS_LINE_ROOM entries. Points of later lines become
 * blanks, and the first of them is the right owner after the line's own points. So no branch
 * depends on how many points there are; entries of the slack become blanks, too. */
uint32_t points_fill_line(struct points *points, uint64_t number, uint32_t i)
{
    const uint64_t end = (number + 1) << 16, scale = points->scale;
    const uint64_t *at = points->at + i;
    const uint32_t *member = points->member + i;
    struct points_line *line = &points->lines[number];
    uint64_t foreign = 0;
    for (unsigned k = 0; k < POINTS_LINE_ROOM; k++) {
        const uint64_t spot = bits_mulhi(at[k], scale);
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
        const uint32_t own = points_fill_line(points, number, i);
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
    int code = points_reserve(points, alloc, count, member_count, NULL);
    if (code)
        return code;
    for (uint32_t i = 0; i < count; i++) {
        points->at[i] = pairs[i].value;
        points->member[i] = pairs[i].tag;
    }
    points_index(points);
    return 0;
}

/* The index of the first of points->at[low..high) that is >= at. */
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
    const uint32_t i = start[0] + k;
    if (k < POINTS_LINE_ROOM && (line->sub[k] != sub || points->at[i] >= at))
        return i;
    return points_bisect(points, at, i, start[1]);
}

uint32_t points_owner_exact(const struct points *points, uint64_t at)
{
    return points->member[points_search(points, at)]; /* member[count] is member[0] */
}

enum { POINTS_FOLLOWED_LINES = 4 };

/* The owner after a line's own points is the first of the next line, so it is gathered twice; that
 * changes nothing. A point may have the sub-position of a blank. Such a line may hold further
 * points, so the search cannot go on to the next line. */
size_t points_followers(const struct points *points, uint64_t at, uint32_t *out, size_t n)
{
    const uint64_t spot = points_spot(points, at);
    const int16_t sub = points_spot_sub(spot);
    uint64_t number = spot >> 16;
    unsigned k = points_smaller(&points->lines[number], sub);
    size_t found = 0;
    if (k == POINTS_LINE_ROOM || points->lines[number].sub[k] == sub)
        return 0;
    for (unsigned seen = 0; seen < POINTS_FOLLOWED_LINES; seen++, k = 0) {
        const struct points_line *line = &points->lines[number];
        const unsigned own = points_smaller(line, INT16_MAX);
        for (; k <= own && k < POINTS_LINE_ROOM; k++)
            if ((found = points_gather(line->owner[k], out, found)) == n)
                return n;
        if (points->start[number + 1] - points->start[number] != own)
            break;
        number = number + 1 == points->line_count ? 0 : number + 1;
    }
    return found;
}

/* So many lines fit the nearer caches and need no prefetch. */
enum { POINTS_BATCH = 32, POINTS_NEAR_LINES = 4096 };

/* The owners of at most POINTS_BATCH hashes on a narrow circle. */
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

static void points_far_owners(const struct points *points, const uint64_t *hashes, unsigned shift,
                              size_t n, uint32_t *out)
{
    for (size_t i = 0; i < n; i += POINTS_BATCH)
        points_batch(points, hashes + i, shift, n - i < POINTS_BATCH ? n - i : POINTS_BATCH,
                     out + i);
}

void points_owners(const struct points *points, const uint64_t *hashes, unsigned shift, size_t n,
                   uint32_t *out)
{
    const struct points local = *points; /* a copy that stores to `out` cannot change */
    if (!local.narrow)
        for (size_t i = 0; i < n; i++)
            out[i] = points_owner_exact(points, hashes[i] << shift);
    else if (local.line_count < POINTS_NEAR_LINES)
        for (size_t i = 0; i < n; i++)
            out[i] = points_owner_narrow(&local, hashes[i] << shift);
    else
        points_far_owners(points, hashes, shift, n, out);
}
