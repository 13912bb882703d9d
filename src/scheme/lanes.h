/* SPDX-License-Identifier: MIT */
/* lanes.h - jump and jumpback for many keys side by side, the same numbers as one by one
 * Idea       a single key waits: for a division, for a multiplication, for a branch that nobody
 *            could foresee. Several keys in the lanes of wide registers wait together.
 *            Each function does the first keys of a batch and returns how many it did, 0 when this
 *            CPU has nothing to offer; the caller does the rest one by one.
 * Cost       AVX-512: jump some 10 times, jumpback some 6 times as fast as one by one. Any other
 *            CPU: jump twice, jumpback no faster */
#ifndef BERTH_LANES_H
#define BERTH_LANES_H

#include <stddef.h>
#include <stdint.h>

/* numbers > 1; out[i] = number of hashes[i]. */
typedef size_t lanes_batch(const uint64_t *hashes, size_t n, uint32_t numbers, uint32_t *out);

lanes_batch lanes_jump;
lanes_batch lanes_jumpback;

/* What lanes_jump does without wide registers. */
lanes_batch lanes_jump_plain;

#endif
