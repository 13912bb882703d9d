/* SPDX-License-Identifier: MIT */
/* ring_row.c - deployed rings: points made by a row's rules, sorted, searched */
#include "ring_row.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/fail.h"
#include "base/number.h"
#include "hash/digest.h"
#include "hash/xxh3.h"

#include <string.h>

enum { RING_VALUES = 6 };

struct ring_state {
    const struct ring_row *row;
    ring_hash *key_hash;
    uint64_t *value;                        /* points, ascending */
    uint32_t *owner;                        /* of each point */
    size_t count;                           /* points */
    size_t room;                            /* points there is memory for */
    uint64_t last;                          /* the largest position: 2^bits - 1 */
    size_t attempt;                         /* points to go on from the one found */
    struct berth_value values[RING_VALUES]; /* of the spec's parameters */
};

/* ---- building ------------------------------------------------------------------------------ */

static ring_hash *ring_row_hash(const struct ring_in *in, const struct ring_row *row)
{
    return row->hash_param ? row->hashes[in->values[row->hash_param - 1].number] : row->hash;
}

static int ring_row_check_weights(const struct ring_in *in, const struct ring_row *row,
                                  berth_error *error)
{
    char text[NUMBER_TEXT_MAX];
    for (uint32_t i = 0; row->whole_weights && i < in->count; i++)
        if (in->build->members[i].weight % NUMBER_MILLION != 0)
            return fail(error, BERTH_E_WEIGHT, "%s takes whole weights only, not %s",
                        in->build->scheme->info.name,
                        number_text(in->build->members[i].weight, text));
    return BERTH_E_OK;
}

static bool ring_row_owned(const struct ring_in *in)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (in->build->members[i].weight > 0)
            return true;
    return false;
}

static int ring_row_counts(const struct ring_in *in, const struct ring_row *row, uint64_t *count,
                           berth_error *error)
{
    memset(count, 0, in->count * sizeof *count);
    if (!ring_row_owned(in))
        return BERTH_E_OK;
    if (row->counts)
        return row->counts(in, count, error);
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = in->build->members[i].weight > 0 ? in->values[0].number : 0;
    return BERTH_E_OK;
}

/* Writes the values of one node; `labels` of them, times md5_words. */
static void ring_row_emit(const struct ring_in *in, const struct ring_row *row, uint32_t node,
                          uint64_t labels, uint64_t *out)
{
    ring_hash *hash = ring_row_hash(in, row);
    if (row->emit) {
        row->emit(in, node, labels, out);
        return;
    }
    for (uint64_t j = 0; j < labels; j++) {
        struct writer w = {.out = in->build->room, .cap = SIZE_MAX};
        ring_label(in, row, node, j, &w);
        if (row->md5_words == 0) {
            *out++ = hash(w.out, w.len);
            continue;
        }
        uint8_t digest[16];
        md5_16(w.out, w.len, digest);
        for (unsigned word = 0; word < row->md5_words; word++)
            *out++ = read32le(digest + 4 * word);
    }
}

/* What is needed while the points are made. */
struct ring_work {
    uint64_t *count;
    uint32_t *order;
    uint64_t *values;
    struct sort_pair *pairs;
    size_t points;  /* in all */
    size_t largest; /* of one node */
};

static int ring_row_plan(const struct ring_in *in, const struct ring_row *row,
                         struct ring_work *work, berth_error *error)
{
    unsigned words = row->md5_words ? row->md5_words : 1;
    int code = ring_row_check_weights(in, row, error);
    if (code || (code = ring_row_counts(in, row, work->count, error)))
        return code;
    for (uint32_t i = 0; i < in->count; i++)
        work->order[i] = i;
    if (row->order && (code = row->order(in, work->order, error)))
        return code;
    for (uint32_t i = 0; i < in->count; i++) {
        if (work->count[i] > in->build->max_bytes / (words * 48) - work->points / words)
            return fail(error, BERTH_E_LIMIT,
                        "%s would need more than %zu million points for these weights; allow more "
                        "memory or lower the weights",
                        in->build->scheme->info.name, work->points / 1000000);
        work->points += (size_t)work->count[i] * words;
        if (work->count[i] * words > work->largest)
            work->largest = (size_t)work->count[i] * words;
    }
    return BERTH_E_OK;
}

