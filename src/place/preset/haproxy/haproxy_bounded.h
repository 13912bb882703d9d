/* SPDX-License-Identifier: MIT */
/* haproxy_bounded.h - HAProxy's hash-balance-factor: how many requests a server may have now
 *
 * The ring offers servers clockwise; the first that is acceptable gets the request. The share of a
 * server is not rounded up by itself: what the division leaves over is spread along the servers in
 * their order, so that all shares add up. */
#ifndef BERTH_HAPROXY_BOUNDED_H
#define BERTH_HAPROXY_BOUNDED_H

#include "scheme/scheme.h"

/* A server's weight in this arithmetic is its number of points in the ring. */
enum { HAPROXY_POINTS_PER_WEIGHT = 16, HAPROXY_PERCENT = 10000 /* millionths */ };

struct haproxy_share {
    uint32_t weight; /* of the server: 16 x weight */
    uint32_t before; /* sum over the servers listed before it, down or not */
    uint32_t all;    /* sum over the servers in use; > 0 */
};

/* Requests that the server may serve, the one now being placed included: at least 1. `served` = the
 * backend's requests now being served, without that one; factor in percent. 32-bit arithmetic that
 * wraps, as in HAProxy. */
uint32_t haproxy_bounded_slots(const struct haproxy_share *share, uint32_t served, uint32_t factor);

/* Whether a server that serves `mine` requests takes one more. */
bool haproxy_bounded_accepts(const struct haproxy_share *share, uint32_t mine, uint32_t served,
                             uint32_t factor);

/* The parts of a scheme's bound that count. */
bool haproxy_bound_accepts(const struct portion *portion, uint64_t mine, uint64_t total,
                           uint64_t factor);

#endif
