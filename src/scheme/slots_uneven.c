/* SPDX-License-Identifier: MIT */
/* slots_uneven.c - the table when weights differ
 * Idea       one node after the other walks its early places: those with
 *
 *                L / W  <=  log2(N / 3) / sum of W
 *
 *            Each place keeps the best member that has come so far. After all have walked, a place
 *            whose best member was early is settled, because all nodes that did not walk there come
 *            later. Some 3/N of the places are not settled; all members are asked about those
 *            (slots_ask).
 * Exact      All comparisons are of whole numbers: L_i x W_j with L_j x W_i. To save most of the
 *            logarithms, L is first replaced by a number below it. With y = (2t + 1) / 2^33,
 *            the middle of tick t as a part of a round,
 *
 *                -log2(1 - y) >= y x log2(e)
 *
 *            and L is not below 2^56 x -log2(1 - y) - 1: the table's chords lie below log2, and
 *            each entry is off by half at most. So  L >= (2t + 1) x 12102203 - 1,
 *            12102203 being 2^23 x log2(e) rounded down.
 * Cost       S x (ln(N / 3) + 3) steps and some 2 S logarithms; while it runs, 16 bytes for each
 *            member kept at each place of a block */
#include "base/alloc.h"
#include "scheme/log2.h"
#include "scheme/slots.h"

enum { UNEVEN_RUN = LANES_CHUNK };
#define UNEVEN_SLOPE UINT64_C(12102203)

/* The best member that has come to a place so far. */
struct uneven_best {
    uint64_t loss;
    uint32_t at; /* its position; BERTH_NONE = no member has come */
};

struct uneven {
    struct slots *slots;
    const struct clock_block *block;
    struct uneven_best *best; /* places x depth of them */
    uint64_t *limit;          /* of each member, the largest L that is early */
    uint64_t first;           /* the first slot of the block */
};

static uint32_t uneven_tick(const struct uneven *uneven, uint32_t at, uint32_t step)
{
    return clock_tick(step, uneven->block->phase[at], uneven->slots->shape);
}

/* Returns the mark of a place's best member. With uneven weights, members stand in the block in the
 * order of their names, so best->at is also the member's place in the block. */
static struct rank_mark uneven_mark(const struct uneven *uneven, uint32_t place,
                                    const struct uneven_best *best)
{
    struct clock_key key = clock_block_key(uneven->block, best->at);
    uint32_t step = clock_step(&key, place, uneven->slots->shape);
    return (struct rank_mark){
        .u = clock_u(uneven_tick(uneven, best->at, step)), .loss = best->loss, .at = best->at};
}

/* Whether the mark ranks before the best member of the place. The latter's tick is computed only on
 * a tie. */
static bool uneven_before(const struct uneven *uneven, const struct rank_mark *mark, uint32_t place,
                          const struct uneven_best *best)
{
    if (best->at == BERTH_NONE)
        return true;
    const uint64_t *weight = uneven->slots->rank.weight;
    u128 left = (u128)mark->loss * weight[best->at], right = (u128)best->loss * weight[mark->at];
    if (left != right)
        return left < right;
    struct rank_mark theirs = uneven_mark(uneven, place, best);
    return rank_before(&uneven->slots->rank, mark, &theirs);
}

static void uneven_insert(const struct uneven *uneven, uint32_t place, uint64_t u, uint32_t at)
{
    const unsigned depth = uneven->slots->depth;
    struct uneven_best *best = uneven->best + (size_t)place * depth;
    struct rank_mark mark = rank_mark_of(&uneven->slots->rank, u, at);
    unsigned d = depth;
    while (d > 0 && uneven_before(uneven, &mark, place, best + d - 1)) {
        d--;
        if (d < depth - 1)
            best[d + 1] = best[d];
        best[d] = (struct uneven_best){mark.loss, at};
    }
}

/* Returns how many steps of the member are early. It is a binary search, because L never falls as
 * ticks grow. */
