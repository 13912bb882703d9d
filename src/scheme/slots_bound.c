/* SPDX-License-Identifier: MIT */
/* slots_bound.c - slots with a bound: no node owns more than its capacity
 * Idea       slots propose, nodes choose (Gale & Shapley). Every slot asks the first of its
 *            ranking. A node that is full keeps those that rank it best and lets go of the worst,
 *            which asks the next of its ranking; and so on until every slot is held.
 *
 *                slot --asks best first-->  node: room?   keep it
 *                                           full?         swap with its worst, if that is worse
 *                     <--let go: asks the next one--
 *
 * Stable     No slot and node would both rather have each other. A slot was refused by all that it
 *            prefers, and those were full of slots they prefer; a full node's worst only ever gets
 *            better.
 * Unique     Both sides compare pairs (slot, node) in one strict order: L / W, then larger u, and
 *            for one slot then the node's name. (For one node, W is the same and u differs for
 *            every slot, mix being a bijection: larger u alone is that order.) Take the first of
 *            all pairs: both prefer it to all else, so every stable assignment has it. Grant it,
 *            take one from the node's room, strike what is no longer possible, and the same holds
 *            for the first of the pairs that are left. So there is one stable assignment; the order
 *            of asking, history and the order of listing cannot matter.
 * Enough     Capacities are ceil(B x S x W / sum of W) with B >= 1: together at least S.
 * Cost       S x N scores to build, N more for every slot let go; 20 bytes a slot while it runs
 * From       Gale & Shapley 1962 */
#include "base/alloc.h"
#include "base/number.h"
#include "scheme/slots.h"

/* A slot that a full node holds. */
struct bound_held {
    uint64_t u;
    uint32_t slot;
};

struct bound_node {
    uint64_t floor;          /* the u of the worst it holds once it is full; till then 0 */
    struct bound_held *heap; /* once it is full: the worst on top */
    uint32_t room, held;
    uint32_t list; /* till it is full: the slots it holds, by link */
};

struct bound {
    struct slots *slots;
    const struct rank *rank;
    struct bound_node *nodes; /* by position */
    struct bound_held *heaps; /* full nodes hold S slots at most, so S entries do for all heaps */
    uint32_t *link;           /* of each slot: the next in the list it is in, BERTH_NONE = last */
    size_t heaps_used;
};

/* ceil(B x S x W / sum), B in millionths: below 2^40 x 2^26 x 2^40. More than S is S. */
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

static void bound_rooms(struct bound *bound)
{
    u128 sum = bound_weights(bound->rank);
    for (uint32_t at = 0; at < bound->rank->count; at++)
        bound->nodes[at] = (struct bound_node){
            .room = bound_room(bound->slots, rank_weight(bound->rank, at), sum),
            .list = BERTH_NONE,
        };
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

/* ---- a full node's heap ---------------------------------------------------------------------- */

static void bound_sift(struct bound_held *heap, uint32_t count, uint32_t i)
{
    struct bound_held moving = heap[i];
    for (uint32_t child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && heap[child + 1].u < heap[child].u)
            child++;
        if (moving.u <= heap[child].u)
            break;
        heap[i] = heap[child];
    }
    heap[i] = moving;
}

