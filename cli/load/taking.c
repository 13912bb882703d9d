/* SPDX-License-Identifier: MIT */
/* taking.c - takes, gives, and what they do to the nodes */
#include "load/taking.h"

#include <stdlib.h>

#include "show/names.h"

struct taking *taking_new(const char *spec, const berth_nodes *nodes, double bound)
{
    berth_error error;
    struct taking *taking = memory_new(1, sizeof *taking);
    taking->live = berth_live_new(spec, nodes, NULL, &error);
    if (taking->live)
        taking->reader = berth_reader_new(taking->live, &error);
    if (taking->reader && (bound < 0 || berth_live_set_bound(taking->live, bound, &error) >= 0))
        return taking;
    say_library(taking->reader ? "--bound" : NULL, &error);
    taking_free(taking);
    return NULL;
}

void taking_free(struct taking *taking)
{
    if (!taking)
        return;
    berth_reader_free(taking->reader);
    berth_live_free(taking->live);
    intern_free(&taking->names);
    intern_free(&taking->keys);
    free(taking->nodes);
    free(taking->numbers);
    free(taking->takes);
    free(taking->queues);
    free(taking);
}

/* Room for `need` elements; new ones are zero. */
static void *taking_more(void *old, size_t *cap, size_t need, size_t size)
{
    if (need <= *cap)
        return old;
    size_t more = 2 * need + 64;
    char *grown = memory_more(old, more, size);
    memset(grown + *cap * size, 0, (more - *cap) * size);
    *cap = more;
    return grown;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Numbers for the names of the version that is current. */
static void taking_see_version(struct taking *taking, const berth_map *map)
{
    struct berth_live_status status;
    berth_live_status(taking->live, &status);
    if (status.version == taking->version)
        return;
    taking->version = status.version;
    size_t count = berth_map_count(map);
    taking->numbers = memory_more(taking->numbers, count + 1, sizeof *taking->numbers);
    uint32_t *listed = names_order(map);
    for (size_t i = 0; i < count; i++) {
        const char *name = berth_map_name(map, listed[i]);
        taking->numbers[listed[i]] = intern_number(&taking->names, name, strlen(name));
    }
    free(listed);
    taking->nodes =
        taking_more(taking->nodes, &taking->nodes_cap, taking->names.count, sizeof *taking->nodes);
}

void taking_look(struct taking *taking)
{
    taking_see_version(taking, berth_reader_enter(taking->reader));
    berth_reader_leave(taking->reader);
}

static void taking_count(struct taking *taking, uint32_t node, uint32_t owner)
{
    struct taking_node *mine = &taking->nodes[node];
    taking->taken++;
    mine->load++;
    if (mine->load > mine->most)
        mine->most = mine->load;
    if (owner == node)
        return;
    taking->passed++;
    taking->nodes[owner].passed++;
}

/* ---- takes ----------------------------------------------------------------------------------- */

/* Remembers a take, found or not: they are numbered as they come. */
static void taking_keep(struct taking *taking, const struct berth_ticket *ticket, uint32_t node,
                        struct berth_key shown)
{
    uint32_t key = intern_number(&taking->keys, shown.data, shown.len);
    taking->takes = taking_more(taking->takes, &taking->takes_cap, taking->takes_count + 1,
                                sizeof *taking->takes);
    taking->queues =
        taking_more(taking->queues, &taking->queues_cap, key + 1, sizeof *taking->queues);
    taking->takes[taking->takes_count++] = (struct taking_take){.ticket = *ticket, .node = node};
    struct taking_queue *queue = &taking->queues[key];
    if (queue->first == 0)
        queue->first = taking->takes_count;
    else
        taking->takes[queue->last - 1].next = taking->takes_count;
    queue->last = taking->takes_count;
}

struct taking_result taking_take(struct taking *taking, struct berth_key key, uint64_t number,
                                 struct berth_key shown)
{
    struct taking_result result = {0};
    struct berth_ticket ticket;
    const berth_map *map = berth_reader_enter(taking->reader);
    taking_see_version(taking, map);
    uint32_t owner =
        taking->u64 ? berth_map_place_u64(map, number) : berth_map_place(map, key.data, key.len);
    int index = taking->u64 ? berth_reader_take_u64(taking->reader, number, &ticket)
                            : berth_reader_take(taking->reader, key.data, key.len, &ticket);
    uint32_t node = index < 0 ? 0 : taking->numbers[index];
    if (index < 0) {
        taking->refused++;
        taking->no_owner += owner == BERTH_NONE;
    } else {
        taking_count(taking, node, owner == BERTH_NONE ? node : taking->numbers[owner]);
        result.node = taking->names.items[node].data;
    }
    if (owner != BERTH_NONE)
        result.owner = taking->names.items[taking->numbers[owner]].data;
    if (taking->keeps)
        taking_keep(taking, &ticket, node, shown);
    berth_reader_leave(taking->reader);
    return result;
}

/* ---- gives ----------------------------------------------------------------------------------- */

static void taking_over(struct taking *taking, struct taking_take *take)
{
    berth_live_give(taking->live, &take->ticket);
    taking->nodes[take->node].load--;
}

const char *taking_give(struct taking *taking, struct berth_key shown)
{
    uint32_t key = intern_find(&taking->keys, shown.data, shown.len);
    if (key == BERTH_NONE)
        return "this key was never taken";
    struct taking_queue *queue = &taking->queues[key];
    while (queue->first != 0 && !taking->takes[queue->first - 1].ticket.counter)
        queue->first = taking->takes[queue->first - 1].next;
    if (queue->first == 0)
        return "every take of this key was given back before";
    taking_over(taking, &taking->takes[queue->first - 1]);
    return NULL;
}

const char *taking_end(struct taking *taking, uint64_t n)
{
    if (n == 0 || n > taking->takes_count)
        return "there was no such take: they count from 1, in the order of the operations";
    if (!taking->takes[n - 1].ticket.counter)
        return "this take was given back before, or found no node";
    taking_over(taking, &taking->takes[n - 1]);
    return NULL;
}
