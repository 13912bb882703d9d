/* SPDX-License-Identifier: MIT */
/* slots.c - a table of S slots: every node visits all slots by its own clock, the first owns
 * Idea       a lookup is a load:
 *
 *                key hash  1 0 1 1 0 0 | 1 0 1 ...        S = 64
 *                          slot 44  -->  table[44]  -->  node
 *
 *            Each node visits the slots in an order of its own, one slot at each step; a heavier
 *            node's clock runs faster. A slot belongs to the node that comes first, and its
 *            replicas are the nodes that come next. Each slot is decided by itself, so a node that
 *            joins only takes slots, and a node that leaves only gives slots. With bound=B no node
 *            owns more than B times its fair share (slots_bound.c), at the price of a few more
 *            moves.
 *
 *                clock_law.h     the order and the times of a node's visits, to the bit
 *                clock_block.h   the constants of all nodes in one block of slots
 *                slots_fill.c    building the table: slots_even.c for equal weights,
 *                                slots_uneven.c for different ones
 *                slots_bound.c   the owners with a bound; slots_bound_even.c for equal weights
 *                slots_next.c    building the table from the table of other members
 *                slots_rank.c    replicas beyond those that the table keeps
 *
 * Promises   minimal (bounded excess with bound=); weights; replicas; set; exact shares
 * Cost       route: one load. Memory: 2 bytes for each slot (4 above 65535 nodes); 12 bytes for
 *            each node, 24 when weights differ; and 16 bytes for each node and block, if that is at
 *            most a quarter of the table. Build: S x (ln N + 2) steps; for one more node,
 *            S (ln b + 0.6) / N steps, b = 65536; for one node less, S steps. Replicas: N steps,
 *            unless BERTH_KEEP_RANKING keeps the first three nodes of each slot in 4 more bytes
 * Balance    CV = (N - 1) / sqrt(S (2 N - 1)) without a bound
 * Frozen     bit for bit, docs/placement.md */
#include "scheme/slots.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"

enum { SLOTS_TABLE, SLOTS_BOUND, SLOTS_HASH };

static const struct berth_param slots_params[] = {
    [SLOTS_TABLE] =
        {
            .name = "table",
            .aliases = "slots size",
            .preset = "262144",
            .help = "number of slots; more slots balance better",
            .min = 1,
            .max = UINT64_C(1) << 26,
            .shape = BERTH_POWER2,
        },
    [SLOTS_BOUND] =
        {
            .name = "bound",
            .preset = "0",
            .help = "most that a node may own, as a multiple (1 or more) of its fair share; 0 = no "
                    "bound",
            .min = 0,
            .max = 1000000 * NUMBER_MILLION,
            .shape = BERTH_DECIMAL,
        },
    [SLOTS_HASH] =
        {
            .name = "hash",
            .preset = "xxh3",
            .help = "hash of keys; node names are always hashed by xxh3",
            .shape = BERTH_HASH,
        },
};

static int slots_check(const struct value *values, berth_error *error)
{
    uint64_t table = values[SLOTS_TABLE].number, bound = values[SLOTS_BOUND].number;
    const struct berth_hash *hash = values[SLOTS_HASH].hash;
    if (bound > 0 && bound < NUMBER_MILLION) {
        char text[NUMBER_TEXT_MAX];
        return fail(error, BERTH_E_RANGE,
                    "bound=%s is less than the fair share; use 1 or more, or 0 for no bound",
                    number_text(bound, text));
    }
    if (hash && bits_log2(table) > hash->bits)
        return fail(error, BERTH_E_RANGE,
                    "table=%llu has more slots than hash=%s has values; use table=%llu at most, or "
                    "a wider hash",
                    (unsigned long long)table, hash->name, 1ULL << hash->bits);
    return 0;
}

/* ---- building -------------------------------------------------------------------------------- */

static size_t slots_entries(const struct slots *slots)
{
    return slots_count(slots) * slots->depth;
}

static size_t slots_entry_size(const struct slots *slots)
{
    return slots->wide ? sizeof(uint32_t) : sizeof(uint16_t);
}

static size_t slots_bytes(const void *state)
{
    const struct slots *slots = state;
    return sizeof *slots + slots_entries(slots) * slots_entry_size(slots) +
           slots_blocks(slots) * sizeof *slots->worst + rank_bytes(&slots->rank) +
           slots_keys_size(slots) * sizeof *slots->keys;
}

static void slots_shape(struct slots *slots, const struct build *in)
{
    uint64_t count = in->values[SLOTS_TABLE].number;
    unsigned shift = in->hash->bits - bits_log2(count);
    slots->mask = count - 1;
    slots->shift = shift < 64 ? shift : 63; /* with a single slot, the mask gives 0 anyway */
    slots->hash_bits = in->hash->bits;
    slots->bound = in->values[SLOTS_BOUND].number;
    slots->shape = clock_shape(count);
    slots->depth = in->flags & BERTH_KEEP_RANKING ? SLOTS_DEPTH_MAX : 1;
}

