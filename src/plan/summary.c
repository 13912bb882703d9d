/* SPDX-License-Identifier: MIT */
/* summary.c - the figures of a plan: moved = least + needless, and the peaks
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

/* ---- shares that need no sample -------------------------------------------------------------- */

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
    plan->known[MATCH_BEFORE] = summary_knows(plan, MATCH_BEFORE, part);
    plan->known[MATCH_AFTER] = summary_knows(plan, MATCH_AFTER, part);
    if (plan->known[MATCH_BEFORE] && !plan->known[MATCH_AFTER])
        summary_carry(plan, MATCH_BEFORE, MATCH_AFTER);
    else if (plan->known[MATCH_AFTER] && !plan->known[MATCH_BEFORE])
        summary_carry(plan, MATCH_AFTER, MATCH_BEFORE);
    alloc_free(&plan->alloc, part, most, sizeof *part);
    return BERTH_E_OK;
}

/* ---- moved, least, needless ----------------------------------------------------------------- */

static void summary_settle_moved(struct berth_plan *plan)
{
    struct amount moved = {0, 0}, untouched = {0, 0};
    for (size_t i = 0; i < plan->flows.count; i++) {
        const struct flow *flow = &plan->flows.list[i];
        moved.units += flow->units;
        moved.share += flow->share;
        if (plan_is_needless(plan, flow->from, flow->to)) {
            untouched.units += flow->units;
            untouched.share += flow->share;
        }
    }
    plan->settled.moved = summary_part(plan, moved);
    plan->untouched = summary_part(plan, untouched);
}

static double summary_least(const struct berth_plan *plan)
{
    struct amount least = {0, 0};
    for (uint32_t i = 0; i <= plan->match.count; i++) {
        const struct plan_tally *tally = &plan->tallies[i];
        double gain = tally->share[MATCH_AFTER] - tally->share[MATCH_BEFORE];
        if (tally->units[MATCH_AFTER] > tally->units[MATCH_BEFORE])
            least.units += tally->units[MATCH_AFTER] - tally->units[MATCH_BEFORE];
        least.share +=
            gain < 0 ? -gain / 2 : gain / 2; /* half of gains and losses: the same back */
    }
    return summary_part(plan, least);
}

static double summary_sign(int64_t a)
{
    return (double)((a > 0) - (a < 0));
}

/* What a node gains or loses, in sampled keys. Of a node that only gains, or only loses, the sample
 * says it as well as it says what moves. Of the others it is a small difference, and its size would
 * be that of the noise: so either half of the keys says the direction for the other half. */
static double summary_change(const struct plan_tally *tally)
{
    if (tally->in == 0 || tally->out == 0)
        return (double)(tally->in + tally->out);
    return summary_sign(tally->gain[0]) * (double)tally->gain[1] +
           summary_sign(tally->gain[1]) * (double)tally->gain[0];
}

static double summary_least_sampled(struct berth_plan *plan)
{
    double changes = 0, noise = 0;
    for (uint32_t i = 0; i <= plan->match.count; i++) {
        const struct plan_tally *tally = &plan->tallies[i];
        changes += summary_change(tally);
        noise += tally->in > 0 && tally->out > 0 ? (double)(tally->in + tally->out) : 0;
    }
    plan->settled.error_least = plan->settled.error;
    if (noise == 0) /* every node only gains or only loses: all that moves is due */
        return plan->settled.moved;
    if (plan->known[MATCH_BEFORE] && plan->known[MATCH_AFTER]) {
        plan->settled.error_least = 0;
        return summary_least(plan);
    }
    /* The variance of summary_change is (1 + 2 / pi) times the number of keys behind it. */
    plan->settled.error_least = sqrt((1 + 2 / 3.14159265358979) * noise) / 2 / (double)plan->total;
    return changes > 0 ? changes / 2 / (double)plan->total : 0;
}

/* Rounding is not movement, and three standard errors may be chance. */
#define SUMMARY_NOTHING 1e-12
#define SUMMARY_ERRORS  3

