/* SPDX-License-Identifier: MIT */
/* locked_alloc.c - an allocator that lets several threads share another allocator */
#include "locked_alloc.h"

static void *locked_take(void *context, size_t bytes)
{
    struct locked_alloc *lock = context;
    pthread_mutex_lock(&lock->mutex);
    void *memory = lock->inner.alloc(lock->inner.context, bytes);
    pthread_mutex_unlock(&lock->mutex);
    return memory;
}

static void locked_give(void *context, void *memory, size_t bytes)
{
    struct locked_alloc *lock = context;
    pthread_mutex_lock(&lock->mutex);
    lock->inner.free(lock->inner.context, memory, bytes);
    pthread_mutex_unlock(&lock->mutex);
}

struct berth_alloc locked_alloc_start(struct locked_alloc *lock, struct berth_alloc inner)
{
    lock->inner = inner;
    pthread_mutex_init(&lock->mutex, NULL);
    return (struct berth_alloc){locked_take, locked_give, lock};
}
