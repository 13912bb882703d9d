/* SPDX-License-Identifier: MIT */
/* bucket_row.c - deployed rules that give a number, over the table of numbers of the native ones */
#include "place/mechanism/bucket_row.h"
#include "place/spec.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/fail.h"
#include "hash/xxh3.h"

#include <string.h>

struct bucket_state {
    const struct bucket_row *row;
    struct numbered *numbered;
    numbered_rule *rule;
    struct value values[SPEC_PARAMS_MAX]; /* of the spec's parameters */
};

const struct berth_param bucket_row_params[1] = {BUCKET_ROW_ORDER};

uint32_t bucket_modulo(uint64_t hash, uint32_t n)
{
    return (uint32_t)(hash % n);
}

uint32_t bucket_floor(uint64_t hash, uint32_t n)
{
    const int64_t rest = (int64_t)hash % (int64_t)n;
    return (uint32_t)(rest < 0 ? rest + n : rest);
}

uint32_t bucket_share(uint64_t hash, uint32_t n)
{
    return (uint32_t)((u128)hash * n >> 64);
}

/* Rounded up: the excess, below 1 of 2^64, is too small to reach the next part. */
uint64_t bucket_part(uint64_t slot, uint64_t slots)
{
    return (uint64_t)((((u128)slot << 64) + slots - 1) / slots);
}

int bucket_fits(const char *what, uint64_t slots, uint32_t n, berth_error *error)
{
    if (slots % n == 0)
        return 0;
    return fail(error, BERTH_E_RANGE, "%s=%llu is no multiple of the number of nodes, %lu", what,
                (unsigned long long)slots, (unsigned long)n);
}

static int bucket_row_build(const struct build *in, void **state, berth_error *error)
{
    size_t params = in->scheme->info.param_count;
    struct bucket_state *bucket = alloc_zeroed(in->alloc, 1, sizeof *bucket);
    if (!bucket)
        return fail_memory(error);
    void *numbered = NULL;
    const struct bucket_row *row = in->scheme->row;
    int code = in->count > 0 ? numbered_build(in, false, &numbered, error) : 0;
    if (!code && numbered && row->fits)
        code = row->fits(in->values, ((const struct numbered *)numbered)->n, error);
    if (code) {
        if (numbered)
            numbered_destroy(numbered, in->alloc);
        alloc_free(in->alloc, bucket, 1, sizeof *bucket);
        return code;
    }
    bucket->row = row;
    bucket->rule = row->choose ? row->choose(in->values) : row->rule;
    bucket->numbered = numbered;
    memcpy(bucket->values, in->values, params * sizeof *bucket->values);
    *state = bucket;
    return 0;
}

static void bucket_row_destroy(void *state, const struct berth_alloc *alloc)
{
    struct bucket_state *bucket = state;
    numbered_destroy(bucket->numbered, alloc);
    alloc_free(alloc, bucket, 1, sizeof *bucket);
}

static size_t bucket_row_bytes(const void *state)
{
    const struct bucket_state *bucket = state;
    return sizeof *bucket + numbered_bytes(bucket->numbered);
}

static uint64_t bucket_row_hash_key(const void *state, const void *key, size_t len)
{
    const struct bucket_state *bucket = state;
    if (!bucket->row->hash)
        return len == 8 ? read64le(key) : hash_xxh3(key, len);
    return bucket->row->hash(bucket->values, key, len);
}

static uint64_t bucket_row_hash_u64(const void *state, uint64_t key)
{
    (void)state;
    return key;
}

static uint32_t bucket_row_route(const void *state, uint64_t hash)
{
    const struct bucket_state *bucket = state;
    return numbered_route(bucket->numbered, hash, bucket->rule);
}

static void bucket_row_space(const void *state, struct space *space)
{
    const struct bucket_state *bucket = state;
    const struct numbered *numbered = bucket->numbered;
    if (!bucket->row->modulo || numbered->live != numbered->n)
        return;
    space->kind = SPACE_CYCLE;
    space->size = numbered->n;
    space->key = (uint64_t)(uintptr_t)bucket->row->hash;
}

static bool bucket_row_span(const void *state, uint64_t *cursor, struct span *out)
{
    const struct bucket_state *bucket = state;
    if (*cursor >= bucket->numbered->n)
        return false;
    *out = (struct span){*cursor, *cursor, numbered_at(bucket->numbered, (uint32_t)*cursor)};
    ++*cursor;
    return true;
}

static void bucket_row_explain(const void *state, const struct walk *walk, struct where *out)
{
    const struct bucket_state *bucket = state;
    numbered_explain(bucket->numbered, walk->hash, bucket->rule, out);
}

#define BUCKET_OPS                                                                                 \
    .build = bucket_row_build, .destroy = bucket_row_destroy, .route = bucket_row_route,           \
    .hash_key = bucket_row_hash_key, .space = bucket_row_space, .span = bucket_row_span,           \
    .explain = bucket_row_explain, .bytes = bucket_row_bytes

const struct scheme_ops bucket_row_ops = {BUCKET_OPS};

const struct scheme_ops bucket_row_integer_ops = {
    BUCKET_OPS,
    .hash_u64 = bucket_row_hash_u64,
};
