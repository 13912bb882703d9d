/* SPDX-License-Identifier: MIT */
/* hot_merge.c - two sketches become one that speaks for both streams
 * Idea       estimates add: a key's count in one plus its count in the other, or plus the other's
 *            floor where it has none, and that floor to its error. The `room` largest sums stay;
 *            the new floor is the largest sum that goes or the sum of the floors, if larger.
 *
 *                 into  a 90  b 40        floor 7
 *                 from  a 10  d 60        floor 2
 *                 sum   a 100 d 67 (7) b 42 (2)     two stay: the floor is 42
 *
 *            Rule 3 of hot.h still holds, for the smaller `fewest` of the two: the sum of the
 *            largest estimates is at most the sum of the two totals, and a count becomes the
 *            floor only when it is no larger than every count that stays, so it is not among the
 *            `fewest` largest. By induction this holds after any merges and additions.
 * Cost       O(n log n) for n keys, and 32 bytes of heap a key until it returns */
#include "live/hot.h"

#include <string.h>

#include "base/fail.h"
#include "base/order.h"

struct hot_sum {
    uint64_t count, error;
    uint32_t index; /* of the counter in its own sketch; later in the merged one */
    bool from;
};

struct hot_sums {
    struct hot_sum *sum;
    uint32_t *order; /* largest first */
    const struct berth_hot *into, *other;
    uint32_t n;
};

static bool hot_larger(const void *context, uint32_t i, uint32_t j)
{
    const struct hot_sums *sums = context;
    const struct hot_sum *a = &sums->sum[i], *b = &sums->sum[j];
    if (a->count != b->count)
        return a->count > b->count;
    return hot_compare_names(a->from ? sums->other : sums->into, a->index,
                             b->from ? sums->other : sums->into, b->index) < 0;
}

/* Appends a sum for each counter of `mine`, with what `theirs` knows of its key. When `mine` is the
 * sketch merged from, keys that both have are left out: they were appended before. */
static void hot_add_up(struct hot_sums *sums, const struct berth_hot *mine,
                       const struct berth_hot *theirs, bool from)
{
    for (uint32_t i = 0; i < mine->used; i++) {
        struct hot_name name = hot_name_at(mine, i);
        uint32_t twin = hot_find(theirs, &name);
        if (from && twin != HOT_LOOSE)
            continue;
        const struct hot_counter *a = &mine->counter[i];
        uint64_t count = twin != HOT_LOOSE ? theirs->counter[twin].count : theirs->floor;
        uint64_t error = twin != HOT_LOOSE ? theirs->counter[twin].error : theirs->floor;
        sums->order[sums->n] = sums->n;
        sums->sum[sums->n++] = (struct hot_sum){a->count + count, a->error + error, i, from};
    }
}

/* Writes the kept sums: those of `into` in their own counters, those of `from` over counters whose
 * sums are not kept. */
static void hot_settle(struct berth_hot *into, struct hot_sums *sums, uint32_t kept)
{
    uint32_t loose = 0;
    for (uint32_t i = 0; i < into->room; i++)
        into->counter[i].heap_at = HOT_LOOSE;
    for (uint32_t k = 0; k < kept; k++)
        if (!sums->sum[sums->order[k]].from)
            into->counter[sums->sum[sums->order[k]].index].heap_at = 0;
    memset(into->chain, 0, into->chains * sizeof *into->chain);
    for (uint32_t k = 0; k < kept; k++) {
        struct hot_sum *sum = &sums->sum[sums->order[k]];
        struct hot_name name = hot_name_at(sum->from ? sums->other : into, sum->index);
        if (sum->from) {
            while (into->counter[loose].heap_at != HOT_LOOSE)
                loose++;
            sum->index = loose++;
        }
        hot_link(into, sum->index, &name);
        into->counter[sum->index].count = sum->count;
        into->counter[sum->index].error = sum->error;
    }
}

/* Fills the heap by ascending counts, which are in heap order. */
static void hot_pile(struct berth_hot *into, const struct hot_sums *sums, uint32_t kept)
{
    for (uint32_t k = 0; k < kept; k++) {
        uint32_t i = sums->sum[sums->order[kept - 1 - k]].index;
        into->heap[k] = i;
        into->counter[i].heap_at = k;
    }
    into->used = kept;
}

int berth_hot_merge(berth_hot *into, const berth_hot *from, berth_error *error)
{
    if (into == from)
        return fail(error, BERTH_E_ARGUMENT, "a sketch of hot keys cannot be merged into itself");
    if (from->total > UINT64_MAX - into->total)
        return fail(error, BERTH_E_RANGE, "the weights add up to more than 2^64 - 1");
    size_t most = (size_t)into->used + from->used;
    struct hot_sums sums = {.sum = alloc_array(&into->alloc, most, sizeof *sums.sum),
                            .order = alloc_array(&into->alloc, most, sizeof *sums.order),
                            .into = into,
                            .other = from};
    int code = sums.sum && sums.order ? 0 : fail_memory(error);
    if (!code) {
        hot_add_up(&sums, into, from, false);
        hot_add_up(&sums, from, into, true);
        order_sort(sums.order, sums.n, hot_larger, &sums);
        uint32_t kept = sums.n < into->room ? sums.n : into->room;
        uint64_t gone = kept < sums.n ? sums.sum[sums.order[kept]].count : 0;
        hot_settle(into, &sums, kept);
        hot_pile(into, &sums, kept);
        into->floor += from->floor;
        into->floor = gone > into->floor ? gone : into->floor;
        into->total += from->total;
        into->ordered = false;
    }
    alloc_free(&into->alloc, sums.sum, most, sizeof *sums.sum);
    alloc_free(&into->alloc, sums.order, most, sizeof *sums.order);
    return code;
}
