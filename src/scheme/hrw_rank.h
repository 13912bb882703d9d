/* SPDX-License-Identifier: MIT */
/* hrw_rank.h - the ranking of the members by one hash; all scores are computed here
 *
 *     hash h  \
 *              mix(h ^ g) = u --log2--> loss L,   score L / W:  the smaller, the earlier
 *   member g, /
 *          W
 *
 * Order      a ranks before b if L_a x W_b < L_b x W_a, products in 128 bits; where they are equal,
 *            if u_a > u_b; else if it comes first among the members (the smaller name). The rule of
 *            docs/placement.md compares g before the name; that never decides, because mix is a
 *            bijection, so equal u means equal g.
 * Even       With equal weights the order is simply larger u first. L never rises with u (log2.h):
 *            L_a < L_b implies u_a > u_b; and u_a > u_b implies L_a < L_b or L_a = L_b, where the
 *            rule takes the larger u as well. So no logarithm is needed for the same ranking.
 * Bound      When weights differ, most members are excluded without a logarithm, too: see rank_bar.
 * Cost       12 bytes for each member, 24 when weights differ; a score is two multiplications,
 *            three when weights differ */
#ifndef BERTH_HRW_RANK_H
#define BERTH_HRW_RANK_H

#include "scheme/lanes.h"
#include "scheme/log2.h"
#include "scheme/scheme.h"

/* The members that can own something, as arrays; a member's place in them is its position. */
struct rank {
    uint64_t *g;
    uint64_t *weight; /* NULL when all weights are `even` */
    uint32_t *part;   /* weight / largest weight in units of 2^-32, rounded up, at most 2^32 - 1 */
    uint32_t *member; /* index among all members; ascending */
    uint64_t even;
    const struct lanes *lanes; /* never NULL once built */
    uint32_t count;
};

/* One member's place in the ranking of one hash. */
struct rank_mark {
    uint64_t u;
    uint64_t loss; /* 0 when weights are even */
    uint32_t at;   /* position */
};

/* What a candidate must reach to be worth comparing with a given mark: u >= floor with even
 * weights, else ~u <= rate x part. Every candidate that ranks before the mark passes, and so does
 * the mark itself. */
struct rank_bar {
    uint64_t floor;
    uint64_t rate; /* below 2^32, or RANK_OPEN */
};
#define RANK_OPEN     UINT64_MAX
#define RANK_BAR_OPEN ((struct rank_bar){0, RANK_OPEN})

/* Returns 0 or BERTH_E_MEMORY. */
int rank_build(struct rank *rank, const struct build *in);
void rank_destroy(struct rank *rank, const struct berth_alloc *alloc);
size_t rank_bytes(const struct rank *rank);

static inline uint64_t rank_weight(const struct rank *rank, uint32_t at)
{
    return rank->weight ? rank->weight[at] : rank->even;
}

static inline uint64_t rank_u(const struct rank *rank, uint64_t hash, uint32_t at)
{
    return bits_mix(hash ^ rank->g[at]);
}

/* The mark of the member at position `at` with a u from any source: a hash, or a tick. */
static inline struct rank_mark rank_mark_of(const struct rank *rank, uint64_t u, uint32_t at)
{
    return (struct rank_mark){.u = u, .loss = rank->weight ? log2_loss(u) : 0, .at = at};
}

static inline struct rank_mark rank_mark(const struct rank *rank, uint64_t hash, uint32_t at)
{
    return rank_mark_of(rank, rank_u(rank, hash, at), at);
}

static inline bool rank_before(const struct rank *rank, const struct rank_mark *a,
                               const struct rank_mark *b)
{
    if (rank->weight) {
        u128 left = (u128)a->loss * rank->weight[b->at];
        u128 right = (u128)b->loss * rank->weight[a->at];
        if (left != right)
            return left < right;
    }
    if (a->u != b->u)
        return a->u > b->u;
    return a->at < b->at;
}

struct rank_bar rank_bar(const struct rank *rank, const struct rank_mark *mark);

/* Collects the first n of all marks that are added, in order; of those whose members are open. */
struct rank_best {
    const struct rank *rank;
    struct rank_mark *marks; /* room for n */
    size_t found, n;
    struct rank_bar bar;
    const struct open_to *open; /* NULL = all are */
};

static inline struct rank_best rank_best(const struct rank *rank, struct rank_mark *marks, size_t n)
{
    return (struct rank_best){rank, marks, 0, n, RANK_BAR_OPEN, NULL};
}

/* Whether adding a mark of this u could change the collection; a quick test, before the mark is
 * made. n > 0. */
static inline bool rank_best_reach(const struct rank_best *best, uint64_t u, uint32_t at)
{
    if (!best->rank->weight)
        return u >= best->bar.floor;
    return best->bar.rate == RANK_OPEN || ~u <= best->bar.rate * best->rank->part[at];
}

void rank_best_add(struct rank_best *best, const struct rank_mark *mark);

/* The first position >= `at` whose member passes the bar; count when there is none. */
uint32_t rank_candidate(const struct rank *rank, uint64_t hash, uint32_t at,
                        const struct rank_bar *bar);

/* The first member of the ranking: its position, or its whole mark. count must not be 0. */
uint32_t rank_first_at(const struct rank *rank, uint64_t hash);
struct rank_mark rank_first(const struct rank *rank, uint64_t hash);

/* Writes the position of the first member of each of n rankings. */
void rank_first_many(const struct rank *rank, const uint64_t *hashes, size_t n, uint32_t *out);

/* Writes the marks of the first n members of the ranking, in order; with `after`, the first n that
 * come after that mark; with `open`, of those that are open. Returns how many there are. Takes one
 * pass over the members. */
size_t rank_top(const struct rank *rank, uint64_t hash, const struct rank_mark *after,
                const struct open_to *open, struct rank_mark *out, size_t n);

/* Writes the first n members of the ranking, in order; returns how many there are. */
size_t rank_members(const struct rank *rank, uint64_t hash, uint32_t *out, size_t n);

/* The same for any ranking: `mark` returns the mark that the member at a position has in it. */
typedef struct rank_mark rank_marker(const struct rank *rank, const void *key, uint32_t at);
size_t rank_members_by(const struct rank *rank, rank_marker *mark, const void *key, uint32_t *out,
                       size_t n);

enum { RANK_FEW = 32 }; /* marks that fit on the stack */

/* The position of a member, BERTH_NONE when its weight is 0. */
uint32_t rank_search(const struct rank *rank, uint32_t member);

static inline uint32_t rank_position(const struct rank *rank, uint32_t member)
{
    if (member < rank->count && rank->member[member] == member)
        return member; /* no member before it has weight 0 */
    return rank_search(rank, member);
}

/* The member that follows *at in the ranking of the hash, and is open; `open` NULL = all are.
 * BERTH_NONE at the end. */
uint32_t rank_walk(const struct rank *rank, uint64_t hash, struct walk_rank *at,
                   const struct open_to *open);
/* Sets *at as if rank_walk had just returned the member of `mark`. */
void rank_walk_from(struct walk_rank *at, const struct rank_mark *mark);

/* The mark of the member that rank_walk returned last; at->after must not be 0. */
static inline struct rank_mark rank_walk_last(const struct walk_rank *at)
{
    return (struct rank_mark){.u = at->u, .loss = at->loss, .at = at->after - 1};
}

#endif
