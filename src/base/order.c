/* SPDX-License-Identifier: MIT */
/* order.c - sorting numbers that stand for things, in place: a heap with the largest on top */
#include "order.h"

struct order {
    uint32_t *items;
    bool (*less)(const void *context, uint32_t a, uint32_t b);
    const void *context;
};

static bool order_less(const struct order *o, size_t a, size_t b)
{
    return o->less(o->context, o->items[a], o->items[b]);
}

static void order_swap(const struct order *o, size_t a, size_t b)
{
    uint32_t kept = o->items[a];
    o->items[a] = o->items[b];
    o->items[b] = kept;
}

/* Moves the item at `top` down until both below it are no larger; the heap ends before n. */
static void order_sink(const struct order *o, size_t top, size_t n)
{
    for (size_t below = 2 * top + 1; below < n; below = 2 * top + 1) {
        if (below + 1 < n && order_less(o, below, below + 1))
            below++;
        if (!order_less(o, top, below))
            return;
        order_swap(o, top, below);
        top = below;
    }
}

static bool order_is_sorted(const struct order *o, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (order_less(o, i, i - 1))
            return false;
    return true;
}

void order_sort(uint32_t *items, size_t n,
                bool (*less)(const void *context, uint32_t a, uint32_t b), const void *context)
{
    struct order o = {items, less, context};
    if (order_is_sorted(&o, n))
        return;
    for (size_t top = n / 2; top-- > 0;)
        order_sink(&o, top, n);
    for (size_t left = n; left-- > 1;) {
        order_swap(&o, 0, left);
        order_sink(&o, 0, left);
    }
}
