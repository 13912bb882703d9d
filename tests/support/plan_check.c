/* SPDX-License-Identifier: MIT */
/* plan_check.c - plans compared with brute force, for any scheme */
#include "plan_check.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/bits.h"
#include "place/map.h"

enum { NAME_MAX_BYTES = 24, KEY_BATCH = 700 };

/* ---- random memberships -------------------------------------------------------------------- */

static uint64_t draw(uint64_t *seed, uint64_t below)
{
    *seed += BITS_GOLDEN;
    return bits_mix(*seed) % below;
}

static void add_node(berth_nodes *nodes, uint64_t number, uint64_t weight)
{
    char name[NAME_MAX_BYTES];
    snprintf(name, sizeof name, "node-%u", (unsigned)number);
    assert_int_equal(berth_nodes_add(nodes, name, (double)weight, NULL), BERTH_E_OK);
}

/* Returns a random node of the list. */
static const char *pick_node(const berth_nodes *nodes, uint64_t *seed)
{
    struct berth_node node;
    assert_true(berth_nodes_at(nodes, draw(seed, berth_nodes_count(nodes)), &node));
    return node.name;
}

static void change_nodes(berth_nodes *nodes, uint64_t *seed)
{
    uint64_t changes = 1 + draw(seed, 5);
    for (uint64_t i = 0; i < changes; i++) {
        uint64_t kind = draw(seed, 3);
        if (kind == 0)
            add_node(nodes, 100 + i, 1 + draw(seed, 9));
        else if (kind == 1 && berth_nodes_count(nodes) > 1)
            assert_int_equal(berth_nodes_remove(nodes, pick_node(nodes, seed), NULL), BERTH_E_OK);
        else
            assert_int_equal(berth_nodes_set_weight(nodes, pick_node(nodes, seed),
                                                    (double)(1 + draw(seed, 9)), NULL),
                             BERTH_E_OK);
    }
}

static berth_map *make_map(const char *spec, const berth_nodes *nodes)
{
    berth_error error = {0};
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    if (!map)
        fail_msg("%s: %s", spec, error.text);
    return map;
}

static berth_plan *make_plan(const berth_map *before, const berth_map *after)
{
    berth_error error = {0};
    berth_plan *plan = berth_plan_new(before, after, &error);
    if (!plan)
        fail_msg("%s", error.text);
    return plan;
}

const char *plan_check_spec(const struct berth_scheme_info *scheme, char *room, size_t cap)
{
    const char *order = scheme->promises & BERTH_NUMBERED ? ":order=line" : "";
    snprintf(room, cap, "%s%s", scheme->name, order);
    return room;
}

void plan_pair_open(struct plan_pair *pair, const char *spec, uint64_t seed)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_non_null(nodes);
    seed = bits_mix(seed + 1);
    uint64_t count = 3 + draw(&seed, 58);
    for (uint64_t i = 0; i < count; i++)
        add_node(nodes, i, 1 + draw(&seed, 9));
    pair->before = make_map(spec, nodes);
    change_nodes(nodes, &seed);
    pair->after = make_map(spec, nodes);
    pair->plan = make_plan(pair->before, pair->after);
    pair->back = make_plan(pair->after, pair->before);
    berth_nodes_free(nodes);
}

void plan_pair_close(struct plan_pair *pair)
{
    berth_plan_free(pair->plan);
    berth_plan_free(pair->back);
    berth_map_free(pair->before);
    berth_map_free(pair->after);
}

/* ---- keys ---------------------------------------------------------------------------------- */

/* The answers of two lookups for each key. Rows are nodes before the change, columns are nodes
 * after it, and the last row and column stand for "no node". */
struct count {
    size_t rows, columns;
    uint64_t *keys, *bytes;
};

static size_t cell_of(const struct count *count, uint32_t from, uint32_t to)
{
    size_t row = from == BERTH_NONE ? count->rows - 1 : from;
    size_t column = to == BERTH_NONE ? count->columns - 1 : to;
    return row * count->columns + column;
}

static void count_open(struct count *count, const struct plan_pair *pair)
{
    count->rows = berth_map_count(pair->before) + 1;
    count->columns = berth_map_count(pair->after) + 1;
    count->keys = calloc(count->rows * count->columns, sizeof *count->keys);
    count->bytes = calloc(count->rows * count->columns, sizeof *count->bytes);
    assert_true(count->keys && count->bytes);
}

