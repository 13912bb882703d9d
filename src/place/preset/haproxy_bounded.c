/* SPDX-License-Identifier: MIT */
/* haproxy_bounded.c - HAProxy's hash-balance-factor */
#include "haproxy_bounded.h"

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
