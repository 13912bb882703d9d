/* SPDX-License-Identifier: MIT */
/* numbered.h - what jump, jumpback and modulo share: a hash draws a number, a number is a node
 *
 *   h --rule--> number 0..n-1 --table--> node, or none: draw again
 *
 * Idea       n = the largest number + 1. A number is live when a node of weight > 0 carries it.
 *            Attempt 0 draws with h, attempt k >= 1 with mix(h + k x G). The first live number
 *            owns the key, and the sequence of live numbers is the key's ranking. After 64 + 16 n
 *            attempts all live numbers follow in increasing order, so the ranking always ends and
 *            contains every live node. A key's draws do not depend on which numbers are live: when
 *            a number dies, only its own keys are drawn again, and they return when it does.
 * Gaps       n is the high-water mark. When the highest node is removed and the numbers just below
 *            it have no node either, n falls by more than one and other keys are drawn again. A
 *            node that stays listed with weight 0 holds the mark.
 * Cost       4 bytes per number; n / live draws per lookup on average */
#ifndef BERTH_NUMBERED_H
#define BERTH_NUMBERED_H

#include "scheme/lanes.h"
#include "scheme/scheme.h"

#define NUMBERED_LIMIT (UINT32_C(1) << 26)
#define NUMBERED_NONE  UINT32_MAX

struct numbered {
    uint32_t n;    /* numbers 0..n-1 */
    uint32_t live; /* how many of them have a node of weight > 0 */
    const struct lanes *lanes;
    bool plain;      /* built without members: number i is node i, there is no table */
    uint32_t node[]; /* the member of each number; BERTH_NONE = not live */
};

static inline uint32_t numbered_at(const struct numbered *numbered, uint32_t number)
{
    return numbered->plain ? number : numbered->node[number];
}

/* The published algorithm: from a hash to a number below n; n > 0. */
typedef uint32_t numbered_rule(uint64_t hash, uint32_t n);

enum { NUMBERED_ORDER, NUMBERED_HASH, NUMBERED_PARAMS };
extern const struct berth_param numbered_params[NUMBERED_PARAMS];

/* Builds the state; `gaps` says whether numbers without a node are allowed. */
int numbered_build(const struct build *in, bool gaps, void **state, berth_error *error);
void numbered_destroy(void *state, const struct berth_alloc *alloc);
size_t numbered_bytes(const void *state);

/* Returns the number that owns the hash, whichever numbers are live; NUMBERED_NONE when none is. */
uint32_t numbered_draw(const struct numbered *numbered, uint64_t hash, numbered_rule *rule);
uint32_t numbered_next(const struct numbered *numbered, struct walk *walk, numbered_rule *rule);
void numbered_explain(const struct numbered *numbered, uint64_t hash, numbered_rule *rule,
                      struct where *out);

/* Returns the node of a drawn number; when that is not live, the node of the next live draw. */
static inline uint32_t numbered_node(const struct numbered *numbered, uint32_t number,
                                     uint64_t hash, numbered_rule *rule)
{
    const uint32_t node = numbered_at(numbered, number);
    if (__builtin_expect(node != BERTH_NONE, 1))
        return node;
    number = numbered_draw(numbered, hash, rule);
    return number == NUMBERED_NONE ? BERTH_NONE : numbered_at(numbered, number);
}

/* Returns the owner of a hash. It is inline, so that the rule is compiled into the lookup. */
static inline uint32_t numbered_route(const struct numbered *numbered, uint64_t hash,
                                      numbered_rule *rule)
{
    return numbered_node(numbered, rule(hash, numbered->n), hash, rule);
}

/* A batch is small enough that its numbers are still in the nearest cache when nodes replace
 * them. */
enum { NUMBERED_BATCH = 1024 };

/* Writes the owners of n hashes. `lanes`, a function of numbered->lanes, draws some of the numbers
 * side by side; NULL = there is no such function. */
static inline void numbered_route_many(const struct numbered *numbered, const uint64_t *hashes,
                                       size_t n, uint32_t *out, numbered_rule *rule,
                                       lanes_batch *lanes)
{
    for (; n > 0; hashes += NUMBERED_BATCH, out += NUMBERED_BATCH) {
        const size_t count = n < NUMBERED_BATCH ? n : NUMBERED_BATCH;
        const bool wide = lanes && numbered->n > 1 && numbered->n <= NUMBERED_LIMIT;
        const size_t done = wide ? lanes(hashes, count, numbered->n, out) : 0;
        for (size_t i = done; i < count; i++)
            out[i] = rule(hashes[i], numbered->n);
        for (size_t i = 0; i < count; i++)
            out[i] = numbered_node(numbered, out[i], hashes[i], rule);
        n -= count;
    }
}

#endif
