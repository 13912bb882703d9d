/* SPDX-License-Identifier: MIT */
/* turns.h - whose turn comes next, where nodes take turns by weight
 *
 *   round      1    2    3    4          a takes in every round, b in every second, c in none
 *   a, b, c    a    a b  a    a b        of these: nobody asks c, nor b in rounds 1 and 3
 *
 * Idea       a node of small weight is passed over in most rounds, and asking it in each of them
 *            costs rounds x nodes. So each place knows the round of its next turn, and a tree of
 *            minima knows which place is first: by round, and in a round by place.
 * Cost       O(n) to open, O(log n) a turn, two words per place */
#ifndef BERTH_TURNS_H
#define BERTH_TURNS_H

#include <stddef.h>
#include <stdint.h>

/* Words of memory that each place needs. */
enum { TURNS_WORDS = 2 };

/* The round of a place that has no turn any more; a table is full long before it. */
#define TURNS_NEVER UINT32_MAX

struct turns {
    uint64_t *first; /* node i has children 2i and 2i + 1; place p is the leaf count + p */
    uint32_t count;  /* places, at least one */
};

static inline uint64_t turns_key(uint32_t place, uint64_t round)
{
    return (round < TURNS_NEVER ? round : TURNS_NEVER) << 32 | place;
}

static inline void turns_settle(struct turns *turns, size_t parent)
{
    const uint64_t left = turns->first[2 * parent], right = turns->first[2 * parent + 1];
    turns->first[parent] = left < right ? left : right;
}

/* Before turns_open, every place is told the round of its first turn. */
static inline void turns_seat(struct turns *turns, uint32_t place, uint64_t round)
{
    turns->first[(size_t)turns->count + place] = turns_key(place, round);
}

static inline void turns_open(struct turns *turns)
{
    for (size_t parent = turns->count; --parent > 0;)
        turns_settle(turns, parent);
}

/* The place whose turn it is, and in which round. */
static inline uint32_t turns_place(const struct turns *turns)
{
    return (uint32_t)turns->first[1];
}

static inline uint64_t turns_round(const struct turns *turns)
{
    return turns->first[1] >> 32;
}

/* The next turn of `place` is in this round. */
static inline void turns_move(struct turns *turns, uint32_t place, uint64_t round)
{
    size_t at = (size_t)turns->count + place;
    turns->first[at] = turns_key(place, round);
    while (at >>= 1)
        turns_settle(turns, at);
}

/* A turn costs `largest`, and each round brings `weight`, at most as much: how many rounds bring the
 * next turn, which is paid from *credit, below `largest` before and after. weight > 0. */
static inline uint64_t turns_wait(uint64_t *credit, uint64_t weight, uint64_t largest)
{
    const uint64_t missing = largest - *credit;
    const uint64_t rounds = missing <= weight ? 1 : (missing - 1) / weight + 1;
    *credit = rounds * weight - missing;
    return rounds;
}

#endif
