/* SPDX-License-Identifier: MIT */
/* lanes_numbers.h - jump and jumpback, over the registers of the level that includes this file
 * Idea       jump: four registers hold keys, so that many divisions are under way at a time. A key
 *            needs from 1 to some 3 ln n jumps. A lane whose key has arrived takes up the next key
 *            at once, so no lane waits for the slowest.
 *            jumpback: the only branch of the rule is its last step, "draw again". A register draws
 *            again until none of its lanes is beyond n, which takes few rounds.
 * Exact      jump: the same IEEE operations in the same order as jump.c: one division, one product,
 *            both rounded to nearest, then cut. The numbers stay doubles between the jumps: they
 *            are whole, and below 2^52 wherever they are kept. jumpback: 32-bit values in 64-bit
 *            lanes. */
#ifndef BERTH_LANES_NUMBERS_H
#define BERTH_LANES_NUMBERS_H

#include "scheme/lanes_wide.h"

/* ---- jump ------------------------------------------------------------------------------------ */

#define WIDE_MULTIPLIER UINT64_C(2862933555777941757)
#define WIDE_TWO_31     2147483648.0

enum { WIDE_GROUPS = 4, WIDE_BATCH = 1024 };

/* A register of keys that are still jumping. */
struct wide_group {
    wide key, index; /* index: the key's place in the batch; n or more = the lane has no key */
    wide_real at;
};

/* The keys that have not begun, and those that have arrived: index << 32 | number. */
struct wide_queue {
    const uint64_t *hashes; /* n of them, and room for LANES_SPARE more */
    uint64_t *arrived;
    size_t n, next, done;
};

LANES_INLINE wide wide_next_keys(const struct wide_queue *queue)
{
    return wide_load(queue->hashes + (queue->next < queue->n ? queue->next : queue->n));
}

/* Puts the next keys into the lanes of the mask. After the end of the queue a lane gets an index of
 * n or more. */
LANES_INLINE void wide_take(struct wide_group *group, struct wide_queue *queue, wide_mask lanes)
{
    group->key = wide_deal(lanes, wide_next_keys(queue), group->key);
    group->index = wide_deal(lanes, wide_from(queue->next), group->index);
    group->at = (wide_real)wide_choose(lanes, wide_all(0), (wide)group->at);
    queue->next += (unsigned)__builtin_popcount(wide_bits(lanes));
}

LANES_INLINE void wide_put(const struct wide_group *group, struct wide_queue *queue,
                           wide_mask lanes)
{
    const wide entry = group->index << 32 | wide_to_number(group->at);
    wide_store(queue->arrived + queue->done, wide_pack(lanes, entry));
    queue->done += (unsigned)__builtin_popcount(wide_bits(lanes));
}

/* Makes one jump in every lane. A branch on whether any key has arrived could not be predicted, so
 * there is none. */
LANES_INLINE void wide_step(struct wide_group *group, struct wide_queue *queue, wide_real numbers)
{
    group->key = wide_times(group->key, WIDE_MULTIPLIER) + 1;
    const wide_real part = WIDE_TWO_31 / (wide_to_real(group->key >> 33) + 1.0);
    const wide_real next = wide_whole((group->at + 1.0) * part);
    const wide_mask on = wide_below_real(next, numbers);
    const wide_mask there = wide_above(wide_all(queue->n ^ WIDE_BIAS), group->index ^ WIDE_BIAS);
    wide_put(group, queue, (wide_mask)(there & ~on));
    group->at = next;
    wide_take(group, queue, (wide_mask)~on);
}

LANES_INLINE void wide_begin(struct wide_group *group, struct wide_queue *queue)
{
    group->key = wide_next_keys(queue);
    group->index = wide_from(queue->next);
    group->at = (wide_real)wide_all(0);
    queue->next += LANES;
}

/* The groups are named variables and the queue is local, so that the compiler keeps them in
 * registers; it would keep an array, or a struct behind a pointer, in memory. */
