/* SPDX-License-Identifier: MIT */
/* hrw_select.c - the first member, the first few, or all members of a ranking
 * Idea       the time goes into rank_candidate. It runs over the members with the two
 *            multiplications of mix (three when weights differ), several members side by side where
 *            the CPU can (lanes.h), and stops at each member that may belong to the answer. That
 *            member is scored in full and compared by the rule.
 * Cost       N scores. About ln N candidates are compared for the first member, n ln(N / n) for the
 *            first n; all members in order take N ln N comparisons. No heap memory. */
#include "scheme/hrw_rank.h"
#include "scheme/lanes_single.h"

enum {
    RANK_TINY = 8,
    RANK_CHUNK = 32,
    RANK_MANY = 512, /* with so many nodes, one key keeps the lanes as busy as many keys do */
    RANK_MANY_WEIGHTED = 2048,
};

uint32_t rank_candidate(const struct rank *rank, uint64_t hash, uint32_t at,
                        const struct rank_bar *bar)
{
    const struct lanes *lanes = rank->lanes;
    uint32_t count = rank->count;
    bool few = count - at < lanes->few;
    if (!rank->weight)
        return few ? single_reaching(rank->g, count, hash, at, bar->floor)
                   : lanes->reaching(rank->g, count, hash, at, bar->floor);
    if (bar->rate == RANK_OPEN)
        return at;
    return few ? single_within(rank->g, rank->part, count, hash, at, bar->rate)
               : lanes->within(rank->g, rank->part, count, hash, at, bar->rate);
}

/* The position of the first member, for even weights. */
static uint32_t rank_largest(const struct rank *rank, uint64_t hash)
{
    return rank->count < rank->lanes->few ? single_largest(rank->g, rank->count, hash)
                                          : rank->lanes->largest(rank->g, rank->count, hash);
}

/* The first of a few members of different weights: scoring them all costs less than the division of
 * a bar. */
static struct rank_mark rank_first_of_few(const struct rank *rank, uint64_t hash)
{
    struct rank_mark best = rank_mark(rank, hash, 0);
    for (uint32_t at = 1; at < rank->count; at++) {
        struct rank_mark mark = rank_mark(rank, hash, at);
        if (rank_before(rank, &mark, &best))
            best = mark;
    }
    return best;
}

struct rank_mark rank_first(const struct rank *rank, uint64_t hash)
{
    struct rank_mark best;
    if (!rank->weight)
        return rank_mark(rank, hash, rank_largest(rank, hash));
    if (rank->count <= RANK_TINY)
        return rank_first_of_few(rank, hash);
    rank_top(rank, hash, NULL, NULL, &best, 1);
    return best;
}

uint32_t rank_first_at(const struct rank *rank, uint64_t hash)
{
    return rank->weight ? rank_first(rank, hash).at : rank_largest(rank, hash);
}

/* For different weights. The member with the smallest quotient ~u / part is the first of the
 * ranking unless another member passes its bar, and if the runner-up does not pass it, no member
 * does. The runner-up's quotient is rounded, so it must miss the bar by more than the rounding.
 * Doubles only choose which members are compared exactly; they decide nothing. */
static void rank_nearest_chunk(const struct rank *rank, const uint64_t *hashes, uint32_t *out)
{
    double runner[RANK_CHUNK];
    size_t done = rank->lanes->nearest_many(rank->g, rank->part, rank->count, hashes, RANK_CHUNK,
                                            out, runner);
    for (size_t i = 0; i < RANK_CHUNK; i++) {
        struct rank_bar bar = {.rate = RANK_OPEN};
        if (i < done) {
            struct rank_mark mark = rank_mark(rank, hashes[i], out[i]);
            bar = rank_bar(rank, &mark);
        }
        double limit = (double)bar.rate / 4096 * (1 + 0x1p-40);
        if (bar.rate == RANK_OPEN || runner[i] <= limit)
            out[i] = rank_first_at(rank, hashes[i]);
    }
}

void rank_first_many(const struct rank *rank, const uint64_t *hashes, size_t n, uint32_t *out)
{
    size_t done = 0;
    if (!rank->weight && rank->count < RANK_MANY)
        done = rank->lanes->largest_many(rank->g, rank->count, hashes, n, out);
    if (rank->weight && rank->count < RANK_MANY_WEIGHTED)
        for (; done + RANK_CHUNK <= n; done += RANK_CHUNK)
            rank_nearest_chunk(rank, hashes + done, out + done);
    for (; done < n; done++)
        out[done] = rank_first_at(rank, hashes[done]);
}

/* Inserts the mark in its place among the best so far; when there is no room, the last one is
 * dropped. Returns how many there are. */
static size_t rank_insert(const struct rank *rank, struct rank_mark *out, size_t found, size_t n,
                          const struct rank_mark *mark)
{
    size_t grown = found < n ? found + 1 : n, i = grown - 1;
    while (i > 0 && rank_before(rank, mark, out + i - 1)) {
        out[i] = out[i - 1];
        i--;
    }
    out[i] = *mark;
    return grown;
}

