/* SPDX-License-Identifier: MIT */
/* continuum_build.c - a row and the nodes made into a ring */
#include "place/mechanism/continuum_work.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"
#include "base/order.h"

#include <string.h>

/* ---- preparing ----------------------------------------------------------------------------- */

/* Labels are made of a node's own text and a few numbers. */
static size_t continuum_label_room(const struct continuum_in *in)
{
    size_t most = 0;
    for (uint32_t i = 0; i < in->count; i++)
        if (in->nodes->items[i]->bytes > most)
            most = in->nodes->items[i]->bytes;
    return most + 96;
}

int continuum_work_start(struct continuum_work *work, const struct build *build, berth_error *error)
{
    const struct berth_alloc *alloc = build->alloc;
    work->build = *build;
    work->in = (struct continuum_in){.build = &work->build,
                                     .nodes = build->nodes,
                                     .values = build->values,
                                     .count = build->count};
    work->room = continuum_label_room(&work->in);
    work->build.room = alloc_array(alloc, work->room, 1);
    work->members = alloc_array(alloc, build->count, sizeof *work->members);
    work->first = alloc_zeroed(alloc, build->count, sizeof *work->first);
    work->count = alloc_zeroed(alloc, build->count, sizeof *work->count);
    work->order = alloc_array(alloc, build->count, sizeof *work->order);
    if (!work->build.room || !work->members || !work->first || !work->count || !work->order)
        return fail_memory(error);
    memcpy(work->members, build->members, build->count * sizeof *work->members);
    work->build.members = work->members;
    return 0;
}

void continuum_work_free(struct continuum_work *work)
{
    const struct berth_alloc *alloc = work->build.alloc;
    continuum_drop_pairs(work);
    alloc_free(alloc, work->build.room, work->room, 1);
    alloc_free(alloc, work->members, work->in.count, sizeof *work->members);
    alloc_free(alloc, work->first, work->in.count, sizeof *work->first);
    alloc_free(alloc, work->count, work->in.count, sizeof *work->count);
    alloc_free(alloc, work->order, work->in.count, sizeof *work->order);
}

static uint64_t continuum_largest(unsigned bits)
{
    return UINT64_MAX >> (64 - bits);
}

/* The state but for its points: the row, adapted, and the parameters. */
static int continuum_settings(struct continuum_state *ring, const struct continuum_in *in,
                              berth_error *error)
{
    struct continuum_row *row = &ring->row;
    memcpy(ring->values, in->values, in->build->scheme->info.param_count * sizeof *ring->values);
    *row = *(const struct continuum_row *)in->build->scheme->row;
    int code = row->adapt ? row->adapt(in, row, error) : BERTH_E_OK;
    unsigned bits = row->points.bits ? row->points.bits : 32;
    ring->nodes = in->count;
    ring->key_hash = row->key.hash ? row->key.hash : continuum_work_hash(in, row);
    ring->key_hash_many = row->key.raw || row->key.position ? NULL : hash_many_of(ring->key_hash);
    ring->attempt =
        row->key.attempt_param ? (size_t)in->values[row->key.attempt_param - 1].number : 0;
    ring->shift = 64 - bits;
    ring->last = continuum_largest(bits);
    ring->key_last = continuum_largest(row->key.bits ? row->key.bits : bits);
    ring->flip = row->points.flip ? (ring->last >> 1) + 1 : 0;
    ring->next = row->order.search == CONTINUUM_AFTER;
    return code;
}

static void continuum_eject(const struct continuum_row *row, struct continuum_work *work)
{
    for (uint32_t i = 0; row->rules.ejects && i < work->in.count; i++)
        if (work->in.nodes->items[i]->state == BERTH_DOWN)
            work->members[i].weight = 0;
}

static int continuum_mark_down(struct continuum_state *ring, const struct continuum_in *in,
                               berth_error *error)
{
    bool any = false;
    for (uint32_t i = 0; i < in->count; i++)
        any |= in->nodes->items[i]->state == BERTH_DOWN;
    if (!any || !ring->row.rules.knows_down)
        return 0;
    ring->down = alloc_zeroed(in->build->alloc, BITSET_WORDS(in->count), sizeof *ring->down);
    if (!ring->down)
        return fail_memory(error);
    for (uint32_t i = 0; i < in->count; i++)
        if (in->nodes->items[i]->state == BERTH_DOWN)
            bitset_add(ring->down, i);
    return 0;
}

/* ---- how many, in what order --------------------------------------------------------------- */

static int continuum_check_weights(const struct continuum_in *in, const struct continuum_row *row,
                                   berth_error *error)
{
    char text[NUMBER_TEXT_MAX];
    for (uint32_t i = 0; row->rules.whole_weights && i < in->count; i++)
        if (in->build->members[i].weight % NUMBER_MILLION != 0)
            return fail(error, BERTH_E_WEIGHT, "%s takes whole weights only, not %s",
                        in->build->scheme->info.name,
                        number_text(in->build->members[i].weight, text));
    return 0;
}

