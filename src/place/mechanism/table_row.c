/* SPDX-License-Identifier: MIT */
/* table_row.c - deployed lookup tables: filled in turns, read by a remainder */
#include "place/mechanism/table_state.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/fail.h"
#include "base/number.h"
#include "base/sort.h"
#include "hash/xxh3.h"

#include <string.h>

/* ---- filling ------------------------------------------------------------------------------- */

static uint64_t table_slot(const struct table_fill *fill, uint32_t place, uint64_t next)
{
    uint64_t offset = fill->offset[place], skip = fill->skip[place];
    if (fill->row->narrow)
        return (uint32_t)((uint32_t)offset + (uint32_t)next * (uint32_t)skip) % fill->size;
    return (uint64_t)(((u128)skip * next + offset) % fill->size);
}

const struct node *table_node(const struct table_fill *fill, uint32_t place)
{
    return fill->nodes->items[fill->member[place]];
}

uint64_t table_weight_sum(const struct table_fill *fill)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < fill->count; i++)
        sum += fill->weight[i];
    return sum;
}

uint64_t table_largest(const struct table_fill *fill)
{
    uint64_t largest = 0;
    for (uint32_t i = 0; i < fill->count; i++)
        largest = fill->weight[i] > largest ? fill->weight[i] : largest;
    return largest;
}

void table_take(struct table_fill *fill, uint32_t place)
{
    if (fill->filled == fill->size)
        return;
    uint64_t slot = table_slot(fill, place, fill->next[place]++);
    while (fill->table[slot] != BERTH_NONE)
        slot = table_slot(fill, place, fill->next[place]++);
    fill->table[slot] = place;
    fill->filled++;
}

int table_fill_plain(struct table_fill *fill, double *scratch, berth_error *error)
{
    (void)scratch;
    (void)error;
    while (fill->filled < fill->size)
        for (uint32_t place = 0; place < fill->count; place++)
            table_take(fill, place);
    return 0;
}

/* ---- building ------------------------------------------------------------------------------ */

/* All arrays of a fill but the table, in one block with the scratch: words per node. */
enum { TABLE_SCRATCH = 6, TABLE_OWN, TABLE_TURNS, TABLE_ARRAYS = TABLE_TURNS + TURNS_WORDS };

static bool table_arrays(struct table_fill *fill, uint64_t *block, size_t n)
{
    if (!block)
        return false;
    fill->key = block;
    fill->weight = block + n;
    fill->offset = block + 2 * n;
    fill->skip = block + 3 * n;
    fill->next = block + 4 * n;
    fill->member = (uint32_t *)(void *)(block + 5 * n);
    fill->own = block + TABLE_OWN * n;
    fill->turns.first = block + TABLE_TURNS * n;
    return true;
}

static int table_weights(const struct table_fill *fill, berth_error *error)
{
    for (uint32_t i = 0; i < fill->build->count; i++) {
        uint64_t weight = fill->build->members[i].weight;
        if (weight % NUMBER_MILLION)
            return fail(error, BERTH_E_WEIGHT, "%s takes whole weights only",
                        fill->build->scheme->info.name);
        fill->own[i] = weight / NUMBER_MILLION;
    }
    return fill->row->weigh ? fill->row->weigh(fill, fill->own, error) : BERTH_E_OK;
}

static int table_places(struct table_fill *fill, berth_error *error)
{
    int code = table_weights(fill, error);
    for (uint32_t i = 0; i < fill->build->count && code == BERTH_E_OK; i++) {
        if (fill->own[i] == 0)
            continue;
        fill->member[fill->count] = i;
        fill->weight[fill->count++] = fill->own[i];
    }
    if (code == BERTH_E_OK && fill->count > fill->size && !fill->row->crowded)
        return fail(error, BERTH_E_RANGE, "%s: %u nodes do not fit into a table of %llu entries",
                    fill->build->scheme->info.name, fill->count, (unsigned long long)fill->size);
    return code;
}

/* Sorts places by sort_key, stable. */
static int table_sort(struct table_fill *fill, berth_error *error)
{
    const struct berth_alloc *alloc = fill->build->alloc;
    struct sort_pair *pairs = alloc_array(alloc, 2 * fill->count, sizeof *pairs);
    if (!pairs)
        return fail_memory(error);
    for (uint32_t i = 0; i < fill->count; i++)
        pairs[i] = (struct sort_pair){fill->row->sort_key(fill, i), fill->member[i]};
    sort_pairs(pairs, pairs + fill->count, fill->count);
    for (uint32_t i = 0; i < fill->count; i++) {
        fill->key[i] = pairs[i].value;
        fill->member[i] = pairs[i].tag;
        fill->weight[i] = fill->own[pairs[i].tag];
    }
    alloc_free(alloc, pairs, 2 * fill->count, sizeof *pairs);
    return 0;
}

