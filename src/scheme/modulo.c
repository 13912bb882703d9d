/* SPDX-License-Identifier: MIT */
/* modulo.c - the hash modulo the number of nodes: the baseline everybody should leave
 * Idea       number = h mod n. Perfectly even, and a change of n moves nearly every key:
 *            n -> n + 1 leaves 1 / (n + 1) of them where they are.
 * Promises   minimal: no; numbered; set; exact shares; weights: only 0
 * Cost       build O(n), route one division, 4 bytes per number
 * Frozen     bit for bit */
#include "scheme/numbered.h"

static uint32_t modulo_number(uint64_t hash, uint32_t n)
{
    return (uint32_t)(hash % n);
}

static int modulo_build(const struct build *in, void **state, berth_error *error)
{
    return numbered_build(in, false, state, error);
}

static uint32_t modulo_route(const void *state, uint64_t hash)
{
    return numbered_route(state, hash, modulo_number);
}

static void modulo_route_many(const void *state, const uint64_t *hashes, size_t n, uint32_t *out)
{
    numbered_route_many(state, hashes, n, out, modulo_number, NULL);
}

static uint32_t modulo_next_ranked(const void *state, struct walk *walk)
{
    return numbered_next(state, walk, modulo_number);
}

/* The keys of a number that is not live are drawn again and leave their residue, so such a map
 * cannot be compared whole. */
static void modulo_space(const void *state, struct space *space)
{
    const struct numbered *numbered = state;
    space->kind = numbered->live == numbered->n ? SPACE_CYCLE : SPACE_NONE;
    space->size = numbered->n;
}

static bool modulo_span(const void *state, uint64_t *cursor, struct span *out)
{
    const struct numbered *numbered = state;
    if (*cursor >= numbered->n)
        return false;
    out->first = out->last = *cursor;
    out->owner = numbered_at(numbered, (uint32_t)(*cursor)++);
    return true;
}

static void modulo_explain(const void *state, const struct walk *walk, struct where *out)
{
    numbered_explain(state, walk->hash, modulo_number, out);
}

static const struct scheme_ops modulo_ops = {
    .build = modulo_build,
    .destroy = numbered_destroy,
    .route = modulo_route,
    .route_many = modulo_route_many,
    .next_ranked = modulo_next_ranked,
    .space = modulo_space,
    .span = modulo_span,
    .explain = modulo_explain,
    .bytes = numbered_bytes,
};

const struct scheme scheme_modulo = {
    .info = {.name = "modulo",
             .summary = "hash modulo the number of nodes: the baseline everybody should leave",
             .example = "modulo:order=line",
             .promises = BERTH_NUMBERED | BERTH_EXACT | BERTH_REPLICAS | BERTH_SET | BERTH_NATIVE,
             .params = numbered_params,
             .param_count = NUMBERED_PARAMS},
    .proportional = true,
    .redraws = true,
    .ops = &modulo_ops,
};
