/* SPDX-License-Identifier: MIT */
/* measure_threads.c - a reader while a writer publishes, and two readers instead of one
 *
 * Two threads can be compared with one only while both run. A round of a millisecond counts when
 * each of its threads had a CPU for nearly all of that time; the figure is the ratio of the best
 * rates of the rounds that count. The control is a rwlock around a single load, for which two
 * threads are known to contend: when a second thread does not make it slower, the threads did not
 * run at the same time, and goal 8 gets no verdict. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "berth_live.h"
#include "clock.h"
#include "measures.h"
#include "ways.h"

enum {
    THREADS_CHUNK = 500,
    THREADS_MOST = 2,
    THREADS_ROUNDS = 15,
    THREADS_ROUND_NS = 1000000,
    THREADS_WAKE_NS = 400000,
};
static const double threads_share = 0.9;        /* least part of a round that a thread must run */
static const double threads_control_most = 0.6; /* highest gain of the control by a second thread */

/* ---- a round --------------------------------------------------------------------------------- */

struct thread {
    const struct way *way;
    void *state;
    uint64_t *expected; /* the sum of each chunk's answers; NULL: not checked */
    unsigned number;
    uint64_t start; /* wall clock: all threads of a round begin and end at the same time */
    double ns;      /* CPU time of a lookup */
    double share;   /* the part of the round that the thread was on a CPU */
    bool wrong;
};

static void thread_chunk(struct thread *thread, size_t number)
{
    const size_t chunk = number % (keys_all()->count / THREADS_CHUNK);
    const struct slice slice = {
        .keys = keys_all(), .from = chunk * THREADS_CHUNK, .count = THREADS_CHUNK};
    const uint64_t sum = thread->way->run(thread->state, &slice);
    thread->wrong |= thread->expected && sum != thread->expected[chunk];
}

/* Looks keys up without counting until the common start, then counts. */
static void *thread_run(void *argument)
{
    struct thread *thread = argument;
    size_t chunk = thread->number * 1000, done = 0;
    do
        thread_chunk(thread, chunk++);
    while (clock_wall() < thread->start);
    const uint64_t cpu = clock_cpu();
    for (; clock_wall() < thread->start + THREADS_ROUND_NS; done++)
        thread_chunk(thread, chunk++);
    const double spent = (double)(clock_cpu() - cpu);
    thread->ns = spent / (double)(done * THREADS_CHUNK);
    thread->share = spent / (double)(clock_wall() - thread->start);
    return NULL;
}

/* Returns the lookups per ns of `count` threads together. With `strict`, returns 0 when a thread
 * was off its CPU for too long. */
static double threads_round(struct thread *threads, unsigned count, bool strict)
{
    pthread_t handles[THREADS_MOST];
    double rate = 0, share = 1;
    const uint64_t start = clock_wall() + THREADS_WAKE_NS;
    /* A new thread starts on the CPU of the thread that creates it, and would wait there while that
     * thread runs; so this thread moves first. The last thread is created first, so that this
     * thread is back on the first CPU at the end. */
    for (unsigned i = count; i-- > 0;) {
        threads[i].start = start;
        clock_pin(i);
        if (pthread_create(&handles[i], NULL, thread_run, &threads[i]) != 0)
            abort();
    }
    for (unsigned i = 0; i < count; i++) {
        pthread_join(handles[i], NULL);
        rate += threads[i].share > 0 ? 1 / threads[i].ns : 0;
        share = threads[i].share < share ? threads[i].share : share;
    }
    return strict && share < threads_share ? 0 : rate;
}

/* ---- one thread and two ---------------------------------------------------------------------- */

static double threads_best(const double *rates, unsigned count)
{
    double best = rates[0];
    for (unsigned i = 1; i < count; i++)
        best = rates[i] > best ? rates[i] : best;
    return best;
}

static void threads_scale(struct thread *threads, const struct budget *budget,
                          struct figure *figure)
{
    const bool smoke = budget->smoke;
    const double begin = (double)clock_wall();
    double rates[2][THREADS_ROUNDS];
    unsigned counted[2] = {0, 0};
    const unsigned wanted = smoke ? 1 : THREADS_ROUNDS;
    unsigned tries = 0;
    while (tries == 0 || (!smoke && (double)clock_wall() - begin < 5 * budget->row_ns)) {
        tries++;
        for (unsigned s = 0; s < 2; s++) {
            const double rate = threads_round(threads, s + 1, !smoke);
            if (rate > 0 && counted[s] < wanted)
                rates[s][counted[s]++] = rate;
        }
        if (counted[0] == wanted && counted[1] == wanted)
            break;
    }
    if (counted[0] == 0 || counted[1] < (wanted + 2) / 3) {
        snprintf(figure->why, sizeof figure->why,
                 "of %u rounds two threads both ran through %u: too busy a machine, or one CPU",
                 tries, counted[1]);
        return;
    }
    figure->base = 1 / threads_best(rates[0], counted[0]);
    figure->subject = 1 / threads_best(rates[1], counted[1]);
    figure->value = figure->base / figure->subject;
    figure->low = figure->median = figure->high = figure->value;
    figure->rounds = counted[1];
}