/* Closes the circle of row->rank. */
static int table_rank(struct table_state *table, const struct table_fill *fill, berth_error *error)
{
    const struct berth_alloc *alloc = fill->build->alloc;
    struct sort_pair *pairs = alloc_array(alloc, 2 * (size_t)fill->count, sizeof *pairs);
    table->after = alloc_array(alloc, table->members, sizeof *table->after);
    if (pairs && table->after) {
        for (uint32_t i = 0; i < fill->count; i++)
            pairs[i] = (struct sort_pair){fill->row->rank(fill, i), fill->member[i]};
        sort_pairs(pairs, pairs + fill->count, fill->count);
        for (uint32_t i = 0; i < fill->count; i++)
            table->after[pairs[i].tag] = pairs[i + 1 < fill->count ? i + 1 : 0].tag;
    }
    int code = pairs && table->after ? BERTH_E_OK : fail_memory(error);
    alloc_free(alloc, pairs, 2 * (size_t)fill->count, sizeof *pairs);
    return code;
}

static int table_run(struct table_fill *fill, double *scratch, berth_error *error)
{
    int code = table_places(fill, error);
    if (code || fill->count == 0)
        return code;
    if (fill->row->sort_key && (code = table_sort(fill, error)))
        return code;
    fill->turns.count = fill->count;
    for (uint32_t i = 0; i < fill->count; i++) {
        fill->next[i] = 0;
        if (fill->row->permute)
            fill->row->permute(fill, i, &fill->offset[i], &fill->skip[i]);
    }
    if ((code = fill->row->fill(fill, scratch, error)))
        return code;
    for (uint64_t i = 0; i < fill->size; i++)
        if (fill->table[i] != BERTH_NONE)
            fill->table[i] = fill->member[fill->table[i]];
    return 0;
}

static uint64_t table_size(const struct build *in, const struct table_row *row)
{
    if (row->size_param == 0)
        return row->fixed_size;
    uint64_t given = in->values[row->size_param - 1].number;
    return row->sizes ? row->sizes[given - in->scheme->info.params[row->size_param - 1].min]
                      : given;
}

static int table_mark_idle(struct table_state *table, const struct table_fill *fill,
                           berth_error *error)
{
    bool any = false;
    table->idle =
        alloc_zeroed(fill->build->alloc, BITSET_WORDS(fill->build->count), sizeof *table->idle);
    if (!table->idle)
        return fail_memory(error);
    for (uint32_t i = 0; i < fill->build->count; i++) {
        bool idle = fill->own[i] > 0 && (fill->build->members[i].weight == 0 ||
                                         fill->nodes->items[i]->state == BERTH_DOWN);
        if (idle)
            bitset_add(table->idle, i);
        any |= idle;
    }
    if (any)
        return 0;
    alloc_free(fill->build->alloc, table->idle, BITSET_WORDS(fill->build->count),
               sizeof *table->idle);
    table->idle = NULL;
    return 0;
}

/* Fills the table, which is there, with the help of one block of arrays. */
static int table_make(struct table_state *table, const struct build *in, berth_error *error)
{
    struct table_fill fill = {.build = in,
                              .nodes = in->nodes,
                              .row = table->row,
                              .table = table->owner,
                              .size = table->size};
    uint64_t *block = alloc_array(in->alloc, (size_t)in->count * TABLE_ARRAYS, sizeof *block);
    if (!table_arrays(&fill, block, in->count))
        return fail_memory(error);
    memset(fill.table, 0xff, (size_t)fill.size * sizeof *fill.table);
    int code =
        table_run(&fill, (double *)(void *)(block + TABLE_SCRATCH * (size_t)in->count), error);
    table->room = fill.room;
    if (code == BERTH_E_OK && table->row->knows_idle)
        code = table_mark_idle(table, &fill, error);
    if (code == BERTH_E_OK && table->row->rank && fill.count > 0)
        code = table_rank(table, &fill, error);
    alloc_free(in->alloc, block, (size_t)in->count * TABLE_ARRAYS, sizeof *block);
    return code;
}