static void count_close(struct count *count)
{
    free(count->keys);
    free(count->bytes);
}

static uint64_t bytes_of(size_t key)
{
    return bits_mix(key) % 5000;
}

/* Feeds and counts the keys first .. first + n - 1. */
static void count_batch(struct count *count, const struct plan_pair *pair, size_t first, size_t n)
{
    char text[KEY_BATCH][NAME_MAX_BYTES];
    struct berth_key keys[KEY_BATCH];
    uint64_t bytes[KEY_BATCH];
    for (size_t i = 0; i < n; i++) {
        int len = snprintf(text[i], sizeof text[i], "k%zu", first + i);
        keys[i] = (struct berth_key){text[i], (size_t)len};
        bytes[i] = bytes_of(first + i);
        uint32_t from = berth_map_route(pair->before, keys[i].data, keys[i].len);
        uint32_t to = berth_map_route(pair->after, keys[i].data, keys[i].len);
        count->keys[cell_of(count, from, to)]++;
        count->bytes[cell_of(count, from, to)] += bytes[i];
    }
    assert_int_equal(berth_plan_feed(pair->plan, keys, bytes, n, NULL, NULL), BERTH_E_OK);
    assert_int_equal(berth_plan_feed(pair->back, keys, bytes, n, NULL, NULL), BERTH_E_OK);
}

/* Returns the index after the change of the row's node; BERTH_NONE when the node is removed. */
static uint32_t same_after(const struct plan_pair *pair, size_t row)
{
    return berth_map_find(pair->after, berth_map_name(pair->before, (uint32_t)row));
}

/* Whether the node is in both maps with the same weight. */
static bool is_untouched(const struct plan_pair *pair, const char *name)
{
    struct berth_node a, b;
    uint32_t i = berth_map_find(pair->before, name), j = berth_map_find(pair->after, name);
    return berth_map_node(pair->before, i, &a) && berth_map_node(pair->after, j, &b) &&
           a.weight == b.weight;
}

static bool is_needless(const struct plan_pair *pair, size_t row, size_t column)
{
    const char *from = berth_map_name(pair->before, (uint32_t)row);
    const char *to = berth_map_name(pair->after, (uint32_t)column);
    return from && to && is_untouched(pair, from) && is_untouched(pair, to);
}

static bool is_staying(const struct count *count, const struct plan_pair *pair, size_t row,
                       size_t column)
{
    if (row + 1 == count->rows || column + 1 == count->columns)
        return row + 1 == count->rows && column + 1 == count->columns;
    return same_after(pair, row) == column;
}

/* The share of all flows between untouched nodes. */
static double untouched_share(const struct plan_pair *pair)
{
    struct berth_flow flow;
    double share = 0;
    for (size_t i = 0; berth_plan_flow(pair->plan, i, &flow); i++)
        share += flow.needless ? flow.share : 0;
    return share;
}

/* untouched: keys that moved between untouched nodes. */
static void expect_portions(const struct plan_pair *pair, const struct berth_plan_summary *s,
                            uint64_t untouched)
{
    const double share = untouched_share(pair);
    const uint64_t rest = s->keys_moved - untouched;
    if (s->needless_untouched >= share)
        assert_int_equal(s->keys_needless_untouched, untouched);
    else
        assert_true(fabs((double)s->keys_needless_untouched -
                         (double)untouched * s->needless_untouched / share) < 0.51);
    if (s->needless_touched == 0)
        assert_int_equal(s->keys_needless_touched, 0);
    else
        assert_true(fabs((double)s->keys_needless_touched -
                         (double)rest * s->needless_touched / (s->moved - share)) < 0.51);
}

static void expect_totals(const struct count *count, const struct plan_pair *pair, size_t keys)
{
    struct berth_plan_summary s;
    uint64_t moved = 0, untouched = 0, moved_bytes = 0, bytes = 0;
    for (size_t row = 0; row < count->rows; row++)
        for (size_t column = 0; column < count->columns; column++) {
            size_t cell = row * count->columns + column;
            bool stays = is_staying(count, pair, row, column);
            bool wasted = !stays && is_needless(pair, row, column);
            bytes += count->bytes[cell];
            moved += stays ? 0 : count->keys[cell];
            moved_bytes += stays ? 0 : count->bytes[cell];
            untouched += wasted ? count->keys[cell] : 0;
        }
    berth_plan_summary(pair->plan, &s);
    assert_int_equal(s.keys, keys);
    assert_int_equal(s.bytes, bytes);
    assert_int_equal(s.keys_moved, moved);
    assert_int_equal(s.bytes_moved, moved_bytes);
    assert_int_equal(s.keys_needless, moved - s.keys_least);
    assert_int_equal(s.keys_needless, s.keys_needless_untouched + s.keys_needless_touched);
    assert_int_equal(s.bytes_needless, moved_bytes - s.bytes_least);
    expect_portions(pair, &s, untouched);
}

