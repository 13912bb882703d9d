/* SPDX-License-Identifier: MIT */
/* points.h - a circle of points, and the one cache line that knows the next of them
 *
 *   hash space   |--line 0--|--line 1--|--line 2--|-- ... --|    equal parts, some 8 points each
 *   a line          .  . ..   .     .                            16 sub-positions of 16 bits
 *   its owners     a  b cd   e     a    then the next line's first
 *
 * Idea       the line of a hash is the high half of hash x lines, its sub-position the 16 bits
 *            below. The number k of stored sub-positions smaller than the hash's is found by one
 *            pair of 128-bit compares, and owner k of the same cache line is the answer. An equal
 *            sub-position (1 in 8000) or a place beyond the 16th of a crowded line (1 in 1000)
 *            does not decide; then the sorted array does, and it alone is asked for positions
 *            and neighbours. A few replicas mostly stand in the rest of the line.
 * Positions  64 bits, the whole circle. A ring of 32 bits is shifted up by 32; order, equality and
 *            distances stay what they were.
 * Ties       points of equal position keep the order in which they were handed in
 * Cost       build O(n) after sorting; a search O(1) and one cache line; 20.5 bytes per point: 12
 *            for the array, 8.5 for the index */
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
    uint32_t *member; /* of the same point; member[count] is member[0] again */
    uint32_t *start;  /* line -> its first point; one more entry than lines */
    uint64_t line_count;
    uint64_t scale; /* line_count x 65536 */
    uint32_t count;
    bool narrow; /* owners fit the lines: members below 2^16, at least one point */
    void *block; /* all of the above in one */
};

/* Heap bytes that a circle of that many points takes, and those that one has: after changes they
 * may be a few per cent more or fewer. */
size_t points_bytes(uint64_t count);
size_t points_held(const struct points *points);

/* Room for count points; the caller fills at and member, ascending, then calls points_index.
 * member_count: members are below it. As many lines as `like` has where that will do, so that they
 * can be taken over; NULL = the caller has none. 0 or BERTH_E_MEMORY. */
int points_reserve(struct points *points, const struct berth_alloc *alloc, uint32_t count,
                   uint32_t member_count, const struct points *like);
void points_index(struct points *points);

/* The two parts of points_index, for who knows where the lines start: the entries behind the last
 * point, and a line from its first point i, which returns how many of its own it holds. */
void points_fill_slack(struct points *points);
uint32_t points_fill_line(struct points *points, uint64_t number, uint32_t i);

void points_free(struct points *points, const struct berth_alloc *alloc);

/* Both steps from pairs (position, member) sorted by position. */
int points_from_pairs(struct points *points, const struct berth_alloc *alloc,
                      const struct sort_pair *pairs, uint32_t count, uint32_t member_count);

/* Which of two members comes first where their points coincide. */
typedef bool points_first(const void *context, uint32_t a, uint32_t b);

/* What makes a circle out of the one before: members go with all their points, other points go or
 * come one by one. Members that stay keep their order. */
struct points_change {
    const struct points *before;
    const uint32_t *renumber; /* member before -> member now, BERTH_NONE = gone */
    uint32_t before_members, members;
    const struct sort_pair *come; /* sorted; of members now */
    const uint32_t *leave;        /* of points before whose members stay, ascending */
    uint32_t come_count, leave_count;
    uint32_t count;      /* of points afterwards */
    points_first *first; /* for ties */
    const void *context;
};

/* 0 or BERTH_E_MEMORY; on that, free what there is. */
int points_merge(struct points *points, const struct berth_alloc *alloc,
                 const struct points_change *change);

/* How many points lie below `at`: the index of the first point >= at, or count when there is none
 * (wrap to 0). The first point > at is that of at + 1, unless at is the end of the circle. */
uint32_t points_search(const struct points *points, uint64_t at);

/* points_search, wrapped; count must not be 0. */
static inline uint32_t points_next(const struct points *points, uint64_t at)
{
    uint32_t i = points_search(points, at);
    return i == points->count ? 0 : i;
}

/* The member of the first point >= at, wrapping, from the sorted array; BERTH_NONE when empty. */
uint32_t points_owner_exact(const struct points *points, uint64_t at);

/* How many of the line's sub-positions are smaller. */
static inline unsigned points_smaller(const struct points_line *line, int16_t sub)
{
#if defined(__SSE2__)
    const __m128i key = _mm_set1_epi16(sub);
    const __m128i *subs = (const __m128i *)(const void *)line->sub;
    const __m128i low = _mm_cmpgt_epi16(key, _mm_load_si128(subs));
    const __m128i high = _mm_cmpgt_epi16(key, _mm_load_si128(subs + 1));
    const unsigned mask = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high));
    return (unsigned)__builtin_ctz(~mask); /* ascending, so the ones are the lowest bits */
#else
    unsigned smaller = 0;
    for (unsigned k = 0; k < POINTS_LINE_ROOM; k++)
        smaller += line->sub[k] < sub;
    return smaller;
#endif
}

/* Where a position lies: 16 bits of where in its line, and above them the line. */
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

/* The owner where a line decides; BERTH_NONE where it does not. The circle must be narrow. */
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

/* Adds an owner that is not there yet; returns how many there are. */
static inline size_t points_gather(uint32_t owner, uint32_t *out, size_t found)
{
    for (size_t i = 0; i < found; i++)
        if (out[i] == owner)
            return found;
    out[found] = owner;
    return found + 1;
}

/* The first n distinct members from the point that owns `at` on, as far as a few lines tell; fewer
 * than n: the array has to be asked. The circle must be narrow. */
size_t points_followers(const struct points *points, uint64_t at, uint32_t *out, size_t n);

/* points_owner of many, each hash shifted up first; lines are fetched well before they are read. */
void points_owners(const struct points *points, const uint64_t *hashes, unsigned shift, size_t n,
                   uint32_t *out);

#endif