static void summary_settle_needless(struct berth_plan *plan)
{
    struct berth_plan_summary *s = &plan->settled;
    double least =
        s->measure == BERTH_BY_SAMPLE ? summary_least_sampled(plan) : summary_least(plan);
    s->least = least < s->moved ? least : s->moved;
    /* What moves from or to touched nodes is all due, unless the least differs from it by more than
     * the noise of the sample. */
    const double rest = s->moved - plan->untouched;
    if (fabs(rest - s->least) <= SUMMARY_ERRORS * hypot(s->error, s->error_least))
        s->least = rest;
    s->needless = s->moved - s->least > SUMMARY_NOTHING ? s->moved - s->least : 0;
    s->needless_untouched = plan->untouched < s->needless ? plan->untouched : s->needless;
    s->needless_touched = s->needless - s->needless_untouched;
    if (s->needless_touched < SUMMARY_NOTHING)
        s->needless_touched = 0;
}

/* ---- peaks ----------------------------------------------------------------------------------- */

/* How many keys the shares of a side were sampled from; 0 = they were not. Where the other side is
 * known, only what moves carries noise. */
static double summary_samples(const struct berth_plan *plan, enum match_side side)
{
    if (plan->settled.measure != BERTH_BY_SAMPLE || plan->known[side])
        return 0;
    bool other = plan->known[side == MATCH_BEFORE ? MATCH_AFTER : MATCH_BEFORE];
    double moved = other ? plan->settled.moved : 1;
    return moved * (double)plan->total > 1 ? (double)plan->total / moved : 0;
}

/* Fair shares and peak of one side; part and fair have room for its nodes. */
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
    double samples = summary_samples(plan, side), error = 0;
    if (samples > 0)
        berth_evenness_sampled(part, fair, count, (uint64_t)samples, &evenness, &error);
    else
        berth_evenness(part, fair, count, &evenness);
    if (error > plan->settled.error_peak)
        plan->settled.error_peak = error;
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
    s->no_owner_before = plan->tallies[plan->match.count].share[MATCH_BEFORE];
    s->no_owner_after = plan->tallies[plan->match.count].share[MATCH_AFTER];
    s->ranges = plan->range_count;
    s->nodes = plan->match.count;
    s->samples = s->measure == BERTH_BY_SAMPLE ? (uint64_t)plan->total : 0;
    if (s->samples > 0)
        s->error = sqrt(s->moved * fmax(1 - s->moved, 0) / (double)plan->total);
    summary_settle_needless(plan);
    return summary_settle_peaks(plan);
}

/* ---- keys ----------------------------------------------------------------------------------- */

/* How many of `count` keys or bytes are needless, when `part` of a share of `all` is. Of keys that
 * move although no share does, all are. */
static uint64_t summary_needless_of(uint64_t count, double part, double all)
{
    if (part >= all)
        return count;
    return part > 0 ? (uint64_t)((double)count * (part / all) + 0.5) : 0;
}

/* What was fed, between untouched nodes and in all. */
struct fed {
    uint64_t keys, bytes;
};

static struct fed summary_fed(const struct berth_plan *plan, struct berth_plan_summary *out)
{
    struct fed untouched = {0, 0};
    for (size_t i = 0; i < plan->flows.count; i++) {
        const struct flow *flow = &plan->flows.list[i];
        const bool needless = plan_is_needless(plan, flow->from, flow->to);
        out->keys_moved += flow->keys;
        out->bytes_moved = plan_add(out->bytes_moved, flow->bytes);
        untouched.keys += needless ? flow->keys : 0;
        untouched.bytes = plan_add(untouched.bytes, needless ? flow->bytes : 0);
    }
    return untouched;
}

/* The counts before and after scatter as keys do, so their difference does not say what is due. The
 * shares say it: as much of the keys that move is needless as of the key space that moves. */
static void summary_keys(const struct berth_plan *plan, struct berth_plan_summary *out)
{
    const struct fed untouched = summary_fed(plan, out);
    const double part = out->needless_untouched, touched = out->needless_touched;
    const double rest = touched > 0 ? out->moved - plan->untouched : 1;
    out->keys_needless_untouched = summary_needless_of(untouched.keys, part, plan->untouched);
    out->keys_needless_touched =
        summary_needless_of(out->keys_moved - untouched.keys, touched, rest);
    out->keys_needless = out->keys_needless_untouched + out->keys_needless_touched;
    out->keys_least = out->keys_moved - out->keys_needless;
    out->bytes_needless =
        plan_add(summary_needless_of(untouched.bytes, part, plan->untouched),
                 summary_needless_of(out->bytes_moved - untouched.bytes, touched, rest));
    if (out->bytes_needless > out->bytes_moved)
        out->bytes_needless = out->bytes_moved;
    out->bytes_least = out->bytes_moved - out->bytes_needless;
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
