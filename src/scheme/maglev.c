/* SPDX-License-Identifier: MIT */
/* maglev.c - the table of Maglev: nodes take turns in taking slots
 *
 *   slot    0  1  2  3  4  5  6          a's permutation: 3 0 4 1 5 2 6
 *   turn 1           a        b          b's permutation: 6 2 5 1 4 0 3
 *   turn 2  a     b  a  .  .  b          ... until the table is full
 *
 * Idea       each node has its own permutation of the slots, offset + j x skip, and in its turn
 *            takes the first slot of it that is still free. A node of a smaller weight is passed
 *            over in some turns: its credit grows by W in each turn, and a slot costs the largest
 *            W. The table is nearly even; a change moves some keys that need not move, but few.
 * Promises   set; exact shares; weights; replicas: the distinct nodes from the key's slot on
 * Cost       build O(M log M) whatever the weights (turns.h), route one remainder and one load, 4 bytes per slot
 * Frozen     bit for bit; vectors in tests/vectors/native
 * From       Eisenbud and others, NSDI 2016, section 3.4 */
#include "base/alloc.h"
#include "base/fail.h"
#include "scheme/scheme.h"
#include "scheme/turns.h"

enum { MAGLEV_TABLE, MAGLEV_HASH, MAGLEV_PARAMS };
enum { MAGLEV_ASKED = 8 }; /* nodes that a sweep may ask for a slot, on average */

struct maglev {
    uint64_t size;       /* M */
    uint64_t reciprocal; /* floor((2^64 - 1) / M) */
    uint32_t owner[];
};

static const struct berth_param maglev_params[MAGLEV_PARAMS] = {
    [MAGLEV_TABLE] = {.name = "table",
                      .aliases = "size slots",
                      .preset = "65537",
                      .help = "slots of the table, a prime; 100 per node keep shares within 1 %",
                      .min = 3,
                      .max = 1 << 24,
                      .shape = BERTH_PRIME},
    [MAGLEV_HASH] = {.name = "hash",
                     .preset = "xxh3",
                     .help = "hash of keys and names",
                     .shape = BERTH_HASH},
};

/* ---- building ------------------------------------------------------------------------------ */

/* How far a node has got in its permutation. */
struct maglev_turn {
    uint64_t weight, credit;
    uint32_t member;
    uint32_t slot, skip; /* the next slot to look at, and the distance to the slot after it */
};

/* What a node takes while the table is built: its turn and, after all of these, its order. */
#define MAGLEV_TURN_BYTES (sizeof(struct maglev_turn) + TURNS_WORDS * sizeof(uint64_t))

static size_t maglev_size(uint64_t slots)
{
    return sizeof(struct maglev) + (size_t)slots * sizeof(uint32_t);
}

static uint32_t maglev_weighty(const struct build *in)
{
    uint32_t weighty = 0;
    for (uint32_t i = 0; i < in->count; i++)
        weighty += in->members[i].weight > 0;
    return weighty;
}

static uint64_t maglev_largest(const struct build *in)
{
    uint64_t largest = 0;
    for (uint32_t i = 0; i < in->count; i++)
        if (in->members[i].weight > largest)
            largest = in->members[i].weight;
    return largest;
}

static void maglev_seat(struct maglev_turn *turns, const struct build *in, uint64_t size)
{
    for (uint32_t i = 0; i < in->count; i++) {
        const struct member *member = &in->members[i];
        if (member->weight == 0)
            continue;
        *turns++ = (struct maglev_turn){
            .weight = member->weight,
            .member = i,
            .slot = (uint32_t)(member->hash % size),
            .skip = (uint32_t)(bits_mix(member->hash) % (size - 1) + 1),
        };
    }
}

static void maglev_take(struct maglev *maglev, struct maglev_turn *turn)
{
    const uint32_t size = (uint32_t)maglev->size;
    while (maglev->owner[turn->slot] != BERTH_NONE) {
        turn->slot += turn->skip;
        if (turn->slot >= size)
            turn->slot -= size;
    }
    maglev->owner[turn->slot] = turn->member;
}

/* Round after round, each node asked in each: the same order as by the tree of turns, and cheaper
 * where most nodes take a slot in most rounds. */
static void maglev_sweep(struct maglev *maglev, struct maglev_turn *turns, uint32_t count,
                         uint64_t largest)
{
    for (uint64_t left = maglev->size;;) {
        for (uint32_t i = 0; i < count; i++) {
            turns[i].credit += turns[i].weight;
            if (turns[i].credit < largest)
                continue;
            turns[i].credit -= largest;
            maglev_take(maglev, &turns[i]);
            if (--left == 0)
                return;
        }
    }
}

/* A sweep asks count / (sum of weights / largest) nodes a slot. */
static bool maglev_is_dense(const struct maglev_turn *turns, uint32_t count, uint64_t largest)
{
    u128 sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += turns[i].weight;
    return sum * MAGLEV_ASKED >= (u128)largest * count;
}

static void maglev_fill(struct maglev *maglev, struct maglev_turn *turns, uint32_t count,
                        uint64_t largest)
{
    if (maglev_is_dense(turns, count, largest)) {
        maglev_sweep(maglev, turns, count, largest);
        return;
    }
    struct turns order = {.first = (uint64_t *)(void *)(turns + count), .count = count};
    for (uint32_t i = 0; i < count; i++)
        turns_seat(&order, i, turns_wait(&turns[i].credit, turns[i].weight, largest));
    turns_open(&order);
    for (uint64_t left = maglev->size; left > 0; left--) {
        const uint32_t i = turns_place(&order);
        maglev_take(maglev, &turns[i]);
        const uint64_t wait = turns_wait(&turns[i].credit, turns[i].weight, largest);
        turns_move(&order, i, turns_round(&order) + wait);
    }
}

