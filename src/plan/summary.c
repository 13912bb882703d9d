/* SPDX-License-Identifier: MIT */
/* summary.c - the figures of a plan: moved, least, needless, peaks
 * Idea       "least" is what any scheme has to move to get from the old shares to the new ones: the
 *            sum of what the growing nodes gain. The part that no node owns counts as a node's, so
 *            that the sum of gains equals the sum of losses, and the plan back has the same least.
 *            Units are added up as integers and divided once. Shares that were measured without
 *            units are added in the order in which their flows arose, which is the same in both
 *            directions. */
#include "plan/plan.h"

#include "place/map.h"

#include <math.h>

/* An amount in units; in shares where nothing was measured in units. */
struct amount {
    u128 units;
    double share;
};

static double summary_part(const struct berth_plan *plan, struct amount amount)
{
    bool exact = plan->settled.measure == BERTH_BY_TABLE;
    return exact ? (double)amount.units / (double)plan->total : amount.share;
}

static void summary_settle_shares(struct berth_plan *plan)
{
    for (size_t i = 0; plan->total && i < plan->flows.count; i++) {
        struct flow *flow = &plan->flows.list[i];
        flow->share = (double)flow->units / (double)plan->total;
    }
    for (uint32_t i = 0; plan->total && i <= plan->match.count; i++) {
        struct plan_tally *tally = &plan->tallies[i];
        for (int side = 0; side < MATCH_SIDES; side++)
            tally->share[side] = (double)tally->units[side] / (double)plan->total;
    }
    flows_unsort(&plan->flows);
}

static void summary_settle_moved(struct berth_plan *plan)
{
    struct amount moved = {0, 0}, needless = {0, 0};
    for (size_t i = 0; i < plan->flows.count; i++) {
        const struct flow *flow = &plan->flows.list[i];
        moved.units += flow->units;
        moved.share += flow->share;
        if (plan_is_needless(plan, flow->from, flow->to)) {
            needless.units += flow->units;
            needless.share += flow->share;
        }
    }
    plan->settled.moved = summary_part(plan, moved);
    plan->settled.needless = summary_part(plan, needless);
}

static void summary_settle_least(struct berth_plan *plan)
{
    struct amount least = {0, 0};
    for (uint32_t i = 0; i <= plan->match.count; i++) {
        const struct plan_tally *tally = &plan->tallies[i];
        double gain = tally->share[MATCH_AFTER] - tally->share[MATCH_BEFORE];
        if (tally->units[MATCH_AFTER] > tally->units[MATCH_BEFORE])
            least.units += tally->units[MATCH_AFTER] - tally->units[MATCH_BEFORE];
        least.share +=
            gain < 0 ? -gain / 2 : gain / 2; /* half the gains and losses: symmetric in doubles */
    }
    double part = summary_part(plan, least);
    plan->settled.least = part < plan->settled.moved ? part : plan->settled.moved;
}

/* A map's own shares may be exact where what moves had to be tried: then they carry no noise. Where
 * a node drains, they depend on what it had before. */
static bool summary_knows(struct berth_plan *plan, enum match_side side, double *part)
{
    if (plan_drains(plan, side) || !map_answers(plan->maps[side], part))
        return false;
    double rest = 1;
    for (uint32_t index = 0; index < plan->match.counts[side]; index++) {
        uint32_t number = match_number(&plan->match, side, index);
        plan->tallies[number].share[side] = part[index];
        rest -= part[index];
    }
    plan->tallies[plan->match.count].share[side] = rest > 1e-9 ? rest : 0;
    return true;
}

/* Only one side's shares are known: each node's are dealt out as its sampled keys are, and the shares
 * of the other side are what comes of that. */
static void summary_carry(struct berth_plan *plan, enum match_side known, enum match_side side)
{
    struct plan_tally *tallies = plan->tallies;
    for (uint32_t i = 0; i <= plan->match.count; i++)
        tallies[i].share[side] = tallies[i].share[known];
    for (size_t i = 0; i < plan->flows.count; i++) {
        struct flow *flow = &plan->flows.list[i];
        uint32_t here = known == MATCH_BEFORE ? flow->from : flow->to;
        uint32_t there = known == MATCH_BEFORE ? flow->to : flow->from;
        double part = (double)flow->units / (double)tallies[here].units[known];
        flow->share = tallies[here].share[known] * part;
        tallies[here].share[side] -= flow->share;
        tallies[there].share[side] += flow->share;
    }
    for (uint32_t i = 0; i <= plan->match.count; i++)
        if (tallies[i].units[side] == 0 || tallies[i].share[side] < 0)
            tallies[i].share[side] = 0;
}

