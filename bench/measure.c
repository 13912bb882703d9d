/* SPDX-License-Identifier: MIT */
/* measure.c - rounds of slices, and the check of their answers
 *
 *   round     1         2         3         4
 *             S B       B S       S B       B S     S: a slice of the subject, B: of the base; the
 *                                                   side that begins alternates
 *   S ns     23.1      23.0      31.7      23.2     a disturbance can only add time
 *   B ns     17.6      24.9      17.7      17.5     figure: 23.0 / 17.5, the least of each
 *
 * Why the least: noise on a shared machine (another process in the caches, a page walk, a slower
 * clock) only adds time. The slices of subject and base are a few milliseconds apart, so both meet
 * the same noise, and over some dozens of rounds each meets a quiet moment. With ten busy processes
 * on two CPUs the ratio of the least times repeats within 2 or 3 percent, while the median of the
 * rounds' ratios varies by 40 percent; on a quiet machine both are the same. Median and quartiles
 * of the ratios are recorded too: where they are far apart, the machine was not quiet.
 *
 * Rounds go on until the three least times of each side agree within 1.5 percent, or until the
 * budget of CPU time is spent.
 *
 * Half a slice runs untimed before each slice, to replace what the other side left in the caches. A
 * slice must take milliseconds, or an index of a megabyte would be measured half cold.
 *
 * A way that gives answers is checked twice. Before the rounds, its answers to a sample of the keys
 * are compared one by one with the truth of the row (an independent computation, or the peer). In
 * every timed slice, the sum of the answers is compared with the sum of the answers recorded
 * before. So a lookup cannot be fast because it is wrong or because it is left out. */
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
    size_t count;    /* operations in a slice */
    uint64_t *sums;  /* sums[i] is the sum of the answers to the first i keys; NULL: not checked */
    double ns;       /* per operation, in this round */
    double least[3]; /* the three least of all rounds, ascending */
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

/* Compares the recorded answers to random keys of the window with the truth, one key at a time. */
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

/* Runs a slice and checks its sum. Returns the ns per operation. */
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

/* Finds how many operations take slice_ns. */
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
        side_run(side, from, side->count / 2, figure); /* untimed: fills the caches */
    side->ns = side_run(side, from, side->count, figure);
    double next = side->ns;
    for (unsigned i = 0; i < 3; i++) {
        const double kept = side->least[i];
        side->least[i] = next < kept ? next : kept;
        next = next < kept ? kept : next;
    }
}

/* Whether the three least times agree: then the least is no outlier, and a better is unlikely. */
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

/* Whether there have been enough rounds. `spent` is the CPU time so far, in ns. */
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

/* How many keys the rounds use. */
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
