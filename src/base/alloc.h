/* SPDX-License-Identifier: MIT */
/* alloc.h - heap memory, always through the caller's allocator
 * Idea       sizes are checked for overflow, and an allocator is told the size again at free. */
#ifndef BERTH_ALLOC_H
#define BERTH_ALLOC_H

#include "berth.h"

/* Returns a copy of *given; an allocator that calls malloc and free when `given` is NULL. */
struct berth_alloc alloc_or_default(const struct berth_alloc *given);

/* Allocate count x size bytes; NULL when there is no memory or the product overflows. A count of 0
 * gives a block of one byte, so that NULL always means failure. alloc_free takes the same count and
 * size, and does nothing when `memory` is NULL. */
void *alloc_array(const struct berth_alloc *alloc, size_t count, size_t size);
void *alloc_zeroed(const struct berth_alloc *alloc, size_t count, size_t size);
void alloc_free(const struct berth_alloc *alloc, void *memory, size_t count, size_t size);

/* Grows *memory from *capacity to at least `needed` elements, at least doubling it. When there is
 * no memory it returns false and changes nothing. */
bool alloc_grow(const struct berth_alloc *alloc, void **memory, size_t *capacity, size_t needed,
                size_t size);

/* Returns a NUL-terminated copy of len bytes, to be freed with a count of len + 1; NULL when there
 * is no memory. */
char *alloc_text(const struct berth_alloc *alloc, const char *text, size_t len);

#endif