/* "least" is what moves and is not needless, and the other way round. Of the keys between untouched
 * nodes, all are needless, unless part of the key space between these is due. */
static void expect_least(const struct plan_pair *pair)
{
    struct berth_plan_summary s;
    berth_plan_summary(pair->plan, &s);
    assert_true(s.keys_needless <= s.keys_moved && s.bytes_needless <= s.bytes_moved);
    assert_int_equal(s.keys_least, s.keys_moved - s.keys_needless);
}

/* Every flow must agree with the lookups, and every direction in which a key moved must have a
 * flow. */
static void expect_flows(const struct count *count, const struct plan_pair *pair)
{
    struct berth_flow flow;
    uint64_t seen = 0, moved = 0, previous = UINT64_MAX;
    for (size_t i = 0; berth_plan_flow(pair->plan, i, &flow); i++) {
        size_t cell = cell_of(count, flow.index_from, flow.index_to);
        assert_int_equal(flow.keys, count->keys[cell]);
        assert_int_equal(flow.bytes, count->bytes[cell]);
        assert_ptr_equal(flow.from, berth_map_name(pair->before, flow.index_from));
        assert_string_equal(flow.to, berth_map_name(pair->after, flow.index_to));
        assert_string_not_equal(flow.from, flow.to);
        assert_int_equal(flow.needless, is_needless(pair, flow.index_from, flow.index_to));
        assert_true(flow.keys <= previous);
        previous = flow.keys;
        seen += flow.keys;
    }
    for (size_t row = 0; row < count->rows; row++)
        for (size_t column = 0; column < count->columns; column++)
            if (!is_staying(count, pair, row, column))
                moved += count->keys[row * count->columns + column];
    assert_int_equal(seen, moved);
}

void plan_check_keys(const struct plan_pair *pair, size_t n)
{
    struct count count;
    count_open(&count, pair);
    for (size_t first = 0; first < n; first += KEY_BATCH)
        count_batch(&count, pair, first, n - first < KEY_BATCH ? n - first : KEY_BATCH);
    expect_totals(&count, pair, n);
    expect_least(pair);
    expect_flows(&count, pair);
    count_close(&count);
}

/* ---- shares -------------------------------------------------------------------------------- */

/* Counted once more by hand where nothing is sampled; else chance is taken out by the library. */
static double peak_of(const berth_map *map, const double *share, enum berth_measure measure)
{
    size_t count = berth_map_count(map);
    struct berth_evenness evenness = {0};
    double *fair = calloc(count + 1, sizeof *fair), whole = 0, peak = 0;
    assert_non_null(fair);
    berth_map_fair(map, fair);
    for (size_t i = 0; i < count; i++)
        whole += share[i];
    for (size_t i = 0; i < count && whole > 0; i++)
        if (fair[i] > 0)
            peak = fmax(peak, share[i] / fair[i] / whole);
    if (measure == BERTH_BY_SAMPLE)
        berth_evenness_sampled(share, fair, count, berth_map_samples(map), &evenness, NULL);
    assert_true(evenness.peak <= peak);
    free(fair);
    return measure == BERTH_BY_SAMPLE ? evenness.peak : peak;
}

/* The tolerance for sums of doubles that were rounded a few times. */
#define EXACT 1e-12
/* The tolerance for a share that was sampled: six standard errors. */
static double sampled(uint64_t samples)
{
    return 3 / sqrt((double)samples);
}

static void expect_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g", a, b);
}

