/* SPDX-License-Identifier: MIT */
/* table_row.c - deployed lookup tables: filled in turns, read by a remainder */
#include "table_row.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/fail.h"
#include "base/number.h"
#include "base/sort.h"
#include "hash/xxh3.h"

#include <string.h>

struct table_state {
    const struct table_row *row;
    uint32_t *owner; /* member of each entry */
    uint64_t size;
    uint64_t attempt;
};

/* ---- filling ------------------------------------------------------------------------------- */

static uint64_t table_slot(const struct table_fill *fill, uint32_t place, uint64_t next)
{
    uint64_t offset = fill->offset[place], skip = fill->skip[place];
    if (fill->row->narrow)
        return (uint32_t)((uint32_t)offset + (uint32_t)next * (uint32_t)skip) % fill->size;
    return (uint64_t)(((u128)skip * next + offset) % fill->size);
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
    return BERTH_E_OK;
}

/* ---- building ------------------------------------------------------------------------------ */

/* All arrays of a fill but the table: six of 64 bits per node, in one block with the scratch. */
enum { TABLE_ARRAYS = 8 };

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
    return true;
}

static int table_places(struct table_fill *fill, berth_error *error)
{
    for (uint32_t i = 0; i < fill->build->count; i++) {
        uint64_t weight = fill->build->members[i].weight;
        if (weight % NUMBER_MILLION)
            return fail(error, BERTH_E_WEIGHT, "%s takes whole weights only",
                        fill->build->scheme->info.name);
        if (weight == 0)
            continue;
        fill->member[fill->count] = i;
        fill->weight[fill->count++] = weight / NUMBER_MILLION;
    }
    if (fill->count > fill->size)
        return fail(error, BERTH_E_RANGE, "%s: %u nodes do not fit into a table of %llu entries",
                    fill->build->scheme->info.name, fill->count, (unsigned long long)fill->size);
    return BERTH_E_OK;
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
        fill->weight[i] = fill->build->members[pairs[i].tag].weight / NUMBER_MILLION;
    }
    alloc_free(alloc, pairs, 2 * fill->count, sizeof *pairs);
    return BERTH_E_OK;
}

static int table_run(struct table_fill *fill, double *scratch, berth_error *error)
{
    int code = table_places(fill, error);
    if (code || fill->count == 0)
        return code;
    if (fill->row->sort_key && (code = table_sort(fill, error)))
        return code;
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
    return BERTH_E_OK;
}

int table_row_build(const struct berth_build *in, void **state, berth_error *error)
{
    const struct table_row *row = in->scheme->row;
    struct table_fill fill = {.build = in, .nodes = in->nodes, .row = row};
    fill.size = row->size_param ? in->values[row->size_param - 1].number : row->fixed_size;
    uint64_t *block = alloc_array(in->alloc, (size_t)in->count * TABLE_ARRAYS, sizeof *block);
    struct table_state *table = alloc_zeroed(in->alloc, 1, sizeof *table);
    fill.table = alloc_array(in->alloc, (size_t)fill.size, sizeof *fill.table);
    int code = BERTH_E_MEMORY;
    if (table_arrays(&fill, block, in->count) && table && fill.table) {
        memset(fill.table, 0xff, (size_t)fill.size * sizeof *fill.table);
        code = table_run(&fill, (double *)(void *)(block + 6 * (size_t)in->count), error);
    } else {
        fail_memory(error);
    }
    alloc_free(in->alloc, block, (size_t)in->count * TABLE_ARRAYS, sizeof *block);
    if (code != BERTH_E_OK) {
        alloc_free(in->alloc, fill.table, (size_t)fill.size, sizeof *fill.table);
        alloc_free(in->alloc, table, 1, sizeof *table);
        return code;
    }
    table->row = row;
    table->owner = fill.table;
    table->size = fill.size;
    if (row->attempt_param)
        table->attempt = in->values[row->attempt_param - 1].number;
    *state = table;
    return code;
}

void table_row_destroy(void *state, const struct berth_alloc *alloc)
{
    struct table_state *table = state;
    alloc_free(alloc, table->owner, (size_t)table->size, sizeof *table->owner);
    alloc_free(alloc, table, 1, sizeof *table);
}

size_t table_row_bytes(const void *state)
{
    const struct table_state *table = state;
    return sizeof *table + (size_t)table->size * sizeof *table->owner;
}

/* ---- reading ------------------------------------------------------------------------------- */

uint64_t table_row_hash_key(const void *state, const void *key, size_t len)
{
    const struct table_state *table = state;
    if (!table->row->hash)
        return len == 8 ? read64le(key) : hash_xxh3(key, len);
    return table->row->hash(key, len) ^ (0 - table->attempt);
}

uint64_t table_row_hash_u64(const void *state, uint64_t key)
{
    (void)state;
    return key;
}

uint32_t table_row_route(const void *state, uint64_t hash)
{
    const struct table_state *table = state;
    return table->owner[hash % table->size];
}

void table_row_space(const void *state, struct berth_space *space)
{
    const struct table_state *table = state;
    space->kind = BERTH_SPACE_CYCLE;
    space->size = table->size;
    space->key = bits_mix((uint64_t)(uintptr_t)table->row->hash) + table->attempt;
}

bool table_row_span(const void *state, uint64_t *cursor, struct berth_span *out)
{
    const struct table_state *table = state;
    uint64_t first = *cursor, last = first;
    if (first == table->size)
        return false;
    while (last + 1 < table->size && table->owner[last + 1] == table->owner[first])
        last++;
    *out = (struct berth_span){first, last, table->owner[first]};
    *cursor = last + 1;
    return true;
}

bool table_row_mark(const void *state, size_t i, struct berth_mark *out)
{
    const struct table_state *table = state;
    if (i >= table->size)
        return false;
    *out = (struct berth_mark){.value = i, .index = table->owner[i]};
    return true;
}

void table_row_explain(const void *state, uint64_t hash, struct berth_where *out)
{
    const struct table_state *table = state;
    out->what = "slot";
    out->position = hash % table->size;
    out->positions = table->size;
}
