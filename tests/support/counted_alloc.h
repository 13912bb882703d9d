/* SPDX-License-Identifier: MIT */
/* counted_alloc.h - an allocator that counts what it holds and fails when told to
 *
 *   struct counted_alloc heap;
 *   struct berth_alloc alloc = counted_alloc_start(&heap, n);     the n-th call fails, 0 = none
 *   ...
 *   assert_int_equal(heap.bytes, 0);
 *
 * A free with another size than was asked for stops the test. Blocks are filled with 0xa5 when they
 * are given and 0x5a when they come back. One thread. */
#ifndef BERTH_COUNTED_ALLOC_H
#define BERTH_COUNTED_ALLOC_H

#include "berth.h"

struct counted_alloc {
    size_t bytes, blocks; /* held now */
    size_t calls;         /* of alloc, from the start */
    size_t fail_at;       /* this call returns NULL; 0 = none */
};

struct berth_alloc counted_alloc_start(struct counted_alloc *heap, size_t fail_at);

#endif