/* Subtracts the flows from `before` and from `after`; what is left must be the same. */
static void expect_differences(const struct plan_pair *pair, double *before, double *after,
                               double tolerance)
{
    struct berth_flow flow;
    for (size_t i = 0; berth_plan_flow(pair->plan, i, &flow); i++) {
        before[flow.index_from] -= flow.share;
        after[flow.index_to] -= flow.share;
    }
    for (uint32_t i = 0; i < berth_map_count(pair->before); i++) {
        uint32_t j = same_after(pair, i);
        expect_near(before[i], j == BERTH_NONE ? 0 : after[j], tolerance);
    }
    for (uint32_t j = 0; j < berth_map_count(pair->after); j++)
        if (berth_map_find(pair->before, berth_map_name(pair->after, j)) == BERTH_NONE)
            expect_near(after[j], 0, tolerance);
}

static double sum_of_gains(const struct plan_pair *pair, const double *before, const double *after)
{
    double sum = 0;
    for (uint32_t j = 0; j < berth_map_count(pair->after); j++) {
        uint32_t i = berth_map_find(pair->before, berth_map_name(pair->after, j));
        sum += fmax(0, after[j] - (i == BERTH_NONE ? 0 : before[i]));
    }
    return sum;
}

static void expect_sums(const struct plan_pair *pair, const struct berth_plan_summary *s)
{
    struct berth_flow flow;
    double moved = 0, untouched = 0;
    size_t flows = 0;
    for (; berth_plan_flow(pair->plan, flows, &flow); flows++) {
        assert_true(flow.share > 0 || flow.keys > 0);
        moved += flow.share;
        untouched += flow.needless ? flow.share : 0;
    }
    assert_int_equal(flows, s->flows);
    expect_near(moved, s->moved, EXACT);
    expect_near(s->moved - s->least, s->needless, EXACT);
    expect_near(fmin(untouched, s->needless), s->needless_untouched, EXACT);
    expect_near(s->needless - s->needless_untouched, s->needless_touched, EXACT);
    assert_true(s->least <= s->moved && s->needless <= s->moved);
}

/* Whether plan and berth_map_shares measured a map in the same way: a sample, by as many keys. */
static bool is_same_way(const berth_map *map, double *share, const struct berth_plan_summary *s)
{
    return berth_map_shares(map, share) == s->measure &&
           (s->measure != BERTH_BY_SAMPLE || berth_map_samples(map) == s->samples);
}

/* A plan may have to sample where berth_map_shares need not, such as between two moduli, and of two
 * maps it tries as many keys as both can be asked for. Then the two agree within the tolerance of
 * samples. */
void plan_check_shares(const struct plan_pair *pair)
{
    struct berth_plan_summary s;
    double *before = calloc(berth_map_count(pair->before) + 1, sizeof *before);
    double *after = calloc(berth_map_count(pair->after) + 1, sizeof *after);
    assert_true(before && after);
    berth_plan_summary(pair->plan, &s);
    bool same = is_same_way(pair->before, before, &s);
    same = is_same_way(pair->after, after, &s) && same;
    const double tolerance = same ? EXACT : sampled(s.samples ? s.samples : 1 << 20);
    expect_sums(pair, &s);
    expect_near(s.least, sum_of_gains(pair, before, after),
                same ? EXACT : 6 * hypot(s.error, s.error_least) + tolerance);
    if (same) {
        expect_near(s.peak_before, peak_of(pair->before, before, s.measure), EXACT);
        expect_near(s.peak_after, peak_of(pair->after, after, s.measure), EXACT);
    }
    expect_differences(pair, before, after, tolerance);
    free(before);
    free(after);
}

/* ---- ranges -------------------------------------------------------------------------------- */

/* Returns how many positions there are; 0 = the maps cannot be compared whole. */
static double positions_of(const struct plan_pair *pair, const struct berth_plan_summary *s)
{
    struct space space;
    if (s->measure != BERTH_BY_TABLE)
        return 0;
    assert_true(map_space(pair->before, &space));
    assert_int_equal(s->residues, space.kind == SPACE_CYCLE);
    return space.kind == SPACE_LINE ? ldexp(1, (int)space.size) : (double)space.size;
}

static bool is_moving(const struct plan_pair *pair, uint64_t hash)
{
    uint32_t from = berth_map_route_hash(pair->before, hash);
    uint32_t to = berth_map_route_hash(pair->after, hash);
    return strcmp(berth_map_name(pair->before, from), berth_map_name(pair->after, to)) != 0;
}

static bool is_key_moving(const struct plan_pair *pair, const char *key, size_t len)
{
    uint32_t from = berth_map_route(pair->before, key, len);
    uint32_t to = berth_map_route(pair->after, key, len);
    return strcmp(berth_map_name(pair->before, from), berth_map_name(pair->after, to)) != 0;
}

