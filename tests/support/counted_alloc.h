/* SPDX-License-Identifier: MIT */
/* counted_alloc.h - an allocator that counts what it holds and fails when told to
 *
 *   struct counted_alloc heap;
 *   struct berth_alloc alloc = counted_alloc_start(&heap, n);     call n fails; 0 = none fails
 *   ...
 *   assert_int_equal(heap.bytes, 0);
 *
 * A free with a size other than that of the allocation fails the test. Blocks are filled with 0xa5
 * when they are allocated and with 0x5a when they are freed. For a single thread. */
#ifndef BERTH_COUNTED_ALLOC_H
#define BERTH_COUNTED_ALLOC_H

#include "berth.h"

struct counted_alloc {
    size_t bytes, blocks; /* held now */
    size_t calls;         /* how often alloc was called */
    size_t fail_at;       /* the number of the call that returns NULL; 0 = none */
};

struct berth_alloc counted_alloc_start(struct counted_alloc *heap, size_t fail_at);

#endif