/* All points in node order (from the last node back when the last wins, so that after the stable
 * sort the winner of equal points comes first). */
static void ring_row_fill(const struct ring_in *in, const struct ring_row *row,
                          const struct ring_work *work)
{
    unsigned words = row->md5_words ? row->md5_words : 1;
    uint64_t flip = row->flip ? UINT64_C(1) << (row->bits == 64 ? 63 : 31) : 0;
    struct sort_pair *pair = work->pairs;
    for (uint32_t i = 0; i < in->count; i++) {
        bool last = row->tie == RING_LAST_WINS;
        uint32_t node = work->order[last ? in->count - 1 - i : i];
        size_t made = (size_t)work->count[node] * words;
        ring_row_emit(in, row, node, work->count[node], work->values);
        for (size_t j = 0; j < made; j++)
            *pair++ = (struct sort_pair){work->values[last ? made - 1 - j : j] ^ flip, node};
    }
}

static void ring_row_keep(struct ring_state *ring, const struct ring_work *work)
{
    bool distinct = ring->row->distinct || ring->row->tie == RING_LAST_WINS;
    for (size_t i = 0; i < work->points; i++) {
        if (distinct && ring->count && ring->value[ring->count - 1] == work->pairs[i].value)
            continue;
        ring->value[ring->count] = work->pairs[i].value;
        ring->owner[ring->count++] = work->pairs[i].tag;
    }
}

static int ring_row_make(const struct ring_in *in, struct ring_state *ring, struct ring_work *work,
                         berth_error *error)
{
    const struct berth_alloc *alloc = in->build->alloc;
    work->values = alloc_array(alloc, work->largest, sizeof *work->values);
    work->pairs = alloc_array(alloc, 2 * work->points, sizeof *work->pairs);
    ring->value = alloc_array(alloc, work->points, sizeof *ring->value);
    ring->owner = alloc_array(alloc, work->points, sizeof *ring->owner);
    ring->room = work->points;
    if (!work->values || !work->pairs || !ring->value || !ring->owner)
        return fail_memory(error);
    ring_row_fill(in, ring->row, work);
    sort_pairs(work->pairs, work->pairs + work->points, work->points);
    ring_row_keep(ring, work);
    return BERTH_E_OK;
}

static struct ring_state *ring_row_new(const struct ring_in *in, const struct ring_row *row)
{
    struct ring_state *ring = alloc_zeroed(in->build->alloc, 1, sizeof *ring);
    if (!ring)
        return NULL;
    size_t params = in->build->scheme->info.param_count;
    ring->row = row;
    ring->key_hash = row->key_hash ? row->key_hash : ring_row_hash(in, row);
    ring->last = row->bits == 64 ? UINT64_MAX : UINT32_MAX;
    if (row->attempt_param)
        ring->attempt = (size_t)in->values[row->attempt_param - 1].number;
    memcpy(ring->values, in->values,
           (params < RING_VALUES ? params : RING_VALUES) * sizeof *ring->values);
    return ring;
}

int ring_row_build(const struct berth_build *build, void **state, berth_error *error)
{
    struct ring_in in = {
        .build = build, .nodes = build->nodes, .values = build->values, .count = build->count};
    const struct berth_alloc *alloc = build->alloc;
    struct ring_work work = {.count = alloc_array(alloc, in.count, sizeof *work.count),
                             .order = alloc_array(alloc, in.count, sizeof *work.order)};
    struct ring_state *ring = ring_row_new(&in, build->scheme->row);
    int code = ring && work.count && work.order ? BERTH_E_OK : fail_memory(error);
    if (code == BERTH_E_OK)
        code = ring_row_plan(&in, ring->row, &work, error);
    if (code == BERTH_E_OK)
        code = ring_row_make(&in, ring, &work, error);
    alloc_free(alloc, work.count, in.count, sizeof *work.count);
    alloc_free(alloc, work.order, in.count, sizeof *work.order);
    alloc_free(alloc, work.values, work.largest, sizeof *work.values);
    alloc_free(alloc, work.pairs, 2 * work.points, sizeof *work.pairs);
    if (code != BERTH_E_OK && ring) {
        ring_row_destroy(ring, alloc);
        return code;
    }
    *state = ring;
    return code;
}