static void expect_moves_as_said(const struct plan_pair *pair, const struct berth_range *range,
                                 uint64_t hash)
{
    assert_int_equal(berth_map_route_hash(pair->before, hash), range->index_from);
    assert_int_equal(berth_map_route_hash(pair->after, hash), range->index_to);
    assert_true(is_moving(pair, hash));
}

static void expect_order(const struct berth_range *range, const struct berth_range *previous)
{
    assert_true(range->first <= range->last);
    if (previous)
        assert_true(previous->last < range->first);
}

/* The hashes beside a range must stay or move in another direction. They can be looked up only
 * where the map routes hashes; other maps are looked up by key, in expect_keys_in_ranges. */
static void expect_ends(const struct plan_pair *pair, const struct berth_range *range,
                        const struct berth_range *previous)
{
    expect_order(range, previous);
    if (!berth_map_hashed(pair->before))
        return;
    expect_moves_as_said(pair, range, range->first);
    expect_moves_as_said(pair, range, range->last);
    expect_moves_as_said(pair, range, range->first + (range->last - range->first) / 2);
    if (!previous) {
        assert_true(range->first == 0 || !is_moving(pair, range->first - 1));
        return;
    }
    if (previous->last + 1 < range->first)
        assert_true(!is_moving(pair, range->first - 1) && !is_moving(pair, previous->last + 1));
    else
        assert_true(previous->index_from != range->index_from ||
                    previous->index_to != range->index_to);
}

static bool is_in_a_range(const berth_plan *plan, size_t count, uint64_t position)
{
    struct berth_range range;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        assert_true(berth_plan_range(plan, middle, &range));
        if (range.last < position)
            low = middle + 1;
        else
            high = middle;
    }
    return berth_plan_range(plan, low, &range) && range.first <= position;
}

static void expect_keys_in_ranges(const struct plan_pair *pair, size_t ranges, size_t n,
                                  uint64_t modulus)
{
    for (size_t i = 0; i < n; i++) {
        char key[NAME_MAX_BYTES];
        int len = snprintf(key, sizeof key, "k%zu", i);
        uint64_t hash = berth_map_hash(pair->before, key, (size_t)len);
        uint64_t position = modulus ? hash % modulus : hash;
        assert_int_equal(is_in_a_range(pair->plan, ranges, position),
                         is_key_moving(pair, key, (size_t)len));
    }
}

void plan_check_ranges(const struct plan_pair *pair, size_t n)
{
    struct berth_plan_summary s;
    struct berth_range range, previous;
    berth_plan_summary(pair->plan, &s);
    double positions = positions_of(pair, &s), sum = 0;
    size_t ranges = 0;
    for (; berth_plan_range(pair->plan, ranges, &range); ranges++) {
        expect_ends(pair, &range, ranges ? &previous : NULL);
        sum += ((double)(range.last - range.first) + 1) / positions;
        previous = range;
    }
    assert_int_equal(ranges, s.ranges);
    if (s.measure != BERTH_BY_TABLE) {
        assert_int_equal(ranges, 0);
        return;
    }
    expect_near(sum, s.moved, EXACT);
    expect_keys_in_ranges(pair, ranges, n, s.residues ? (uint64_t)positions : 0);
}

/* ---- the plan back, and the plan from a map to itself --------------------------------------- */

static void expect_figures_reversed(const struct berth_plan_summary *a,
                                    const struct berth_plan_summary *b)
{
    assert_int_equal(a->measure, b->measure);
    assert_true(a->error == b->error && a->moved == b->moved && a->least == b->least);
    assert_true(a->needless == b->needless && a->error_least == b->error_least);
    assert_true(a->needless_untouched == b->needless_untouched);
    assert_true(a->needless_touched == b->needless_touched && a->error_peak == b->error_peak);
    assert_true(a->peak_before == b->peak_after && a->peak_after == b->peak_before);
    assert_int_equal(a->keys, b->keys);
    assert_int_equal(a->keys_moved, b->keys_moved);
    assert_int_equal(a->keys_least, b->keys_least);
    assert_int_equal(a->keys_needless, b->keys_needless);
    assert_int_equal(a->keys_needless_untouched, b->keys_needless_untouched);
    assert_int_equal(a->bytes_least, b->bytes_least);
    assert_int_equal(a->bytes, b->bytes);
    assert_int_equal(a->bytes_moved, b->bytes_moved);
    assert_int_equal(a->bytes_needless, b->bytes_needless);
    assert_int_equal(a->flows, b->flows);
    assert_int_equal(a->ranges, b->ranges);
    assert_int_equal(a->residues, b->residues);
}