static int maglev_refuse(const struct build *in, uint64_t size, berth_error *error)
{
    const uint32_t weighty = maglev_weighty(in);
    if (weighty > size)
        return fail(error, BERTH_E_LIMIT,
                    "%lu nodes cannot share a table of %llu slots; take a larger prime for table",
                    (unsigned long)weighty, (unsigned long long)size);
    if (maglev_size(size) > in->max_bytes)
        return fail(error, BERTH_E_LIMIT,
                    "maglev would need %llu slots and %zu bytes; allow more or lower the table",
                    (unsigned long long)size, maglev_size(size));
    return 0;
}

static void maglev_destroy(void *state, const struct berth_alloc *alloc)
{
    struct maglev *maglev = state;
    if (maglev)
        alloc_free(alloc, maglev, 1, maglev_size(maglev->size));
}

static struct maglev *maglev_new(const struct build *in, uint64_t size)
{
    struct maglev *maglev = alloc_array(in->alloc, 1, maglev_size(size));
    if (!maglev)
        return NULL;
    maglev->size = size;
    maglev->reciprocal = UINT64_MAX / size;
    for (uint64_t slot = 0; slot < size; slot++)
        maglev->owner[slot] = BERTH_NONE;
    return maglev;
}

static int maglev_build(const struct build *in, void **state, berth_error *error)
{
    const uint64_t size = in->values[MAGLEV_TABLE].number;
    int code = maglev_refuse(in, size, error);
    if (code)
        return code;
    const uint32_t count = maglev_weighty(in);
    struct maglev *maglev = maglev_new(in, size);
    struct maglev_turn *turns = maglev ? alloc_array(in->alloc, count, MAGLEV_TURN_BYTES) : NULL;
    if (!turns) {
        maglev_destroy(maglev, in->alloc);
        return fail_memory(error);
    }
    maglev_seat(turns, in, size);
    if (count > 0)
        maglev_fill(maglev, turns, count, maglev_largest(in));
    alloc_free(in->alloc, turns, count, MAGLEV_TURN_BYTES);
    *state = maglev;
    return 0;
}

/* ---- looking up ---------------------------------------------------------------------------- */

/* hash mod M by a multiplication: the quotient is at most one too small. */
static uint64_t maglev_slot(const struct maglev *maglev, uint64_t hash)
{
    uint64_t slot = hash - bits_mulhi(hash, maglev->reciprocal) * maglev->size;
    return slot >= maglev->size ? slot - maglev->size : slot;
}

static uint32_t maglev_route(const void *state, uint64_t hash)
{
    const struct maglev *maglev = state;
    return maglev->owner[maglev_slot(maglev, hash)];
}

static void maglev_route_many(const void *state, const uint64_t *hashes, size_t n, uint32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = maglev_route(state, hashes[i]);
}

static uint32_t maglev_next_ranked(const void *state, struct walk *walk)
{
    const struct maglev *maglev = state;
    if (walk->at.steps.taken == maglev->size)
        return BERTH_NONE;
    const uint64_t slot = maglev_slot(maglev, walk->hash) + walk->at.steps.taken++;
    return maglev->owner[slot < maglev->size ? slot : slot - maglev->size];
}

/* ---- the whole table ----------------------------------------------------------------------- */

static void maglev_space(const void *state, struct space *space)
{
    const struct maglev *maglev = state;
    space->kind = SPACE_CYCLE;
    space->size = maglev->size;
}

static bool maglev_span(const void *state, uint64_t *cursor, struct span *out)
{
    const struct maglev *maglev = state;
    if (*cursor == maglev->size)
        return false;
    out->first = *cursor;
    out->owner = maglev->owner[*cursor];
    while (*cursor < maglev->size && maglev->owner[*cursor] == out->owner)
        out->last = (*cursor)++;
    return true;
}

static void maglev_explain(const void *state, const struct walk *walk, struct where *out)
{
    const struct maglev *maglev = state;
    out->kind = BERTH_KIND_SLOT;
    out->position = maglev_slot(maglev, walk->hash);
    out->positions = maglev->size;
}

static bool maglev_mark(const void *state, size_t i, struct berth_mark *out)
{
    const struct maglev *maglev = state;
    if (i >= maglev->size)
        return false;
    *out = (struct berth_mark){.value = i, .index = maglev->owner[i]};
    return true;
}

static size_t maglev_bytes(const void *state)
{
    const struct maglev *maglev = state;
    return maglev_size(maglev->size);
}

static const struct scheme_ops maglev_ops = {
    .build = maglev_build,
    .destroy = maglev_destroy,
    .route = maglev_route,
    .route_many = maglev_route_many,
    .next_ranked = maglev_next_ranked,
    .space = maglev_space,
    .span = maglev_span,
    .mark = maglev_mark,
    .explain = maglev_explain,
    .bytes = maglev_bytes,
};

const struct scheme scheme_maglev = {
    .info = {.name = "maglev",
             .summary = "the table of Maglev: even, one load per key, some needless movement",
             .example = "maglev:table=65537",
             .promises = BERTH_SET | BERTH_EXACT | BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_NATIVE,
             .params = maglev_params,
             .param_count = MAGLEV_PARAMS},
    .ops = &maglev_ops,
};
