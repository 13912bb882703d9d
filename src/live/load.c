/* SPDX-License-Identifier: MIT */
/* load.c - the counters of load: one per node's name, from view to view
 *
 * What is ordered and why
 *
 *   word    | out | load |    one per name        total    one per live
 *
 *   take    total + 1;  word + 1 unless out       give     word - 1;  total - 1 unless it was out
 *   admit   total + load;  out goes               expel    out comes;  total - load
 *
 * Each word changes by compare-and-swap or fetch, which tells what it was before. When a give and
 * an expel meet, exactly one of them therefore sees the load still counted: a load leaves the total
 * once, by the giver or by the writer. A raise changes the total first and the word after it, and a
 * fall changes the word first. Hence
 *
 *     total >= sum of the words that are not out       at every moment, never below zero
 *
 * and a take, whose own key is part of the total it reads, finds a node below its cap. For that, a
 * thread that sees the total fall must also see the word that fell before it; otherwise it would
 * count a load against a total that no longer includes it. So at the total a fall releases and a
 * take acquires.
 *
 * Nodes are admitted before their view is published and expelled after it. In between, the total
 * counts nodes of both views and the caps are too wide. After that, a reader that still uses the
 * old view finds the caps too narrow, and may find no node with room: see load_overfill.
 *
 * A counter that is out only falls: takes pass it over, however old the view they read. Once no
 * view lists it and it is at zero, no thread accesses it again: the giver's last access was the
 * swap that made it zero, which the sweep acquires, and a freed view releases its counters. A name
 * that comes back before the sweep finds its counter again. */
#include "live/load.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* ---- one counter --------------------------------------------------------------------------- */

static struct load_counter *load_counter_new(struct load_book *book, const char *name)
{
    size_t len = strlen(name), bytes = sizeof(struct load_counter) + len + 1;
    struct load_counter *counter = alloc_array(&book->alloc, bytes, 1);
    if (!counter)
        return NULL;
    atomic_init(&counter->word, LOAD_OUT);
    counter->book = book;
    counter->next = book->first;
    atomic_init(&counter->views, 0);
    counter->bytes = bytes;
    counter->wanted = false;
    counter->start = 0;
    memcpy(counter->name, name, len + 1);
    book->first = counter;
    return counter;
}

static void load_counter_admit(struct load_book *book, struct load_counter *counter)
{
    uint64_t word = atomic_load_explicit(&counter->word, memory_order_relaxed);
    if (!(word & LOAD_OUT))
        return;
    uint64_t added = 0;
    do { /* a give may come in between and lower the load that is to be added */
        uint64_t load = book->whole ? 0 : load_count(word);
        atomic_fetch_add_explicit(&book->total, load - added, memory_order_acq_rel);
        added = load;
    } while (!atomic_compare_exchange_weak_explicit(&counter->word, &word, load_count(word),
                                                    memory_order_acq_rel, memory_order_relaxed));
}

static void load_counter_expel(struct load_book *book, struct load_counter *counter)
{
    uint64_t word = atomic_fetch_or_explicit(&counter->word, LOAD_OUT, memory_order_acq_rel);
    if (!(word & LOAD_OUT) && !book->whole)
        atomic_fetch_sub_explicit(&book->total, load_count(word), memory_order_acq_rel);
}

/* ---- all counters -------------------------------------------------------------------------- */

static struct load_counter *load_find(const struct load_book *book, const struct load_view *view,
                                      const char *name)
{
    uint32_t index = view ? berth_map_find(view->map, name) : BERTH_NONE;
    if (index != BERTH_NONE)
        return view->nodes[index].counter;
    struct load_counter *counter = book->first;
    while (counter && strcmp(counter->name, name) != 0)
        counter = counter->next;
    return counter;
}

/* Counters that the current view does not list, sorted by name: old views list them, or a ticket is
 * not yet given back. */
struct load_lone {
    struct load_counter **items; /* NULL: there is none, or `known` is false */
    size_t count;
    bool known;
};

static int load_by_name(const void *a, const void *b)
{
    const struct load_counter *x = *(struct load_counter *const *)a;
    const struct load_counter *y = *(struct load_counter *const *)b;
    return strcmp(x->name, y->name);
}

static bool load_lone_gather(struct load_lone *lone, const struct load_book *book,
                             const struct load_view *before)
{
    struct load_counter *counter;
    size_t all = 0, listed = before ? before->count : 0, n = 0;
    for (counter = book->first; counter; counter = counter->next, all++)
        counter->wanted = false;
    lone->known = true;
    lone->count = all - listed;
    if (lone->count == 0)
        return true;
    lone->items = alloc_array(&book->alloc, lone->count, sizeof *lone->items);
    if (!lone->items)
        return false;
    for (size_t i = 0; i < listed; i++)
        before->nodes[i].counter->wanted = true;
    for (counter = book->first; counter; counter = counter->next)
        if (!counter->wanted)
            lone->items[n++] = counter;
    qsort(lone->items, lone->count, sizeof *lone->items, load_by_name);
    return true;
}

