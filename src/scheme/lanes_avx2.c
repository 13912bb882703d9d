/* SPDX-License-Identifier: MIT */
/* lanes_avx2.c - four lanes: AVX2
 *
 * AVX2 has no instructions for wide_pack and wide_deal. Tables say for each mask from which lane
 * each lane is taken. */
#include "scheme/lanes.h"

#ifdef CPU_X86
#include <immintrin.h>

#define CLOCK_LANES  16
#define LANES        4
#define LANES_TARGET CPU_TARGET_AVX2
#define WIDE_BIAS    (UINT64_C(1) << 63)
#include "scheme/lanes_wide.h"

typedef wide wide_mask; /* all bits of a chosen lane */

LANES_INLINE unsigned wide_bits(wide_mask mask)
{
    return (unsigned)_mm256_movemask_pd((__m256d)mask);
}

LANES_INLINE wide_mask wide_above(wide a, wide b)
{
    return (wide)_mm256_cmpgt_epi64((__m256i)a, (__m256i)b);
}

LANES_INLINE wide_mask wide_below_real(wide_real a, wide_real b)
{
    return (wide)_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_LT_OQ);
}

LANES_INLINE wide wide_choose(wide_mask mask, wide a, wide b)
{
    return (wide)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)mask);
}

LANES_INLINE wide wide_larger(wide a, wide b)
{
    return wide_choose(wide_above(a, b), a, b);
}

/* Multiplies the low halves in full, and adds both cross products to the high half. */
LANES_INLINE wide wide_times(wide x, uint64_t y)
{
    const wide high = wide_all(UINT64_C(0xffffffff00000000));
    wide low = (wide)_mm256_mul_epu32((__m256i)x, (__m256i)wide_all(y));
    __m256i cross = _mm256_mullo_epi32((__m256i)x, (__m256i)wide_all(y >> 32 | y << 32));
    return low + ((wide)_mm256_add_epi32(cross, _mm256_slli_epi64(cross, 32)) & high);
}

LANES_INLINE wide wide_product(wide a, wide b)
{
    return (wide)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

/* Bit x of 0x6996 is the parity of the four bits of x. */
LANES_INLINE wide wide_odd(wide x)
{
    x ^= x >> 32;
    x ^= x >> 16;
    x ^= x >> 8;
    x ^= x >> 4;
    return wide_all(0x6996) >> (x & 15) & 1;
}

LANES_INLINE wide_real wide_smaller(wide_real a, wide_real b)
{
    return (wide_real)_mm256_min_pd((__m256d)a, (__m256d)b);
}

LANES_INLINE wide_real wide_whole(wide_real x)
{
    return (wide_real)_mm256_round_pd((__m256d)x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

/* A lane as a pair of 32-bit halves, which AVX2 can move separately. */
#define LANE_PAIR(lane) 2 * (lane), 2 * (lane) + 1
#define LANE_PAIRS(a, b, c, d)                                                                     \
    {                                                                                              \
        LANE_PAIR(a), LANE_PAIR(b), LANE_PAIR(c), LANE_PAIR(d)                                     \
    }

/* [mask]: the chosen lanes, then any lanes. */
static const uint32_t lanes_packed[16][8] = {
    LANE_PAIRS(0, 0, 0, 0), LANE_PAIRS(0, 0, 0, 0), LANE_PAIRS(1, 0, 0, 0), LANE_PAIRS(0, 1, 0, 0),
    LANE_PAIRS(2, 0, 0, 0), LANE_PAIRS(0, 2, 0, 0), LANE_PAIRS(1, 2, 0, 0), LANE_PAIRS(0, 1, 2, 0),
    LANE_PAIRS(3, 0, 0, 0), LANE_PAIRS(0, 3, 0, 0), LANE_PAIRS(1, 3, 0, 0), LANE_PAIRS(0, 1, 3, 0),
    LANE_PAIRS(2, 3, 0, 0), LANE_PAIRS(0, 2, 3, 0), LANE_PAIRS(1, 2, 3, 0), LANE_PAIRS(0, 1, 2, 3),
};

/* [mask]: for each lane, how many chosen lanes are below it. */
static const uint32_t lanes_dealt[16][8] = {
    LANE_PAIRS(0, 0, 0, 0), LANE_PAIRS(0, 1, 1, 1), LANE_PAIRS(0, 0, 1, 1), LANE_PAIRS(0, 1, 2, 2),
    LANE_PAIRS(0, 0, 0, 1), LANE_PAIRS(0, 1, 1, 2), LANE_PAIRS(0, 0, 1, 2), LANE_PAIRS(0, 1, 2, 3),
    LANE_PAIRS(0, 0, 0, 0), LANE_PAIRS(0, 1, 1, 1), LANE_PAIRS(0, 0, 1, 1), LANE_PAIRS(0, 1, 2, 2),
    LANE_PAIRS(0, 0, 0, 1), LANE_PAIRS(0, 1, 1, 2), LANE_PAIRS(0, 0, 1, 2), LANE_PAIRS(0, 1, 2, 3),
};

LANES_INLINE wide wide_moved(wide x, const uint32_t from[8])
{
    __m256i lanes;
    memcpy(&lanes, from, sizeof lanes);
    return (wide)_mm256_permutevar8x32_epi32((__m256i)x, lanes);
}

LANES_INLINE wide wide_pack(wide_mask mask, wide x)
{
    return wide_moved(x, lanes_packed[wide_bits(mask)]);
}

LANES_INLINE wide wide_deal(wide_mask mask, wide x, wide rest)
{
    return wide_choose(mask, wide_moved(x, lanes_dealt[wide_bits(mask)]), rest);
}

#include "scheme/lanes_numbers.h"
#include "scheme/lanes_rank.h"
#include "scheme/lanes_clock.h"

static void lanes_claim(uint32_t *owners, const uint16_t *places, const uint32_t *members, size_t n)
{
    single_claim(owners, places, members, n);
}

static size_t lanes_contest(const struct clock_key *keys, const uint32_t *rivals,
                            const uint16_t *places, uint16_t first, size_t n,
                            struct clock_shape shape, uint16_t *out)
{
    return single_contest(keys, rivals, places, first, 0, n, shape, out, 0);
}

const struct lanes lanes_avx2 = {
    .name = "avx2",
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
    .clock_few = 28,
};

#else
typedef int lanes_avx2_is_for_x86;
#endif
