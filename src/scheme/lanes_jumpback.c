/* SPDX-License-Identifier: MIT */
/* lanes_jumpback.c - JumpBackHash for many keys: jumpback.c's rule in eight lanes
 * Idea       the rule has no branch but the last, "draw again"; here a register draws again until
 *            none of its lanes is beyond n, which is soon: a word leaves at most a quarter.
 * Exact      whole numbers throughout, 32-bit values in 64-bit lanes */
#include "base/bits.h"
#include "lanes.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define LANES_AVX512 __attribute__((target("avx512f,avx512dq,avx512cd,avx512vl,avx512vpopcntdq")))

enum { LANES_WIDE = 8 };

/* The same in every lane. */
struct lanes_sizes {
    __m512i numbers;
    __m512i top;   /* the highest power of two below numbers */
    __m512i below; /* top - 1 */
    __m512i range; /* 2 top - 1 */
};

LANES_AVX512 static inline __m512i lanes_constant(uint64_t value)
{
    return _mm512_set1_epi64((long long)value);
}

/* bits_mix */
LANES_AVX512 static inline __m512i lanes_mix(__m512i x)
{
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 30));
    x = _mm512_mullo_epi64(x, lanes_constant(UINT64_C(0xbf58476d1ce4e5b9)));
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 27));
    x = _mm512_mullo_epi64(x, lanes_constant(UINT64_C(0x94d049bb133111eb)));
    return _mm512_xor_si512(x, _mm512_srli_epi64(x, 31));
}

LANES_AVX512 static inline __m512i lanes_log2(__m512i x)
{
    return _mm512_sub_epi64(lanes_constant(63), _mm512_lzcnt_epi64(x));
}

/* The answer below the highest range; half = 32 where the number of active bits is odd. */
LANES_AVX512 static inline __m512i lanes_low(__m512i word, __m512i active, __m512i half)
{
    const __m512i one = lanes_constant(1);
    const __m512i range = _mm512_sllv_epi64(one, lanes_log2(_mm512_or_si512(active, one)));
    const __m512i within = _mm512_sub_epi64(range, one);
    return _mm512_add_epi64(_mm512_and_si512(active, range),
                            _mm512_and_si512(_mm512_srlv_epi64(word, half), within));
}

LANES_AVX512 static inline __m512i lanes_draw(const struct lanes_sizes *sizes, __m512i word,
                                              __m512i low)
{
    const __m512i draw = _mm512_and_si512(word, sizes->range);
    return _mm512_mask_mov_epi64(draw, _mm512_cmplt_epu64_mask(draw, sizes->top), low);
}

/* Draws from the following words until every lane is below n. */
LANES_AVX512 static inline __m512i lanes_redraw(const struct lanes_sizes *sizes, __m512i state,
                                                __m512i low, __m512i number)
{
    __mmask8 beyond = _mm512_cmpge_epu64_mask(number, sizes->numbers);
    while (beyond) {
        state = _mm512_add_epi64(state, lanes_constant(BITS_GOLDEN));
        const __m512i word = lanes_mix(state);
        const __m512i early = lanes_draw(sizes, word, low);
        const __m512i late = lanes_draw(sizes, _mm512_srli_epi64(word, 32), low);
        const __mmask8 fail = _mm512_cmpge_epu64_mask(early, sizes->numbers);
        number = _mm512_mask_mov_epi64(number, beyond, _mm512_mask_mov_epi64(early, fail, late));
        beyond = _mm512_cmpge_epu64_mask(number, sizes->numbers);
    }
    return number;
}

LANES_AVX512 static inline __m512i lanes_number(const struct lanes_sizes *sizes, __m512i hash)
{
    const __m512i state = _mm512_add_epi64(hash, lanes_constant(BITS_GOLDEN));
    const __m512i word = lanes_mix(state);
    const __m512i bits = _mm512_xor_si512(word, _mm512_srli_epi64(word, 32));
    const __m512i active = _mm512_and_si512(bits, sizes->below);
    const __m512i odd = _mm512_and_si512(_mm512_popcnt_epi64(active), lanes_constant(1));
    const __m512i half = _mm512_slli_epi64(odd, 5);
    const __m512i other = _mm512_sub_epi64(lanes_constant(32), half);
    const __m512i low = lanes_low(word, active, half);
    const __m512i high = _mm512_add_epi64(
        sizes->top, _mm512_and_si512(_mm512_srlv_epi64(word, other), sizes->below));
    const __mmask8 top = _mm512_test_epi64_mask(bits, sizes->top);
    return lanes_redraw(sizes, state, low, _mm512_mask_mov_epi64(low, top, high));
}

LANES_AVX512 static size_t lanes_jumpback_avx512(const uint64_t *hashes, size_t n, uint32_t numbers,
                                                 uint32_t *out)
{
    const uint64_t top = UINT64_C(1) << bits_log2(numbers - 1);
    const struct lanes_sizes sizes = {lanes_constant(numbers), lanes_constant(top),
                                      lanes_constant(top - 1), lanes_constant(2 * top - 1)};
    size_t i = 0;
    for (; n - i >= LANES_WIDE; i += LANES_WIDE) {
        const __m512i number = lanes_number(&sizes, _mm512_loadu_si512(hashes + i));
        _mm256_storeu_si256((__m256i *)(void *)(out + i), _mm512_cvtepi64_epi32(number));
    }
    return i;
}

size_t lanes_jumpback(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out)
{
    if (n < LANES_WIDE || !__builtin_cpu_supports("avx512vpopcntdq") ||
        !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512cd") ||
        !__builtin_cpu_supports("avx512vl"))
        return 0;
    return lanes_jumpback_avx512(hashes, n, numbers, out);
}

#else

size_t lanes_jumpback(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out)
{
    (void)hashes;
    (void)n;
    (void)numbers;
    (void)out;
    return 0;
}

#endif
