/* SPDX-License-Identifier: MIT */
/* continuum_row.c - deployed rings: keys, lookups, rankings */
#include "place/mechanism/continuum_state.h"

#include "base/bytes.h"
#include "hash/xxh3.h"

/* ---- keys ---------------------------------------------------------------------------------- */

uint64_t continuum_row_hash_key(const void *state, const void *key, size_t len)
{
    const struct continuum_state *ring = state;
    const struct continuum_row *row = &ring->row;
    if (row->key.raw)
        return len == 8 ? read64le(key) : hash_xxh3(key, len);
    if (row->key.cut)
        row->key.cut(ring->values, &key, &len);
    if (row->key.empty_is_zero && len == 0)
        return 0;
    if (row->key.position)
        return ring->flip ^ row->key.position(ring->values, key, len);
    return ring->flip ^ ring->key_hash(key, len);
}

enum { CONTINUUM_BATCH = 64 };

/* At most CONTINUUM_BATCH keys. */
static void continuum_hash_batch(const struct continuum_state *ring, const struct berth_key *keys,
                                 size_t n, uint64_t *out)
{
    struct berth_key cut[CONTINUUM_BATCH];
    const void *data;
    for (size_t i = 0; ring->row.key.cut && i < n; i++) {
        data = keys[i].data;
        cut[i].len = keys[i].len;
        ring->row.key.cut(ring->values, &data, &cut[i].len);
        cut[i].data = data;
    }
    if (ring->row.key.cut)
        keys = cut;
    ring->key_hash_many(keys, n, out);
    for (size_t i = 0; i < n; i++)
        out[i] = ring->row.key.empty_is_zero && keys[i].len == 0 ? 0 : out[i] ^ ring->flip;
}

static void continuum_row_hash_many(const void *state, const struct berth_key *keys, size_t n,
                                    uint64_t *out)
{
    const struct continuum_state *ring = state;
    for (size_t i = 0; i < n && !ring->key_hash_many; i++)
        out[i] = continuum_row_hash_key(ring, keys[i].data, keys[i].len);
    for (size_t i = 0; i < n && ring->key_hash_many; i += CONTINUUM_BATCH)
        continuum_hash_batch(ring, keys + i, n - i < CONTINUUM_BATCH ? n - i : CONTINUUM_BATCH,
                             out + i);
}

static uint64_t continuum_row_hash_u64(const void *state, uint64_t key)
{
    (void)state;
    return key;
}

/* ---- searching ----------------------------------------------------------------------------- */

static size_t continuum_nearest(const struct continuum_state *ring, uint64_t at)
{
    const struct points *points = &ring->points;
    size_t next = points_next(points, at);
    size_t previous = next == 0 ? points->count - 1 : next - 1;
    return at - points->at[previous] <= points->at[next] - at ? previous : next;
}

/* Varnish bisects in its own way; which of several equal points it meets first depends on that, as
 * does the answer for two points (always the second). */
static size_t continuum_no_wrap(const struct continuum_state *ring, uint64_t at)
{
    const uint64_t *value = ring->points.at;
    size_t low = 0, high = ring->points.count, last = high - 1;
    for (;;) {
        size_t i = low + (high - low) / 2;
        if (value[i] == at || i == last)
            return i;
        if (value[i] < at && at <= value[i + 1])
            return i + 1;
        if (value[i] > at) {
            if (i == 0)
                return 0;
            high = i;
        } else {
            low = i;
        }
    }
}

static size_t continuum_before(const struct continuum_state *ring, uint64_t hash)
{
    size_t above = points_next(&ring->points, (hash + 1) << ring->shift);
    return above == 0 ? ring->points.count - 1 : above - 1;
}

/* The same where keys below the first point do not wrap. */
static size_t continuum_before_or_first(const struct continuum_state *ring, uint64_t hash)
{
    return hash < continuum_value(ring, 0) ? 0 : continuum_before(ring, hash);
}

