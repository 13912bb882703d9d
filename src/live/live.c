/* SPDX-License-Identifier: MIT */
/* live.c - new, free, and the writers: copy the nodes, change the copy, publish, or nothing */
#include "live/live.h"

#include "base/alloc.h"
#include "base/fail.h"

#include <string.h>

/* ---- what a change changes ----------------------------------------------------------------- */

enum live_difference { LIVE_SAME, LIVE_STATES, LIVE_MORE };

static bool live_same_attributes(const struct node *a, const struct node *b)
{
    const char *key, *value;
    if (a->attributes != b->attributes)
        return false;
    for (size_t at = 0; node_next_attribute(a, &at, &key, &value);) {
        const char *other = node_attribute(b, key);
        if (!other || strcmp(value, other) != 0)
            return false;
    }
    return true;
}

/* Both lists are in the canonical order of the scheme. */
static enum live_difference live_compare(const struct berth_nodes *a, const struct berth_nodes *b)
{
    enum live_difference difference = LIVE_SAME;
    if (a->count != b->count)
        return LIVE_MORE;
    for (size_t i = 0; i < a->count; i++) {
        const struct node *x = a->items[i], *y = b->items[i];
        if (node_compare(x, y) != 0 || x->weight != y->weight || x->slot != y->slot ||
            x->data != y->data || !live_same_attributes(x, y))
            return LIVE_MORE;
        if (x->state != y->state)
            difference = LIVE_STATES;
    }
    return difference;
}

/* Called under `writing`; relaxed: only the writer that holds it changes `current`. */
static struct live_view *live_current(const struct berth_live *live)
{
    return atomic_load_explicit(&live->current, memory_order_relaxed);
}

/* Publishes the nodes, which it then owns, if they differ from the current. Under `writing`. */
static int live_publish(struct berth_live *live, struct berth_nodes *nodes, berth_error *error)
{
    const struct live_view *before = live_current(live);
    struct live_view *view = NULL;
    berth_error own;
    if (!error)
        error = &own;
    berth_map *map = berth_map_next(before->map, nodes, error);
    enum live_difference difference = LIVE_MORE;
    if (map)
        difference = live_compare(before->map->nodes, map->nodes);
    if (map && difference != LIVE_SAME)
        view = view_new(live, before, map, difference == LIVE_STATES, error);
    if (!view) {
        berth_map_free(map);
        berth_nodes_free(nodes);
        return map && difference == LIVE_SAME ? 0 : error->code;
    }
    berth_nodes_free(live->nodes);
    live->nodes = nodes;
    live_switch(live, view);
    return 0;
}

/* ---- the writers --------------------------------------------------------------------------- */

struct live_change {
    int (*apply)(struct berth_nodes *nodes, const struct live_change *change, berth_error *error);
    const char *name, *attribute, *value;
    void *data;
    double weight;
};

static int live_change(struct berth_live *live, const struct live_change *change,
                       berth_error *error)
{
    if (!live || !change->name)
        return fail(error, BERTH_E_ARGUMENT, "a live map and the name of a node are needed");
    pthread_mutex_lock(&live->writing);
    int code = BERTH_E_MEMORY;
    struct berth_nodes *nodes = berth_nodes_copy(live->nodes, error);
    if (nodes) {
        code = change->apply(nodes, change, error);
        if (code)
            berth_nodes_free(nodes);
        else
            code = live_publish(live, nodes, error);
    }
    live_unlock_writing(live);
    return code;
}

static int live_apply_add(struct berth_nodes *nodes, const struct live_change *change,
                          berth_error *error)
{
    return berth_nodes_add(nodes, change->name, change->weight, error);
}

static int live_apply_remove(struct berth_nodes *nodes, const struct live_change *change,
                             berth_error *error)
{
    return berth_nodes_remove(nodes, change->name, error);
}

static int live_apply_set(struct berth_nodes *nodes, const struct live_change *change,
                          berth_error *error)
{
    return berth_nodes_set(nodes, change->name, change->attribute, change->value, error);
}

static int live_apply_weight(struct berth_nodes *nodes, const struct live_change *change,
                             berth_error *error)
{
    return berth_nodes_set_weight(nodes, change->name, change->weight, error);
}

static int live_apply_data(struct berth_nodes *nodes, const struct live_change *change,
                           berth_error *error)
{
    return berth_nodes_set_data(nodes, change->name, change->data, error);
}

int berth_live_add(berth_live *live, const char *name, double weight, berth_error *error)
{
    const struct live_change change = {.apply = live_apply_add, .name = name, .weight = weight};
    return live_change(live, &change, error);
}

int berth_live_remove(berth_live *live, const char *name, berth_error *error)
{
    const struct live_change change = {.apply = live_apply_remove, .name = name};
    return live_change(live, &change, error);
}

int berth_live_set(berth_live *live, const char *name, const char *attribute, const char *value,
                   berth_error *error)
{
    const struct live_change change = {
        .apply = live_apply_set, .name = name, .attribute = attribute, .value = value};
    return live_change(live, &change, error);
}

