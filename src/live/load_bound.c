/* SPDX-License-Identifier: MIT */
/* load_bound.c - how much a node may carry
 *
 *   cap = max(1, ceil(factor x total x weight / sum of weights))
 *
 * total counts the key that is being placed, so with a factor of 1 or more the caps add up to more
 * than all nodes carry, and some node has room. A preset has its system's rule instead. */
#include "live/load.h"

#include "base/fail.h"
#include "base/number.h"

#define LOAD_FACTOR_MAX 1000000.0

/* mine < cap, without the division: mine x sum x 10^6 < factor x total x weight. factor and weight
 * are below 2^40; below 2^48 keys the right side fits into 128 bits. When the left one does not, it
 * is the larger. */
static bool load_own_accepts(const struct portion *portion, uint64_t mine, uint64_t total,
                             uint64_t factor)
{
    u128 left;
    if (mine == 0)
        return true;
    if (__builtin_mul_overflow((u128)mine * NUMBER_MILLION, portion->all, &left))
        return false;
    return left < (u128)factor * portion->weight * total;
}

static const struct scheme_bound load_own = {.grain = 1, .accepts = load_own_accepts};

void load_book_open(struct load_book *book, const struct scheme *scheme,
                    const struct berth_alloc *alloc)
{
    const struct scheme_bound *bound = scheme->bound ? scheme->bound : &load_own;
    *book = (struct load_book){.bound = bound, .whole = bound->whole, .alloc = *alloc};
    atomic_init(&book->total, 0);
    atomic_init(&book->factor, bound->factor);
}

int load_bound_set(struct load_book *book, const struct berth_map *map, double factor,
                   berth_error *error)
{
    const struct scheme *scheme = map->scheme;
    if (factor != 0 && !(factor >= 1 && factor <= LOAD_FACTOR_MAX))
        return fail(error, BERTH_E_RANGE,
                    "a bound on load is a factor from 1 to 1000000, such as 1.25, or 0 for none");
    uint64_t millionths;
    number_from_double(factor, &millionths);
    if (millionths > 0 && !scheme->ops->next_ranked)
        return fail(error, BERTH_E_UNSUPPORTED,
                    "%s has no ranking, so a full node's keys have nowhere to go",
                    scheme->info.name);
    if (millionths > 0 && millionths < book->bound->least)
        return fail(error, BERTH_E_RANGE, "%s refuses a bound below %g", scheme->info.name,
                    (double)book->bound->least / (double)NUMBER_MILLION);
    if (millionths % book->bound->grain != 0)
        return fail(error, BERTH_E_RANGE, "%s bounds load in whole percents: 1.25, not 1.255",
                    scheme->info.name);
    if (book->bound->ignored && book->bound->ignored(map->spec.values))
        millionths = 0;
    /* relaxed: the factor tells nothing about other memory. */
    atomic_store_explicit(&book->factor, millionths, memory_order_relaxed);
    return 0;
}

double load_bound_get(const struct load_book *book)
{
    uint64_t millionths = atomic_load_explicit(&book->factor, memory_order_relaxed);
    return (double)millionths / (double)NUMBER_MILLION;
}

bool load_has_room(const struct load_view *view, uint32_t index, uint64_t mine, uint64_t total,
                   uint64_t factor)
{
    const struct load_node *node = &view->nodes[index];
    struct portion portion = {
        .weight = node->weight, .before = node->before, .all = view->all, .nodes = view->able};
    return factor == 0 || view->book->bound->accepts(&portion, mine, total, factor);
}
