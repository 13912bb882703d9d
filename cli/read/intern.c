/* SPDX-License-Identifier: MIT */
/* intern.c - open addressing over the library's own hash, at most half full */
#include "read/intern.h"

#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"

enum { INTERN_FIRST = 64 };

void intern_free(struct intern *intern)
{
    for (size_t i = 0; i < intern->count; i++)
        free((void *)intern->items[i].data);
    free(intern->items);
    free(intern->table);
}

/* Where the string stands, or the free place where it would. */
static size_t intern_place(const struct intern *intern, const void *data, size_t len)
{
    size_t at = (size_t)berth_hash_find("xxh3")->digest(data, len) & (intern->size - 1);
    for (; intern->table[at] != 0; at = (at + 1) & (intern->size - 1)) {
        const struct berth_key *item = &intern->items[intern->table[at] - 1];
        if (item->len == len && (len == 0 || memcmp(item->data, data, len) == 0))
            break;
    }
    return at;
}

static void intern_grow(struct intern *intern)
{
    intern->cap = intern->cap > 0 ? 2 * intern->cap : INTERN_FIRST;
    intern->size = 2 * intern->cap;
    intern->items = memory_more(intern->items, intern->cap, sizeof *intern->items);
    free(intern->table);
    intern->table = memory_new(intern->size, sizeof *intern->table);
    for (size_t i = 0; i < intern->count; i++)
        intern->table[intern_place(intern, intern->items[i].data, intern->items[i].len)] =
            (uint32_t)i + 1;
}

uint32_t intern_number(struct intern *intern, const void *data, size_t len)
{
    if (intern->count == intern->cap)
        intern_grow(intern);
    size_t at = intern_place(intern, data, len);
    if (intern->table[at] == 0) {
        char *copy = memory_new(len + 1, 1);
        if (len > 0)
            memcpy(copy, data, len);
        intern->items[intern->count++] = (struct berth_key){copy, len};
        intern->table[at] = (uint32_t)intern->count;
    }
    return intern->table[at] - 1;
}

uint32_t intern_find(const struct intern *intern, const void *data, size_t len)
{
    if (intern->size == 0)
        return BERTH_NONE;
    uint32_t item = intern->table[intern_place(intern, data, len)];
    return item > 0 ? item - 1 : BERTH_NONE;
}
