/* SPDX-License-Identifier: MIT */
/* order.c - sorting item numbers in place: heap sort
 * Idea       the heap is stored from the end of the array towards its front. Its root, the least
 *            item, is the array's last item. Each step exchanges the root with the heap's frontmost
 *            item, so the sorted part at the front grows by one item and the heap shrinks by one.
 *
 *                items   [ sorted | frontmost ... heap ... root ] */
#include "base/order.h"

struct order {
    uint32_t *last; /* place k of the heap is last[-k]; its root is place 0 */
    order_less *less;
    const void *context;
};

static bool order_before(const struct order *o, size_t a, size_t b)
{
    return o->less(o->context, *(o->last - a), *(o->last - b));
}

static void order_swap(const struct order *o, size_t a, size_t b)
{
    uint32_t kept = *(o->last - a);
    *(o->last - a) = *(o->last - b);
    *(o->last - b) = kept;
}

/* Moves the item at place `top` down until neither of its two children is less. The heap has n
 * places. */
static void order_sink(const struct order *o, size_t top, size_t n)
{
    for (size_t below = 2 * top + 1; below < n; below = 2 * top + 1) {
        if (below + 1 < n && order_before(o, below + 1, below))
            below++;
        if (!order_before(o, below, top))
            return;
        order_swap(o, top, below);
        top = below;
    }
}

void order_start(uint32_t *items, size_t n, order_less *less, const void *context)
{
    if (n == 0)
        return;
    struct order o = {items + n - 1, less, context};
    for (size_t top = n / 2; top-- > 0;)
        order_sink(&o, top, n);
}

void order_next(uint32_t *items, size_t done, size_t n, order_less *less, const void *context)
{
    struct order o = {items + n - 1, less, context};
    size_t left = n - done;
    order_swap(&o, 0, left - 1);
    order_sink(&o, 0, left - 1);
}

static bool order_is_sorted(const uint32_t *items, size_t n, order_less *less, const void *context)
{
    for (size_t i = 1; i < n; i++)
        if (less(context, items[i], items[i - 1]))
            return false;
    return true;
}

void order_sort(uint32_t *items, size_t n, order_less *less, const void *context)
{
    if (order_is_sorted(items, n, less, context))
        return;
    order_start(items, n, less, context);
    for (size_t done = 0; done < n; done++)
        order_next(items, done, n, less, context);
}
