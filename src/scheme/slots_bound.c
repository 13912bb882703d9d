/* SPDX-License-Identifier: MIT */
/* slots_bound.c - slots with a bound: no node owns more than its room
 * Idea       the visits of all nodes to all slots are gone through in the order of their times. A
 *            node that visits a free slot and has room becomes the slot's owner; all other visits
 *            are ignored.
 *
 *                node a, full   ---x             passes by
 *                node b         -------o         takes the slot
 *
 *            Time is divided into windows. In each, the visits of nodes with room to free slots are
 *            collected and sorted, so that most visits never need sorting.
 * Unique     Both sides of a pair (slot, node) rank it by one strict order: L / W, then the tick,
 *            the node's name, the slot. So there is exactly one stable matching, and taking the
 *            first of all pairs, then the first of the pairs that are left, and so on, finds it.
 * Exact      With even weights ticks decide, see slots_bound_even.c. Else a visit's time is L / W
 *            as a double. L is below 2^62 and W below 2^40, so making L a double and dividing round
 *            by one part in 2^53 each, and a time is wrong by less than one part in 2^51. Visits
 *            whose times differ by less than one part in 2^48 are compared exactly, even when they
 *            are in different windows.
 * Enough     The rooms, ceil(B x S x W / sum of W) with B >= 1, add up to at least S.
 * Cost       S x (ln N + 2) steps, and some 2 S visits to sort while most nodes have room, more
 *            under a tight bound; 20 bytes for each node and block, 64 for a visit of a window */
#include "base/alloc.h"
#include "base/number.h"
#include "scheme/log2.h"
#include "scheme/slots.h"

#include <string.h>

enum { BOUND_RUN = 32, BOUND_WINDOW_MAX = 1 << 18, BOUND_WINDOW_MIN = 1 << 8 };

/* A node on its way through one block. */
struct bound_walker {
    struct clock_key back;
    uint32_t step; /* its next step */
};

struct bound_visit {
    struct rank_mark mark;
    uint32_t slot;
};

struct bound {
    const struct slots *slots;
    const struct berth_alloc *alloc;
    struct slots_match *match;
    struct bound_walker *walkers; /* for each node, one in each block */
    struct bound_visit *visits;
    struct sort_pair *order, *spare; /* times of the visits, as whole numbers of the same order */
    size_t count, visits_room, order_room, spare_room;
    double end; /* the end of the window, in the unit of bound_time */
};

/* ---- rooms ----------------------------------------------------------------------------------- */

/* ceil(B x S x W / sum), at most S. With B in millionths, the product is below 2^40 x 2^26 x
 * 2^40. */
static uint32_t bound_room(const struct slots *slots, uint64_t weight, u128 sum)
{
    u128 share = (u128)slots->bound * slots_count(slots) * weight;
    u128 whole = sum * NUMBER_MILLION;
    u128 room = (share + whole - 1) / whole;
    return (uint32_t)(room < slots_count(slots) ? room : slots_count(slots));
}

static u128 bound_weights(const struct rank *rank)
{
    u128 sum = 0;
    for (uint32_t at = 0; at < rank->count; at++)
        sum += rank_weight(rank, at);
    return sum;
}

bool slots_rooms(const void *state, uint64_t *room)
{
    const struct slots *slots = state;
    const struct rank *rank = &slots->rank;
    u128 sum = bound_weights(rank);
    for (uint32_t at = 0; slots->bound > 0 && at < rank->count; at++)
        room[rank->member[at]] = bound_room(slots, rank_weight(rank, at), sum);
    return slots->bound > 0;
}

/* ---- time ------------------------------------------------------------------------------------ */

#define BOUND_NEAR (1 + 0x1p-48)

static double bound_time(const struct rank *rank, const struct rank_mark *mark)
{
    return (double)mark->loss / (double)rank->weight[mark->at];
}

/* Returns the bits of a positive double; as whole numbers they are in the same order. */
static uint64_t bound_bits(double time)
{
    uint64_t bits;
    memcpy(&bits, &time, sizeof bits);
    return bits;
}

