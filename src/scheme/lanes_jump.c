/* SPDX-License-Identifier: MIT */
/* lanes_jump.c - jump for many keys: a key that has arrived gives its lane to the next key
 * Idea       jump.c's step in eight lanes, four groups of them, so that 32 divisions are under way
 *            at a time. Keys need from 1 to some 3 ln n jumps; a lane whose key has arrived takes
 *            up the next key at once, so no lane waits for the slowest.
 * Exact      the same IEEE operations in the same order as jump.c: one division, one product, both
 *            rounded to nearest, then cut. The numbers stay doubles between the jumps: they are
 *            whole, and below 2^53 wherever they are kept. */
#include <stdbool.h>

#include "lanes.h"

#define LANES_MULTIPLIER UINT64_C(2862933555777941757)
#define LANES_TWO_31     2147483648.0

/* ---- any CPU: eight keys in step until the last has arrived --------------------------------- */

enum { LANES_PLAIN = 8 };

static void lanes_jump_eight(const uint64_t *hashes, double numbers, uint32_t *out)
{
    uint64_t key[LANES_PLAIN];
    double at[LANES_PLAIN] = {0}, end[LANES_PLAIN]; /* end = 0 where the key has arrived */
    unsigned running = LANES_PLAIN;
    for (unsigned l = 0; l < LANES_PLAIN; l++) {
        key[l] = hashes[l];
        end[l] = numbers;
    }
    while (running > 0) {
        running = 0;
        for (unsigned l = 0; l < LANES_PLAIN; l++) {
            key[l] = key[l] * LANES_MULTIPLIER + 1;
            const double part = LANES_TWO_31 / ((double)(int32_t)(key[l] >> 33) + 1.0);
            const double jump = (at[l] + 1.0) * part;
            const double next = (double)(int32_t)(jump < numbers ? jump : numbers);
            const bool on = next < end[l];
            at[l] = on ? next : at[l];
            end[l] = on ? numbers : 0;
            running += on;
        }
    }
    for (unsigned l = 0; l < LANES_PLAIN; l++)
        out[l] = (uint32_t)at[l];
}

size_t lanes_jump_plain(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out)
{
    size_t i = 0;
    for (; n - i >= LANES_PLAIN; i += LANES_PLAIN)
        lanes_jump_eight(hashes + i, numbers, out + i);
    return i;
}

/* ---- AVX-512 -------------------------------------------------------------------------------- */

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define LANES_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,popcnt")))
#define LANES_INLINE LANES_AVX512 __attribute__((always_inline)) static inline

enum { LANES_WIDE = 8, LANES_GROUPS = 4, LANES_BATCH = 1024 };

/* Eight keys on their way. */
struct lanes_group {
    __m512i key, index; /* index: which key of the batch; from its end on, none */
    __m512d at;
};

/* The keys that have not begun, and those that have arrived: index << 32 | number. */
struct lanes_queue {
    const uint64_t *hashes;
    uint64_t *arrived;
    size_t n, next, done;
};

LANES_INLINE __m512i lanes_indices(size_t from)
{
    const __m512i ascending = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm512_add_epi64(ascending, _mm512_set1_epi64((long long)from));
}

/* The next keys, in the lanes of the mask; past the end of the queue an index that says so. */
LANES_INLINE void lanes_take(struct lanes_group *group, struct lanes_queue *queue, __mmask8 lanes)
{
    const size_t from = queue->next < queue->n ? queue->next : queue->n, left = queue->n - from;
    const __mmask8 there = (__mmask8)(left < LANES_WIDE ? (1u << left) - 1 : 0xff);
    const __m512i keys = _mm512_maskz_loadu_epi64(there, queue->hashes + from);
    group->key = _mm512_mask_expand_epi64(group->key, lanes, keys);
    group->index = _mm512_mask_expand_epi64(group->index, lanes, lanes_indices(queue->next));
    group->at = _mm512_mask_mov_pd(group->at, lanes, _mm512_setzero_pd());
    queue->next += (unsigned)__builtin_popcount(lanes);
}

LANES_INLINE void lanes_put(const struct lanes_group *group, struct lanes_queue *queue,
                            __mmask8 lanes)
{
    const __m512i number = _mm512_cvttpd_epi64(group->at);
    const __m512i entry = _mm512_or_si512(_mm512_slli_epi64(group->index, 32), number);
    _mm512_storeu_si512(queue->arrived + queue->done, _mm512_maskz_compress_epi64(lanes, entry));
    queue->done += (unsigned)__builtin_popcount(lanes);
}

/* One jump in eight lanes. Whether any has arrived nobody can foresee, so there is no branch. */
LANES_INLINE void lanes_step(struct lanes_group *group, struct lanes_queue *queue, __m512d numbers)
{
    const __m512d one = _mm512_set1_pd(1);
    const __m512i multiplier = _mm512_set1_epi64((long long)LANES_MULTIPLIER);
    group->key = _mm512_add_epi64(_mm512_mullo_epi64(group->key, multiplier), _mm512_set1_epi64(1));
    const __m512d high = _mm512_cvtepi64_pd(_mm512_srli_epi64(group->key, 33));
    const __m512d part = _mm512_div_pd(_mm512_set1_pd(LANES_TWO_31), _mm512_add_pd(high, one));
    const __m512d jump = _mm512_mul_pd(_mm512_add_pd(group->at, one), part);
    const __m512d next = _mm512_roundscale_pd(jump, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    const __mmask8 arrived = _mm512_cmp_pd_mask(next, numbers, _CMP_NLT_UQ);
    const __m512i end = _mm512_set1_epi64((long long)queue->n);
    lanes_put(group, queue, _mm512_mask_cmplt_epu64_mask(arrived, group->index, end));
    group->at = next;
    lanes_take(group, queue, arrived);
}

LANES_INLINE void lanes_begin(struct lanes_group *group, struct lanes_queue *queue)
{
    *group =
        (struct lanes_group){_mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_pd()};
    lanes_take(group, queue, 0xff);
}

/* Groups by name and a queue of its own: an array, or a pointer, would keep them in memory. */
LANES_AVX512 static void lanes_jump_avx512(const uint64_t *hashes, size_t n, uint32_t count,
                                           uint32_t *out)
{
    const __m512d numbers = _mm512_set1_pd(count);
    uint64_t arrived[LANES_BATCH + LANES_WIDE];
    struct lanes_queue queue = {.hashes = hashes, .arrived = arrived, .n = n};
    struct lanes_group a, b, c, d;
    lanes_begin(&a, &queue);
    lanes_begin(&b, &queue);
    lanes_begin(&c, &queue);
    lanes_begin(&d, &queue);
    while (queue.done < n) {
        lanes_step(&a, &queue, numbers);
        lanes_step(&b, &queue, numbers);
        lanes_step(&c, &queue, numbers);
        lanes_step(&d, &queue, numbers);
    }
    for (size_t i = 0; i < n; i++)
        out[arrived[i] >> 32] = (uint32_t)arrived[i];
}

size_t lanes_jump(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out)
{
    if (n < LANES_WIDE * LANES_GROUPS || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("popcnt"))
        return lanes_jump_plain(hashes, n, numbers, out);
    for (size_t i = 0; i < n; i += LANES_BATCH)
        lanes_jump_avx512(hashes + i, n - i < LANES_BATCH ? n - i : LANES_BATCH, numbers, out + i);
    return n;
}

#else

size_t lanes_jump(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out)
{
    return lanes_jump_plain(hashes, n, numbers, out);
}

#endif
