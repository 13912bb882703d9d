/* SPDX-License-Identifier: MIT */
/* by_sample.c - looking up sample keys, for pairs of maps that cannot be compared whole
 * Idea       the sample is the first 2^20 synthetic integer keys that berth_map_shares tries, fewer
 *            where a lookup is dear. Each is looked up in both maps as a client looks it up, down
 *            nodes and all, and counts as one unit.
 * Cost       at most 2^20 lookups in each map */
#include "plan/plan.h"

enum { SAMPLE_KEYS = 1 << 20, SAMPLE_BATCH = 512 };

/* As many keys as both maps can be asked for, in whole batches. */
static uint64_t by_sample_keys(const berth_map *before, const berth_map *after)
{
    uint64_t a = berth_map_samples(before), b = berth_map_samples(after);
    uint64_t keys = a < b ? a : b;
    return keys < SAMPLE_KEYS ? keys / SAMPLE_BATCH * SAMPLE_BATCH : SAMPLE_KEYS;
}

static bool by_sample_move(struct berth_plan *plan, uint32_t from, uint32_t to, size_t half)
{
    struct flow *flow = flows_at(&plan->flows, from, to);
    if (!flow)
        return false;
    flow->units++;
    plan->tallies[from].out++;
    plan->tallies[from].gain[half]--;
    plan->tallies[to].in++;
    plan->tallies[to].gain[half]++;
    return true;
}

/* hash: of the map after; half: 0 or 1. */
static bool by_sample_add(struct berth_plan *plan, uint64_t hash, size_t half, uint32_t before,
                          uint32_t after)
{
    uint32_t from = match_number(&plan->match, MATCH_BEFORE, before), to;
    plan_arrives(plan, from, hash, after, &to);
    plan->tallies[from].units[MATCH_BEFORE]++;
    plan->tallies[to].units[MATCH_AFTER]++;
    return from == to || by_sample_move(plan, from, to, half);
}

int by_sample_measure(struct berth_plan *plan)
{
    const berth_map *maps[] = {plan->maps[MATCH_BEFORE], plan->maps[MATCH_AFTER]};
    const bool same_hashes = maps[0]->native_keys && maps[1]->native_keys;
    uint64_t keys[SAMPLE_BATCH], hashes[SAMPLE_BATCH];
    uint32_t before[SAMPLE_BATCH], after[SAMPLE_BATCH];
    plan->settled.measure = BERTH_BY_SAMPLE;
    const uint64_t samples = by_sample_keys(maps[0], maps[1]);
    plan->total = samples;
    for (uint64_t first = 1; first <= samples; first += SAMPLE_BATCH) {
        for (uint64_t i = 0; i < SAMPLE_BATCH; i++)
            keys[i] = bits_mix(first + i);
        map_hashes_u64(maps[0], keys, SAMPLE_BATCH, hashes);
        berth_map_route_many_hash(maps[0], hashes, SAMPLE_BATCH, before);
        if (!same_hashes)
            map_hashes_u64(maps[1], keys, SAMPLE_BATCH, hashes);
        berth_map_route_many_hash(maps[1], hashes, SAMPLE_BATCH, after);
        for (uint64_t i = 0; i < SAMPLE_BATCH; i++)
            if (!by_sample_add(plan, hashes[i], i & 1, before[i], after[i]))
                return BERTH_E_MEMORY;
    }
    return BERTH_E_OK;
}