static double bound_of_bits(uint64_t bits)
{
    double time;
    memcpy(&time, &bits, sizeof time);
    return time;
}

static bool bound_before(const struct bound *bound, const struct bound_visit *a,
                         const struct bound_visit *b)
{
    if (a->mark.at == b->mark.at && a->mark.u == b->mark.u)
        return a->slot < b->slot;
    return rank_before(&bound->slots->rank, &a->mark, &b->mark);
}

/* ---- one window ------------------------------------------------------------------------------ */

static bool bound_add(struct bound *bound, const struct rank_mark *mark, uint32_t slot)
{
    size_t needed = bound->count + 1;
    if (needed > bound->visits_room &&
        !alloc_grow(bound->alloc, (void **)&bound->visits, &bound->visits_room, needed,
                    sizeof *bound->visits))
        return false;
    bound->visits[bound->count++] = (struct bound_visit){*mark, slot};
    return true;
}

/* Collects the walker's visits to free slots before the end of the window; false = no memory. */
static bool bound_walk(struct bound *bound, uint32_t at, uint64_t block)
{
    const struct slots *slots = bound->slots;
    const struct rank *rank = &slots->rank;
    struct bound_walker *walker = bound->walkers + at * slots_blocks(slots) + block;
    uint16_t places[BOUND_RUN + LANES_TINY_SPARE];
    while (walker->step <= slots->shape.mask) {
        uint32_t left = slots->shape.mask + 1u - walker->step;
        uint32_t n = left < BOUND_RUN ? left : BOUND_RUN;
        rank->lanes->clock_path(&walker->back, (uint16_t)walker->step, n, slots->shape, places);
        for (uint32_t i = 0; i < n; i++, walker->step++) {
            uint32_t tick = clock_tick(walker->step, walker->back.phase, slots->shape);
            struct rank_mark mark = rank_mark_of(rank, clock_u(tick), at);
            if (bound_time(rank, &mark) >= bound->end)
                return true;
            uint32_t slot = (uint32_t)(block << slots->shape.bits) + places[i];
            if (bound->match->owners[slot] == BERTH_NONE && !bound_add(bound, &mark, slot))
                return false;
        }
    }
    return true;
}

static bool bound_collect(struct bound *bound)
{
    const struct slots *slots = bound->slots;
    for (uint32_t at = 0; at < slots->rank.count; at++)
        for (uint64_t k = 0; bound->match->room[at] > 0 && k < slots_blocks(slots); k++)
            if (!bound_walk(bound, at, k))
                return false;
    return alloc_grow(bound->alloc, (void **)&bound->order, &bound->order_room, bound->count,
                      sizeof *bound->order) &&
           alloc_grow(bound->alloc, (void **)&bound->spare, &bound->spare_room, bound->count,
                      sizeof *bound->spare);
}

/* Puts visits whose rounded times are near each other into their exact order. */
static void bound_order_near(struct bound *bound)
{
    struct sort_pair *order = bound->order;
    for (size_t i = 1; i < bound->count; i++) {
        const struct sort_pair pair = order[i];
        const struct bound_visit *visit = bound->visits + pair.tag;
        const double time = bound_of_bits(pair.value);
        size_t j = i;
        for (; j > 0 && bound_of_bits(order[j - 1].value) * BOUND_NEAR >= time &&
               bound_before(bound, visit, bound->visits + order[j - 1].tag);
             j--)
            order[j] = order[j - 1];
        order[j] = pair;
    }
}

static void bound_order(struct bound *bound)
{
    const struct rank *rank = &bound->slots->rank;
    for (size_t i = 0; i < bound->count; i++)
        bound->order[i] =
            (struct sort_pair){bound_bits(bound_time(rank, &bound->visits[i].mark)), (uint32_t)i};
    sort_pairs(bound->order, bound->spare, bound->count);
    bound_order_near(bound);
}

static void bound_visit(struct bound *bound, uint32_t i)
{
    slots_match_visit(bound->match, bound->visits[i].slot, bound->visits[i].mark.at);
}

