/* SPDX-License-Identifier: MIT */
/* order.h - sorting item numbers (indices of nodes, flows or keys) in place
 * Idea       a plan sorts its flows when it is asked for the first one, and that call cannot fail;
 *            so the sort must not allocate memory, which the C library's qsort may do. Heap sort
 *            does not.
 * Cost       O(n log n) calls of `less`; allocates nothing */
#ifndef BERTH_ORDER_H
#define BERTH_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether item a comes before item b. It must be a strict order. */
typedef bool order_less(const void *context, uint32_t a, uint32_t b);

/* Sorts items[0..n) so that no item is less than the item before it. Equal items may change
 * places. */
void order_sort(uint32_t *items, size_t n, order_less *less, const void *context);

/* The same sort in steps, for a caller that may need only the first few items: after one call of
 * order_start, order_next with done = 0, 1, 2 ... puts the right item at items[done]. Costs O(n),
 * then O(log n) for each item. */
void order_start(uint32_t *items, size_t n, order_less *less, const void *context);
void order_next(uint32_t *items, size_t done, size_t n, order_less *less, const void *context);

#endif