static int slots_room(struct slots *slots, const struct build *in, berth_error *error)
{
    size_t bytes = slots_bytes(slots);
    if (in->max_bytes != 0 && bytes > in->max_bytes)
        return fail(error, BERTH_E_LIMIT,
                    "table=%llu needs %zu bytes and %zu are allowed; use a smaller table",
                    (unsigned long long)slots_count(slots), bytes, in->max_bytes);
    slots->table = alloc_array(in->alloc, slots_entries(slots), slots_entry_size(slots));
    slots->worst = alloc_array(in->alloc, slots_blocks(slots), sizeof *slots->worst);
    if (slots_keys_size(slots) > 0)
        slots->keys = alloc_zeroed(in->alloc, slots_keys_size(slots), sizeof *slots->keys);
    if (!slots->table || !slots->worst || (slots_keys_size(slots) > 0 && !slots->keys))
        return fail_memory(error);
    slots_keys_fill(slots);
    return 0;
}

int slots_make(const struct build *in, struct slots **out, berth_error *error)
{
    struct slots *slots = alloc_zeroed(in->alloc, 1, sizeof *slots);
    if (!slots)
        return fail_memory(error);
    slots_shape(slots, in);
    int code = rank_build(&slots->rank, in);
    /* Only wide entries can hold BERTH_NONE, which is the owner when no weight is above 0. */
    slots->wide = in->count > UINT16_MAX || slots->rank.count == 0;
    code = code == 0 ? slots_room(slots, in, error) : fail_memory(error);
    if (code != 0)
        slots_destroy(slots, in->alloc);
    else
        *out = slots;
    return code;
}

void slots_destroy(void *state, const struct berth_alloc *alloc)
{
    struct slots *slots = state;
    rank_destroy(&slots->rank, alloc);
    alloc_free(alloc, slots->table, slots_entries(slots), slots_entry_size(slots));
    alloc_free(alloc, slots->keys, slots_keys_size(slots), sizeof *slots->keys);
    alloc_free(alloc, slots->worst, slots_blocks(slots), sizeof *slots->worst);
    alloc_free(alloc, slots, 1, sizeof *slots);
}

static int slots_build(const struct build *in, void **state, berth_error *error)
{
    struct slots *slots;
    int code = slots_make(in, &slots, error);
    if (code != 0)
        return code;
    if (slots_fill(slots, in->alloc) != 0) {
        slots_destroy(slots, in->alloc);
        return fail_memory(error);
    }
    *state = slots;
    return 0;
}

/* ---- looking up ------------------------------------------------------------------------------ */

static uint32_t slots_route(const void *state, uint64_t hash)
{
    const struct slots *slots = state;
    return slots_owner(slots, slots_of(slots, hash));
}

static void slots_route_many(const void *state, const uint64_t *hashes, size_t n, uint32_t *out)
{
    const struct slots *slots = state;
    const uint16_t *narrow = slots->table;
    const uint32_t *wide = slots->table;
    uint64_t mask = slots->mask;
    unsigned shift = slots->shift;
    if (slots->wide) {
        for (size_t i = 0; i < n; i++)
            out[i] = wide[hashes[i] >> shift & mask];
    } else {
        for (size_t i = 0; i < n; i++)
            out[i] = narrow[hashes[i] >> shift & mask];
    }
}

/* There is no plain table for a single slot, which would need a shift by 64, nor for a narrow hash,
 * whose upper bits must be masked. */
static bool slots_table(const void *state, struct scheme_table *out)
{
    const struct slots *slots = state;
    *out = (struct scheme_table){slots->table, slots->shift};
    return !slots->wide && slots->hash_bits == 64 && slots->mask > 0;
}

static size_t slots_kept_n(const struct slots *slots, uint64_t slot, uint32_t *out, size_t n)
{
    for (unsigned place = 0; place < n; place++) {
        uint32_t member = slots_kept(slots, slot, place);
        if (member == BERTH_NONE)
            return place;
        out[place] = member;
    }
    return n;
}

static size_t slots_route_n(const void *state, uint64_t hash, uint32_t *out, size_t n)
{
    const struct slots *slots = state;
    uint64_t slot = slots_of(slots, hash);
    if (n > slots->depth)
        return slots_replicas(slots, slot, out, n);
    if (slots->wide)
        return slots_kept_n(slots, slot, out, n);
    const uint16_t *kept = (const uint16_t *)slots->table + slot;
    for (size_t place = 0; place < n; place++, kept += slots_count(slots)) {
        if (*kept == UINT16_MAX)
            return place;
        out[place] = *kept;
    }
    return n;
}