/* Makes the visits of the window. Visits near its end wait until those of the next window are
 * known. */
static void bound_play(struct bound *bound)
{
    const double sure = bound->end / BOUND_NEAR;
    size_t i = 0, kept = 0;
    for (; i < bound->count && bound_of_bits(bound->order[i].value) < sure; i++)
        bound_visit(bound, bound->order[i].tag);
    for (; i < bound->count; i++)
        bound->spare[kept++] = (struct sort_pair){bound->order[i].tag, bound->order[i].tag};
    sort_pairs(bound->spare, bound->order, kept); /* by index, so that no kept visit is lost */
    for (i = 0; i < kept; i++)
        bound->visits[i] = bound->visits[bound->spare[i].tag];
    bound->count = kept;
}

/* ---- all windows ----------------------------------------------------------------------------- */

/* Returns how long it takes until all nodes together have made so many visits, those of full nodes
 * and to taken slots included. */
static double bound_span(const struct slots *slots, double visits)
{
    const double round = 0x1p56 / 0.6931471805599453;
    return visits * round / ((double)slots_count(slots) * (double)bound_weights(&slots->rank));
}

static bool bound_run(struct bound *bound)
{
    uint64_t visits = slots_count(bound->slots) / 8;
    if (visits < BOUND_WINDOW_MIN)
        visits = BOUND_WINDOW_MIN;
    if (visits > BOUND_WINDOW_MAX)
        visits = BOUND_WINDOW_MAX;
    double span = bound_span(bound->slots, (double)visits);
    while (bound->match->left > 0) {
        bound->end += span;
        if (!bound_collect(bound))
            return false;
        if (bound->count < visits / 2)
            span *= 2;
        bound_order(bound);
        bound_play(bound);
    }
    return true;
}

static void bound_begin(struct bound *bound)
{
    const struct slots *slots = bound->slots;
    const struct rank *rank = &slots->rank;
    struct bound_walker *walker = bound->walkers;
    for (uint32_t at = 0; at < rank->count; at++)
        for (uint64_t k = 0; k < slots_blocks(slots); k++)
            *walker++ = (struct bound_walker){clock_back(clock_key(rank->g[at], clock_salt(k))), 0};
}

static bool bound_match(struct slots_match *match, const struct berth_alloc *alloc)
{
    const size_t walkers = match->slots->rank.count * slots_blocks(match->slots);
    struct bound bound = {
        .slots = match->slots,
        .alloc = alloc,
        .match = match,
        .walkers = alloc_array(alloc, walkers, sizeof *bound.walkers),
    };
    bool complete = bound.walkers != NULL;
    if (complete) {
        bound_begin(&bound);
        complete = bound_run(&bound);
    }
    alloc_free(alloc, bound.walkers, walkers, sizeof *bound.walkers);
    alloc_free(alloc, bound.visits, bound.visits_room, sizeof *bound.visits);
    alloc_free(alloc, bound.order, bound.order_room, sizeof *bound.order);
    alloc_free(alloc, bound.spare, bound.spare_room, sizeof *bound.spare);
    return complete;
}

int slots_match(struct slots *slots, uint32_t *owners, const struct berth_alloc *alloc)
{
    const struct rank *rank = &slots->rank;
    const u128 sum = bound_weights(rank);
    struct slots_match match = {
        .slots = slots,
        .owners = owners,
        .room = alloc_array(alloc, rank->count, sizeof *match.room),
        .left = slots_count(slots),
    };
    if (!match.room)
        return BERTH_E_MEMORY;
    for (uint32_t at = 0; at < rank->count; at++)
        match.room[at] = bound_room(slots, rank_weight(rank, at), sum);
    for (uint64_t slot = 0; slot < slots_count(slots); slot++)
        owners[slot] = BERTH_NONE;
    bool complete = (rank->weight ? bound_match : slots_match_even)(&match, alloc);
    alloc_free(alloc, match.room, rank->count, sizeof *match.room);
    return complete ? 0 : BERTH_E_MEMORY;
}