static int summary_replace_sampled(struct berth_plan *plan)
{
    uint32_t a = plan->match.counts[MATCH_BEFORE], b = plan->match.counts[MATCH_AFTER];
    uint32_t most = a > b ? a : b;
    double *part = alloc_array(&plan->alloc, most, sizeof *part);
    if (!part)
        return BERTH_E_MEMORY;
    bool before = summary_knows(plan, MATCH_BEFORE, part);
    bool after = summary_knows(plan, MATCH_AFTER, part);
    if (before && !after)
        summary_carry(plan, MATCH_BEFORE, MATCH_AFTER);
    else if (after && !before)
        summary_carry(plan, MATCH_AFTER, MATCH_BEFORE);
    alloc_free(&plan->alloc, part, most, sizeof *part);
    return BERTH_E_OK;
}

/* Fills the fair shares of one side and returns its peak. `part` and `fair` have room for one
 * number for each of its nodes. */
static double summary_settle_side(struct berth_plan *plan, enum match_side side, double *part,
                                  double *fair)
{
    struct berth_evenness evenness;
    uint32_t count = plan->match.counts[side];
    const berth_map *map = plan->maps[side];
    berth_map_fair(map, fair);
    for (uint32_t index = 0; index < count; index++) {
        struct plan_tally *tally = &plan->tallies[match_number(&plan->match, side, index)];
        tally->fair[side] = fair[index];
        part[index] = tally->share[side];
    }
    berth_evenness(part, fair, count, &evenness);
    bool by_law = plan->settled.measure == BERTH_BY_LAW && evenness.peak > 0 && !map->down.bits &&
                  !plan_drains(plan, side);
    return by_law ? 1 : evenness.peak; /* by law the shares are the fair ones, but for rounding */
}

static int summary_settle_peaks(struct berth_plan *plan)
{
    uint32_t before = plan->match.counts[MATCH_BEFORE], after = plan->match.counts[MATCH_AFTER];
    uint32_t most = before > after ? before : after;
    double *part = alloc_array(&plan->alloc, most, sizeof *part);
    double *fair = alloc_array(&plan->alloc, most, sizeof *fair);
    bool done = part && fair;
    if (done) {
        plan->settled.peak_before = summary_settle_side(plan, MATCH_BEFORE, part, fair);
        plan->settled.peak_after = summary_settle_side(plan, MATCH_AFTER, part, fair);
    }
    alloc_free(&plan->alloc, part, most, sizeof *part);
    alloc_free(&plan->alloc, fair, most, sizeof *fair);
    return done ? BERTH_E_OK : BERTH_E_MEMORY;
}

int summary_settle(struct berth_plan *plan)
{
    struct berth_plan_summary *s = &plan->settled;
    summary_settle_shares(plan);
    if (s->measure == BERTH_BY_SAMPLE && summary_replace_sampled(plan) != BERTH_E_OK)
        return BERTH_E_MEMORY;
    summary_settle_moved(plan);
    summary_settle_least(plan);
    s->ranges = plan->range_count;
    s->nodes = plan->match.count;
    s->samples = s->measure == BERTH_BY_SAMPLE ? (uint64_t)plan->total : 0;
    if (s->samples > 0)
        s->error = sqrt(s->moved * (1 - s->moved) / (double)plan->total);
    return summary_settle_peaks(plan);
}

static void summary_keys(const struct berth_plan *plan, struct berth_plan_summary *out)
{
    for (size_t i = 0; i < plan->flows.count; i++) {
        const struct flow *flow = &plan->flows.list[i];
        bool needless = plan_is_needless(plan, flow->from, flow->to);
        out->keys_moved += flow->keys;
        out->bytes_moved = plan_add(out->bytes_moved, flow->bytes);
        out->keys_needless += needless ? flow->keys : 0;
        out->bytes_needless = plan_add(out->bytes_needless, needless ? flow->bytes : 0);
    }
    for (uint32_t i = 0; i <= plan->match.count; i++) {
        const uint64_t *keys = plan->tallies[i].keys;
        if (keys[MATCH_AFTER] > keys[MATCH_BEFORE])
            out->keys_least += keys[MATCH_AFTER] - keys[MATCH_BEFORE];
    }
}

void berth_plan_summary(const berth_plan *plan, struct berth_plan_summary *out)
{
    if (!out)
        return;
    if (!plan) {
        *out = (struct berth_plan_summary){.measure = BERTH_BY_SAMPLE};
        return;
    }
    *out = plan->settled;
    out->flows = plan->flows.count;
    out->keys = plan->keys;
    out->bytes = plan->bytes;
    summary_keys(plan, out);
}
