/* SPDX-License-Identifier: MIT */
/* keys.h - sets of keys of the kinds that users have
 *
 *   KEYS_INTEGERS   0, 1, 2, ...            as 64-bit integers
 *   KEYS_SIMILAR    user:0, user:1, ...     names that differ in their last digits
 *   KEYS_RANDOM     16 random bytes         any bytes, NUL among them
 *   KEYS_BYTES      empty, 1 NUL, 0xff ...  odd keys; there are KEYS_ODD of them */
#ifndef BERTH_TEST_KEYS_H
#define BERTH_TEST_KEYS_H

#include "berth.h"

enum keys_kind { KEYS_INTEGERS, KEYS_SIMILAR, KEYS_RANDOM, KEYS_KINDS };

extern const char *const keys_names[KEYS_KINDS];

/* Returns the owner of the i-th key of a kind. */
uint32_t keys_route(const berth_map *map, enum keys_kind kind, uint64_t i);
size_t keys_replicas(const berth_map *map, enum keys_kind kind, uint64_t i, uint32_t *out,
                     size_t n);

/* Counts the keys 0 .. n - 1 of each owner; fails the test when a key has no owner. `counts` has
 * room for every node of the map and is zeroed first. */
void keys_count(const berth_map *map, enum keys_kind kind, uint64_t n, uint64_t *counts);

/* Writes the owners of the keys 0 .. n - 1. */
void keys_owners(const berth_map *map, enum keys_kind kind, uint64_t n, uint32_t *owners);

/* Writes the owners of the n text keys that a printf format with one %u makes of 0 .. n - 1. */
void keys_owners_text(const berth_map *map, const char *format, uint32_t n, uint32_t *owners);

/* Odd keys: no bytes, one NUL, "a\0b", "a\0c", 16 x 0xff, 1 MiB, an odd address, ... */
enum { KEYS_ODD = 9 };
struct berth_key keys_odd(size_t i);

#endif
