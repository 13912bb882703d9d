/* SPDX-License-Identifier: MIT */
/* locked_alloc.h - an allocator that lets several threads share another allocator
 *
 *   struct counted_alloc heap;
 *   struct locked_alloc lock;
 *   struct berth_alloc alloc = locked_alloc_start(&lock, counted_alloc_start(&heap, 0)); */
#ifndef BERTH_LOCKED_ALLOC_H
#define BERTH_LOCKED_ALLOC_H

#include "berth.h"

#include <pthread.h>

struct locked_alloc {
    struct berth_alloc inner;
    pthread_mutex_t mutex;
};

struct berth_alloc locked_alloc_start(struct locked_alloc *lock, struct berth_alloc inner);

#endif
