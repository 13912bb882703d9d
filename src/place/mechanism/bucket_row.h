/* SPDX-License-Identifier: MIT */
/* bucket_row.h - a deployed rule that gives a number, as a row of data: partitions, slots, shards
 *
 *   key --hash--> h --rule--> 0..n-1 --slot= or order=line--> node */
#ifndef BERTH_BUCKET_ROW_H
#define BERTH_BUCKET_ROW_H

#include "scheme/numbered.h"

struct bucket_row {
    numbered_rule *rule;
    /* NULL = integer keys as they are */
    uint64_t (*hash)(const struct value *values, const void *key, size_t len);
    bool modulo; /* the rule is h mod n: plans compare whole */
};

/* The rule h mod n. */
uint32_t bucket_modulo(uint64_t hash, uint32_t n);

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
