/* SPDX-License-Identifier: MIT */
/* counted_alloc.c - an allocator that counts what it holds and fails when told to */
#include "counted_alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Stands before each block. Its size is the strictest alignment. */
union counted_head {
    size_t bytes;
    max_align_t align;
};

static void *counted_take(void *context, size_t bytes)
{
    struct counted_alloc *heap = context;
    if (++heap->calls == heap->fail_at)
        return NULL;
    union counted_head *head = malloc(sizeof *head + bytes);
    if (!head)
        return NULL;
    head->bytes = bytes;
    heap->bytes += bytes;
    heap->blocks++;
    return memset(head + 1, 0xa5, bytes);
}

static void counted_give(void *context, void *memory, size_t bytes)
{
    struct counted_alloc *heap = context;
    union counted_head *head = (union counted_head *)memory - 1;
    if (head->bytes != bytes) {
        fprintf(stderr, "freed with %zu bytes, asked for with %zu\n", bytes, head->bytes);
        abort();
    }
    heap->bytes -= bytes;
    heap->blocks--;
    memset(memory, 0x5a, bytes);
    free(head);
}

struct berth_alloc counted_alloc_start(struct counted_alloc *heap, size_t fail_at)
{
    *heap = (struct counted_alloc){.fail_at = fail_at};
    return (struct berth_alloc){counted_take, counted_give, heap};
}
