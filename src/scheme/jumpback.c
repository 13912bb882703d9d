/* SPDX-License-Identifier: MIT */
/* jumpback.c - JumpBackHash: the jumps of jump.c from the far end, without floating point
 * Idea       number i is active for a key with probability 1 / (i + 1), and the largest active
 *            number below n owns the key. Cut the numbers into the ranges [2^e, 2^(e+1)): bit e of
 *            a random word says whether range e holds an active number at all, so empty ranges
 *            cost nothing. From the highest bit below n down:
 *              n = 11:  0 | 1 | 2 3 | 4 5 6 7 | 8 9 10 . 12 . . . |
 *                         ^ bit 0      ^ bit 2  ^ bit 3: its largest active number is 12, beyond n
 *            In a range every draw is uniform over [0, 2^(e+1)); draws go on, each active number
 *            being replaced by the next lower one, until one is below n (it owns the key) or
 *            leaves the range (the range has nothing below n, and the next set bit is tried).
 * Promises   minimal; numbered; any removal (numbered.h redraws); set; weights: only 0
 * Cost       build O(n), route O(1): two random words on average at most; 4 bytes per number
 * Frozen     bit for bit. Word k (k = 0, 1, ...) is mix(h + (k + 1) x G), SplitMix64 from state h.
 *            Bits: word0's halves, one xor the other. First draw in a range: the low half of word0
 *            when the number of bits left (this one included) is even, else the high half; later
 *            draws: low half, then high half of the next words.
 * From       Ertl 2024, arXiv:2403.18682 */
#include "numbered.h"

static uint32_t jumpback_number(uint64_t hash, uint32_t n)
{
    if (n <= 1)
        return 0;
    uint64_t state = hash + BITS_GOLDEN;
    const uint64_t word = bits_mix(state);
    const uint32_t below = (uint32_t)((UINT64_C(2) << bits_log2(n - 1)) - 1);
    uint32_t active = (uint32_t)(word ^ word >> 32) & below;
    for (; active != 0; active ^= UINT32_C(1) << bits_log2(active)) {
        const uint32_t first = UINT32_C(1) << bits_log2(active);
        const bool odd = (unsigned)__builtin_popcount(active) & 1;
        uint32_t number = first + ((uint32_t)(word >> (odd ? 32 : 0)) & (first - 1));
        if (number < n)
            return number;
        const uint32_t range = 2 * first - 1;
        do {
            state += BITS_GOLDEN;
            const uint64_t next = bits_mix(state);
            number = (uint32_t)next & range;
            if (number >= n)
                number = (uint32_t)(next >> 32) & range;
        } while (number >= n);
        if (number >= first)
            return number;
    }
    return 0;
}

static int jumpback_build(const struct berth_build *in, void **state, berth_error *error)
{
    return numbered_build(in, true, state, error);
}

static uint32_t jumpback_route(const void *state, uint64_t hash)
{
    return numbered_route(state, hash, jumpback_number);
}

static void jumpback_route_many(const void *state, const uint64_t *hashes, size_t n, uint32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = numbered_route(state, hashes[i], jumpback_number);
}

static uint32_t jumpback_next_ranked(const void *state, struct berth_walk *walk)
{
    return numbered_next(state, walk, jumpback_number);
}

static void jumpback_explain(const void *state, uint64_t hash, struct berth_where *out)
{
    numbered_explain(state, hash, jumpback_number, out);
}

const struct berth_scheme scheme_jumpback = {
    .info = {.name = "jumpback",
             .summary = "JumpBackHash: numbered nodes, any of which may leave and come back",
             .example = "jumpback:order=line",
             .promises = BERTH_NUMBERED | BERTH_MINIMAL | BERTH_ANY_REMOVAL | BERTH_SET |
                         BERTH_REPLICAS | BERTH_NATIVE,
             .params = numbered_params,
             .param_count = NUMBERED_PARAMS},
    .build = jumpback_build,
    .destroy = numbered_destroy,
    .route = jumpback_route,
    .route_many = jumpback_route_many,
    .next_ranked = jumpback_next_ranked,
    .proportional = true,
    .explain = jumpback_explain,
    .bytes = numbered_bytes,
};
