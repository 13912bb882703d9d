/* SPDX-License-Identifier: MIT */
/* haproxy_bounded.c - HAProxy's hash-balance-factor */
#include "place/preset/haproxy/haproxy_bounded.h"

#include "base/number.h"

uint32_t haproxy_bounded_slots(const struct haproxy_share *share, uint32_t served, uint32_t factor)
{
    uint32_t total = ((served + 1) * factor + 99) / 100;
    uint32_t each = total / share->all, rest = total % share->all;
    uint32_t slots = share->weight * each;
    slots += (share->before + share->weight) * rest / share->all;
    slots -= share->before * rest / share->all;
    return slots > 0 ? slots : 1;
}

bool haproxy_bounded_accepts(const struct haproxy_share *share, uint32_t mine, uint32_t served,
                             uint32_t factor)
{
    return mine < haproxy_bounded_slots(share, served, factor);
}

/* From millionths; wraps as the program's own sum does. */
static uint32_t haproxy_bounded_weight(u128 weight)
{
    return (uint32_t)(weight / NUMBER_MILLION) * HAPROXY_POINTS_PER_WEIGHT;
}

bool haproxy_bound_accepts(const struct portion *portion, uint64_t mine, uint64_t total,
                           uint64_t factor)
{
    struct haproxy_share share = {.weight = haproxy_bounded_weight(portion->weight),
                                  .before = haproxy_bounded_weight(portion->before),
                                  .all = haproxy_bounded_weight(portion->all)};
    return haproxy_bounded_accepts(&share, (uint32_t)mine, (uint32_t)total - 1,
                                   (uint32_t)(factor / HAPROXY_PERCENT));
}
