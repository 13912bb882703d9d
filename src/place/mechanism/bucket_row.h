/* SPDX-License-Identifier: MIT */
/* bucket_row.h - a deployed rule that gives a number, as a row of data: partitions, slots, shards
 *
 *   key --hash--> h --rule--> 0..n-1 --slot= or order=line--> node */
#ifndef BERTH_BUCKET_ROW_H
#define BERTH_BUCKET_ROW_H

#include "scheme/numbered.h"

struct bucket_row {
    numbered_rule *rule;
    /* The rule where parameters choose it; NULL = `rule`. */
    numbered_rule *(*choose)(const struct value *values);
    /* Refuses a count of numbers that the parameters do not fit; NULL = all fit. */
    int (*fits)(const struct value *values, uint32_t n, berth_error *error);
    /* NULL = integer keys as they are */
    uint64_t (*hash)(const struct value *values, const void *key, size_t len);
    bool modulo; /* the rule is h mod n: plans compare whole */
};

/* The rule h mod n. */
uint32_t bucket_modulo(uint64_t hash, uint32_t n);

/* The same of a signed hash: the remainder is at least 0, as in Java's floorMod. */
uint32_t bucket_floor(uint64_t hash, uint32_t n);

/* The rule by which each number has one part of n of the hash's range, in sequence. */
uint32_t bucket_share(uint64_t hash, uint32_t n);

/* Slot `slot` of `slots` as a hash: bucket_share gives it to number slot / (slots / n), where n
 * divides slots. slots > slot, slots < 2^31. bucket_fits refuses other n; slots 0 fits all. */
uint64_t bucket_part(uint64_t slot, uint64_t slots);
int bucket_fits(const char *what, uint64_t slots, uint32_t n, berth_error *error);

/* What rows with a hash do, and what rows do whose keys are integers. */
extern const struct scheme_ops bucket_row_ops;
extern const struct scheme_ops bucket_row_integer_ops;

/* The parameter every numbered preset has first. */
#define BUCKET_ROW_ORDER                                                                           \
    {                                                                                              \
        .name = "order", .words = "slot line", .shape = BERTH_WORD, .preset = "slot",              \
        .help = "number nodes by slot=K, or as they are listed"                                    \
    }

/* The parameters of presets that have no other. */
extern const struct berth_param bucket_row_params[1];

#endif
