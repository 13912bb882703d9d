/* SPDX-License-Identifier: MIT */
/* lanes_avx512.c - eight lanes: AVX-512 of Ice Lake, Zen 4 and later */
#include "scheme/lanes.h"

#ifdef CPU_X86
#include <immintrin.h>

#define LANES        8
#define LANES_TARGET CPU_TARGET_AVX512
#define WIDE_BIAS    UINT64_C(0)
#include "scheme/lanes_wide.h"

typedef __mmask8 wide_mask;

LANES_INLINE unsigned wide_bits(wide_mask mask)
{
    return mask;
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
    .slots_reached = lanes_slots_reached,
    .slots_won = lanes_slots_won,
};

#else
typedef int lanes_avx512_is_for_x86;
#endif