void ring_row_destroy(void *state, const struct berth_alloc *alloc)
{
    struct ring_state *ring = state;
    alloc_free(alloc, ring->value, ring->room, sizeof *ring->value);
    alloc_free(alloc, ring->owner, ring->room, sizeof *ring->owner);
    alloc_free(alloc, ring, 1, sizeof *ring);
}

size_t ring_row_bytes(const void *state)
{
    const struct ring_state *ring = state;
    return sizeof *ring + ring->room * (sizeof *ring->value + sizeof *ring->owner);
}

/* ---- keys ---------------------------------------------------------------------------------- */

uint64_t ring_row_hash_key(const void *state, const void *key, size_t len)
{
    const struct ring_state *ring = state;
    if (ring->row->raw_keys)
        return len == 8 ? read64le(key) : hash_xxh3(key, len);
    if (ring->row->cut)
        ring->row->cut(ring->values, &key, &len);
    uint64_t flip = ring->row->flip ? (ring->last >> 1) + 1 : 0;
    return flip ^ (ring->row->position ? ring->row->position(ring->values, key, len)
                                       : ring->key_hash(key, len));
}

uint64_t ring_row_hash_u64(const void *state, uint64_t key)
{
    (void)state;
    return key;
}

/* ---- searching ----------------------------------------------------------------------------- */

/* The first point >= hash; count when there is none. */
static size_t ring_row_at_or_after(const struct ring_state *ring, uint64_t hash)
{
    const uint64_t *base = ring->value;
    size_t left = ring->count;
    while (left > 1) {
        size_t half = left / 2;
        base += base[half - 1] < hash ? half : 0;
        left -= half;
    }
    return (size_t)(base - ring->value) + (left == 1 && *base < hash);
}

static size_t ring_row_wrap(const struct ring_state *ring, size_t at)
{
    return at == ring->count ? 0 : at;
}

static size_t ring_row_nearest(const struct ring_state *ring, uint64_t hash)
{
    size_t next = ring_row_wrap(ring, ring_row_at_or_after(ring, hash));
    size_t previous = next == 0 ? ring->count - 1 : next - 1;
    uint64_t before = (hash - ring->value[previous]) & ring->last;
    uint64_t after = (ring->value[next] - hash) & ring->last;
    return before <= after ? previous : next;
}

/* Varnish bisects in its own way; which of several equal points it meets first depends on that, as
 * does the answer for two points (always the second). */
static size_t ring_row_no_wrap(const struct ring_state *ring, uint64_t hash)
{
    const uint64_t *value = ring->value;
    size_t low = 0, high = ring->count, last = ring->count - 1;
    for (;;) {
        size_t i = low + (high - low) / 2;
        if (value[i] == hash || i == last)
            return i;
        if (value[i] < hash && hash <= value[i + 1])
            return i + 1;
        if (value[i] > hash) {
            if (i == 0)
                return 0;
            high = i;
        } else {
            low = i;
        }
    }
}

static size_t ring_row_find(const struct ring_state *ring, uint64_t hash)
{
    switch (ring->row->search) {
    case RING_AFTER:
        return hash >= ring->last ? 0 : ring_row_wrap(ring, ring_row_at_or_after(ring, hash + 1));
    case RING_NEAREST:
        return ring_row_nearest(ring, hash);
    case RING_NO_WRAP:
        return ring_row_no_wrap(ring, hash);
    default:
        return ring_row_wrap(ring, ring_row_at_or_after(ring, hash));
    }
}

uint32_t ring_row_route(const void *state, uint64_t hash)
{
    const struct ring_state *ring = state;
    if (ring->count == 0)
        return BERTH_NONE;
    size_t at = ring_row_find(ring, hash);
    return ring->owner[ring->attempt == 0 ? at : (at + ring->attempt) % ring->count];
}

