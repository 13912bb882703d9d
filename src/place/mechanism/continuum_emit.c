/* SPDX-License-Identifier: MIT */
/* continuum_emit.c - labels hashed into points, many side by side
 *
 *   node a: a-0 a-1 a-2 | node b: b-0 b-1 ...    labels, one node after the other
 *           `-- MD5_MANY at a time --'           hashed together where the hash can
 *                                                each value becomes a pair (position, node)
 *
 * Pairs are in node order, from the last node back when the last of equal points wins, so that
 * after the stable sort the winner comes first. */
#include "place/mechanism/continuum_work.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/fail.h"
#include "hash/hash.h"

/* ---- pairs --------------------------------------------------------------------------------- */

/* A value of a node becomes pair number `at`; low is the lower half of a 128-bit point. */
static void emit_put(struct continuum_work *work, const struct continuum_state *ring, size_t at,
                     uint32_t node, uint64_t value, uint64_t low)
{
    work->pairs[at] = (struct sort_pair){(value ^ ring->flip) << ring->shift, node};
    if (ring->row.points.wide == CONTINUUM_NARROW)
        return;
    work->pairs[at].tag = (uint32_t)at;
    work->maker[at] = node;
    work->low[at] = low;
}

/* The points of one node: where the pairs are of which it may make so many. */
struct emit_span {
    size_t first, made;
    uint32_t node;
};

/* The pair of a node's j-th value. */
static size_t emit_at(const struct continuum_state *ring, const struct emit_span *span, size_t j)
{
    return span->first + (ring->row.order.tie == CONTINUUM_LAST_WINS ? span->made - 1 - j : j);
}

/* Values that are given, or just numbered. */
static void emit_values(struct continuum_work *work, const struct continuum_state *ring,
                        const struct emit_span *span)
{
    if (ring->row.points.emit)
        ring->row.points.emit(&work->in, span->node, work->count[span->node], work->values);
    for (size_t j = 0; j < span->made; j++) {
        const size_t at = emit_at(ring, span, j);
        emit_put(work, ring, at, span->node,
                 ring->row.points.emit ? work->values[j] : at ^ ring->flip, 0);
    }
}

/* ---- labels -------------------------------------------------------------------------------- */

/* Labels whose hashes are still to be computed. */
struct emit_batch {
    struct berth_key keys[MD5_MANY];
    struct emit_span spans[MD5_MANY];
    uint64_t numbers[MD5_MANY]; /* of the label among those that its node makes */
    size_t count;
    const char *pattern;
    continuum_hash *hash;
    hash_many *many; /* NULL: the hash has no function for many at once */
};

/* One or several points from each MD5. */
static void emit_flush_md5(struct emit_batch *batch, struct continuum_work *work,
                           const struct continuum_state *ring)
{
    const enum continuum_wide wide = ring->row.points.wide;
    const unsigned words = ring->row.points.md5_words;
    const size_t n = batch->count;
    uint32_t digests[4 * MD5_MANY];
    md5_many(batch->keys, n, wide ? 4 : words, digests);
    for (size_t i = 0; i < n; i++) {
        const struct emit_span *span = &batch->spans[i];
        const uint32_t *word = digests + i;
        const size_t j = batch->numbers[i];
        if (wide)
            emit_put(work, ring, emit_at(ring, span, j), span->node,
                     continuum_half(wide, word[0], word[n]),
                     continuum_half(wide, word[2 * n], word[3 * n]));
        for (unsigned w = 0; w < words; w++)
            emit_put(work, ring, emit_at(ring, span, words * j + w), span->node, word[w * n], 0);
    }
}

static void emit_flush(struct emit_batch *batch, struct continuum_work *work,
                       const struct continuum_state *ring)
{
    uint64_t values[MD5_MANY];
    if (ring->row.points.wide || ring->row.points.md5_words) {
        emit_flush_md5(batch, work, ring);
    } else {
        if (batch->many)
            batch->many(batch->keys, batch->count, values);
        for (size_t i = 0; i < batch->count && !batch->many; i++)
            values[i] = batch->hash(batch->keys[i].data, batch->keys[i].len);
        for (size_t i = 0; i < batch->count; i++) {
            const struct emit_span *span = &batch->spans[i];
            emit_put(work, ring, emit_at(ring, span, batch->numbers[i]), span->node, values[i], 0);
        }
    }
    batch->count = 0;
}

