/* SPDX-License-Identifier: MIT */
/* mcrouter_weighted.c - mcrouter's numbered hash functions with weights from 0 to 1: WeightedCh3
 * and weightedFurcHash. Both draw a number as furc does and accept it with the probability of its
 * weight, else draw again; they differ in where the next draw comes from. */
#include "place/mechanism/bucket_row.h"
#include "place/mechanism/furc.h"
#include "place/mechanism/weighing.h"

#include "base/alloc.h"
#include "base/bitset.h"
#include "base/fail.h"
#include "base/number.h"
#include "hash/murmur.h"
#include "hash/spooky.h"

#include <string.h>

enum { MCROUTER_TRIES = 32, MCROUTER_STRIDE = 23, MCROUTER_SALTED = 16384 };
#define MCROUTER_SALT_SEED 0xface2014u

struct mcrouter_state {
    const struct mcrouter_rule *rule;
    struct numbered *numbered;
    uint64_t *accept; /* of each number: weight x 4294967295, rounded down */
    uint64_t *whole;  /* a bit per number: weight 1, accepted unseen */
};

struct mcrouter_rule {
    uint32_t (*pick)(const struct mcrouter_state *state, const void *key, size_t len);
};

/* ---- WeightedCh3 --------------------------------------------------------------------------- */

