/* SPDX-License-Identifier: MIT */
/* points.h - a circle of points, and an index that finds the next point in one cache line
 *
 *   hash space   |--line 0--|--line 1--|--line 2--|-- ... --|    equal parts, some 8 points each
 *   a line          .  . ..   .     .                            16 sub-positions of 16 bits
 *   its owners     a  b cd   e     a    then the next line's first
 *
 * Idea       the line of a hash is the high half of hash x lines, its sub-position the 16 bits
 *            below. Two 128-bit compares count the k stored sub-positions that are smaller than
 *            the hash's, and owner k of the same cache line is the answer. A line does not decide
 *            when a sub-position is equal (1 hash in 8000), or after the 16th point of a crowded
 *            line (1 in 1000); then the sorted array decides. Only the array knows positions and
 *            neighbours. The rest of the line mostly holds the first few replicas.
 * Positions  a position has 64 bits. The points of a 32-bit ring are shifted up by 32 bits, which
 *            keeps their order, equality and ratios of distances.
 * Ties       points of equal position keep the order in which the caller gave them
 * Cost       build O(n) after sorting; a search O(1), with one cache line; 20.5 bytes for each
 *            point: 12 for the array, 8.5 for the index */
#ifndef BERTH_POINTS_H
#define BERTH_POINTS_H

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/bits.h"
#include "base/sort.h"
#include "berth.h"

#define POINTS_MAX (UINT32_MAX - 1)

enum { POINTS_LINE_ROOM = 16 };

struct points_line {
    int16_t sub[POINTS_LINE_ROOM]; /* ascending, less 2^15 (SSE2 compares signed); rest 2^15 - 1 */
    uint16_t owner[POINTS_LINE_ROOM]; /* owner[k] follows k smaller sub-positions */
};

struct points {
    struct points_line *lines;
    uint64_t *at;     /* ascending */
    uint32_t *member; /* of the same points; member[count] is member[0] again */
    uint32_t *start;  /* the first point of each line; there is one more entry than lines */
    uint64_t line_count;
    uint64_t scale; /* line_count x 65536 */
    uint32_t count;
    bool narrow; /* the lines hold owners: members are below 2^16, and there is a point */
    void *block; /* the memory of all arrays above */
};

/* How many bytes of heap a new circle of `count` points takes, and how many a given circle holds.
 * After changes they may differ by a few per cent. */
size_t points_bytes(uint64_t count);
size_t points_held(const struct points *points);

/* Allocates room for `count` points of members below member_count, and returns 0 or BERTH_E_MEMORY.
 * The caller then fills `at` and `member`, ascending, and calls points_index. The circle gets as
 * many lines as the circle `like`, if it is not NULL and its number of lines suits, so that they
 * can be copied. */
int points_reserve(struct points *points, const struct berth_alloc *alloc, uint32_t count,
                   uint32_t member_count, const struct points *like);
void points_index(struct points *points);

/* The two parts of points_index, for a caller that knows where the lines start. points_fill_slack
 * fills the entries after the last point. points_fill_line fills a line whose first point is i, and
 * returns how many points of its own the line holds. */
void points_fill_slack(struct points *points);
uint32_t points_fill_line(struct points *points, uint64_t number, uint32_t i);

void points_free(struct points *points, const struct berth_alloc *alloc);

/* Makes the whole circle from pairs (position, member), sorted by position. Returns 0 or
 * BERTH_E_MEMORY. */
int points_from_pairs(struct points *points, const struct berth_alloc *alloc,
                      const struct sort_pair *pairs, uint32_t count, uint32_t member_count);

/* Whether member a's point comes before member b's where both have the same position. */
typedef bool points_first(const void *context, uint32_t a, uint32_t b);

/* The difference between a circle and the circle before it. Members that leave take all their
 * points along; of members that stay, single points may leave or come. Members that stay keep their
 * order. */
struct points_change {
    const struct points *before;
    const uint32_t *renumber; /* from the old member to the new one; BERTH_NONE = it has left */
    uint32_t before_members, members;
    const struct sort_pair *come; /* new points, sorted; their tags are new members */
    const uint32_t *leave;        /* old points that leave although their members stay; ascending */
    uint32_t come_count, leave_count;
    uint32_t count;      /* how many points the new circle has */
    points_first *first; /* for ties */
    const void *context;
};

