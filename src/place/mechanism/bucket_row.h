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
    uint64_t (*hash)(const struct berth_value *values, const void *key, size_t len);
    bool modulo; /* the rule is h mod n: plans compare whole */
};

int bucket_row_build(const struct berth_build *in, void **state, berth_error *error);
void bucket_row_destroy(void *state, const struct berth_alloc *alloc);
uint32_t bucket_row_route(const void *state, uint64_t hash);
uint64_t bucket_row_hash_key(const void *state, const void *key, size_t len);
uint64_t bucket_row_hash_u64(const void *state, uint64_t key);
void bucket_row_space(const void *state, struct berth_space *space);
bool bucket_row_span(const void *state, uint64_t *cursor, struct berth_span *out);
void bucket_row_explain(const void *state, uint64_t hash, struct berth_where *out);
size_t bucket_row_bytes(const void *state);

#define BUCKET_ROW_OPERATIONS                                                                      \
    .build = bucket_row_build, .destroy = bucket_row_destroy, .route = bucket_row_route,           \
    .hash_key = bucket_row_hash_key, .space = bucket_row_space, .span = bucket_row_span,           \
    .explain = bucket_row_explain, .bytes = bucket_row_bytes
#define BUCKET_ROW_INTEGERS BUCKET_ROW_OPERATIONS, .hash_u64 = bucket_row_hash_u64

/* The parameter every numbered preset has first. */
#define BUCKET_ROW_ORDER                                                                           \
    {                                                                                              \
        .name = "order", .words = "slot line", .shape = BERTH_WORD, .preset = "slot",              \
        .help = "number nodes by slot=K, or as they are listed"                                    \
    }

#endif
