/* SPDX-License-Identifier: MIT */
/* order.h - sorting numbers that stand for things, in place
 * Idea       a plan sorts when it is asked for its first flow, and that question cannot fail; so
 *            the sort may not need memory, which the library's qsort may. A heap needs none.
 * Cost       O(n log n) calls of less, no heap memory */
#ifndef BERTH_ORDER_H
#define BERTH_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef bool order_less(const void *context, uint32_t a, uint32_t b);

/* Sorts items[0..n) so that no item is less than the one before it. less must be a strict order;
 * the order of items that are equal by it is not kept. */
void order_sort(uint32_t *items, size_t n, order_less *less, const void *context);

/* The same bit by bit, for who may want the first few only: order_start once, then order_next for
 * done = 0, 1, 2 ... puts the right item at items[done]. O(n), then O(log n) each. */
void order_start(uint32_t *items, size_t n, order_less *less, const void *context);
void order_next(uint32_t *items, size_t done, size_t n, order_less *less, const void *context);

#endif
