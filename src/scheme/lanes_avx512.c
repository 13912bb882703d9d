/* SPDX-License-Identifier: MIT */
/* lanes_avx512.c - eight lanes: AVX-512 of Ice Lake, Zen 4 and later */
#include "scheme/lanes.h"

#ifdef CPU_X86
#include <immintrin.h>

#define CLOCK_LANES  32
#define LANES        8
#define LANES_TARGET CPU_TARGET_AVX512
#define WIDE_BIAS    UINT64_C(0)
#include "scheme/lanes_wide.h"

typedef __mmask8 wide_mask;

/* Turns a mask into a number by a named intrinsic. With a plain conversion, gcc 12 extends a mask
 * that was spilled to the stack by the bytes after it. */
LANES_INLINE unsigned wide_bits(wide_mask mask)
{
    return _cvtmask8_u32(mask);
}

LANES_INLINE wide_mask wide_above(wide a, wide b)
{
    return _mm512_cmpgt_epu64_mask((__m512i)a, (__m512i)b);
}

LANES_INLINE wide_mask wide_below_real(wide_real a, wide_real b)
{
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ);
}

LANES_INLINE wide wide_choose(wide_mask mask, wide a, wide b)
{
    return (wide)_mm512_mask_mov_epi64((__m512i)b, mask, (__m512i)a);
}

LANES_INLINE wide wide_larger(wide a, wide b)
{
    return (wide)_mm512_max_epu64((__m512i)a, (__m512i)b);
}

LANES_INLINE wide wide_times(wide x, uint64_t y)
{
    return x * y;
}

LANES_INLINE wide wide_product(wide a, wide b)
{
    return (wide)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

LANES_INLINE wide wide_odd(wide x)
{
    return (wide)_mm512_popcnt_epi64((__m512i)x) & 1;
}

LANES_INLINE wide_real wide_smaller(wide_real a, wide_real b)
{
    return (wide_real)_mm512_min_pd((__m512d)a, (__m512d)b);
}

LANES_INLINE wide_real wide_whole(wide_real x)
{
    return (wide_real)_mm512_roundscale_pd((__m512d)x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

LANES_INLINE wide wide_pack(wide_mask mask, wide x)
{
    return (wide)_mm512_maskz_compress_epi64(mask, (__m512i)x);
}

LANES_INLINE wide wide_deal(wide_mask mask, wide x, wide rest)
{
    return (wide)_mm512_mask_expand_epi64((__m512i)rest, mask, (__m512i)x);
}

#include "scheme/lanes_numbers.h"
#include "scheme/lanes_rank.h"
#include "scheme/lanes_clock.h"

/* Handles sixteen visits at once. Where two of them come to the same place, the store of the higher
 * lane remains; so the order of the lanes is reversed, and the first visit is in the highest
 * lane. */
LANES_TARGET static void lanes_claim(uint32_t *owners, const uint16_t *places,
                                     const uint32_t *members, size_t n)
{
    const __m512i turn = _mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __m512i at = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(places + i)));
        __m512i who = _mm512_permutexvar_epi32(turn, _mm512_loadu_si512(members + i));
        at = _mm512_permutexvar_epi32(turn, at);
        __m512i owner = _mm512_i32gather_epi32(at, owners, 4);
        __mmask16 free = _mm512_cmpeq_epi32_mask(owner, _mm512_set1_epi32(-1));
        _mm512_mask_i32scatter_epi32(owners, free, at, who, 4);
    }
    single_claim(owners, places + i, members + i, n - i);
}

/* The constants of a key are three words of 32 bits, then its phase. */
LANES_TARGET static size_t lanes_contest(const struct clock_key *keys, const uint32_t *rivals,
                                         const uint16_t *places, uint16_t first, size_t n,
                                         struct clock_shape shape, uint16_t *out)
{
    const __m512i low = _mm512_set1_epi32(0xffff), mask = _mm512_set1_epi32(shape.mask);
    const __m128i fold = _mm_cvtsi32_si128((int)shape.fold);
    __m512i numbers = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    size_t i = 0, found = 0;
    for (; i + 16 <= n; i += 16) {
        __m512i at = _mm512_slli_epi32(_mm512_loadu_si512(rivals + i), 2);
        __m512i a = _mm512_i32gather_epi32(at, (const int *)keys, 4);
        __m512i b = _mm512_i32gather_epi32(at, (const int *)keys + 1, 4);
        __m512i c = _mm512_i32gather_epi32(at, (const int *)keys + 2, 4);
        __m512i x = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(places + i)));
        const __m512i scale[] = {_mm512_and_si512(a, low), _mm512_srli_epi32(a, 16),
                                 _mm512_and_si512(b, low)};
        const __m512i shift[] = {_mm512_srli_epi32(b, 16), _mm512_and_si512(c, low),
                                 _mm512_srli_epi32(c, 16)};
        for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
            x = _mm512_add_epi32(_mm512_mullo_epi32(x, scale[r]), shift[r]);
            x = _mm512_and_si512(x, mask);
            x = _mm512_xor_si512(x, _mm512_srl_epi32(x, fold));
        }
        __m512i mine = _mm512_add_epi32(numbers, _mm512_set1_epi32(first + (int)i));
        __mmask16 ahead = _mm512_cmple_epu32_mask(mine, x);
        __m512i who = _mm512_add_epi32(numbers, _mm512_set1_epi32((int)i));
        __m256i packed = _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(ahead, who));
        _mm256_storeu_si256((__m256i *)(out + found), packed);
        found += (unsigned)__builtin_popcount(_cvtmask16_u32(ahead));
    }
    return single_contest(keys, rivals, places, first, i, n, shape, out, found);
}

const struct lanes lanes_avx512 = {
    .name = "avx512",
    .few = 32,
    .jump = lanes_jump,
    .jumpback = lanes_jumpback,
    .largest = lanes_largest,
    .largest_many = lanes_largest_many,
    .nearest_many = lanes_nearest_many,
    .reaching = lanes_reaching,
    .within = lanes_within,
    .clock_steps = lanes_clock_steps,
    .clock_places = lanes_clock_places,
    .clock_path = lanes_clock_path,
    .clock_soonest = lanes_clock_soonest,
    .clock_soonest_many = lanes_clock_soonest_many,
    .clock_claim = lanes_claim,
    .clock_contest = lanes_contest,
    .clock_u = lanes_clock_u,
    .clock_keys = lanes_clock_keys,
    .clock_few = 44,
};

#else
typedef int lanes_avx512_is_for_x86;
#endif