int table_row_build(const struct build *in, void **state, berth_error *error)
{
    struct table_state *table = alloc_zeroed(in->alloc, 1, sizeof *table);
    if (!table)
        return fail_memory(error);
    table->row = in->scheme->row;
    table->members = in->count;
    if (table->row->attempt_param)
        table->attempt = in->values[table->row->attempt_param - 1].number;
    memcpy(table->values, in->values, in->scheme->info.param_count * sizeof *table->values);
    if (in->count == 0) {
        *state = table;
        return 0;
    }
    table->size = table_size(in, table->row);
    table->owner = alloc_array(in->alloc, (size_t)table->size, sizeof *table->owner);
    int code = table->owner ? table_make(table, in, error) : fail_memory(error);
    if (code == BERTH_E_OK)
        *state = table;
    else
        table_row_destroy(table, in->alloc);
    return code;
}

void table_row_destroy(void *state, const struct berth_alloc *alloc)
{
    struct table_state *table = state;
    alloc_free(alloc, table->owner, (size_t)table->size, sizeof *table->owner);
    alloc_free(alloc, table->idle, BITSET_WORDS(table->members), sizeof *table->idle);
    alloc_free(alloc, table->after, table->members, sizeof *table->after);
    alloc_free(alloc, table, 1, sizeof *table);
}

size_t table_row_bytes(const void *state)
{
    const struct table_state *table = state;
    size_t idle = table->idle ? BITSET_WORDS(table->members) * sizeof *table->idle : 0;
    size_t after = table->after ? table->members * sizeof *table->after : 0;
    return sizeof *table + (size_t)table->size * sizeof *table->owner + idle + after;
}

/* ---- reading ------------------------------------------------------------------------------- */

uint64_t table_row_hash_key(const void *state, const void *key, size_t len)
{
    const struct table_state *table = state;
    if (table->row->position)
        return table->row->position(table->values, key, len);
    if (!table->row->hash)
        return len == 8 ? read64le(key) : hash_xxh3(key, len);
    return table->row->hash(key, len) ^ (0 - table->attempt);
}

static uint64_t table_row_hash_u64(const void *state, uint64_t key)
{
    (void)state;
    return key;
}

uint32_t table_row_route(const void *state, uint64_t hash)
{
    const struct table_state *table = state;
    return table->owner[hash % table->size];
}

static uint32_t table_row_next_ranked(const void *state, struct walk *walk)
{
    const struct table_state *table = state;
    struct walk_chain *at = &walk->at.chain;
    uint32_t node = at->given == 0 ? table_row_route(table, walk->hash) : table->after[at->last];
    if (node == BERTH_NONE || (at->given > 0 && node == at->owner))
        return BERTH_NONE;
    if (at->given++ == 0)
        at->owner = node;
    at->last = node;
    return node;
}

void table_row_space(const void *state, struct space *space)
{
    const struct table_state *table = state;
    space->kind = SPACE_CYCLE;
    space->size = table->size;
    space->key = bits_mix((uint64_t)(uintptr_t)table->row->hash) + table->attempt;
}

bool table_row_span(const void *state, uint64_t *cursor, struct span *out)
{
    const struct table_state *table = state;
    uint64_t first = *cursor, last = first;
    if (first == table->size)
        return false;
    while (last + 1 < table->size && table->owner[last + 1] == table->owner[first])
        last++;
    *out = (struct span){first, last, table->owner[first]};
    *cursor = last + 1;
    return true;
}

static bool table_row_rooms(const void *state, uint64_t *room)
{
    const struct table_state *table = state;
    for (uint32_t i = 0; i < table->members; i++)
        room[i] = table->room;
    return table->room > 0;
}

bool table_row_mark(const void *state, size_t i, struct berth_mark *out)
{
    const struct table_state *table = state;
    if (i >= table->size)
        return false;
    *out = (struct berth_mark){.value = i, .index = table->owner[i]};
    return true;
}

void table_row_explain(const void *state, const struct walk *walk, struct where *out)
{
    const struct table_state *table = state;
    out->kind = BERTH_KIND_SLOT;
    out->flip = 0 - table->attempt;
    out->position = walk->hash % table->size;
    out->positions = table->size;
}

/* ---- what tables do ------------------------------------------------------------------------ */

#define TABLE_OPS                                                                                  \
    .build = table_row_build, .destroy = table_row_destroy, .route = table_row_route,              \
    .hash_key = table_row_hash_key, .space = table_row_space, .span = table_row_span,              \
    .mark = table_row_mark, .explain = table_row_explain, .bytes = table_row_bytes

const struct scheme_ops table_row_ops = {TABLE_OPS};

const struct scheme_ops table_row_integer_ops = {
    TABLE_OPS,
    .hash_u64 = table_row_hash_u64,
};

const struct scheme_ops table_row_ranked_ops = {
    TABLE_OPS,
    .next_ranked = table_row_next_ranked,
    .rooms = table_row_rooms,
};