static bool continuum_owned(const struct continuum_in *in)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (in->build->members[i].weight > 0)
            return true;
    return false;
}

static int continuum_count_labels(const struct continuum_in *in, const struct continuum_row *row,
                                  uint64_t *count, berth_error *error)
{
    if (!continuum_owned(in))
        return 0;
    if (row->points.counts)
        return row->points.counts(in, count, error);
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = in->build->members[i].weight > 0 ? in->values[0].number : 0;
    return 0;
}

/* While a ring is built: two pairs and the circle with its index; of 128-bit points also their
 * lower halves and their nodes. */
static size_t continuum_point_bytes(const struct continuum_row *row)
{
    return row->points.wide ? 76 : 56;
}

/* What each of them takes at the least, so that no ring is refused here that could be built. */
enum { CONTINUUM_POINT_LEAST = 40 };

static int continuum_refuse_size(const struct continuum_work *work, const struct continuum_row *row,
                                 berth_error *error)
{
    const struct continuum_in *in = &work->in;
    double points = 0; /* may pass 2^64; the sentence needs no last digit */
    for (uint32_t i = 0; i < in->count; i++)
        points += (double)work->count[i] * continuum_words(row);
    return fail(error, BERTH_E_LIMIT,
                "%s would need %.0f points and %.0f MiB to build; allow more memory or lower the "
                "weights",
                in->build->scheme->info.name, points,
                points * (double)continuum_point_bytes(row) / (1 << 20));
}

int continuum_add_up(struct continuum_work *work, const struct continuum_row *row,
                     berth_error *error)
{
    const struct continuum_in *in = &work->in;
    unsigned words = continuum_words(row);
    size_t most = in->build->max_bytes / CONTINUUM_POINT_LEAST;
    most = (most < POINTS_MAX ? most : POINTS_MAX) / words; /* labels */
    work->points = work->largest = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        if (work->count[i] > most - work->points / words)
            return continuum_refuse_size(work, row, error);
        size_t made = (size_t)work->count[i] * words;
        work->points += made;
        work->largest = made > work->largest ? made : work->largest;
    }
    return 0;
}

static int continuum_keep_counts(struct continuum_state *ring, const struct continuum_work *work,
                                 berth_error *error)
{
    const bool numbered = ring->row.points.number;
    ring->labels = alloc_array(work->build.alloc, ring->nodes, sizeof *ring->labels);
    if (numbered)
        ring->numbers = alloc_array(work->build.alloc, ring->nodes, sizeof *ring->numbers);
    if (!ring->labels || (numbered && !ring->numbers))
        return fail_memory(error);
    for (uint32_t i = 0; i < ring->nodes; i++) {
        ring->labels[i] = (uint32_t)work->count[i];
        if (numbered)
            ring->numbers[i] = (uint32_t)work->members[i].number;
    }
    return 0;
}

struct build_order {
    const struct continuum_in *in;
    const struct continuum_row *row;
};

static bool continuum_order_less(const void *context, uint32_t a, uint32_t b)
{
    const struct build_order *order = context;
    if (order->row->order.before(order->in, a, b))
        return true;
    return a < b && !order->row->order.before(order->in, b, a);
}

static void continuum_sort_nodes(struct continuum_work *work, const struct continuum_row *row)
{
    const struct build_order order = {&work->in, row};
    for (uint32_t i = 0; i < work->in.count; i++)
        work->order[i] = i;
    if (row->order.before)
        order_sort(work->order, work->in.count, continuum_order_less, &order);
}

/* ---- points -------------------------------------------------------------------------------- */

/* Lower halves, in the order of the points. */
static int continuum_keep_lows(struct continuum_state *ring, struct continuum_work *work,
                               size_t count, berth_error *error)
{
    if (!ring->row.points.wide)
        return 0;
    ring->low = alloc_array(work->build.alloc, count, sizeof *ring->low);
    if (!ring->low)
        return fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        ring->low[i] = work->low[work->pairs[i].tag];
        work->pairs[i].tag = work->maker[work->pairs[i].tag];
    }
    return 0;
}

/* Every entry of a table has one owner. */
static int continuum_check_table(const struct continuum_state *ring,
                                 const struct continuum_work *work, berth_error *error)
{
    for (size_t i = 0; continuum_is_table(ring) && i < work->points; i++)
        if (work->pairs[i].value >> ring->shift != i)
            return fail(error, BERTH_E_RANGE,
                        "%s: number %zu is missing or is given to two nodes; the numbers must run "
                        "from 0 without gaps",
                        work->build.scheme->info.name, i);
    return 0;
}