/* Sets *at to where the ranking goes on after the kept places: after the last of them. With a
 * bound, the owner may come at any time and thus be the last of them, so the ranking starts from
 * the beginning. */
static void slots_walk_on(const struct slots *slots, uint64_t slot, struct walk_rank *at)
{
    if (slots->bound > 0 && slots->depth == 1)
        return;
    const struct clock_slot place = clock_slot(slot, slots->shape);
    uint32_t last = slots_kept(slots, slot, slots->depth - 1);
    struct rank_mark mark = clock_mark(&slots->rank, &place, rank_position(&slots->rank, last));
    rank_walk_from(at, &mark);
}

static uint32_t slots_walk_next(const struct slots *slots, uint64_t slot, struct walk_rank *at,
                                const struct open_to *open)
{
    struct rank_mark next, last = rank_walk_last(at);
    if (slots_top(slots, slot, at->after ? &last : NULL, open, &next, 1) == 0)
        return BERTH_NONE;
    rank_walk_from(at, &next);
    return slots->rank.member[next.at];
}

/* Returns the kept places first, then goes on through the ranking. */
static uint32_t slots_next_open(const void *state, struct walk *walk, const struct open_to *open)
{
    const struct slots *slots = state;
    struct walk_rank *at = &walk->at.rank;
    uint64_t slot = slots_of(slots, walk->hash);
    while (at->kept < slots->depth) {
        uint32_t kept = slots_kept(slots, slot, at->kept);
        at->kept += kept != BERTH_NONE;
        if (kept == BERTH_NONE || !open || open->is(open->of, kept))
            return kept;
    }
    if (at->after == 0)
        slots_walk_on(slots, slot, at);
    uint32_t next = slots_walk_next(slots, slot, at, open);
    return next == slots_owner(slots, slot) ? slots_walk_next(slots, slot, at, open) : next;
}

static uint32_t slots_next_ranked(const void *state, struct walk *walk)
{
    return slots_next_open(state, walk, NULL);
}

/* ---- the whole table ------------------------------------------------------------------------- */

static void slots_space(const void *state, struct space *space)
{
    const struct slots *slots = state;
    space->kind = SPACE_LINE;
    space->size = slots->hash_bits;
}

/* The cursor is the first slot of the span. */
static bool slots_span(const void *state, uint64_t *cursor, struct span *out)
{
    const struct slots *slots = state;
    uint64_t slot = *cursor, end = slot + 1;
    if (slot > slots->mask)
        return false;
    out->owner = slots_owner(slots, slot);
    while (end <= slots->mask && slots_owner(slots, end) == out->owner)
        end++;
    out->first = slot << slots->shift;
    out->last =
        end <= slots->mask ? (end << slots->shift) - 1 : UINT64_MAX >> (64 - slots->hash_bits);
    *cursor = end;
    return true;
}

/* Neighbours with one owner are one span, but each slot has its own ranking. */
static uint64_t slots_grain(const void *state)
{
    const struct slots *slots = state;
    return UINT64_C(1) << slots->shift;
}

static bool slots_mark(const void *state, size_t i, struct berth_mark *out)
{
    const struct slots *slots = state;
    if (i > slots->mask)
        return false;
    *out = (struct berth_mark){.value = i, .index = slots_owner(slots, i)};
    return true;
}

static void slots_explain(const void *state, const struct walk *walk, struct where *out)
{
    const struct slots *slots = state;
    out->kind = BERTH_KIND_SLOT;
    out->position = slots_of(slots, walk->hash);
    out->positions = slots_count(slots);
}

static const struct scheme_ops slots_ops = {
    .build = slots_build,
    .next = slots_next,
    .destroy = slots_destroy,
    .route = slots_route,
    .route_many = slots_route_many,
    .table = slots_table,
    .route_n = slots_route_n,
    .next_ranked = slots_next_ranked,
    .next_open = slots_next_open,
    .space = slots_space,
    .span = slots_span,
    .grain = slots_grain,
    .mark = slots_mark,
    .rooms = slots_rooms,
    .explain = slots_explain,
    .bytes = slots_bytes,
};

const struct scheme scheme_slots = {
    .info =
        {
            .name = "slots",
            .summary = "a table that every node visits by its own clock: one load a lookup, "
                       "minimal movement",
            .example = "slots:bound=1.05",
            .promises = BERTH_MINIMAL | BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT |
                        BERTH_NATIVE,
            .params = slots_params,
            .param_count = sizeof slots_params / sizeof *slots_params,
        },
    .check = slots_check,
    .ops = &slots_ops,
    .names_by_xxh3 = true,
    .clocks = true,
};