static struct load_counter *load_lone_find(const struct load_lone *lone, const char *name)
{
    size_t low = 0, high = lone->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(lone->items[middle]->name, name);
        if (order == 0)
            return lone->items[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Frees the counters that no thread can reach any more. Acquires the last access of the giver and
 * of the readers of the last view that listed the counter. */
void load_sweep(struct load_book *book)
{
    struct load_counter **link = &book->first;
    while (*link) {
        struct load_counter *counter = *link;
        uint64_t word = atomic_load_explicit(&counter->word, memory_order_acquire);
        size_t views = atomic_load_explicit(&counter->views, memory_order_acquire);
        if (views > 0 || load_count(word) > 0) {
            link = &counter->next;
            continue;
        }
        *link = counter->next;
        alloc_free(&book->alloc, counter, counter->bytes, 1);
    }
}

void load_book_close(struct load_book *book)
{
    while (book->first) {
        struct load_counter *counter = book->first;
        book->first = counter->next;
        alloc_free(&book->alloc, counter, counter->bytes, 1);
    }
}

/* ---- views --------------------------------------------------------------------------------- */

/* The bound of a system that ignores weights divides the load by nodes, as its placement does; a
 * node of weight 0 is in neither. */
static bool load_is_by_weight(const struct berth_map *map)
{
    return map->scheme->info.promises & BERTH_NATIVE || map_weighing(map) != BERTH_WEIGHTS_IGNORED;
}

static void load_weigh(struct load_view *view)
{
    const bool weighs = load_is_by_weight(view->map);
    uint64_t before = 0;
    for (uint32_t i = 0; i < view->map->count; i++) {
        uint64_t weight = map_weight(view->map, i);
        if (!weighs && weight > 0)
            weight = NUMBER_MILLION;
        bool closed = view->map->nodes->items[i]->state != BERTH_UP; /* down, or draining */
        view->nodes[i].before = before;
        view->nodes[i].weight = closed ? 0 : weight;
        view->all += view->nodes[i].weight;
        view->able += view->nodes[i].weight > 0;
        before += weight;
    }
}

/* Sums that stay as they were at the start: those of the nodes that took keys then. */
static void load_start(struct load_view *view, bool first)
{
    uint64_t before = 0;
    for (uint32_t i = 0; i < view->map->count; i++) {
        struct load_node *node = &view->nodes[i];
        if (first && node->weight > 0) {
            node->counter->start = before;
            before += node->weight;
        }
        node->before = node->counter->start;
    }
}

/* The counter of a name: of the current view, else a lone one, else a new one; NULL = no memory. */
static struct load_counter *load_counter_of(struct load_book *book, const struct load_view *before,
                                            struct load_lone *lone, const char *name)
{
    uint32_t index = before ? berth_map_find(before->map, name) : BERTH_NONE;
    if (index != BERTH_NONE)
        return before->nodes[index].counter;
    if (!lone->known && !load_lone_gather(lone, book, before))
        return NULL;
    struct load_counter *counter = load_lone_find(lone, name);
    if (!counter)
        return load_counter_new(book, name);
    counter->start = 0; /* the node left and comes back as a new one */
    return counter;
}

int load_view_new(struct load_view *view, struct load_book *book, const struct berth_map *map,
                  const struct load_view *before, berth_error *error)
{
    struct load_lone lone = {0};
    bool all = true;
    *view = (struct load_view){.book = book, .map = map, .count = map->count};
    view->nodes = alloc_zeroed(&book->alloc, map->count, sizeof *view->nodes);
    if (!view->nodes)
        return fail_memory(error);
    for (uint32_t i = 0; all && i < map->count; i++) {
        struct load_counter *counter = load_counter_of(book, before, &lone, berth_map_name(map, i));
        if (counter)
            atomic_fetch_add_explicit(&counter->views, 1, memory_order_relaxed);
        view->nodes[i].counter = counter;
        all = counter != NULL;
    }
    alloc_free(&book->alloc, lone.items, lone.count, sizeof *lone.items);
    if (!all) {
        load_view_free(view);
        load_sweep(book);
        return fail_memory(error);
    }
    load_weigh(view);
    if (book->bound->starts)
        load_start(view, !before);
    return 0;
}

bool load_view_free(struct load_view *view)
{
    bool last = false;
    for (uint32_t i = 0; i < view->count && view->nodes[i].counter; i++)
        last |=
            atomic_fetch_sub_explicit(&view->nodes[i].counter->views, 1, memory_order_release) == 1;
    alloc_free(&view->book->alloc, view->nodes, view->count, sizeof *view->nodes);
    return last;
}

void load_admit(const struct load_view *view)
{
    for (uint32_t i = 0; i < view->map->count; i++)
        if (view->nodes[i].weight > 0)
            load_counter_admit(view->book, view->nodes[i].counter);
}

void load_expel(const struct load_view *view)
{
    struct load_counter *counter;
    for (counter = view->book->first; counter; counter = counter->next)
        counter->wanted = false;
    for (uint32_t i = 0; i < view->map->count; i++)
        view->nodes[i].counter->wanted = view->nodes[i].weight > 0;
    for (counter = view->book->first; counter; counter = counter->next)
        if (!counter->wanted)
            load_counter_expel(view->book, counter);
}

uint64_t load_of(const struct load_view *view, const char *name)
{
    if (!name)
        return atomic_load_explicit(&view->book->total, memory_order_relaxed);
    struct load_counter *counter = load_find(view->book, view, name);
    return counter ? load_count(atomic_load_explicit(&counter->word, memory_order_relaxed)) : 0;
}
