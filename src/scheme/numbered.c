/* SPDX-License-Identifier: MIT */
/* numbered.c - the table of numbers and the redraw */
#include "scheme/numbered.h"

#include "base/alloc.h"
#include "base/fail.h"

const struct berth_param numbered_params[NUMBERED_PARAMS] = {
    [NUMBERED_ORDER] = {.name = "order",
                        .words = "slot line",
                        .preset = "slot",
                        .help = "where a node's number comes from: its slot=, or its line",
                        .shape = BERTH_WORD},
    [NUMBERED_HASH] = {.name = "hash",
                       .preset = "xxh3",
                       .help = "hash of the key",
                       .shape = BERTH_HASH},
};

static size_t numbered_size(uint64_t n)
{
    return sizeof(struct numbered) + (size_t)n * sizeof(uint32_t);
}

static int numbered_count(const struct build *in, uint64_t *n, berth_error *error)
{
    const char *name = in->scheme->info.name;
    uint64_t largest = 0;
    for (uint32_t i = 0; i < in->count; i++)
        if (in->members[i].number > largest)
            largest = in->members[i].number;
    if (largest >= NUMBERED_LIMIT)
        return fail(error, BERTH_E_SLOT,
                    "slot %llu is too large: %s takes slots from 0 to %lu; number the nodes from 0",
                    (unsigned long long)largest, name, (unsigned long)NUMBERED_LIMIT - 1);
    *n = largest + 1;
    if (numbered_size(*n) > in->max_bytes)
        return fail(error, BERTH_E_LIMIT,
                    "%s would need %llu slots and %zu bytes; allow more or lower the slot numbers",
                    name, (unsigned long long)*n, numbered_size(*n));
    return 0;
}

static int numbered_refuse_gaps(const struct numbered *numbered, const char *name,
                                berth_error *error)
{
    for (uint32_t number = 0; number < numbered->n; number++)
        if (numbered->node[number] == BERTH_NONE)
            return fail(error, BERTH_E_SLOT,
                        "slot %lu has no node: %s needs every slot from 0 to %lu; jumpback allows "
                        "gaps",
                        (unsigned long)number, name, (unsigned long)numbered->n - 1);
    return 0;
}

static void numbered_fill(struct numbered *numbered, const struct build *in)
{
    for (uint32_t number = 0; number < numbered->n; number++)
        numbered->node[number] = BERTH_NONE;
    for (uint32_t i = 0; i < in->count; i++)
        numbered->node[in->members[i].number] = i;
}

static void numbered_drop_weightless(struct numbered *numbered, const struct build *in)
{
    numbered->live = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        if (in->members[i].weight > 0)
            numbered->live++;
        else
            numbered->node[in->members[i].number] = BERTH_NONE;
    }
}

/* Refuses a count with which the rule would not end, or would leave numbers without a key. */
static int numbered_refuse_many(const struct scheme *scheme, uint64_t n, berth_error *error)
{
    if (scheme->numbers_max == 0 || n <= scheme->numbers_max)
        return 0;
    return fail(error, BERTH_E_LIMIT, "%s has at most %lu numbers: %llu are too many",
                scheme->info.name, (unsigned long)scheme->numbers_max, (unsigned long long)n);
}

/* Builds a state without members: number i is node i, for in->count numbers. */
static int numbered_build_plain(const struct build *in, void **state, berth_error *error)
{
    struct numbered *numbered = alloc_zeroed(in->alloc, 1, sizeof *numbered);
    if (!numbered)
        return fail_memory(error);
    numbered->n = numbered->live = in->count;
    numbered->plain = true;
    numbered->lanes = in->lanes ? in->lanes : lanes_best();
    *state = numbered;
    return 0;
}

int numbered_build(const struct build *in, bool gaps, void **state, berth_error *error)
{
    uint64_t n = in->count;
    int code = in->members ? numbered_count(in, &n, error) : 0;
    if (!code)
        code = numbered_refuse_many(in->scheme, n, error);
    if (code)
        return code;
    if (!in->members)
        return numbered_build_plain(in, state, error);
    struct numbered *numbered = alloc_array(in->alloc, 1, numbered_size(n));
    if (!numbered)
        return fail_memory(error);
    numbered->n = (uint32_t)n;
    numbered->plain = false;
    numbered->lanes = in->lanes ? in->lanes : lanes_best();
    numbered_fill(numbered, in);
    if (!gaps)
        code = numbered_refuse_gaps(numbered, in->scheme->info.name, error);
    if (code) {
        numbered_destroy(numbered, in->alloc);
        return code;
    }
    numbered_drop_weightless(numbered, in);
    *state = numbered;
    return 0;
}

void numbered_destroy(void *state, const struct berth_alloc *alloc)
{
    if (state)
        alloc_free(alloc, state, 1, numbered_bytes(state));
}

size_t numbered_bytes(const void *state)
{
    const struct numbered *numbered = state;
    return numbered ? numbered_size(numbered->plain ? 0 : numbered->n) : 0;
}

/* Returns the first live number that attempts from *attempt on draw; NUMBERED_NONE when all
 * attempts are used up. */
static uint32_t numbered_attempt(const struct numbered *numbered, uint64_t hash, uint64_t *attempt,
                                 numbered_rule *rule)
{
    const uint64_t attempts = 64 + 16 * (uint64_t)numbered->n;
    while (*attempt < attempts) {
        uint64_t k = (*attempt)++;
        uint32_t number = rule(k == 0 ? hash : bits_mix(hash + k * BITS_GOLDEN), numbered->n);
        if (numbered_at(numbered, number) != BERTH_NONE)
            return number;
    }
    return NUMBERED_NONE;
}

/* Returns the first live number from *number on, and moves *number past it; NUMBERED_NONE when
 * there is none. */
static uint32_t numbered_sweep(const struct numbered *numbered, uint64_t *number)
{
    while (*number < numbered->n) {
        uint32_t here = (uint32_t)(*number)++;
        if (numbered_at(numbered, here) != BERTH_NONE)
            return here;
    }
    return NUMBERED_NONE;
}

static uint32_t numbered_step(const struct numbered *numbered, uint64_t hash, struct walk_tries *at,
                              numbered_rule *rule)
{
    if (numbered->live == 0)
        return NUMBERED_NONE;
    uint32_t number = numbered_attempt(numbered, hash, &at->drawn, rule);
    return number != NUMBERED_NONE ? number : numbered_sweep(numbered, &at->swept);
}

uint32_t numbered_draw(const struct numbered *numbered, uint64_t hash, numbered_rule *rule)
{
    struct walk_tries at = {0};
    return numbered_step(numbered, hash, &at, rule);
}

uint32_t numbered_next(const struct numbered *numbered, struct walk *walk, numbered_rule *rule)
{
    uint32_t number = numbered_step(numbered, walk->hash, &walk->at.tries, rule);
    return number == NUMBERED_NONE ? BERTH_NONE : numbered_at(numbered, number);
}

void numbered_explain(const struct numbered *numbered, uint64_t hash, numbered_rule *rule,
                      struct where *out)
{
    uint32_t number = numbered_draw(numbered, hash, rule);
    out->kind = BERTH_KIND_NUMBER;
    out->position = number == NUMBERED_NONE ? rule(hash, numbered->n) : number;
    out->positions = numbered->n;
}
