/* SPDX-License-Identifier: MIT */
/* check.c - how much of the key space, and which keys, two maps disagree on */
#include "check/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "frame/say.h"
#include "show/names.h"

void check_side_free(struct check_side *side)
{
    berth_map_free(side->map);
    berth_nodes_free(side->nodes);
    free(side->spec);
    *side = (struct check_side){0};
}

bool check_side_build(struct check_side *side, berth_error *error)
{
    side->map = berth_map_new(side->spec, side->nodes, NULL, error);
    return side->map;
}

double check_share(const berth_map *a, const berth_map *b, const uint32_t *same,
                   struct berth_plan_summary *sum, double *gained)
{
    berth_error error;
    struct berth_flow flow;
    berth_plan *plan = berth_plan_new(a, b, &error);
    double share = 0;
    *gained = 0;
    if (!plan)
        return -1;
    berth_plan_summary(plan, sum);
    for (size_t i = 0; berth_plan_flow(plan, i, &flow); i++) {
        if (!check_differs(same, flow.index_from, flow.index_to))
            continue;
        share += flow.share;
        *gained += flow.index_from == BERTH_NONE ? flow.share : 0;
    }
    berth_plan_free(plan);
    return share;
}

/* Maps whose fingerprints are equal have the same nodes at the same indices. */
static bool check_same_states(const berth_map *a, const berth_map *b)
{
    struct berth_node x, y;
    for (uint32_t i = 0; berth_map_node(a, i, &x) && berth_map_node(b, i, &y); i++)
        if (x.state != y.state)
            return false;
    return true;
}

bool check_equal(const berth_map *a, const berth_map *b)
{
    struct berth_fingerprint x = berth_map_fingerprint(a), y = berth_map_fingerprint(b);
    return x.hi == y.hi && x.lo == y.lo && check_same_states(a, b);
}

/* What has no owner in A, but for what B gives one. */
static double check_no_owner(const struct check_pair *pair, double gained)
{
    struct berth_unowned a, b;
    berth_map_unowned(pair->a->map, &a);
    berth_map_unowned(pair->b->map, &b);
    double least = a.share < b.share ? a.share : b.share;
    double both = pair->samples > 0 ? least : a.share - gained;
    return fmax(0, fmin(both, least));
}

bool check_open(struct check_pair *pair, const struct check_side *a, const struct check_side *b)
{
    *pair = (struct check_pair){.a = a, .b = b};
    pair->same = check_match(a->map, b->map);
    pair->listed = names_order(a->map);
    const char in_a[] = {' ', 'i', 'n', ' ', a->letter, '\0'};
    const char in_b[] = {' ', 'i', 'n', ' ', b->letter, '\0'};
    pair->addresses = addresses_compare(a->map, b->map, pair->same, in_a, in_b);
    pair->equal = check_equal(a->map, b->map);
    if (pair->equal) {
        pair->no_owner = check_no_owner(pair, 0);
        return true;
    }
    struct berth_plan_summary sum;
    double gained;
    pair->share = check_share(a->map, b->map, pair->same, &sum, &gained);
    if (pair->share < 0) {
        say_error("out of memory");
        return false;
    }
    pair->measure = sum.measure;
    pair->samples = sum.samples;
    if (sum.samples > 0)
        pair->error = sqrt(pair->share * (1 - pair->share) / (double)sum.samples);
    pair->no_owner = check_no_owner(pair, gained);
    return true;
}

void check_close(struct check_pair *pair)
{
    for (size_t i = 0; i < pair->kept_count; i++) {
        free((void *)(uintptr_t)pair->kept[i].key.data);
        free((void *)(uintptr_t)pair->kept[i].shown.data);
    }
    for (size_t i = 0; i < pair->reasons; i++)
        free(pair->reason[i]);
    addresses_free(&pair->addresses);
    free(pair->kept);
    free(pair->same);
    free(pair->listed);
}

bool check_agrees(const struct check_pair *pair)
{
    return check_alike(pair) && pair->no_owner <= 0 && pair->keys_no_owner == 0 &&
           pair->addresses.count == 0;
}

bool check_alike(const struct check_pair *pair)
{
    return pair->equal || (pair->share <= 0 && pair->keys_differ == 0);
}

static struct berth_key check_copy(struct berth_key key)
{
    char *copy = memory_new(key.len + 1, 1);
    if (key.len > 0)
        memcpy(copy, key.data, key.len);
    return (struct berth_key){copy, key.len};
}

void check_keep(struct check_pair *pair, const struct key_batch *batch, size_t i, uint32_t a,
                uint32_t b)
{
    pair->keys_differ++;
    if (pair->kept_count == CHECK_KEPT)
        return;
    if (!pair->kept)
        pair->kept = memory_new(CHECK_KEPT, sizeof *pair->kept);
    struct check_key *kept = &pair->kept[pair->kept_count++];
    *kept = (struct check_key){.shown = check_copy(batch->shown[i]), .a = a, .b = b};
    kept->is_number = batch->numbers;
    if (kept->is_number)
        kept->number = batch->numbers[i];
    else
        kept->key = check_copy(batch->keys[i]);
}
