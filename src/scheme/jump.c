/* SPDX-License-Identifier: MIT */
/* jump.c - jump consistent hash
 * Idea       imagine the nodes being added one by one. When there are b + 1 of them, the key jumps
 *            to the newest with probability 1 / (b + 1). A generator seeded with the key tells
 *            directly to which number the next jump leads, so only about ln n jumps are made; the
 *            last one below n is the answer.
 *              0 ---> 2 -------> 5 ---------------------> 31   n = 20: the key is at 5
 * Promises   minimal when the last number comes or goes; numbered; weights: only 0
 * Cost       build O(n), route O(ln n), 4 bytes per number
 * Frozen     bit for bit, with the paper's double arithmetic: the one native rule that divides in
 *            floating point. Both operations round once, to nearest, on every IEEE machine.
 * From       Lamping & Veach 2014, arXiv:1406.2294, fig. 1 */
#include "scheme/jump.h"

uint32_t jump_number(uint64_t key, uint32_t n)
{
    int64_t at = -1, next = 0;
    while (next < (int64_t)n) {
        at = next;
        key = key * UINT64_C(2862933555777941757) + 1;
        next =
            (int64_t)((double)(at + 1) * ((double)(INT64_C(1) << 31) / (double)((key >> 33) + 1)));
    }
    return (uint32_t)at;
}

static int jump_build(const struct build *in, void **state, berth_error *error)
{
    return numbered_build(in, false, state, error);
}

static uint32_t jump_route(const void *state, uint64_t hash)
{
    return numbered_route(state, hash, jump_number);
}

static void jump_route_many(const void *state, const uint64_t *hashes, size_t n, uint32_t *out)
{
    const struct numbered *numbered = state;
    numbered_route_many(numbered, hashes, n, out, jump_number, numbered->lanes->jump);
}

static uint32_t jump_next_ranked(const void *state, struct walk *walk)
{
    return numbered_next(state, walk, jump_number);
}

static void jump_explain(const void *state, const struct walk *walk, struct where *out)
{
    numbered_explain(state, walk->hash, jump_number, out);
}

static const struct scheme_ops jump_ops = {
    .build = jump_build,
    .destroy = numbered_destroy,
    .route = jump_route,
    .route_many = jump_route_many,
    .next_ranked = jump_next_ranked,
    .explain = jump_explain,
    .bytes = numbered_bytes,
};

const struct scheme scheme_jump = {
    .info = {.name = "jump",
             .summary = "jump consistent hash: numbered nodes that come and go at the end only",
             .example = "jump:order=line",
             .promises = BERTH_NUMBERED | BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_NATIVE,
             .params = numbered_params,
             .param_count = NUMBERED_PARAMS},
    .proportional = true,
    .ops = &jump_ops,
};
