/* SPDX-License-Identifier: MIT */
/* variants.h - hash functions as deployed programs use them: seeds, wide results, quirks
 * Idea       the registry (hash.h) holds what a spec may name: one row, one fixed function to at
 *            most 64 bits. Here the same functions take their seeds and give all their bits, beside
 *            those that only an old program computes. One row per function; names ignore case, '-'
 *            and '_'. Where a name stands in both lists, seeds of 0 give the registry's value.
 * Frozen     what a name computes never changes */
#ifndef BERTH_VARIANTS_H
#define BERTH_VARIANTS_H

#include <berth.h>

/* NULL when no row has that name. */
const struct berth_hash_variant *variants_find(const char *name, size_t len);

/* The i-th row, NULL past the end. */
const struct berth_hash_variant *variants_at(size_t i);

#endif