/* The salt is the decimal of 0, 1, 2, .., least significant digit first. */
static size_t mcrouter_salt(char *end, unsigned number)
{
    size_t len = 0;
    do {
        end[len++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    return len;
}

/* A refused key is salted and drawn again. Keys of mcrouter have at most 250 bytes; a key that does
 * not fit the room with its salt stays unsalted. */
static uint32_t mcrouter_ch3(const struct mcrouter_state *state, const void *key, size_t len)
{
    char room[MCROUTER_SALTED];
    uint32_t n = state->numbered->n, number = 0;
    bool fits = len + 4 < sizeof room;
    const void *salted = key;
    size_t salted_len = len;
    for (unsigned tries = 0; tries < MCROUTER_TRIES; tries++) {
        number = furc(salted, salted_len, n);
        if (spooky_v2_32(salted, salted_len, MCROUTER_SALT_SEED) < state->accept[number])
            return number;
        if (!fits)
            continue;
        if (tries == 0 && len)
            memcpy(room, key, len);
        salted_len = len + mcrouter_salt(room + len, tries);
        salted = room;
    }
    return number;
}

/* ---- weightedFurcHash ---------------------------------------------------------------------- */

/* A walk down the tree that begins at bit `start` of the stream. */
struct mcrouter_walk {
    struct furc_bits bits;
    unsigned start, depth, at;
};

/* The next number of the walk: 0 for the leftmost leaf; may be past the end. Moves on by at least
 * one stride, so that the bits after it are fresh. */
static uint32_t mcrouter_draw(struct mcrouter_walk *walk)
{
    bool leftmost = false;
    while (!leftmost && furc_bit(&walk->bits, walk->at) == 0) {
        leftmost = --walk->depth == walk->start;
        walk->at = leftmost ? walk->at : walk->depth;
    }
    walk->at += MCROUTER_STRIDE;
    if (leftmost)
        return 0;
    uint32_t number = 1;
    for (unsigned i = walk->start + 1; i < walk->depth; i++, walk->at += MCROUTER_STRIDE)
        number = number * 2 + furc_bit(&walk->bits, walk->at);
    return number;
}

static uint32_t mcrouter_draw_below(struct mcrouter_walk *walk, uint32_t n)
{
    for (unsigned tries = 0; tries < MCROUTER_TRIES; tries++) {
        uint32_t number = mcrouter_draw(walk);
        if (number < n)
            return number;
    }
    return 0;
}

/* 32 bits of the stream from `at` on. */
static uint32_t mcrouter_bits32(struct furc_bits *bits, unsigned at)
{
    uint64_t low = furc_word(bits, at / 64) >> (at % 64);
    if (at % 64 > 32)
        low += furc_word(bits, at / 64 + 1) << (64 - at % 64);
    return (uint32_t)low;
}

/* A new walk begins where that of a refused number stopped; after all tries the bits read last
 * choose the number. */
static uint32_t mcrouter_furc(const struct mcrouter_state *state, const void *key, size_t len)
{
    uint32_t n = state->numbered->n, bits = 0;
    struct mcrouter_walk walk = {.start = 0};
    furc_start(&walk.bits, murmur64a(key, len, FURC_SEED));
    for (unsigned tries = 0; tries < MCROUTER_TRIES && n > 1; tries++) {
        walk.depth = walk.at = walk.start + furc_depth(n);
        uint32_t number = mcrouter_draw_below(&walk, n);
        if (bitset_has(state->whole, number))
            return number;
        bits = mcrouter_bits32(&walk.bits, walk.at);
        if (bits < state->accept[number])
            return number;
        walk.start = walk.at;
    }
    return bits % n;
}

/* ---- the schemes --------------------------------------------------------------------------- */

static void mcrouter_destroy(void *given, const struct berth_alloc *alloc)
{
    struct mcrouter_state *state = given;
    size_t n = state->numbered ? state->numbered->n : 0;
    alloc_free(alloc, state->accept, n, sizeof *state->accept);
    alloc_free(alloc, state->whole, BITSET_WORDS(n), sizeof *state->whole);
    if (state->numbered)
        numbered_destroy(state->numbered, alloc);
    alloc_free(alloc, state, 1, sizeof *state);
}

static int mcrouter_set_weights(struct mcrouter_state *state, const struct build *in,
                                berth_error *error)
{
    for (uint32_t i = 0; i < in->count; i++) {
        const struct member *member = &in->members[i];
        double weight = (double)member->weight / (double)NUMBER_MILLION;
        if (weight > 1)
            return fail(error, BERTH_E_WEIGHT, "%s takes weights from 0 to 1 only",
                        in->scheme->info.name);
        state->accept[member->number] = (uint64_t)(weight * 4294967295.0);
        if (member->weight == NUMBER_MILLION)
            bitset_add(state->whole, member->number);
    }
    return 0;
}

/* Numbers without a node are refused; a node of weight 0 keeps its number. */
static int mcrouter_build(const struct build *in, void **out, berth_error *error)
{
    struct mcrouter_state *state = alloc_zeroed(in->alloc, 1, sizeof *state);
    if (!state)
        return fail_memory(error);
    void *numbered = NULL;
    if (!in->members) {
        alloc_free(in->alloc, state, 1, sizeof *state);
        return fail(error, BERTH_E_UNSUPPORTED, "%s needs nodes with weights, not a count",
                    in->scheme->info.name);
    }
    int code = in->count > 0 ? numbered_build(in, false, &numbered, error) : 0;
    state->rule = in->scheme->row;
    state->numbered = numbered;
    if (code == BERTH_E_OK && numbered) {
        size_t n = state->numbered->n;
        state->accept = alloc_zeroed(in->alloc, n, sizeof *state->accept);
        state->whole = alloc_zeroed(in->alloc, BITSET_WORDS(n), sizeof *state->whole);
        code = state->accept && state->whole ? mcrouter_set_weights(state, in, error)
                                             : fail_memory(error);
    }
    if (code) {
        mcrouter_destroy(state, in->alloc);
        return code;
    }
    *out = state;
    return 0;
}

/* After all its tries the rule may end on a number of weight 0; the key has no node then. */
static uint32_t mcrouter_route_key(const void *given, const void *key, size_t len)
{
    const struct mcrouter_state *state = given;
    return state->numbered->node[state->rule->pick(state, key, len)];
}

static size_t mcrouter_bytes(const void *given)
{
    const struct mcrouter_state *state = given;
    size_t n = state->numbered ? state->numbered->n : 0;
    return sizeof *state + numbered_bytes(state->numbered) + n * sizeof *state->accept +
           BITSET_WORDS(n) * sizeof *state->whole;
}

static uint64_t mcrouter_hash_key(const void *given, const void *key, size_t len)
{
    (void)given;
    return murmur64a(key, len, FURC_SEED);
}

static void mcrouter_explain(const void *given, const struct walk *walk, struct where *out)
{
    const struct mcrouter_state *state = given;
    out->kind = BERTH_KIND_NUMBER;
    out->position = state->rule->pick(state, walk->key, walk->len);
    out->positions = state->numbered->n;
}

static const struct scheme_ops mcrouter_ops = {
    .build = mcrouter_build,
    .destroy = mcrouter_destroy,
    .route_key = mcrouter_route_key,
    .hash_key = mcrouter_hash_key,
    .explain = mcrouter_explain,
    .bytes = mcrouter_bytes,
};

static const struct mcrouter_rule mcrouter_ch3_rule = {mcrouter_ch3};

/* A draw is accepted with the probability of the weight, and the last of 32 in any case: below a
 * mean weight of 1/4 more than one key in 10,000 ends there. */
static enum berth_weighing mcrouter_ch3_weighing(const struct value *values,
                                                 const struct weights *weights)
{
    (void)values;
    return weights->sum >= (u128)NUMBER_MILLION / 4 * weights->nodes ? BERTH_WEIGHTS_EXACTLY
                                                                     : BERTH_WEIGHTS_ROUGHLY;
}

static const struct key_hash mcrouter_weighted_key_hash = {"murmur64a:seed=4193360111", NULL, 64};

const struct scheme preset_mcrouter_weighted_ch3 = {
    .info = {.name = "mcrouter-weighted-ch3",
             .summary = "mcrouter's WeightedCh3: numbered nodes, weights from 0 to 1",
             .compatible = "facebook/mcrouter WeightedCh3HashFunc",
             .quirks = "A node whose weight mcrouter does not know has 0.5 there; write it out.\n"
                       "After 32 refusals the last number drawn is taken, whatever its weight.\n",
             .example = "mcrouter-weighted-ch3:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &mcrouter_ch3_rule,
    .numbers_max = FURC_NUMBERS_MAX,
    .key_hash = &mcrouter_weighted_key_hash,
    .ops = &mcrouter_ops,
    .weighing = mcrouter_ch3_weighing,
};

static const struct mcrouter_rule mcrouter_furc_rule = {mcrouter_furc};

const struct scheme preset_mcrouter_weighted_furc = {
    .info = {.name = "mcrouter-weighted-furc",
             .summary = "mcrouter's weightedFurcHash (WeightedCh4): weights from 0 to 1",
             .compatible = "facebook/mcrouter weightedFurcHash, WeightedCh4HashFunc",
             .quirks = "After 32 refusals the last 32 bits read, modulo n, choose the number.\n",
             .example = "mcrouter-weighted-furc:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &mcrouter_furc_rule,
    .numbers_max = FURC_NUMBERS_MAX,
    .key_hash = &mcrouter_weighted_key_hash,
    .ops = &mcrouter_ops,
    /* A number that is drawn again is not independent of the first: with 6 nodes of weights from
     * 0.2 to 1 shares are 7 % off. */
    .weighing = weighing_rough,
};