int continuum_make(struct continuum_state *ring, struct continuum_work *work, berth_error *error)
{
    int code = continuum_make_pairs(ring, work, error);
    if (code || (code = continuum_check_table(ring, work, error)))
        return code;
    size_t count;
    if ((code = continuum_drop_equal(ring, work, &count, error)) ||
        (code = continuum_keep_lows(ring, work, count, error)))
        return code;
    code = points_from_pairs(&ring->points, work->build.alloc, work->pairs, (uint32_t)count,
                             ring->nodes);
    return code ? fail_memory(error) : BERTH_E_OK;
}

/* All but the points: row, order of nodes, numbers of labels. */
static int continuum_plan(struct continuum_state *ring, struct continuum_work *work,
                          berth_error *error)
{
    int code = continuum_settings(ring, &work->in, error);
    if (code || (code = continuum_check_weights(&work->in, &ring->row, error)))
        return code;
    continuum_eject(&ring->row, work);
    continuum_sort_nodes(work, &ring->row);
    if (ring->row.points.number &&
        (code = ring->row.points.number(&work->in, work->members, error)))
        return code;
    if ((code = continuum_mark_down(ring, &work->in, error)) ||
        (code = continuum_count_labels(&work->in, &ring->row, work->count, error)) ||
        (code = continuum_add_up(work, &ring->row, error)))
        return code;
    return continuum_keep_counts(ring, work, error);
}

static int continuum_finish(struct continuum_state *ring, struct continuum_work *work,
                            berth_error *error)
{
    ring->direct = (ring->row.order.search == CONTINUUM_AT_OR_AFTER ||
                    ring->row.order.search == CONTINUUM_AFTER) &&
                   ring->attempt == 0 && !ring->row.order.settle;
    if (!ring->row.order.settle || ring->points.count == 0)
        return 0;
    return ring->row.order.settle(&work->in, ring, error);
}

/* change: from which ring; NULL = the points are made from nothing. */
static int continuum_fill(struct continuum_state *ring, struct continuum_work *work,
                          struct continuum_change *change, berth_error *error)
{
    if (work->build.count == 0) /* such a state hashes keys, nothing else */
        return continuum_settings(ring, &work->in, error);
    int code = continuum_plan(ring, work, error);
    if (code == BERTH_E_OK)
        code = change ? continuum_make_next(ring, work, change, error)
                      : continuum_make(ring, work, error);
    return code ? code : continuum_finish(ring, work, error);
}

static int continuum_build(const struct build *build, struct continuum_change *change, void **state,
                           berth_error *error)
{
    struct continuum_work work = {0};
    struct continuum_state *ring = alloc_zeroed(build->alloc, 1, sizeof *ring);
    int code = continuum_work_start(&work, build, error);
    if (code == BERTH_E_OK)
        code = ring ? continuum_fill(ring, &work, change, error) : fail_memory(error);
    continuum_work_free(&work);
    if (code == BERTH_E_OK)
        *state = ring;
    else if (ring)
        continuum_row_destroy(ring, build->alloc);
    return code;
}

int continuum_row_build(const struct build *build, void **state, berth_error *error)
{
    return continuum_build(build, NULL, state, error);
}

int continuum_row_next(const struct build *build, const void *before, uint32_t before_count,
                       const uint32_t *origin, void **state, berth_error *error)
{
    struct continuum_change change = {
        .before = before, .before_count = before_count, .origin = origin};
    return continuum_build(build, &change, state, error);
}

/* ---- the end ------------------------------------------------------------------------------- */

void continuum_row_destroy(void *state, const struct berth_alloc *alloc)
{
    struct continuum_state *ring = state;
    alloc_free(alloc, ring->low, ring->points.count, sizeof *ring->low);
    alloc_free(alloc, ring->start, ring->points.count, sizeof *ring->start);
    alloc_free(alloc, ring->down, BITSET_WORDS(ring->nodes), sizeof *ring->down);
    alloc_free(alloc, ring->labels, ring->nodes, sizeof *ring->labels);
    alloc_free(alloc, ring->numbers, ring->nodes, sizeof *ring->numbers);
    alloc_free(alloc, ring->dropped, ring->dropped_room, sizeof *ring->dropped);
    points_free(&ring->points, alloc);
    alloc_free(alloc, ring, 1, sizeof *ring);
}

size_t continuum_row_bytes(const void *state)
{
    const struct continuum_state *ring = state;
    size_t count = ring->points.count, bytes = sizeof *ring + points_held(&ring->points);
    bytes += ring->nodes * sizeof *ring->labels + ring->dropped_room * sizeof *ring->dropped;
    if (ring->numbers)
        bytes += ring->nodes * sizeof *ring->numbers;
    if (ring->low)
        bytes += count * sizeof *ring->low;
    if (ring->start)
        bytes += count * sizeof *ring->start;
    if (ring->down)
        bytes += BITSET_WORDS(ring->nodes) * sizeof *ring->down;
    return bytes;
}
