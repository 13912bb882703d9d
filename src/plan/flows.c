/* SPDX-License-Identifier: MIT */
/* flows.c - the directions of movement: an open-addressed table over a list */
#include "plan/flows.h"

#include "base/order.h"

#include <string.h>

enum { FLOWS_TABLE_MIN = 16 }; /* entries, of which at most two thirds are taken */

void flows_init(struct flows *flows, const struct berth_alloc *alloc)
{
    *flows = (struct flows){.alloc = alloc};
}

void flows_free(struct flows *flows)
{
    alloc_free(flows->alloc, flows->list, flows->list_room, sizeof *flows->list);
    alloc_free(flows->alloc, flows->order, flows->order_room, sizeof *flows->order);
    alloc_free(flows->alloc, flows->table, flows->table_size, sizeof *flows->table);
}

/* Returns the table entry of the direction, or the free entry where it belongs. */
static size_t flows_find(const struct flows *flows, uint32_t from, uint32_t to)
{
    size_t mask = flows->table_size - 1;
    size_t at = (size_t)bits_mix((uint64_t)from << 32 | to) & mask;
    for (; flows->table[at] != 0; at = (at + 1) & mask) {
        const struct flow *flow = &flows->list[flows->table[at] - 1];
        if (flow->from == from && flow->to == to)
            break;
    }
    return at;
}

static bool flows_grow_table(struct flows *flows, size_t size)
{
    uint32_t *table = alloc_zeroed(flows->alloc, size, sizeof *table);
    if (!table)
        return false;
    alloc_free(flows->alloc, flows->table, flows->table_size, sizeof *table);
    flows->table = table;
    flows->table_size = size;
    flows->tabled = 0;
    return true;
}

/* Enters all flows of the list into the table, and makes room in it for one more. */
static bool flows_catch_up(struct flows *flows)
{
    size_t size = flows->table_size ? flows->table_size : FLOWS_TABLE_MIN;
    while (3 * (flows->count + 1) > 2 * size)
        size *= 2;
    if (size > flows->table_size && !flows_grow_table(flows, size))
        return false;
    for (; flows->tabled < flows->count; flows->tabled++) {
        const struct flow *flow = &flows->list[flows->tabled];
        flows->table[flows_find(flows, flow->from, flow->to)] = (uint32_t)flows->tabled + 1;
    }
    return true;
}

bool flows_reserve(struct flows *flows, size_t count)
{
    if (count >= UINT32_MAX)
        return false;
    void *list = flows->list, *order = flows->order;
    bool grown = alloc_grow(flows->alloc, &list, &flows->list_room, count, sizeof *flows->list) &&
                 alloc_grow(flows->alloc, &order, &flows->order_room, count, sizeof *flows->order);
    flows->list = list;
    flows->order = order;
    return grown;
}

struct flow *flows_append(struct flows *flows, uint32_t from, uint32_t to)
{
    size_t i = flows->count;
    bool room = i < flows->list_room && i < flows->order_room;
    if (!room && !flows_reserve(flows, i + 1))
        return NULL;
    flows->list[i] = (struct flow){.from = from, .to = to};
    flows->ranked = 0;
    flows->count++;
    return &flows->list[i];
}

struct flow *flows_at(struct flows *flows, uint32_t from, uint32_t to)
{
    if (!flows_catch_up(flows))
        return NULL;
    uint32_t *entry = &flows->table[flows_find(flows, from, to)];
    if (*entry != 0)
        return &flows->list[*entry - 1];
    struct flow *flow = flows_append(flows, from, to);
    if (flow)
        *entry = (uint32_t)++flows->tabled;
    return flow;
}

void flows_unsort(struct flows *flows)
{
    flows->ranked = 0;
}

static bool flows_less(const void *context, uint32_t first, uint32_t second)
{
    const struct flow *list = context;
    const struct flow *a = &list[first], *b = &list[second];
    if (a->keys != b->keys)
        return a->keys > b->keys;
    if (a->share != b->share)
        return a->share > b->share;
    return a->from != b->from ? a->from < b->from : a->to < b->to;
}

const struct flow *flows_ranked(struct flows *flows, size_t i)
{
    for (size_t j = 0; j < flows->count && flows->ranked == 0; j++)
        flows->order[j] = (uint32_t)j;
    if (flows->ranked == 0)
        order_start(flows->order, flows->count, flows_less, flows->list);
    for (; flows->ranked <= i; flows->ranked++)
        order_next(flows->order, flows->ranked, flows->count, flows_less, flows->list);
    return &flows->list[flows->order[i]];
}
