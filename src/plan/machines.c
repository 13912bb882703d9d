/* SPDX-License-Identifier: MIT */
/* machines.c - which machine a key reaches before and after a change
 * Idea       names are hashed, addresses are not: when two nodes swap their addresses, no key moves
 *            and each reaches another machine. Every node gets the number of its machine, the same
 *            in both maps where the address is the same; a node without an address is where the
 *            node is that it is paired with. What keeps its node and changes its machine is what the
 *            node keeps, which is what it had but for what it gives away.
 * Cost       O(n log n + flows) */
#include "plan/pair.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/sort.h"
#include "plan/plan.h"
#include "place/map.h"

/* ---- numbers of machines ------------------------------------------------------------------- */

struct machines {
    const struct pair_place *before, *after;
    uint32_t before_count, after_count;
    struct sort_pair *by_place; /* those after, in the order of their places */
};

static uint64_t machines_value(const struct pair_place *place)
{
    return bits_mix(place->host + place->port * BITS_GOLDEN);
}

/* The first node after the change at this place; BERTH_NONE = there is none. */
static uint32_t machines_find(const struct machines *m, const struct pair_place *place)
{
    uint64_t value = machines_value(place);
    size_t low = 0, high = m->after_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->by_place[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->after_count && m->by_place[low].value == value ? m->by_place[low].tag
                                                                   : BERTH_NONE;
}

/* Both may be the same machine: one has no address, or their addresses do not contradict. */
static bool machines_may_be(const struct pair_place *a, const struct pair_place *b)
{
    return !a->known || !b->known || a->numeric != b->numeric || pair_may_be(a, b);
}

static uint32_t machines_of(const struct machines *m, uint32_t i, uint32_t pair)
{
    uint32_t found = m->before[i].known ? machines_find(m, &m->before[i]) : BERTH_NONE;
    if (found == BERTH_NONE && pair != BERTH_NONE &&
        machines_may_be(&m->before[i], &m->after[pair]))
        found = machines_find(m, &m->after[pair]);
    return found != BERTH_NONE ? found : m->after_count + i;
}

static void machines_number(struct machines *m, const uint32_t *pair, uint32_t *before,
                            uint32_t *after, struct sort_pair *spare)
{
    for (uint32_t j = 0; j < m->after_count; j++)
        m->by_place[j] = (struct sort_pair){machines_value(&m->after[j]), j};
    sort_pairs(m->by_place, spare, m->after_count);
    for (uint32_t j = 0; j < m->after_count; j++)
        after[j] = machines_find(m, &m->after[j]);
    for (uint32_t i = 0; i < m->before_count; i++)
        before[i] = machines_of(m, i, pair[i]);
}

static void machines_bare(const berth_map *a, const berth_map *b, const uint32_t *pair,
                          uint32_t *before, uint32_t *after)
{
    for (uint32_t j = 0; j < b->count; j++)
        after[j] = j;
    for (uint32_t i = 0; i < a->count; i++)
        before[i] = pair[i] != BERTH_NONE ? pair[i] : b->count + i;
}

int berth_plan_number_machines(const berth_map *before, const berth_map *after,
                               const uint32_t *pair, uint32_t *of_before, uint32_t *of_after,
                               berth_error *error)
{
    if (!before || !after || !pair || !of_before || !of_after)
        return fail(error, BERTH_E_ARGUMENT,
                    "berth_plan_number_machines needs two maps, their pairs and room for numbers");
    if (before->bare || after->bare) {
        machines_bare(before, after, pair, of_before, of_after);
        return BERTH_E_OK;
    }
    const struct berth_alloc *alloc = &before->alloc;
    size_t a_count = before->count, b_count = after->count;
    struct pair_place *a = alloc_array(alloc, a_count, sizeof *a);
    struct pair_place *b = alloc_array(alloc, b_count, sizeof *b);
    struct sort_pair *sorted = alloc_array(alloc, 2 * b_count, sizeof *sorted);
    bool room = a && b && sorted;
    if (room) {
        struct machines m = {a, b, before->count, after->count, sorted};
        pair_places(before, a);
        pair_places(after, b);
        machines_number(&m, pair, of_before, of_after, sorted + b_count);
    }
    alloc_free(alloc, a, a_count, sizeof *a);
    alloc_free(alloc, b, b_count, sizeof *b);
    alloc_free(alloc, sorted, 2 * b_count, sizeof *sorted);
    return room ? BERTH_E_OK : fail_memory(error);
}

/* ---- what reaches another one -------------------------------------------------------------- */

/* What one node has before the change and keeps; from its tally, less what its flows take away. */
struct machines_kept {
    u128 units;
    double share;
    uint64_t keys, bytes;
};

static uint32_t machines_at(const struct match *match, enum match_side side, uint32_t number,
                            const uint32_t *of)
{
    uint32_t index = number < match->count ? match->nodes[number].index[side] : BERTH_NONE;
    return index != BERTH_NONE ? of[index] : BERTH_NONE;
}

static void machines_add(struct machines_kept *sum, const struct machines_kept *more)
{
    sum->units += more->units;
    sum->share += more->share;
    sum->keys += more->keys;
    sum->bytes = plan_add(sum->bytes, more->bytes);
}

static void machines_flows(const struct berth_plan *plan, const uint32_t *before,
                           const uint32_t *after, struct machines_kept *kept,
                           struct machines_kept *other)
{
    for (size_t i = 0; i < plan->flows.count; i++) {
        const struct flow *flow = &plan->flows.list[i];
        const struct machines_kept part = {flow->units, flow->share, flow->keys, flow->bytes};
        struct machines_kept *left = &kept[flow->from];
        left->units -= flow->units;
        left->share -= flow->share;
        left->keys -= flow->keys;
        left->bytes -= flow->bytes;
        if (machines_at(&plan->match, MATCH_BEFORE, flow->from, before) !=
            machines_at(&plan->match, MATCH_AFTER, flow->to, after))
            machines_add(other, &part);
    }
}

static void machines_sum(const struct berth_plan *plan, const uint32_t *before,
                         const uint32_t *after, struct machines_kept *kept,
                         struct berth_plan_machines *out)
{
    const struct match *match = &plan->match;
    struct machines_kept other = {0};
    for (uint32_t i = 0; i <= match->count; i++) {
        const struct plan_tally *tally = &plan->tallies[i];
        kept[i] = (struct machines_kept){tally->units[MATCH_BEFORE], tally->share[MATCH_BEFORE],
                                         tally->keys[MATCH_BEFORE], tally->bytes[MATCH_BEFORE]};
    }
    machines_flows(plan, before, after, kept, &other);
    for (uint32_t i = 0; i < match->count; i++) {
        const uint32_t *index = match->nodes[i].index;
        bool both = index[MATCH_BEFORE] != BERTH_NONE && index[MATCH_AFTER] != BERTH_NONE;
        if (!both || before[index[MATCH_BEFORE]] == after[index[MATCH_AFTER]])
            continue;
        machines_add(&other, &kept[i]);
        out->nodes++;
    }
    out->share = plan->total ? (double)other.units / (double)plan->total
                             : (other.share > 0 ? other.share : 0);
    out->keys = other.keys;
    out->bytes = other.bytes;
}

/* Of every node before the change, the one after it that the plan takes for the same. */
static void machines_pairs(const struct match *match, uint32_t *pair)
{
    for (uint32_t i = 0; i < match->count; i++) {
        const uint32_t *index = match->nodes[i].index;
        if (index[MATCH_BEFORE] != BERTH_NONE)
            pair[index[MATCH_BEFORE]] = index[MATCH_AFTER];
    }
}

int berth_plan_machines(const berth_plan *plan, struct berth_plan_machines *out, berth_error *error)
{
    if (!plan || !out)
        return fail(error, BERTH_E_ARGUMENT, "berth_plan_machines needs a plan and a result");
    const struct berth_alloc *alloc = &plan->alloc;
    size_t before = plan->match.counts[MATCH_BEFORE], after = plan->match.counts[MATCH_AFTER];
    size_t both = 2 * before + after, tallies = (size_t)plan->match.count + 1;
    uint32_t *numbers = alloc_array(alloc, both, sizeof *numbers);
    struct machines_kept *kept = alloc_array(alloc, tallies, sizeof *kept);
    int code = numbers && kept ? BERTH_E_OK : fail_memory(error);
    *out = (struct berth_plan_machines){0};
    if (code == BERTH_E_OK) {
        machines_pairs(&plan->match, numbers);
        code = berth_plan_number_machines(plan->maps[MATCH_BEFORE], plan->maps[MATCH_AFTER],
                                          numbers, numbers + before, numbers + 2 * before, error);
    }
    if (code == BERTH_E_OK)
        machines_sum(plan, numbers + before, numbers + 2 * before, kept, out);
    alloc_free(alloc, numbers, both, sizeof *numbers);
    alloc_free(alloc, kept, tallies, sizeof *kept);
    return code;
}