static uint32_t uneven_steps(const struct uneven *uneven, uint32_t at)
{
    uint32_t low = 0, high = uneven->slots->shape.mask + 1u;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (log2_loss(clock_u(uneven_tick(uneven, at, middle))) <= uneven->limit[at])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void uneven_walk(const struct uneven *uneven, uint32_t at)
{
    const struct rank *rank = &uneven->slots->rank;
    const unsigned depth = uneven->slots->depth;
    const struct clock_key back = clock_block_back(uneven->block, at);
    const uint32_t end = uneven_steps(uneven, at);
    uint16_t places[UNEVEN_RUN + LANES_TINY_SPARE];
    for (uint32_t from = 0; from < end; from += UNEVEN_RUN) {
        uint32_t n = end - from < UNEVEN_RUN ? end - from : UNEVEN_RUN;
        rank->lanes->clock_path(&back, (uint16_t)from, n, uneven->slots->shape, places);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t tick = uneven_tick(uneven, at, from + i);
            const struct uneven_best *last = uneven->best + ((size_t)places[i] + 1) * depth - 1;
            uint64_t low = (2 * (uint64_t)tick + 1) * UNEVEN_SLOPE - 1;
            if (last->at == BERTH_NONE ||
                (u128)low * rank->weight[last->at] <= (u128)last->loss * rank->weight[at])
                uneven_insert(uneven, places[i], clock_u(tick), at);
        }
    }
}

static void uneven_block(const struct uneven *uneven)
{
    struct slots *slots = uneven->slots;
    const unsigned depth = slots->depth;
    const uint32_t places = slots->shape.mask + 1u;
    for (size_t i = 0; i < (size_t)places * depth; i++)
        uneven->best[i].at = BERTH_NONE;
    for (uint32_t at = 0; at < slots->rank.count; at++)
        uneven_walk(uneven, at);
    struct slots_open open = {.slots = slots, .block = uneven->block, .first = uneven->first};
    for (uint32_t place = 0; place < places; place++) {
        const struct uneven_best *best = uneven->best + (size_t)place * depth;
        const struct uneven_best *last = best + depth - 1;
        if (last->at == BERTH_NONE || last->loss > uneven->limit[last->at]) {
            slots_ask(&open, place);
            continue;
        }
        for (unsigned d = 0; d < depth; d++)
            slots_keep(slots, uneven->first + place, d, slots->rank.member[best[d].at]);
        struct rank_mark mark = uneven_mark(uneven, place, last);
        slots_worsen(slots, uneven->first >> slots->shape.bits, &mark);
    }
    slots_ask_gathered(&open);
}

/* Fills the limits: a visit is early if L <= patience x log2(e) x W / sum of W, rounded down. L is
 * a whole number, so the rounding excludes no early visit: all others have L / W above patience x
 * log2(e) / sum of W. */
static void uneven_limits(const struct uneven *uneven)
{
    const struct rank *rank = &uneven->slots->rank;
    uint64_t patience =
        slots_patience(30 + rank->count / 3) + (uneven->slots->depth > 1 ? 4 << 16 : 0);
    u128 sum = 0;
    for (uint32_t at = 0; at < rank->count; at++)
        sum += rank->weight[at];
    u128 bits = (u128)patience * 94548 << 24; /* 94548 is log2(e) x 2^16, so the unit is 2^-56 */
    for (uint32_t at = 0; at < rank->count; at++)
        uneven->limit[at] = (uint64_t)(bits * rank->weight[at] / sum);
}

int slots_fill_uneven(struct slots *slots, struct clock_block *block,
                      const struct berth_alloc *alloc)
{
    const size_t places = ((size_t)slots->shape.mask + 1) * slots->depth;
    struct uneven uneven = {
        .slots = slots,
        .block = block,
        .best = alloc_array(alloc, places, sizeof *uneven.best),
        .limit = alloc_array(alloc, slots->rank.count, sizeof *uneven.limit),
    };
    const bool complete = uneven.best && uneven.limit;
    if (complete)
        uneven_limits(&uneven);
    for (uint64_t k = 0; complete && k < slots_blocks(slots); k++) {
        uneven.first = k << slots->shape.bits;
        clock_block_enter(block, k);
        uneven_block(&uneven);
    }
    alloc_free(alloc, uneven.best, places, sizeof *uneven.best);
    alloc_free(alloc, uneven.limit, slots->rank.count, sizeof *uneven.limit);
    return complete ? 0 : BERTH_E_MEMORY;
}
