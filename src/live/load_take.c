/* SPDX-License-Identifier: MIT */
/* load_take.c - a key is counted at the first node with room until it is given back
 *
 *   total + 1 --> owner has room? --no--> the next of the ranking, ... --none--> least loaded
 *                   yes: load + 1                                   or the system's choice
 *
 * load.c says how the atomics are ordered and why. */
#include "live/load.h"

#include "place/walk.h"

enum { LOAD_ROUNDS = 64 };

/* What a key on its way down its ranking asks of a node. */
struct load_ask {
    const struct load_view *view;
    uint64_t total, factor; /* as of load_has_room */
};

/* The node takes no new key, by this view or by its counter. */
static bool load_is_out(const struct load_view *view, uint32_t index)
{
    const struct load_node *node = &view->nodes[index];
    return node->weight == 0 ||
           atomic_load_explicit(&node->counter->word, memory_order_relaxed) & LOAD_OUT;
}

/* Whether the node takes the key as things are now. */
static bool load_is_open(const void *of, uint32_t index)
{
    const struct load_ask *ask = of;
    const struct load_node *node = &ask->view->nodes[index];
    uint64_t word = atomic_load_explicit(&node->counter->word, memory_order_relaxed);
    return node->weight != 0 && !(word & LOAD_OUT) &&
           load_has_room(ask->view, index, word, ask->total, ask->factor);
}

/* Counts one more key at the node if it is not out and has room; with factor 0 it always has. */
static bool load_try(const struct load_view *view, uint32_t index, uint64_t total, uint64_t factor)
{
    const struct load_node *node = &view->nodes[index];
    uint64_t word = atomic_load_explicit(&node->counter->word, memory_order_relaxed);
    do {
        if (node->weight == 0 || word & LOAD_OUT ||
            !load_has_room(view, index, word, total, factor))
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&node->counter->word, &word, word + 1,
                                                    memory_order_acq_rel, memory_order_relaxed));
    return true;
}

/* Node a carries less per weight than node b. */
static bool load_is_less(const struct load_view *view, uint32_t a, uint32_t b)
{
    const struct load_node *x = &view->nodes[a], *y = &view->nodes[b];
    uint64_t mine = atomic_load_explicit(&x->counter->word, memory_order_relaxed);
    uint64_t other = atomic_load_explicit(&y->counter->word, memory_order_relaxed);
    return (u128)load_count(mine) * y->weight < (u128)load_count(other) * x->weight;
}

/* The least loaded node that a walk has met so far. */
struct load_search {
    const struct load_view *view;
    uint32_t least;
};

static bool load_is_lesser(const void *of, uint32_t index)
{
    const struct load_search *search = of;
    return !load_is_out(search->view, index) &&
           (search->least == BERTH_NONE || load_is_less(search->view, index, search->least));
}

/* The node that takes a key when none has room: the system's choice, or the least loaded one. */
static uint32_t load_last(const struct load_view *view, struct walk *walk)
{
    const struct scheme_bound *bound = view->book->bound;
    uint32_t least = bound->last ? bound->last(view->map->state) : BERTH_NONE, node;
    if (least != BERTH_NONE && !load_is_out(view, least))
        return least;
    struct load_search search = {view, BERTH_NONE};
    const struct open_to open = {load_is_lesser, &search};
    walk_rewind(walk);
    while ((node = walk_next_open(view->map, walk, &open)) != BERTH_NONE)
        search.least = node;
    return search.least;
}

/* No node had room. Other threads may have taken it between two looks, so this one looks again.
 * When the total did not change, a node that counts in the average is in no ranking (a maglev node
 * too light for an entry) or left with this view, or the system's rooms add up to less than all
 * carry: then the last resort takes the key. */
static uint32_t load_overfill(const struct load_view *view, struct walk *walk, uint64_t factor)
{
    const _Atomic uint64_t *now = &view->book->total;
    for (unsigned round = 0;; round++) {
        uint64_t total = atomic_load_explicit(now, memory_order_acquire);
        uint32_t last = load_last(view, walk);
        if (last == BERTH_NONE || load_try(view, last, total, factor))
            return last;
        if (round == LOAD_ROUNDS || atomic_load_explicit(now, memory_order_acquire) == total)
            factor = 0;
    }
}

/* The first node of the ranking that has room. For most keys that is the owner, which costs no
 * ranking. */
static uint32_t load_first_fit(const struct load_view *view, struct walk *walk, uint64_t total,
                               uint64_t factor)
{
    const struct load_ask ask = {view, total, factor};
    const struct open_to open = {load_is_open, &ask};
    uint32_t node = walk_owner(view->map, walk);
    if (node == BERTH_NONE || load_try(view, node, total, factor))
        return node;
    walk_rewind(walk);
    while ((node = walk_next_open(view->map, walk, &open)) != BERTH_NONE)
        if (load_try(view, node, total, factor)) /* else another thread was first */
            return node;
    return load_overfill(view, walk, factor);
}

static uint64_t load_enter(struct load_book *book)
{
    return atomic_fetch_add_explicit(&book->total, 1, memory_order_acq_rel) + 1;
}

static void load_leave(struct load_book *book)
{
    atomic_fetch_sub_explicit(&book->total, 1, memory_order_acq_rel);
}

uint32_t load_take(const struct load_view *view, struct walk *walk)
{
    if (!view->map->state || view->able == 0)
        return BERTH_NONE;
    uint64_t factor = atomic_load_explicit(&view->book->factor, memory_order_relaxed);
    uint32_t node = load_first_fit(view, walk, load_enter(view->book), factor);
    if (node == BERTH_NONE)
        load_leave(view->book);
    return node;
}

/* ---- spread over a few ---------------------------------------------------------------------- */

/* Two different ones of n, each pair as likely as any other. */
static void load_pick_two(size_t n, uint64_t dice, size_t *a, size_t *b)
{
    *a = (size_t)bits_mulhi(bits_mix(dice), n);
    *b = (size_t)bits_mulhi(bits_mix(dice + BITS_GOLDEN), n - 1);
    *b += *b >= *a;
}

uint32_t load_take_spread(const struct load_view *view, struct walk *walk, const uint32_t *nodes,
                          size_t n, uint64_t dice)
{
    size_t a, b;
    if (n < 2)
        return load_take(view, walk);
    load_pick_two(n, dice, &a, &b);
    uint32_t first = nodes[a], second = nodes[b];
    if (load_is_less(view, second, first)) {
        first = nodes[b];
        second = nodes[a];
    }
    uint64_t factor = atomic_load_explicit(&view->book->factor, memory_order_relaxed);
    uint64_t total = load_enter(view->book);
    if (load_try(view, first, total, factor))
        return first;
    if (load_try(view, second, total, factor))
        return second;
    uint32_t node = load_first_fit(view, walk, total, factor);
    if (node == BERTH_NONE)
        load_leave(view->book);
    return node;
}

/* ---- given back ------------------------------------------------------------------------------ */

int load_give(struct load_book *book, struct load_counter *counter, bool *last)
{
    if (counter->book != book)
        return BERTH_E_ARGUMENT;
    uint64_t word = atomic_load_explicit(&counter->word, memory_order_relaxed);
    do {
        if (load_count(word) == 0)
            return BERTH_E_STATE;
    } while (!atomic_compare_exchange_weak_explicit(&counter->word, &word, word - 1,
                                                    memory_order_acq_rel, memory_order_relaxed));
    *last = word == (LOAD_OUT | 1);
    if (!(word & LOAD_OUT) || book->whole)
        load_leave(book);
    return 0;
}