void rank_best_add(struct rank_best *best, const struct rank_mark *mark)
{
    if (best->found == best->n && !rank_before(best->rank, mark, best->marks + best->n - 1))
        return;
    if (best->open && !best->open->is(best->open->of, best->rank->member[mark->at]))
        return;
    best->found = rank_insert(best->rank, best->marks, best->found, best->n, mark);
    if (best->found == best->n)
        best->bar = rank_bar(best->rank, best->marks + best->n - 1);
}

size_t rank_top(const struct rank *rank, uint64_t hash, const struct rank_mark *after,
                const struct open_to *open, struct rank_mark *out, size_t n)
{
    struct rank_best best = rank_best(rank, out, n);
    best.open = open;
    uint32_t at = n > 0 ? 0 : rank->count;
    for (; (at = rank_candidate(rank, hash, at, &best.bar)) < rank->count; at++) {
        struct rank_mark mark = rank_mark(rank, hash, at);
        if (!after || rank_before(rank, after, &mark))
            rank_best_add(&best, &mark);
    }
    return best.found;
}

/* ---- many members, in place ------------------------------------------------------------------ */

/* A few members are kept in order on the stack. More are selected in `out` itself, as a heap of
 * positions with the worst on top. Each is scored again at every comparison, because room for the
 * scores would have to be allocated. */

struct rank_heap {
    const struct rank *rank;
    rank_marker *mark;
    const void *key;
    uint32_t *at;
    uint32_t count;
};

static struct rank_mark heap_mark(const struct rank_heap *heap, size_t i)
{
    return heap->mark(heap->rank, heap->key, heap->at[i]);
}

/* Lets `mark` sink from place i until both places below it hold members that rank before it. */
static void heap_sink(struct rank_heap *heap, size_t i, const struct rank_mark *mark)
{
    for (size_t child; (child = 2 * i + 1) < heap->count; i = child) {
        struct rank_mark below = heap_mark(heap, child);
        if (child + 1 < heap->count) {
            struct rank_mark other = heap_mark(heap, child + 1);
            if (rank_before(heap->rank, &below, &other)) {
                below = other;
                child++;
            }
        }
        if (rank_before(heap->rank, &below, mark))
            break;
        heap->at[i] = below.at;
    }
    heap->at[i] = mark->at;
}

/* Fills the heap with members 0 to count - 1; each later member that ranks before the worst of the
 * heap then takes its place. */
static void heap_select(struct rank_heap *heap)
{
    const struct rank *rank = heap->rank;
    for (uint32_t i = 0; i < heap->count; i++)
        heap->at[i] = i;
    for (uint32_t i = heap->count / 2; i-- > 0;) {
        struct rank_mark mark = heap_mark(heap, i);
        heap_sink(heap, i, &mark);
    }
    struct rank_mark worst = heap_mark(heap, 0);
    for (uint32_t at = heap->count; at < rank->count; at++) {
        struct rank_mark mark = heap->mark(rank, heap->key, at);
        if (!rank_before(rank, &mark, &worst))
            continue;
        heap_sink(heap, 0, &mark);
        worst = heap_mark(heap, 0);
    }
}

/* Sorts the heap: the worst member goes to the end of what is left of it, again and again. */
static void heap_sort(struct rank_heap *heap)
{
    while (heap->count > 1) {
        uint32_t worst = heap->at[0];
        struct rank_mark last = heap_mark(heap, --heap->count);
        heap_sink(heap, 0, &last);
        heap->at[heap->count] = worst;
    }
}

size_t rank_members_by(const struct rank *rank, rank_marker *mark, const void *key, uint32_t *out,
                       size_t n)
{
    uint32_t count = n < rank->count ? (uint32_t)n : rank->count;
    struct rank_heap heap = {rank, mark, key, out, count};
    heap_select(&heap);
    heap_sort(&heap);
    for (uint32_t i = 0; i < count; i++)
        out[i] = rank->member[out[i]];
    return count;
}

static struct rank_mark rank_marker_of_hash(const struct rank *rank, const void *hash, uint32_t at)
{
    return rank_mark(rank, *(const uint64_t *)hash, at);
}

size_t rank_members(const struct rank *rank, uint64_t hash, uint32_t *out, size_t n)
{
    if (n > rank->count)
        n = rank->count;
    if (n > RANK_FEW)
        return rank_members_by(rank, rank_marker_of_hash, &hash, out, n);
    struct rank_mark marks[RANK_FEW];
    n = rank_top(rank, hash, NULL, NULL, marks, n);
    for (size_t i = 0; i < n; i++)
        out[i] = rank->member[marks[i].at];
    return n;
}

/* ---- one member after the other -------------------------------------------------------------- */

void rank_walk_from(struct walk_rank *at, const struct rank_mark *mark)
{
    at->u = mark->u;
    at->loss = mark->loss;
    at->after = mark->at + 1;
}

uint32_t rank_walk(const struct rank *rank, uint64_t hash, struct walk_rank *at,
                   const struct open_to *open)
{
    struct rank_mark next, last = rank_walk_last(at);
    if (rank_top(rank, hash, at->after ? &last : NULL, open, &next, 1) == 0)
        return BERTH_NONE;
    rank_walk_from(at, &next);
    return rank->member[next.at];
}