/* The node has no room any more: its list becomes a heap. */
static void bound_close(struct bound *bound, uint32_t at)
{
    struct bound_node *node = bound->nodes + at;
    node->heap = bound->heaps + bound->heaps_used;
    bound->heaps_used += node->held;
    uint32_t slot = node->list;
    for (uint32_t i = 0; i < node->held; i++, slot = bound->link[slot])
        node->heap[i] = (struct bound_held){rank_u(bound->rank, slots_hash(slot), at), slot};
    for (uint32_t i = node->held / 2; i-- > 0;)
        bound_sift(node->heap, node->held, i);
    node->floor = node->heap[0].u;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static uint32_t bound_swap_worst(struct bound_node *node, struct bound_held held)
{
    uint32_t worst = node->heap[0].slot;
    node->heap[0] = held;
    bound_sift(node->heap, node->held, 0);
    node->floor = node->heap[0].u;
    return worst;
}

/* The slot asks the node. Returns the slot that has none now, BERTH_NONE when all are content. */
static uint32_t bound_ask(struct bound *bound, uint32_t slot, const struct rank_mark *mark)
{
    struct bound_node *node = bound->nodes + mark->at;
    bool full = node->held == node->room;
    if (full && mark->u < node->floor)
        return slot;
    slots_keep(bound->slots, slot, 0, bound->rank->member[mark->at]);
    if (full)
        return bound_swap_worst(node, (struct bound_held){mark->u, slot});
    bound->link[slot] = node->list;
    node->list = slot;
    if (++node->held == node->room)
        bound_close(bound, mark->at);
    return BERTH_NONE;
}

/* The first node of the slot's ranking that would not refuse it. */
static struct rank_mark bound_choose(const struct bound *bound, uint64_t hash)
{
    const struct rank *rank = bound->rank;
    struct rank_bar bar = RANK_BAR_OPEN;
    struct rank_mark best = {.at = BERTH_NONE};
    for (uint32_t at = 0; (at = rank_candidate(rank, hash, at, &bar)) < rank->count; at++) {
        struct rank_mark mark = rank_mark(rank, hash, at);
        if (mark.u < bound->nodes[at].floor)
            continue;
        if (best.at != BERTH_NONE && !rank_before(rank, &mark, &best))
            continue;
        best = mark;
        bar = rank_bar(rank, &best);
    }
    return best;
}

/* Every slot asks its first. Returns the list of those that were let go. */
static uint32_t bound_ask_first(struct bound *bound)
{
    const struct slots *slots = bound->slots;
    uint32_t waiting = BERTH_NONE;
    uint64_t hashes[SLOTS_CHUNK];
    uint32_t first[SLOTS_CHUNK];
    size_t n = slots_chunk(slots);
    for (uint64_t from = 0; from < slots_count(slots); from += n) {
        slots_first(slots, from, hashes, first);
        for (size_t i = 0; i < n; i++) {
            struct rank_mark mark = rank_mark(bound->rank, hashes[i], first[i]);
            uint32_t left = bound_ask(bound, (uint32_t)(from + i), &mark);
            if (left != BERTH_NONE) {
                bound->link[left] = waiting;
                waiting = left;
            }
        }
    }
    return waiting;
}

/* Those that were let go ask on: by now most full nodes are full, and their floors spare them the
 * asking in vain. */
static void bound_match(struct bound *bound)
{
    uint32_t waiting = bound_ask_first(bound);
    while (waiting != BERTH_NONE) {
        uint32_t slot = waiting;
        waiting = bound->link[slot];
        while (slot != BERTH_NONE) {
            struct rank_mark choice = bound_choose(bound, slots_hash(slot));
            slot = bound_ask(bound, slot, &choice);
        }
    }
}

int slots_match(struct slots *slots, const struct berth_alloc *alloc)
{
    size_t count = slots_count(slots), nodes = slots->rank.count;
    struct bound bound = {
        .slots = slots,
        .rank = &slots->rank,
        .nodes = alloc_array(alloc, nodes, sizeof *bound.nodes),
        .heaps = alloc_array(alloc, count, sizeof *bound.heaps),
        .link = alloc_array(alloc, count, sizeof *bound.link),
    };
    bool complete = bound.nodes && bound.heaps && bound.link;
    if (complete) {
        bound_rooms(&bound);
        bound_match(&bound);
    }
    alloc_free(alloc, bound.nodes, nodes, sizeof *bound.nodes);
    alloc_free(alloc, bound.heaps, count, sizeof *bound.heaps);
    alloc_free(alloc, bound.link, count, sizeof *bound.link);
    return complete ? 0 : BERTH_E_MEMORY;
}