/* Makes the new circle. Returns 0 or BERTH_E_MEMORY; the caller calls points_free in either
 * case. */
int points_merge(struct points *points, const struct berth_alloc *alloc,
                 const struct points_change *change);

/* How many points lie below `at`: the index of the first point >= at, or count when there is none
 * (wrap to 0). The first point > at is that of at + 1, unless at is the end of the circle. */
uint32_t points_search(const struct points *points, uint64_t at);

/* As points_search, but 0 instead of count; count must not be 0. */
static inline uint32_t points_next(const struct points *points, uint64_t at)
{
    uint32_t i = points_search(points, at);
    return i == points->count ? 0 : i;
}

/* The member of the first point >= at, wrapping, from the sorted array; BERTH_NONE when empty. */
uint32_t points_owner_exact(const struct points *points, uint64_t at);

/* How many of the line's sub-positions are smaller than `sub`. */
static inline unsigned points_smaller(const struct points_line *line, int16_t sub)
{
#if defined(__SSE2__)
    const __m128i key = _mm_set1_epi16(sub);
    const __m128i *subs = (const __m128i *)(const void *)line->sub;
    const __m128i low = _mm_cmpgt_epi16(key, _mm_load_si128(subs));
    const __m128i high = _mm_cmpgt_epi16(key, _mm_load_si128(subs + 1));
    const unsigned mask = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high));
    return (unsigned)__builtin_ctz(~mask); /* they ascend, so the mask's lowest bits are set */
#else
    unsigned smaller = 0;
    for (unsigned k = 0; k < POINTS_LINE_ROOM; k++)
        smaller += line->sub[k] < sub;
    return smaller;
#endif
}

/* The spot of a position: the number of its line, and in the low 16 bits the sub-position in it. */
static inline uint64_t points_spot(const struct points *points, uint64_t at)
{
    return bits_mulhi(at, points->scale);
}

static inline const struct points_line *points_spot_line(const struct points *points, uint64_t spot)
{
    return &points->lines[spot >> 16];
}

static inline int16_t points_spot_sub(uint64_t spot)
{
    return (int16_t)(uint16_t)(spot ^ 0x8000);
}

/* The owner, or BERTH_NONE when the line does not decide. The circle must be narrow. */
static inline uint32_t points_line_owner(const struct points_line *line, int16_t sub)
{
    const unsigned k = points_smaller(line, sub);
    if (__builtin_expect(k == POINTS_LINE_ROOM || line->sub[k] == sub, 0))
        return BERTH_NONE;
    return line->owner[k];
}

/* Same answer as points_owner_exact, for a narrow circle. */
static inline uint32_t points_owner_narrow(const struct points *points, uint64_t at)
{
    const uint64_t spot = points_spot(points, at);
    const uint32_t owner = points_line_owner(points_spot_line(points, spot), points_spot_sub(spot));
    if (__builtin_expect(owner == BERTH_NONE, 0))
        return points_owner_exact(points, at);
    return owner;
}

static inline uint32_t points_owner(const struct points *points, uint64_t at)
{
    return points->narrow ? points_owner_narrow(points, at) : points_owner_exact(points, at);
}

/* Appends the owner unless it is among the `found` already; returns how many there are then. */
static inline size_t points_gather(uint32_t owner, uint32_t *out, size_t found)
{
    for (size_t i = 0; i < found; i++)
        if (out[i] == owner)
            return found;
    out[found] = owner;
    return found + 1;
}

/* Writes the first n distinct members from the point that owns `at` on, as far as a few lines tell
 * them. When it returns fewer than n, the caller must look into the array. The circle must be
 * narrow. */
size_t points_followers(const struct points *points, uint64_t at, uint32_t *out, size_t n);

/* points_owner of n hashes, each shifted up first. Lines are prefetched well before they are
 * read. */
void points_owners(const struct points *points, const uint64_t *hashes, unsigned shift, size_t n,
                   uint32_t *out);

#endif
