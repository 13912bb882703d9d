/* SPDX-License-Identifier: MIT */
/* loop.h - the loops in which lookups are timed, the same for every way
 *
 * A way passes one lookup, which is compiled into the loop. `tie` is always 0, but the compiler
 * cannot know that. In MODE_LAT it is computed from the answer before: a lookup that adds it to a
 * key, or to the key's address, waits for that answer and still looks up the same key. */
#ifndef BENCH_LOOP_H
#define BENCH_LOOP_H

#include "bench.h"

#define LOOP_INLINE static inline __attribute__((always_inline))

typedef uint32_t loop_one(const void *state, const struct keys *keys, size_t i, uint64_t tie);
typedef void loop_many(const void *state, const struct keys *keys, size_t from, size_t n,
                       uint32_t *out);

enum { LOOP_BATCH_MAX = 1024 };

LOOP_INLINE uint64_t loop_thr(loop_one *one, const void *state, const struct slice *slice)
{
    const struct keys keys = *slice->keys;
    const size_t end = slice->from + slice->count;
    uint64_t sum = 0;
    for (size_t i = slice->from; i < end; i++)
        sum += one(state, &keys, i, 0);
    return sum;
}

LOOP_INLINE uint64_t loop_lat(loop_one *one, const void *state, const struct slice *slice)
{
    const struct keys keys = *slice->keys;
    const size_t end = slice->from + slice->count;
    uint64_t sum = 0, tie = 0;
    for (size_t i = slice->from; i < end; i++) {
        const uint32_t answer = one(state, &keys, i, tie);
        sum += answer;
        tie = answer & keys.nothing;
    }
    return sum;
}

LOOP_INLINE uint64_t loop_each(loop_one *one, const void *state, const struct slice *slice)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < slice->count; i++)
        sum += slice->out[i] = one(state, slice->keys, slice->from + i, 0);
    return sum;
}

LOOP_INLINE uint64_t loop_lookups(loop_one *one, const void *state, const struct slice *slice)
{
    if (slice->out)
        return loop_each(one, state, slice);
    return slice->mode == MODE_LAT ? loop_lat(one, state, slice) : loop_thr(one, state, slice);
}

LOOP_INLINE uint64_t loop_batches(loop_many *many, const void *state, const struct slice *slice)
{
    uint32_t room[LOOP_BATCH_MAX];
    uint64_t sum = 0;
    for (size_t done = 0; done < slice->count; done += slice->batch) {
        const size_t left = slice->count - done, n = left < slice->batch ? left : slice->batch;
        uint32_t *out = slice->out ? slice->out + done : room;
        many(state, slice->keys, slice->from + done, n, out);
        for (size_t i = 0; i < n; i++)
            sum += out[i];
    }
    return sum;
}

/* The bytes of key i, known only when the answer before is known. */
LOOP_INLINE const char *loop_text(const struct keys *keys, size_t i, uint64_t tie)
{
    return keys->text + i * keys->length + tie;
}

#endif
