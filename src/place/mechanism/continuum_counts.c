/* SPDX-License-Identifier: MIT */
/* continuum_counts.c - how weights become numbers of labels
 *
 * Floating point is part of these rules: steps are rounded as written here, in IEEE single or
 * double, without contraction (the build says -ffp-contract=off) and never in x87 registers. */
#include "place/mechanism/continuum_counts.h"

#include "base/fail.h"
#include "base/number.h"

#include <math.h>

static uint64_t counts_weight(const struct continuum_in *in, uint32_t node)
{
    return in->build->members[node].weight / NUMBER_MILLION;
}

uint64_t continuum_counts_sum(const struct continuum_in *in)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < in->count; i++)
        sum += counts_weight(in, i);
    return sum;
}

static uint64_t counts_owners(const struct continuum_in *in)
{
    uint64_t owners = 0;
    for (uint32_t i = 0; i < in->count; i++)
        owners += in->build->members[i].weight > 0;
    return owners;
}

static int counts_multiply(const struct continuum_in *in, uint64_t times, uint64_t *count)
{
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = times * counts_weight(in, i);
    return 0;
}

int continuum_counts_weight(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    return counts_multiply(in, 1, count);
}

int continuum_counts_160(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    return counts_multiply(in, 160, count);
}

int continuum_counts_times_weight(const struct continuum_in *in, uint64_t *count,
                                  berth_error *error)
{
    (void)error;
    return counts_multiply(in, in->values[0].number, count);
}

int continuum_counts_ketama(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    float sum = (float)continuum_counts_sum(in), nodes = (float)counts_owners(in);
    (void)error;
    for (uint32_t i = 0; i < in->count; i++) {
        float share = (float)counts_weight(in, i) / sum;
        float labels = share * 160.0f;
        labels = labels / 4.0f;
        labels = labels * nodes;
        labels = (float)((double)labels + 1e-10); /* added in the originals; rounds away */
        count[i] = counts_weight(in, i) ? (uint64_t)floorf(labels) : 0;
    }
    return 0;
}

int continuum_counts_ketama_or_even(const struct continuum_in *in, uint64_t *count,
                                    berth_error *error)
{
    bool even = true;
    for (uint32_t i = 0; i < in->count; i++)
        even &= in->build->members[i].weight == NUMBER_MILLION;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = 40;
    return even ? BERTH_E_OK : continuum_counts_ketama(in, count, error);
}

int continuum_counts_libketama(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    float sum = (float)continuum_counts_sum(in);
    (void)error;
    for (uint32_t i = 0; i < in->count; i++) {
        float share = (float)counts_weight(in, i) / sum;
        float labels = (float)((double)share * 40.0 * (double)in->count);
        count[i] = counts_weight(in, i) ? (uint64_t)floorf(labels) : 0;
    }
    return 0;
}

int continuum_counts_serialx(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    double sum = (double)continuum_counts_sum(in);
    (void)error;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = (uint64_t)floor((double)(40 * counts_owners(in) * counts_weight(in, i)) / sum);
    return 0;
}

/* target runs over all nodes; a node gets points while the ring is shorter than its target. The
 * ring may end up one point longer than the largest size: the originals' rounding. */
static int counts_running_sum(const struct continuum_in *in, uint64_t least_size,
                              uint64_t most_size, uint64_t *count, berth_error *error)
{
    double sum = (double)continuum_counts_sum(in), least = 1.0, points = 0.0, target = 0.0;
    if (least_size > most_size)
        return fail(error, BERTH_E_RANGE, "%s: min is larger than max",
                    in->build->scheme->info.name);
    for (uint32_t i = 0; i < in->count; i++) {
        double share = (double)counts_weight(in, i) / sum;
        if (counts_weight(in, i) && share < least)
            least = share;
    }
    double scale = fmin(ceil(least * (double)least_size) / least, (double)most_size);
    for (uint32_t i = 0; i < in->count; i++) {
        double share = (double)counts_weight(in, i) / sum;
        target += scale * share;
        for (count[i] = 0; counts_weight(in, i) && points < target; points++)
            count[i]++;
    }
    return 0;
}

int continuum_counts_envoy(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    return counts_running_sum(in, in->values[0].number, in->values[1].number, count, error);
}

/* gRPC's process-wide cap of 4096 clips both sizes. */
int continuum_counts_grpc(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    uint64_t cap = in->values[2].number, least = in->values[0].number, most = in->values[1].number;
    return counts_running_sum(in, least < cap ? least : cap, most < cap ? most : cap, count, error);
}
