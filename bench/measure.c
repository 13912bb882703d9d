/* SPDX-License-Identifier: MIT */
/* measure.c - rounds of slices, and the answers in them
 *
 *   round     1         2         3         4          each side's slice takes as long as the
 * other's S B       B S       S B       B S        who begins changes from round to round S
 * ns     23.1      23.0      31.7      23.2        a disturbance can only add time B ns     17.6
 * 24.9      17.7      17.5        figure: 23.0 / 17.5, the least of each
 *
 * Which estimate: noise on a shared machine (another process in the caches, a page walk, a slower
 * clock) only ever adds time. Subject and base pass through the same spells, their slices being a
 * few milliseconds apart, so over some dozens of rounds each meets a quiet one, and the ratio of
 * the least times repeats within 2 or 3 percent where the median of the rounds' ratios swings by 40
 * (measured with ten busy processes on two CPUs; on a quiet machine they are the same). Median and
 * quartiles of the ratios are recorded too: where they lie far apart, the machine was not quiet.
 *
 * Rounds go on until three of them agree on the least time of each side, within 1.5 percent, or the
 * budget of CPU time is spent.
 *
 * A slice begins with half of itself untimed: what the other side left in the caches goes. It has
 * to be long (milliseconds), or an index of a megabyte would be measured half cold.
 *
 * Every way that answers is checked twice. Before the rounds: its answers, one by one, against the
 * truth of the row (an independent recomputation, or the peer) on a sample of the keys. In every
 * timed slice: the sum of the answers against the sum of those recorded before. So a lookup cannot
 * be fast by being wrong, or by not being done. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "clock.h"

enum {
    MEASURE_ROUNDS_MAX = 128,
    MEASURE_ROUNDS_MIN = 11,
    MEASURE_ROUNDS_CELL = 5,
    MEASURE_SAMPLE = 4000,
    MEASURE_BATCH = 256
};

struct side {
    const struct way *way;
    struct setting set;
    void *state;
    size_t count;    /* operations a slice */
    uint64_t *sums;  /* sums[i]: of the answers to the first i keys; NULL: not checked */
    double ns;       /* of this round */
    double least[3]; /* of all, ascending */
};

double measure_median(double *values, size_t count, double *low, double *high)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && values[k - 1] > values[k]; k--) {
            const double swap = values[k];
            values[k] = values[k - 1];
            values[k - 1] = swap;
        }
    *low = values[count / 4];
    *high = values[count - 1 - count / 4];
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static struct slice side_slice(const struct side *side, size_t from, size_t count)
{
    return (struct slice){.keys = keys_all(),
                          .from = from,
                          .count = count,
                          .mode = side->set.mode,
                          .batch = side->set.batch ? side->set.batch : MEASURE_BATCH};
}

uint32_t measure_nodes(const struct setting *setting, const struct budget *budget)
{
    return budget->smoke && setting->nodes > 100 ? 100 : setting->nodes;
}

/* ---- opening ------------------------------------------------------------------------------- */

static bool side_open(struct side *side, const struct way *way, const struct setting *set,
                      const struct budget *budget, struct figure *figure)
{
    *side = (struct side){.way = way, .set = *set, .least = {1e300, 1e300, 1e300}};
    side->set.nodes = measure_nodes(set, budget);
    side->state = way->open(&side->set);
    if (!side->state)
        snprintf(figure->why, sizeof figure->why, "%s cannot be had here", way->name);
    return side->state != NULL;
}

static void side_close(struct side *side)
{
    if (side->state)
        side->way->close(side->state);
    free(side->sums);
}

/* ---- answers --------------------------------------------------------------------------------- */

static void side_answers(struct side *side, size_t from, size_t count, uint32_t *out)
{
    struct slice slice = side_slice(side, from, count);
    slice.out = out;
    side->way->run(side->state, &slice);
}

/* Records the answers to the first `window` keys. */
static void side_record(struct side *side, size_t window)
{
    uint32_t *answers = malloc(window * sizeof *answers);
    side->sums = malloc((window + 1) * sizeof *side->sums);
    if (!answers || !side->sums)
        abort();
    side_answers(side, 0, window, answers);
    side->sums[0] = 0;
    for (size_t i = 0; i < window; i++)
        side->sums[i + 1] = side->sums[i] + answers[i];
    free(answers);
}

/* Keys of the window at random, each asked for by itself on the side of the truth. */
static void side_compare(struct side *side, struct side *truth, size_t window,
                         struct figure *figure)
{
    size_t sample = truth->set.sample ? truth->set.sample : MEASURE_SAMPLE;
    sample = sample < window ? sample : window;
    for (size_t i = 0; i < sample; i++) {
        const size_t key = sample < window ? keys_mix(KEYS_SEED + i) % window : i;
        uint32_t right;
        side_answers(truth, key, 1, &right);
        const uint64_t answer = side->sums[key + 1] - side->sums[key];
        figure->checked++;
        if (right == ORACLE_UNSURE || answer == right)
            continue;
        figure->wrong = true;
        snprintf(figure->why, sizeof figure->why, "%s answers key %zu by %llu, %s by %u",
                 side->way->name, key, (unsigned long long)answer, truth->way->name, right);
        return;
    }
}

/* ---- slices ---------------------------------------------------------------------------------- */

