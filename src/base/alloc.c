/* SPDX-License-Identifier: MIT */
/* alloc.c - heap memory, always through the caller's allocator */
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

static void *alloc_malloc(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void alloc_malloc_free(void *context, void *memory, size_t bytes)
{
    (void)context;
    (void)bytes;
    free(memory);
}

struct berth_alloc alloc_or_default(const struct berth_alloc *given)
{
    static const struct berth_alloc standard = {alloc_malloc, alloc_malloc_free, NULL};
    return given ? *given : standard;
}

static size_t alloc_bytes(size_t count, size_t size)
{
    if (count == 0 || size == 0)
        return 1;
    return count > PTRDIFF_MAX / size ? 0 : count * size; /* 0: the product overflows */
}

void *alloc_array(const struct berth_alloc *alloc, size_t count, size_t size)
{
    size_t bytes = alloc_bytes(count, size);
    return bytes == 0 ? NULL : alloc->alloc(alloc->context, bytes);
}

void *alloc_zeroed(const struct berth_alloc *alloc, size_t count, size_t size)
{
    void *memory = alloc_array(alloc, count, size);
    if (memory)
        memset(memory, 0, alloc_bytes(count, size));
    return memory;
}

void alloc_free(const struct berth_alloc *alloc, void *memory, size_t count, size_t size)
{
    if (memory)
        alloc->free(alloc->context, memory, alloc_bytes(count, size));
}

bool alloc_grow(const struct berth_alloc *alloc, void **memory, size_t *capacity, size_t needed,
                size_t size)
{
    if (needed <= *capacity)
        return true;
    size_t roomier = *capacity < 8 ? 8 : *capacity * 2;
    if (roomier < needed)
        roomier = needed;
    void *bigger = alloc_array(alloc, roomier, size);
    if (!bigger)
        return false;
    if (*memory) {
        memcpy(bigger, *memory, *capacity * size);
        alloc_free(alloc, *memory, *capacity, size);
    }
    *memory = bigger;
    *capacity = roomier;
    return true;
}

char *alloc_text(const struct berth_alloc *alloc, const char *text, size_t len)
{
    char *copy = alloc_array(alloc, len + 1, 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, len);
    copy[len] = 0;
    return copy;
}
