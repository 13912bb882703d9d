/* SPDX-License-Identifier: MIT */
/* variants.h - hash functions as deployed programs use them: with seeds, wide results, quirks
 * Idea       the registry (hash.h) holds the functions that a spec may name: fixed seeds, at most
 *            64 bits. This list holds the same functions with their seeds and all their bits, and
 *            the functions that only one old program computes. Names are compared without regard to
 *            case, '-' and '_'. Where both lists hold a name, seeds of 0 give the registry's value.
 * Frozen     what a name computes never changes */
#ifndef BERTH_VARIANTS_H
#define BERTH_VARIANTS_H

#include <berth.h>

/* Returns the row with that name; NULL when there is none. */
const struct berth_hash_variant *variants_find(const char *name, size_t len);

/* Returns row i; NULL past the end. */
const struct berth_hash_variant *variants_at(size_t i);

#endif
