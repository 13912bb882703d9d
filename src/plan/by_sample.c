/* SPDX-License-Identifier: MIT */
/* by_sample.c - looking up sample keys, for pairs of maps that cannot be compared whole
 * Idea       the sample is the 2^20 synthetic integer keys that berth_map_shares tries. Each is
 *            looked up in both maps as if all nodes were up, and counts as one unit.
 * Cost       2^20 lookups in each map */
#include "plan/plan.h"

#include "place/walk.h"

#define SAMPLE_KEYS (UINT32_C(1) << 20)

enum { SAMPLE_BATCH = 512 };

static void by_sample_owners(const berth_map *map, const uint64_t *hashes, uint32_t *out)
{
    const struct scheme *scheme = map->scheme;
    if (map->state && scheme->ops->route_many && !scheme->ops->route_key) {
        scheme->ops->route_many(map->state, hashes, SAMPLE_BATCH, out);
        return;
    }
    struct walk walk;
    for (size_t i = 0; i < SAMPLE_BATCH; i++) {
        walk_begin_hash(&walk, hashes[i]);
        out[i] = walk_owner(map, &walk);
    }
}

static bool by_sample_add(struct berth_plan *plan, uint32_t before, uint32_t after)
{
    uint32_t from = match_number(&plan->match, MATCH_BEFORE, before);
    uint32_t to = match_number(&plan->match, MATCH_AFTER, after);
    plan->tallies[from].units[MATCH_BEFORE]++;
    plan->tallies[to].units[MATCH_AFTER]++;
    if (from == to)
        return true;
    struct flow *flow = flows_at(&plan->flows, from, to);
    if (flow)
        flow->units++;
    return flow != NULL;
}

int by_sample_measure(struct berth_plan *plan)
{
    const berth_map *maps[] = {plan->maps[MATCH_BEFORE], plan->maps[MATCH_AFTER]};
    const bool same_hashes = maps[0]->native_keys && maps[1]->native_keys;
    uint64_t keys[SAMPLE_BATCH], hashes[SAMPLE_BATCH];
    uint32_t before[SAMPLE_BATCH], after[SAMPLE_BATCH];
    plan->settled.measure = BERTH_BY_SAMPLE;
    plan->total = SAMPLE_KEYS;
    for (uint64_t first = 1; first <= SAMPLE_KEYS; first += SAMPLE_BATCH) {
        for (uint64_t i = 0; i < SAMPLE_BATCH; i++)
            keys[i] = bits_mix(first + i);
        map_hashes_u64(maps[0], keys, SAMPLE_BATCH, hashes);
        by_sample_owners(maps[0], hashes, before);
        if (!same_hashes)
            map_hashes_u64(maps[1], keys, SAMPLE_BATCH, hashes);
        by_sample_owners(maps[1], hashes, after);
        for (uint64_t i = 0; i < SAMPLE_BATCH; i++)
            if (!by_sample_add(plan, before[i], after[i]))
                return BERTH_E_MEMORY;
    }
    return BERTH_E_OK;
}