int berth_live_set_weight(berth_live *live, const char *name, double weight, berth_error *error)
{
    const struct live_change change = {.apply = live_apply_weight, .name = name, .weight = weight};
    return live_change(live, &change, error);
}

int berth_live_set_data(berth_live *live, const char *name, void *data, berth_error *error)
{
    const struct live_change change = {.apply = live_apply_data, .name = name, .data = data};
    return live_change(live, &change, error);
}

int berth_live_set_state(berth_live *live, const char *name, enum berth_state state,
                         berth_error *error)
{
    static const char *const words[] = {"up", "drain", "down"};
    if ((unsigned)state > BERTH_DOWN)
        return fail(error, BERTH_E_RANGE, "%u is no state: BERTH_UP, BERTH_DRAIN or BERTH_DOWN",
                    (unsigned)state);
    return berth_live_set(live, name, "state", words[state], error);
}

/* ---- batches ------------------------------------------------------------------------------- */

berth_nodes *berth_live_nodes(berth_live *live, uint64_t *version, berth_error *error)
{
    if (!live) {
        fail(error, BERTH_E_ARGUMENT, "berth_live_nodes needs a live map");
        return NULL;
    }
    pthread_mutex_lock(&live->writing);
    if (version)
        *version = live_current(live)->version;
    berth_nodes *nodes = berth_nodes_copy(live->nodes, error);
    live_unlock_writing(live);
    return nodes;
}

int berth_live_apply(berth_live *live, const berth_nodes *nodes, uint64_t version,
                     berth_error *error)
{
    if (!live || !nodes)
        return fail(error, BERTH_E_ARGUMENT, "berth_live_apply needs a live map and nodes");
    pthread_mutex_lock(&live->writing);
    uint64_t current = live_current(live)->version;
    int code = BERTH_E_MEMORY;
    struct berth_nodes *copy = NULL;
    if (version != 0 && version != current)
        code = fail(error, BERTH_E_STATE,
                    "the nodes are of version %llu and version %llu is current: take them anew",
                    (unsigned long long)version, (unsigned long long)current);
    else
        copy = nodes_copy_to(nodes, &live->alloc, error);
    if (copy)
        code = live_publish(live, copy, error);
    live_unlock_writing(live);
    return code;
}

void berth_live_status(berth_live *live, struct berth_live_status *out)
{
    pthread_mutex_lock(&live->lists); /* while it is held no view is switched or freed */
    const struct live_view *view = live_current(live);
    *out = (struct berth_live_status){
        .version = view->version,
        .states = view->states,
        .retired = live->retired_count,
        .readers = live->reader_count,
        .bound = load_bound_get(&live->load),
        .load = load_of(&view->load, NULL),
    };
    live_unlock_lists(live);
}

/* ---- new and free -------------------------------------------------------------------------- */

/* The first view, over nodes that are the live's already. */
static bool live_start(struct berth_live *live, const char *spec,
                       const struct berth_options *options, berth_error *error)
{
    berth_map *map = berth_map_new(spec, live->nodes, options, error);
    if (map)
        load_book_open(&live->load, map->scheme, &live->alloc);
    struct live_view *view = map ? view_new(live, NULL, map, false, error) : NULL;
    if (!view) {
        berth_map_free(map);
        return false;
    }
    live_switch(live, view);
    return true;
}

berth_live *berth_live_new(const char *spec, const berth_nodes *nodes,
                           const struct berth_options *options, berth_error *error)
{
    if (!nodes) {
        fail(error, BERTH_E_ARGUMENT, "berth_live_new needs nodes");
        return NULL;
    }
    struct berth_alloc alloc = alloc_or_default(options ? options->alloc : NULL);
    struct berth_live *live = alloc_zeroed(&alloc, 1, sizeof *live);
    if (!live) {
        fail_memory(error);
        return NULL;
    }
    live->alloc = alloc;
    atomic_init(&live->current, NULL);
    atomic_init(&live->word, 0);
    atomic_init(&live->wanted, 0);
    atomic_init(&live->unswept, 0);
    live->asymmetric = live_fence_register();
    if (pthread_mutex_init(&live->writing, NULL) != 0)
        goto no_writing;
    if (pthread_mutex_init(&live->lists, NULL) != 0)
        goto no_lists;
    live->nodes = nodes_copy_to(nodes, &live->alloc, error);
    if (live->nodes && live_start(live, spec, options, error))
        return live;
    berth_live_free(live);
    return NULL;
no_lists:
    pthread_mutex_destroy(&live->writing);
no_writing:
    alloc_free(&alloc, live, 1, sizeof *live);
    fail_memory(error);
    return NULL;
}

void berth_live_free(berth_live *live)
{
    if (!live)
        return;
    struct berth_alloc alloc = live->alloc;
    live_free_views(live);
    load_book_close(&live->load);
    for (size_t i = 0; i < LIVE_CHUNKS; i++)
        alloc_free(&alloc, live->slots[i], LIVE_CHUNK, sizeof *live->slots[i]);
    berth_nodes_free(live->nodes);
    pthread_mutex_destroy(&live->lists);
    pthread_mutex_destroy(&live->writing);
    alloc_free(&alloc, live, 1, sizeof *live);
}
