/* SPDX-License-Identifier: MIT */
/* law.c - what moves under weighted rendezvous hashing; the derivation is in law.h */
#include "plan/law.h"

#include "base/bits.h"
#include "base/order.h"

struct law {
    const uint64_t *before, *after;
    uint32_t *order; /* the nodes that own something on either side, by ascending ratio */
    double *sum;     /* sum[i] is C at the ratio of order[i] */
    uint32_t count;
    u128 total_before, total_after;
    struct law_sink sink;
};

/* Whether a's ratio is below b's. Ratios are compared as fractions, and w / 0 is the largest; nodes
 * with 0 / 0 are not listed. */
static bool law_less(const void *context, uint32_t a, uint32_t b)
{
    const struct law *law = context;
    return (u128)law->before[a] * law->after[b] < (u128)law->before[b] * law->after[a];
}

static void law_list(struct law *law, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (law->before[i] == 0 && law->after[i] == 0)
            continue;
        law->order[law->count++] = i;
        law->total_before += law->before[i];
        law->total_after += law->after[i];
    }
    order_sort(law->order, law->count, law_less, law);
}

/* The integral from the ratio of `low` to that of `high`, between which A = a_sum and B = b_sum. */
static double law_piece(const struct law *law, uint32_t low, uint32_t high, u128 a_sum, u128 b_sum)
{
    double a = (double)a_sum, b = (double)b_sum;
    double r1 = (double)law->before[low] / (double)law->after[low];
    if (law->after[high] == 0)
        return 1 / (b * (a + b * r1));
    double r2 = (double)law->before[high] / (double)law->after[high];
    return (r2 - r1) / ((a + b * r1) * (a + b * r2));
}

static void law_integrate(struct law *law)
{
    u128 a = law->total_before, b = 0;
    double c = 0;
    for (uint32_t i = 0; i < law->count; i++) {
        uint32_t node = law->order[i];
        if (i > 0 && law_less(law, law->order[i - 1], node))
            c += law_piece(law, law->order[i - 1], node, a, b);
        law->sum[i] = c;
        a -= law->before[node];
        b += law->after[node];
    }
}

/* Emits what order[i] loses to the nodes whose ratio is below its own, order[0..lower). */
static bool law_emit_from(const struct law *law, uint32_t i, uint32_t lower)
{
    uint32_t from = law->order[i];
    for (uint32_t j = 0; j < lower; j++) {
        uint32_t to = law->order[j];
        double share =
            (double)law->before[from] * (double)law->after[to] * (law->sum[i] - law->sum[j]);
        if (share > 0 && !law->sink.emit(law->sink.context, from, to, share))
            return false;
    }
    return true;
}

/* Returns how many flows there are at most: each node may lose to every node of a lower ratio. */
static size_t law_count(const struct law *law)
{
    size_t flows = 0;
    uint32_t lower = 0;
    for (uint32_t i = 0; i < law->count; i++) {
        if (i > 0 && law_less(law, law->order[i - 1], law->order[i]))
            lower = i;
        flows += lower;
    }
    return flows;
}

static bool law_emit_all(const struct law *law)
{
    const struct law_sink *sink = &law->sink;
    uint32_t lower = 0;
    if (sink->expect && !sink->expect(sink->context, law_count(law)))
        return false;
    for (uint32_t i = 0; i < law->count; i++) {
        if (i > 0 && law_less(law, law->order[i - 1], law->order[i]))
            lower = i;
        if (!law_emit_from(law, i, lower))
            return false;
    }
    return true;
}

/* On one of the two sides no node owns anything: all that moves comes from, or goes to, the number
 * `none`. */
static bool law_emit_one_sided(const struct law *law, uint32_t none)
{
    bool gone = law->total_after == 0;
    double total = (double)(gone ? law->total_before : law->total_after);
    for (uint32_t i = 0; i < law->count; i++) {
        uint32_t node = law->order[i];
        double share = (double)(gone ? law->before[node] : law->after[node]) / total;
        if (!law->sink.emit(law->sink.context, gone ? node : none, gone ? none : node, share))
            return false;
    }
    return true;
}

int law_flows(const struct berth_alloc *alloc, const uint64_t *before, const uint64_t *after,
              uint32_t n, struct law_sink sink)
{
    struct law law = {.before = before, .after = after, .sink = sink};
    bool done = false;
    law.order = alloc_array(alloc, n, sizeof *law.order);
    law.sum = alloc_array(alloc, n, sizeof *law.sum);
    if (law.order && law.sum) {
        law_list(&law, n);
        law_integrate(&law);
        done = law.total_before == 0 || law.total_after == 0 ? law_emit_one_sided(&law, n)
                                                             : law_emit_all(&law);
    }
    alloc_free(alloc, law.order, n, sizeof *law.order);
    alloc_free(alloc, law.sum, n, sizeof *law.sum);
    return done ? BERTH_E_OK : BERTH_E_MEMORY;
}