/* ns per operation. */
static double side_run(struct side *side, size_t from, size_t count, struct figure *figure)
{
    const struct slice slice = side_slice(side, from, count);
    const uint64_t begin = clock_cpu();
    const uint64_t sum = side->way->run(side->state, &slice);
    const uint64_t end = clock_cpu();
    if (side->sums && sum != side->sums[from + count] - side->sums[from] && !figure->wrong) {
        figure->wrong = true;
        snprintf(figure->why, sizeof figure->why,
                 "%s answers keys %zu to %zu otherwise when it is timed", side->way->name, from,
                 from + count - 1);
    }
    return (double)(end - begin) / (double)count;
}

/* How many operations make a slice. */
static void side_calibrate(struct side *side, double slice_ns)
{
    struct figure none = {0};
    const size_t most = keys_all()->count / 2;
    size_t count = 1;
    double ns = side_run(side, 0, 1, &none);
    while (ns * (double)count < slice_ns / 4 && count < most) {
        count = 4 * count < most ? 4 * count : most;
        ns = side_run(side, 0, count, &none);
    }
    const double fits = slice_ns / (ns > 0.01 ? ns : 0.01);
    side->count = fits < 1 ? 1 : fits > (double)most ? most : (size_t)fits;
}

static void side_round(struct side *side, size_t window, unsigned round, struct figure *figure)
{
    const size_t room = window - side->count;
    const size_t from = room ? (round * side->count) % room : 0;
    if (side->count >= 8)
        side_run(side, from, side->count / 2, figure); /* what the other side put into the caches */
    side->ns = side_run(side, from, side->count, figure);
    double next = side->ns;
    for (unsigned i = 0; i < 3; i++) {
        const double kept = side->least[i];
        side->least[i] = next < kept ? next : kept;
        next = next < kept ? kept : next;
    }
}

/* Three rounds agree on the least: it is no stroke of luck, and no better one is likely. */
static bool side_settled(const struct side *side)
{
    return !side->way || side->least[2] < 1.015 * side->least[0];
}

/* ---- rows ------------------------------------------------------------------------------------ */

static double row_value(const struct row *row, double subject, double base)
{
    if (!row->base)
        return subject * (row->scale > 0 ? row->scale : 1);
    return row->at_least > 0 ? base / subject : subject / base;
}

/* Enough rounds? spent: CPU time so far. */
static bool row_settled(const struct row *row, const struct budget *budget,
                        const struct side side[2], unsigned rounds, double spent)
{
    const unsigned least = row->table ? MEASURE_ROUNDS_CELL : MEASURE_ROUNDS_MIN;
    const double most = row->table ? budget->row_ns / 4 : budget->row_ns;
    if (spent > most && (rounds >= 3 || spent > 3 * most))
        return true;
    return rounds >= least && side_settled(&side[0]) && side_settled(&side[1]);
}

static void row_rounds(const struct row *row, const struct budget *budget, struct side side[2],
                       size_t window, struct figure *figure)
{
    double values[MEASURE_ROUNDS_MAX];
    const unsigned most = budget->rounds < MEASURE_ROUNDS_MAX ? budget->rounds : MEASURE_ROUNDS_MAX;
    const double begin = (double)clock_cpu();
    for (unsigned round = 0; round < most; round++) {
        for (unsigned turn = 0; turn < 2; turn++) {
            struct side *next = &side[(turn ^ round) & 1];
            if (next->way)
                side_round(next, window, round, figure);
        }
        values[figure->rounds++] = row_value(row, side[0].ns, side[1].ns);
        if (row_settled(row, budget, side, round + 1, (double)clock_cpu() - begin))
            break;
    }
    figure->median = measure_median(values, figure->rounds, &figure->low, &figure->high);
    figure->subject = side[0].least[0];
    figure->base = row->base ? side[1].least[0] : 0;
    figure->value = row_value(row, figure->subject, figure->base);
    figure->absolute = row->base == NULL;
}

/* How many keys the rounds go through. */
static size_t row_window(const struct side side[2], const struct budget *budget)
{
    const size_t all = keys_all()->count, sample = side[0].set.sample;
    size_t window = side[0].count > side[1].count ? side[0].count : side[1].count;
    window *= !side[1].way ? 8 : budget->rounds < 2 ? 2 : budget->rounds;
    window = window < sample && !budget->smoke ? sample : window;
    return window < all ? window : all;
}

static bool row_check(const struct row *row, const struct budget *budget, struct side side[2],
                      size_t window, struct figure *figure)
{
    struct side truth = {0};
    if (row->truth && !side_open(&truth, row->truth, &row->set, budget, figure))
        return false;
    for (unsigned s = 0; s < 2; s++) {
        if (!side[s].way || !side[s].way->answers)
            continue;
        side_record(&side[s], window);
        if (row->truth && (s == 0 || row->base_set.nodes == 0))
            side_compare(&side[s], &truth, window, figure);
    }
    side_close(&truth);
    return !figure->wrong;
}

void measure_row(const struct row *row, const struct budget *budget, struct figure *figure)
{
    *figure = (struct figure){0};
    nodes_tidy();
    if (row->measure) {
        row->measure(row, budget, figure);
        return;
    }
    struct side side[2] = {{0}};
    const struct setting *base_set = row->base_set.nodes ? &row->base_set : &row->set;
    if (side_open(&side[0], row->subject, &row->set, budget, figure) &&
        (!row->base || side_open(&side[1], row->base, base_set, budget, figure))) {
        for (unsigned s = 0; s < 2; s++)
            if (side[s].way)
                side_calibrate(&side[s], budget->slice_ns);
        const size_t window = row_window(side, budget);
        if (row_check(row, budget, side, window, figure))
            row_rounds(row, budget, side, window, figure);
    }
    side_close(&side[0]);
    side_close(&side[1]);
}