LANES_TARGET static void lanes_jump_batch(const uint64_t *hashes, size_t n, uint32_t count,
                                          uint32_t *out)
{
    const wide_real numbers = count - (wide_real){0};
    uint64_t room[WIDE_BATCH + LANES_SPARE], arrived[WIDE_BATCH + LANES_SPARE];
    struct wide_queue queue = {.hashes = room, .arrived = arrived, .n = n};
    struct wide_group a, b, c, d;
    memcpy(room, hashes, n * sizeof *room);
    memset(room + n, 0, LANES_SPARE * sizeof *room);
    wide_begin(&a, &queue);
    wide_begin(&b, &queue);
    wide_begin(&c, &queue);
    wide_begin(&d, &queue);
    while (queue.done < n) {
        wide_step(&a, &queue, numbers);
        wide_step(&b, &queue, numbers);
        wide_step(&c, &queue, numbers);
        wide_step(&d, &queue, numbers);
    }
    for (size_t i = 0; i < n; i++)
        out[arrived[i] >> 32] = (uint32_t)arrived[i];
}

static size_t lanes_jump(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out)
{
    if (n < LANES * WIDE_GROUPS)
        return lanes_plain.jump(hashes, n, numbers, out);
    for (size_t i = 0; i < n; i += WIDE_BATCH)
        lanes_jump_batch(hashes + i, n - i < WIDE_BATCH ? n - i : WIDE_BATCH, numbers, out + i);
    return n;
}

/* ---- jumpback -------------------------------------------------------------------------------- */

/* Numbers that are the same in every lane. */
struct wide_sizes {
    wide numbers;
    wide top; /* the highest power of two below numbers */
};

LANES_INLINE wide_mask wide_is_beyond(const struct wide_sizes *sizes, wide number)
{
    return wide_above(number ^ WIDE_BIAS, (sizes->numbers - 1) ^ WIDE_BIAS);
}

/* The answer from the ranges below the highest; `half` is 32 where the number of active bits is
 * odd, else 0. */
LANES_INLINE wide wide_low(wide word, wide active, wide half)
{
    const wide range = wide_all(1) << wide_log2(active | 1);
    return (active & range) + (word >> half & (range - 1));
}

LANES_INLINE wide wide_draw(const struct wide_sizes *sizes, wide word, wide low)
{
    const wide draw = word & (2 * sizes->top - 1);
    return wide_choose(wide_above(sizes->top ^ WIDE_BIAS, draw ^ WIDE_BIAS), low, draw);
}

/* Draws from the following words until every lane is below n. */
LANES_INLINE wide wide_redraw(const struct wide_sizes *sizes, wide state, wide low, wide number)
{
    wide_mask beyond = wide_is_beyond(sizes, number);
    while (wide_bits(beyond)) {
        state += BITS_GOLDEN;
        const wide word = wide_mix(state);
        const wide early = wide_draw(sizes, word, low), late = wide_draw(sizes, word >> 32, low);
        const wide drawn = wide_choose(wide_is_beyond(sizes, early), late, early);
        number = wide_choose(beyond, drawn, number);
        beyond = wide_is_beyond(sizes, number);
    }
    return number;
}

LANES_INLINE wide wide_jumpback(const struct wide_sizes *sizes, wide hash)
{
    const wide state = hash + BITS_GOLDEN, word = wide_mix(state), below = sizes->top - 1;
    const wide bits = word ^ word >> 32, active = bits & below;
    const wide half = wide_odd(active) << 5;
    const wide low = wide_low(word, active, half);
    const wide high = sizes->top + (word >> (32 - half) & below);
    const wide_mask in_top = wide_above((bits & sizes->top) ^ WIDE_BIAS, wide_all(WIDE_BIAS));
    return wide_redraw(sizes, state, low, wide_choose(in_top, high, low));
}

LANES_TARGET static size_t lanes_jumpback(const uint64_t *hashes, size_t n, uint32_t numbers,
                                          uint32_t *out)
{
    const struct wide_sizes sizes = {wide_all(numbers),
                                     wide_all(UINT64_C(1) << bits_log2(numbers - 1))};
    size_t i = 0;
    for (; n - i >= LANES; i += LANES)
        wide_store_half(out + i, wide_jumpback(&sizes, wide_load(hashes + i)));
    return i;
}

#endif