/* Returns the place of a direction in a dense table of the pair's directions. */
static size_t direction(const struct plan_pair *pair, uint32_t before, uint32_t after)
{
    return before * berth_map_count(pair->after) + after;
}

static void expect_flows_reversed(const struct plan_pair *pair)
{
    size_t cells = berth_map_count(pair->before) * berth_map_count(pair->after);
    struct berth_flow flow, *seen = calloc(cells, sizeof *seen);
    assert_non_null(seen);
    for (size_t i = 0; berth_plan_flow(pair->back, i, &flow); i++)
        seen[direction(pair, flow.index_to, flow.index_from)] = flow;
    for (size_t i = 0; berth_plan_flow(pair->plan, i, &flow); i++) {
        const struct berth_flow *back = &seen[direction(pair, flow.index_from, flow.index_to)];
        assert_non_null(back->from);
        assert_string_equal(back->from, flow.to);
        assert_string_equal(back->to, flow.from);
        assert_true(back->share == flow.share);
        assert_int_equal(back->keys, flow.keys);
        assert_int_equal(back->bytes, flow.bytes);
        assert_int_equal(back->needless, flow.needless);
    }
    free(seen);
}

void plan_check_reversed(const struct plan_pair *pair)
{
    struct berth_plan_summary a, b;
    struct berth_range range, back;
    berth_plan_summary(pair->plan, &a);
    berth_plan_summary(pair->back, &b);
    expect_figures_reversed(&a, &b);
    expect_flows_reversed(pair);
    for (size_t i = 0; berth_plan_range(pair->plan, i, &range); i++) {
        assert_true(berth_plan_range(pair->back, i, &back));
        assert_true(back.first == range.first && back.last == range.last);
        assert_int_equal(back.index_from, range.index_to);
        assert_int_equal(back.index_to, range.index_from);
    }
}

void plan_check_same(const berth_map *map)
{
    struct berth_plan_summary s;
    struct berth_flow flow;
    struct berth_range range;
    berth_plan *plan = make_plan(map, map);
    const uint64_t keys[] = {1, 2, 3};
    assert_int_equal(berth_plan_feed_u64(plan, keys, NULL, 3, NULL, NULL), BERTH_E_OK);
    berth_plan_summary(plan, &s);
    assert_true(s.moved == 0 && s.least == 0 && s.needless == 0 && s.error == 0);
    assert_true(s.peak_before == s.peak_after);
    assert_int_equal(s.keys, 3);
    assert_int_equal(s.keys_moved + s.keys_least + s.keys_needless, 0);
    assert_int_equal(s.flows + s.ranges, 0);
    assert_false(berth_plan_flow(plan, 0, &flow));
    assert_false(berth_plan_range(plan, 0, &range));
    berth_plan_free(plan);
}

/* ---- all checks ---------------------------------------------------------------------------- */

bool plan_check_buildable(const char *spec, const struct berth_scheme_info *scheme)
{
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (uint64_t i = 1; i <= 3; i++)
        add_node(nodes, i, 3 * i);
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    bool buildable = map != NULL;
    if (!buildable && scheme->promises & BERTH_NATIVE)
        fail_msg("%s: %s", spec, error.text);
    if (!buildable)
        print_message("not here: %s: %s\n", spec, error.text);
    berth_map_free(map);
    berth_nodes_free(nodes);
    return buildable;
}

enum berth_measure plan_check_pair(const char *spec, const struct berth_scheme_info *scheme,
                                   uint64_t seed, size_t n)
{
    struct plan_pair pair;
    struct berth_plan_summary s;
    plan_pair_open(&pair, spec, seed);
    plan_check_keys(&pair, n);
    plan_check_shares(&pair);
    plan_check_ranges(&pair, n);
    plan_check_reversed(&pair);
    plan_check_same(pair.after);
    berth_plan_summary(pair.plan, &s);
    if (scheme->promises & BERTH_MINIMAL && !(scheme->promises & BERTH_NUMBERED)) {
        assert_true(s.needless_untouched == 0);
        assert_int_equal(s.keys_needless_untouched, 0);
    }
    plan_pair_close(&pair);
    return s.measure;
}