void threads_control(const struct row *row, const struct budget *budget, struct figure *figure)
{
    void *ring = way_rwlock_bare.open(&row->set);
    struct thread threads[THREADS_MOST] = {{.way = &way_rwlock_bare, .state = ring},
                                           {.way = &way_rwlock_bare, .state = ring, .number = 1}};
    threads_scale(threads, budget, figure);
    way_rwlock_bare.close(ring);
}

/* Whether two threads run at the same time on this machine, by the control, which is measured once
 * in a run. */
static bool threads_meet(const struct row *row, const struct budget *budget, struct figure *figure)
{
    static struct figure control;
    if (budget->smoke)
        return true;
    if (control.rounds == 0 && control.why[0] == '\0')
        threads_control(row, budget, &control);
    if (control.rounds > 0 && control.value <= threads_control_most)
        return true;
    snprintf(figure->why, sizeof figure->why, "%s%.100s",
             control.rounds ? "the control gains by a second thread: this measures nothing" : "",
             control.why);
    return false;
}

static uint64_t *threads_expected(const struct setting *set)
{
    const struct keys *keys = keys_all();
    const berth_map *map = nodes_map(set);
    uint64_t *sums = calloc(keys->count / THREADS_CHUNK, sizeof *sums);
    for (size_t i = 0; sums && i < keys->count; i++)
        sums[i / THREADS_CHUNK] +=
            berth_map_route(map, keys->text + i * keys->length, keys->length);
    return sums;
}

static void threads_readers(struct bench_live *live, const struct way *way, uint64_t *expected,
                            const struct budget *budget, struct figure *figure)
{
    struct thread threads[THREADS_MOST];
    for (unsigned i = 0; i < THREADS_MOST; i++)
        threads[i] = (struct thread){
            .way = way, .state = bench_live_reader(live), .expected = expected, .number = i};
    threads_scale(threads, budget, figure);
    for (unsigned i = 0; i < THREADS_MOST; i++) {
        figure->wrong |= threads[i].wrong;
        berth_reader_free(threads[i].state);
    }
    if (figure->wrong)
        snprintf(figure->why, sizeof figure->why, "a reader's answers are not the map's");
    figure->checked = keys_all()->count;
}

/* When even unprotected lookups gain too little from a second thread, the machine is too busy for a
 * verdict. */
static void threads_live(struct bench_live *live, const struct row *row,
                         const struct budget *budget, struct figure *figure)
{
    struct figure plain = {0};
    uint64_t *expected = threads_expected(&row->set);
    threads_readers(live, &berth_live_protected, expected, budget, figure);
    if (figure->value < row->at_least && !figure->wrong && !budget->smoke) {
        threads_readers(live, &berth_live_unprotected, expected, budget, &plain);
        if (plain.value < row->at_least) {
            snprintf(figure->why, sizeof figure->why,
                     "%.2f, but without protection it is %.2f: too busy a machine", figure->value,
                     plain.value);
            figure->rounds = 0;
        }
    }
    free(expected);
}

void threads_two(const struct row *row, const struct budget *budget, struct figure *figure)
{
    struct bench_live *live = bench_live_new(&row->set);
    if (live && threads_meet(row, budget, figure))
        threads_live(live, row, budget, figure);
    if (live)
        bench_live_free(live);
}

/* ---- beside a writer ------------------------------------------------------------------------- */

static struct bench_live *threads_shared; /* set while a row of this kind is measured */

static void *threads_open(const struct setting *set)
{
    (void)set;
    return bench_live_reader(threads_shared);
}

static void threads_close(void *state)
{
    berth_reader_free(state);
}

void threads_protected(const struct row *row, const struct budget *budget, struct figure *figure)
{
    struct way subject = berth_live_protected, base = berth_live_unprotected;
    struct row one = *row;
    subject.open = base.open = threads_open;
    subject.close = base.close = threads_close;
    one.subject = &subject;
    one.base = &base;
    one.measure = NULL;
    one.set.nodes = measure_nodes(&row->set, budget);
    threads_shared = bench_live_new(&one.set);
    if (!threads_shared || !bench_live_publish(threads_shared)) {
        snprintf(figure->why, sizeof figure->why, "no live map, or no thread to write it");
        return;
    }
    const uint64_t begin = clock_wall();
    measure_row(&one, budget, figure);
    const double ms = (double)(clock_wall() - begin) * 1e-6;
    if (!figure->wrong && figure->rounds > 0)
        snprintf(figure->why, sizeof figure->why, "%.2f versions a ms",
                 (double)bench_live_versions(threads_shared) / ms);
    bench_live_free(threads_shared);
}
