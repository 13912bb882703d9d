/* SPDX-License-Identifier: MIT */
/* continuum_spans.c - a deployed ring as spans of the key hash, for shares and plans */
#include "place/mechanism/continuum_state.h"

#include "hash/xxh3.h"

#include <string.h>

/* ---- the space ----------------------------------------------------------------------------- */

static uint64_t spans_mix(uint64_t key, uint64_t with)
{
    return bits_mix(key ^ with) + BITS_GOLDEN;
}

/* What makes two key hashes the same function of a key's bytes. */
static uint64_t spans_key(const struct continuum_state *ring)
{
    const struct continuum_row *row = &ring->row;
    uint64_t key = spans_mix(row->key.raw, row->key.empty_is_zero);
    key = spans_mix(key, (uint64_t)(uintptr_t)row->key.position);
    key = spans_mix(key, (uint64_t)(uintptr_t)ring->key_hash);
    key = spans_mix(key, (uint64_t)(uintptr_t)row->key.cut);
    key = spans_mix(key, ring->flip);
    for (unsigned i = 0; i < SPEC_PARAMS_MAX; i++) {
        if (!(row->key.params >> i & 1))
            continue;
        key = spans_mix(key, ring->values[i].number);
        key = spans_mix(key, hash_xxh3(ring->values[i].text, strlen(ring->values[i].text)));
    }
    return key;
}

/* Tables repeat: position h mod this. */
static uint64_t spans_cycle(const struct continuum_state *ring)
{
    uint64_t size = 1;
    if (ring->row.order.search == CONTINUUM_MODULO)
        return ring->points.count;
    while (size < ring->points.count)
        size *= 2;
    return size;
}

/* Whether key hashes are few enough to try each. */
static bool spans_short(const struct continuum_state *ring)
{
    return ring->key_last <= UINT16_MAX;
}

void continuum_row_space(const void *state, struct space *space)
{
    const struct continuum_state *ring = state;
    if (ring->points.count == 0 || ring->row.key.uneven)
        return;
    space->key = spans_key(ring);
    space->kind = SPACE_LINE;
    space->size = bits_log2(ring->key_last) + 1;
    if (!continuum_is_table(ring) || spans_short(ring))
        return;
    space->kind = SPACE_CYCLE;
    space->size = spans_cycle(ring);
}

/* ---- spans --------------------------------------------------------------------------------- */

/* Whether a point's reach goes on to the next point. */
static bool spans_go_on(const struct continuum_state *ring)
{
    return ring->row.order.search == CONTINUUM_BEFORE ||
           ring->row.order.search == CONTINUUM_BEFORE_OR_FIRST;
}

/* One past the last position at which point i is found; may lie beyond the end of the line. */
static u128 spans_end(const struct continuum_state *ring, size_t i)
{
    u128 value = continuum_value(ring, i);
    if (ring->row.order.search == CONTINUUM_AFTER)
        return value;
    if (spans_go_on(ring))
        return i + 1 < ring->points.count ? continuum_value(ring, i + 1)
                                          : (u128)ring->last + 1 + continuum_value(ring, 0);
    if (ring->row.order.search != CONTINUUM_NEAREST)
        return value + 1;
    uint64_t next = continuum_value(ring, i + 1 < ring->points.count ? i + 1 : 0);
    return value + ((next - continuum_value(ring, i)) & ring->last) / 2 + 1;
}

/* End of span k: 0 is what the last point's reach leaves at the start of the line, k the reach of
 * point k - 1, count + 1 the rest of the line. */
static u128 spans_bound(const struct continuum_state *ring, size_t k)
{
    u128 whole = (u128)ring->last + 1;
    if (k > ring->points.count)
        return whole;
    u128 end = spans_end(ring, k == 0 ? ring->points.count - 1 : k - 1);
    if (k == 0)
        return end > whole ? end - whole : 0;
    return end < whole ? end : whole;
}

/* The point that span k of a ring belongs to. */
static uint32_t spans_owner(const struct continuum_state *ring, size_t k)
{
    size_t count = ring->points.count, at = k == 0 ? count - 1 : (k > count ? 0 : k - 1);
    if (k == 0 && ring->row.order.search == CONTINUUM_BEFORE_OR_FIRST)
        at = 0;
    if (ring->start && (at = ring->start[at]) == BERTH_NONE)
        return BERTH_NONE;
    return ring->points.member[(at + ring->attempt) % count];
}

/* Where equal points are told apart by the search, a point's own position is a span of its own:
 * 2 i = between point i - 1 and point i, 2 i + 1 = point i. */
static void spans_apart(const struct continuum_state *ring, size_t k, u128 *first, u128 *end)
{
    size_t i = k / 2, count = ring->points.count;
    *first = i > 0 ? (u128)continuum_value(ring, i - 1) + 1 : 0;
    *end = i < count ? continuum_value(ring, i) : (u128)ring->last + 1;
    if (k % 2 == 0)
        return;
    bool repeated =
        i == count || (i > 0 && continuum_value(ring, i - 1) == continuum_value(ring, i));
    *first = *end;
    *end += !repeated;
}

/* Span k, which may be empty; false past the last one. */
static bool spans_at(const struct continuum_state *ring, uint64_t k, u128 *first, u128 *end,
                     uint32_t *owner)
{
    size_t count = ring->points.count;
    if (continuum_is_table(ring)) {
        *first = k;
        *end = *first + 1;
        *owner = continuum_row_route(ring, k);
        return k < (spans_short(ring) ? ring->key_last + 1 : spans_cycle(ring));
    }
    if (ring->row.order.search == CONTINUUM_NO_WRAP) {
        spans_apart(ring, (size_t)k, first, end);
        *owner = continuum_row_route(ring, (uint64_t)*first);
        return k <= 2 * count;
    }
    *first = k == 0 ? 0 : spans_bound(ring, (size_t)k - 1);
    *end = spans_bound(ring, (size_t)k);
    *owner = spans_owner(ring, (size_t)k);
    return k <= count + 1;
}

bool continuum_row_span(const void *state, uint64_t *cursor, struct span *out)
{
    const struct continuum_state *ring = state;
    u128 first, end, whole = (u128)ring->key_last + 1;
    uint32_t owner;
    while (spans_at(ring, (*cursor)++, &first, &end, &owner)) {
        if (!continuum_is_table(ring) && end > whole)
            end = whole; /* key hashes have fewer bits than points */
        if (first >= end)
            continue; /* nothing finds this point */
        *out = (struct span){(uint64_t)first, (uint64_t)(end - 1), owner};
        return true;
    }
    return false;
}