/* walk->at: [0] the point the key found, [1] points seen so far. */
uint32_t ring_row_next_ranked(const void *state, struct berth_walk *walk)
{
    const struct ring_state *ring = state;
    if (walk->at[1] == ring->count)
        return BERTH_NONE;
    if (walk->at[1] == 0)
        walk->at[0] = ring_row_find(ring, walk->hash);
    size_t at = (size_t)(walk->at[0] + ring->attempt + walk->at[1]++) % ring->count;
    return ring->owner[at];
}

void ring_row_explain(const void *state, uint64_t hash, struct berth_where *out)
{
    const struct ring_state *ring = state;
    out->what = "point";
    out->position = ring->count ? ring->value[ring_row_find(ring, hash)] : 0;
    out->positions = 0;
}

bool ring_row_mark(const void *state, size_t i, struct berth_mark *out)
{
    const struct ring_state *ring = state;
    if (i >= ring->count)
        return false;
    uint64_t flip = ring->row->flip ? (ring->last >> 1) + 1 : 0;
    *out = (struct berth_mark){.value = ring->value[i] ^ flip, .index = ring->owner[i]};
    return true;
}

/* ---- spans --------------------------------------------------------------------------------- */

void ring_row_space(const void *state, struct berth_space *space)
{
    const struct ring_state *ring = state;
    const struct ring_row *row = ring->row;
    uint64_t key = (uint64_t)(uintptr_t)ring->key_hash;
    if (ring->count == 0)
        return;
    space->kind = BERTH_SPACE_LINE;
    space->size = row->bits == 64 ? 64 : 32;
    space->key = bits_mix(key + (row->raw_keys ? 1 : 0)) + (uint64_t)(uintptr_t)row->cut;
    for (size_t i = 0; row->cut && i < 2; i++) /* the tag's letters are part of the key hash */
        space->key =
            bits_mix(space->key ^ hash_xxh3(ring->values[i].text, strlen(ring->values[i].text)));
}

/* One past the last position at which point i is found; may lie beyond the end of the line. */
static u128 ring_row_end(const struct ring_state *ring, size_t i)
{
    u128 value = ring->value[i];
    if (ring->row->search == RING_AFTER)
        return value;
    if (ring->row->search != RING_NEAREST)
        return value + 1;
    uint64_t next = ring->value[i + 1 < ring->count ? i + 1 : 0];
    return value + ((next - ring->value[i]) & ring->last) / 2 + 1;
}

/* End of span k: 0 is what the last point's reach leaves at the start of the line, k the reach of
 * point k - 1, count + 1 the rest of the line. */
static u128 ring_row_bound(const struct ring_state *ring, size_t k)
{
    u128 whole = (u128)ring->last + 1;
    if (k > ring->count)
        return whole;
    u128 end = ring_row_end(ring, k == 0 ? ring->count - 1 : k - 1);
    if (k == 0)
        return end > whole ? end - whole : 0;
    return end < whole ? end : whole;
}

static uint32_t ring_row_span_owner(const struct ring_state *ring, size_t k, uint64_t first)
{
    if (ring->row->search == RING_NO_WRAP)
        return ring_row_route(ring, first);
    size_t at = k == 0 ? ring->count - 1 : (k > ring->count ? 0 : k - 1);
    return ring->owner[(at + ring->attempt) % ring->count];
}

bool ring_row_span(const void *state, uint64_t *cursor, struct berth_span *out)
{
    const struct ring_state *ring = state;
    for (size_t k; (k = (size_t)(*cursor)++) <= ring->count + 1;) {
        u128 first = k == 0 ? 0 : ring_row_bound(ring, k - 1), end = ring_row_bound(ring, k);
        if (first >= end)
            continue; /* nothing finds this point */
        out->first = (uint64_t)first;
        out->last = (uint64_t)(end - 1);
        out->owner = ring_row_span_owner(ring, k, out->first);
        return true;
    }
    return false;
}
