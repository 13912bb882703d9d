/* SPDX-License-Identifier: MIT */
/* flows.c - the directions of movement: an open-addressed table over a list */
#include "flows.h"

#include "base/order.h"

#include <string.h>

/* At most two thirds of the table are taken. */
enum { FLOWS_TABLE_MIN = 16 };

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

/* Where the direction is in the table, or the free place where it belongs. */
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

static bool flows_grow_table(struct flows *flows)
{
    size_t size = flows->table_size ? 2 * flows->table_size : FLOWS_TABLE_MIN;
    uint32_t *table = alloc_zeroed(flows->alloc, size, sizeof *table);
    if (!table)
        return false;
    alloc_free(flows->alloc, flows->table, flows->table_size, sizeof *table);
    flows->table = table;
    flows->table_size = size;
    for (size_t i = 0; i < flows->count; i++)
        table[flows_find(flows, flows->list[i].from, flows->list[i].to)] = (uint32_t)i + 1;
    return true;
}

static bool flows_grow_lists(struct flows *flows)
{
    void *list = flows->list, *order = flows->order;
    size_t needed = flows->count + 1;
    bool grown = alloc_grow(flows->alloc, &list, &flows->list_room, needed, sizeof *flows->list) &&
                 alloc_grow(flows->alloc, &order, &flows->order_room, needed, sizeof *flows->order);
    flows->list = list;
    flows->order = order;
    return grown;
}

static bool flows_make_room(struct flows *flows)
{
    if (flows->count >= UINT32_MAX - 1)
        return false;
    if (3 * (flows->count + 1) > 2 * flows->table_size && !flows_grow_table(flows))
        return false;
    return flows_grow_lists(flows);
}

static struct flow *flows_add(struct flows *flows, uint32_t from, uint32_t to)
{
    if (!flows_make_room(flows))
        return NULL;
    size_t i = flows->count++;
    flows->list[i] = (struct flow){.from = from, .to = to};
    flows->table[flows_find(flows, from, to)] = (uint32_t)i + 1;
    flows->order[i] = (uint32_t)i;
    flows->sorted = false;
    return &flows->list[i];
}

struct flow *flows_at(struct flows *flows, uint32_t from, uint32_t to)
{
    if (flows->count > 0) {
        uint32_t position = flows->table[flows_find(flows, from, to)];
        if (position != 0)
            return &flows->list[position - 1];
    }
    return flows_add(flows, from, to);
}

void flows_unsort(struct flows *flows)
{
    flows->sorted = false;
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
    if (!flows->sorted)
        order_sort(flows->order, flows->count, flows_less, flows->list);
    flows->sorted = true;
    return &flows->list[flows->order[i]];
}
