/* SPDX-License-Identifier: MIT */
/* alloc.h - the heap, always through the caller's allocator, sizes checked and known at free */
#ifndef BERTH_ALLOC_H
#define BERTH_ALLOC_H

#include "berth.h"

/* The allocator to use: a copy of *given, or malloc and free. */
struct berth_alloc alloc_or_default(const struct berth_alloc *given);

/* count x size bytes; NULL when there is no memory or the product overflows. count 0 gives a block
 * of one byte so that NULL always means failure. */
void *alloc_array(const struct berth_alloc *alloc, size_t count, size_t size);
void *alloc_zeroed(const struct berth_alloc *alloc, size_t count, size_t size);
void alloc_free(const struct berth_alloc *alloc, void *memory, size_t count, size_t size);

/* Grows *memory from *capacity to at least `needed` elements (doubling). false: nothing changed. */
bool alloc_grow(const struct berth_alloc *alloc, void **memory, size_t *capacity, size_t needed,
                size_t size);

/* A NUL-terminated copy of len bytes; free with len + 1. */
char *alloc_text(const struct berth_alloc *alloc, const char *text, size_t len);

#endif
