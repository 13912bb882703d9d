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
 *            Only the highest range reaches beyond n. So the answer without it is worked out
 *            first, then the draws in it, all without branches.
 * Promises   minimal; numbered; any removal (numbered.h redraws); set; weights: only 0
 * Cost       build O(n), route O(1): two random words on average at most; 4 bytes per number
 * Frozen     bit for bit. Word k (k = 0, 1, ...) is mix(h + (k + 1) x G), SplitMix64 from state h.
 *            Bits: word0's halves, one xor the other. First draw in a range: the low half of word0
 *            when the number of bits left (this one included) is even, else the high half; later
 *            draws: low half, then high half of the next words.
 * From       Ertl 2024, arXiv:2403.18682 */
#include "scheme/numbered.h"

/* Returns a if the condition holds, else b, without a branch, which would be mispredicted half the
 * time. */
static inline uint32_t jumpback_select(bool condition, uint32_t a, uint32_t b)
{
    return b ^ ((a ^ b) & (0 - (uint32_t)condition));
}

/* A draw for the highest range [top, 2 top): a draw below `top` leaves the range, and the answer is
 * `low`. */
static inline uint32_t jumpback_draw(uint64_t word, uint32_t top, uint32_t low)
{
    const uint32_t draw = (uint32_t)word & (top | (top - 1));
    return jumpback_select(draw < top, low, draw);
}

/* Makes the draws from word 2 on; at most one key in eight needs them. */
__attribute__((noinline)) static uint32_t jumpback_draws(uint64_t hash, uint32_t n, uint32_t top,
                                                         uint32_t low)
{
    for (uint64_t state = hash + 3 * BITS_GOLDEN;; state += BITS_GOLDEN) {
        const uint64_t word = bits_mix(state);
        const uint32_t early = jumpback_draw(word, top, low);
        if (early < n)
            return early;
        const uint32_t late = jumpback_draw(word >> 32, top, low);
        if (late < n)
            return late;
    }
}

static inline uint32_t jumpback_number(uint64_t hash, uint32_t n)
{
    if (n == 1)
        return 0;
    const uint32_t top = UINT32_C(1) << bits_log2(n - 1);
    const uint64_t word = bits_mix(hash + BITS_GOLDEN);
    const uint32_t bits = (uint32_t)(word ^ word >> 32), active = bits & (top - 1);
    const unsigned half = 32 * (unsigned)__builtin_parity(active);
    const uint32_t range = UINT32_C(1) << bits_log2(active | 1);
    const uint32_t low = (active & range) + ((uint32_t)(word >> half) & (range - 1));
    /* The top bit, where it is set, turns an even number of bits to an odd one: the other half. */
    const uint32_t high = top + ((uint32_t)(word >> (32 - half)) & (top - 1));
    const uint32_t number = jumpback_select((bits & top) != 0, high, low);
    if (n > top + top / 2 && number < n)
        return number; /* at least three keys in four end here, so the branch pays */
    const uint64_t second = bits_mix(hash + 2 * BITS_GOLDEN);
    const uint32_t early = jumpback_draw(second, top, low);
    const uint32_t late = jumpback_draw(second >> 32, top, low);
    const uint32_t drawn = jumpback_select(early < n, early, late);
    const uint32_t found = jumpback_select(number < n, number, drawn);
    return found < n ? found : jumpback_draws(hash, n, top, low);
}

static int jumpback_build(const struct build *in, void **state, berth_error *error)
{
    return numbered_build(in, true, state, error);
}

static uint32_t jumpback_route(const void *state, uint64_t hash)
{
    return numbered_route(state, hash, jumpback_number);
}

static void jumpback_route_many(const void *state, const uint64_t *hashes, size_t n, uint32_t *out)
{
    const struct numbered *numbered = state;
    numbered_route_many(numbered, hashes, n, out, jumpback_number, numbered->lanes->jumpback);
}

static uint32_t jumpback_next_ranked(const void *state, struct walk *walk)
{
    return numbered_next(state, walk, jumpback_number);
}

static void jumpback_explain(const void *state, const struct walk *walk, struct where *out)
{
    numbered_explain(state, walk->hash, jumpback_number, out);
}

static const struct scheme_ops jumpback_ops = {
    .build = jumpback_build,
    .destroy = numbered_destroy,
    .route = jumpback_route,
    .route_many = jumpback_route_many,
    .next_ranked = jumpback_next_ranked,
    .explain = jumpback_explain,
    .bytes = numbered_bytes,
};

const struct scheme scheme_jumpback = {
    .info = {.name = "jumpback",
             .summary = "JumpBackHash: numbered nodes, any of which may leave and come back",
             .example = "jumpback:order=line",
             .promises = BERTH_NUMBERED | BERTH_MINIMAL | BERTH_ANY_REMOVAL | BERTH_SET |
                         BERTH_REPLICAS | BERTH_NATIVE,
             .params = numbered_params,
             .param_count = NUMBERED_PARAMS},
    .proportional = true,
    .ops = &jumpback_ops,
};