/* What stands for $n, written into build.room. */
static struct continuum_name emit_name(const struct continuum_work *work,
                                       const struct continuum_row *row, uint32_t node)
{
    struct writer w = {.out = work->build.room, .cap = SIZE_MAX};
    if (!row->label.identity)
        return (struct continuum_name){work->in.nodes->items[node]->text,
                                       work->in.nodes->items[node]->name_len};
    row->label.identity(&work->in, node, &w);
    return (struct continuum_name){w.out, w.len};
}

static void emit_labels(struct emit_batch *batch, struct continuum_work *work,
                        const struct continuum_state *ring, const struct emit_span *span)
{
    const struct continuum_name name = emit_name(work, &ring->row, span->node);
    for (uint64_t j = 0; j < work->count[span->node]; j++) {
        const size_t i = batch->count++;
        struct writer w = {.out = work->labels + i * work->room, .cap = SIZE_MAX};
        continuum_write_label(batch->pattern, name, span->node,
                              ring->row.label.first + work->first[span->node] + j, &w);
        batch->keys[i] = (struct berth_key){w.out, w.len};
        batch->spans[i] = *span;
        batch->numbers[i] = j;
        if (batch->count == MD5_MANY)
            emit_flush(batch, work, ring);
    }
}

/* ---- all of them --------------------------------------------------------------------------- */

static void emit_fill(struct continuum_work *work, const struct continuum_state *ring)
{
    const struct continuum_row *row = &ring->row;
    const uint32_t nodes = work->in.count;
    struct emit_batch batch = {.pattern = continuum_pattern(ring),
                               .hash = continuum_work_hash(&work->in, row)};
    size_t first = 0;
    batch.many = hash_many_of(batch.hash);
    for (uint32_t i = 0; i < nodes; i++) {
        const uint32_t node =
            work->order[row->order.tie == CONTINUUM_LAST_WINS ? nodes - 1 - i : i];
        const struct emit_span span = {first, (size_t)work->count[node] * continuum_words(row),
                                       node};
        if (row->points.emit || continuum_is_table(ring))
            emit_values(work, ring, &span);
        else if (span.made > 0)
            emit_labels(&batch, work, ring, &span);
        first += span.made;
    }
    emit_flush(&batch, work, ring);
}

/* The same for a table that is dealt out. */
static int emit_deal(struct continuum_work *work, const struct continuum_state *ring,
                     berth_error *error)
{
    int code = ring->row.points.deal(&work->in, work->count, work->maker, work->points, error);
    for (size_t at = 0; at < work->points && code == BERTH_E_OK; at++)
        work->pairs[at] = (struct sort_pair){(uint64_t)at << ring->shift, work->maker[at]};
    return code;
}

static bool emit_take(struct continuum_work *work, const struct continuum_row *row)
{
    const struct berth_alloc *alloc = work->build.alloc;
    work->labels = alloc_array(alloc, MD5_MANY * work->room, 1);
    work->values = alloc_array(alloc, work->largest, sizeof *work->values);
    work->pairs = alloc_array(alloc, 2 * work->points, sizeof *work->pairs);
    if (row->points.wide || row->points.deal)
        work->maker = alloc_array(alloc, work->points, sizeof *work->maker);
    if (row->points.wide)
        work->low = alloc_array(alloc, work->points, sizeof *work->low);
    return work->labels && work->values && work->pairs && (!row->points.wide || work->low) &&
           (!(row->points.wide || row->points.deal) || work->maker);
}

void continuum_drop_pairs(struct continuum_work *work)
{
    const struct berth_alloc *alloc = work->build.alloc;
    alloc_free(alloc, work->labels, MD5_MANY * work->room, 1);
    alloc_free(alloc, work->values, work->largest, sizeof *work->values);
    alloc_free(alloc, work->pairs, 2 * work->points, sizeof *work->pairs);
    alloc_free(alloc, work->maker, work->points, sizeof *work->maker);
    alloc_free(alloc, work->low, work->points, sizeof *work->low);
    work->labels = NULL;
    work->values = NULL;
    work->pairs = NULL;
    work->maker = NULL;
    work->low = NULL;
}

int continuum_make_pairs(struct continuum_state *ring, struct continuum_work *work,
                         berth_error *error)
{
    int code = BERTH_E_OK;
    if (!emit_take(work, &ring->row))
        return fail_memory(error);
    if (ring->row.points.deal)
        code = emit_deal(work, ring, error);
    else
        emit_fill(work, ring);
    if (ring->row.order.yields)
        code = continuum_yield(ring, work, error);
    sort_pairs(work->pairs, work->pairs + work->points, work->points);
    return code;
}