size_t continuum_find(const struct continuum_state *ring, uint64_t hash)
{
    switch (ring->row.order.search) {
    case CONTINUUM_BEFORE:
        return continuum_before(ring, hash);
    case CONTINUUM_BEFORE_OR_FIRST:
        return continuum_before_or_first(ring, hash);
    case CONTINUUM_NEAREST:
        return continuum_nearest(ring, hash << ring->shift);
    case CONTINUUM_NO_WRAP:
        return continuum_no_wrap(ring, hash << ring->shift);
    case CONTINUUM_MODULO:
        return (hash & ring->last) % ring->points.count;
    case CONTINUUM_MASK:
        return hash & (ring->points.count - 1);
    default: /* beyond the largest position lies the smallest: the shift wraps */
        return points_next(&ring->points, (hash + ring->next) << ring->shift);
    }
}

uint32_t continuum_row_route(const void *state, uint64_t hash)
{
    const struct continuum_state *ring = state;
    if (ring->direct)
        return points_owner(&ring->points, (hash + ring->next) << ring->shift);
    if (ring->points.count == 0)
        return BERTH_NONE;
    size_t at = continuum_find(ring, hash);
    if (ring->start && (at = ring->start[at]) == BERTH_NONE)
        return BERTH_NONE;
    return ring->points.member[ring->attempt == 0 ? at : (at + ring->attempt) % ring->points.count];
}

static void continuum_row_route_many(const void *state, const uint64_t *hashes, size_t n,
                                     uint32_t *out)
{
    const struct continuum_state *ring = state;
    if (ring->direct && ring->next == 0)
        points_owners(&ring->points, hashes, ring->shift, n, out);
    else
        for (size_t i = 0; i < n; i++)
            out[i] = continuum_row_route(ring, hashes[i]);
}

static uint32_t continuum_row_next_ranked(const void *state, struct walk *walk)
{
    const struct continuum_state *ring = state;
    const struct points *points = &ring->points;
    struct walk_steps *at = &walk->at.steps;
    if (at->taken == 0 && points->count > 0) {
        size_t found = continuum_find(ring, walk->hash);
        at->first = ring->start ? ring->start[found] : found + ring->attempt;
    }
    if (at->first == BERTH_NONE)
        return BERTH_NONE;
    while (at->taken < points->count &&
           (!ring->row.order.reach || at->taken <= ring->row.order.reach)) {
        uint32_t node = points->member[(at->first + at->taken++) % points->count];
        if (!continuum_is_down(ring, node))
            return node;
    }
    return BERTH_NONE;
}

/* ---- looking at it ------------------------------------------------------------------------- */

bool continuum_row_mark(const void *state, size_t i, struct berth_mark *out)
{
    const struct continuum_state *ring = state;
    if (i >= ring->points.count)
        return false;
    uint64_t value = continuum_value(ring, i) ^ ring->flip;
    *out = (struct berth_mark){.value = value, .index = ring->points.member[i]};
    if (ring->low) {
        out->high = value;
        out->value = ring->low[i];
    }
    return true;
}

uint32_t continuum_row_last(const void *state)
{
    const struct continuum_state *ring = state;
    return ring->points.count > 0 ? ring->points.member[ring->points.count - 1] : BERTH_NONE;
}

/* ---- what rings do ------------------------------------------------------------------------- */

#define CONTINUUM_OPS                                                                              \
    .build = continuum_row_build, .next = continuum_row_next, .destroy = continuum_row_destroy,    \
    .route = continuum_row_route, .route_many = continuum_row_route_many,                          \
    .hash_key = continuum_row_hash_key, .hash_many = continuum_row_hash_many,                      \
    .space = continuum_row_space, .span = continuum_row_span, .mark = continuum_row_mark,          \
    .lost = continuum_row_lost, .explain = continuum_row_explain, .label = continuum_row_label,    \
    .bytes = continuum_row_bytes

const struct scheme_ops continuum_row_unranked_ops = {CONTINUUM_OPS};

const struct scheme_ops continuum_row_ops = {
    CONTINUUM_OPS,
    .next_ranked = continuum_row_next_ranked,
};

const struct scheme_ops continuum_row_raw_unranked_ops = {
    CONTINUUM_OPS,
    .hash_u64 = continuum_row_hash_u64,
};

const struct scheme_ops continuum_row_raw_ops = {
    CONTINUUM_OPS,
    .next_ranked = continuum_row_next_ranked,
    .hash_u64 = continuum_row_hash_u64,
};
