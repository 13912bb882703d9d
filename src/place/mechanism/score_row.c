/* SPDX-License-Identifier: MIT */
/* score_row.c - deployed rendezvous schemes: every node scored, the best one taken */
#include "place/mechanism/score_row.h"
#include "place/spec.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"
#include "hash/mix.h"

#include <stdlib.h>
#include <string.h>

struct score_state {
    const struct score_row *row;
    struct score_node *nodes; /* in the order in which the scheme compares them */
    char *names;
    size_t names_bytes;
    uint32_t count, room;
    uint64_t (*key_hash)(const void *key, size_t len);
    struct value values[SPEC_PARAMS_MAX]; /* of the spec's parameters */
};

uint64_t score_xorshift(const struct score_node *node, uint64_t hash)
{
    return mix_xorshift(hash ^ node->seed);
}

uint64_t score_bits(double score)
{
    uint64_t bits;
    if (!(score > 0))
        return 0;
    memcpy(&bits, &score, sizeof bits);
    return bits;
}

/* ---- building ------------------------------------------------------------------------------ */

static void score_row_fill(struct score_state *scores, const struct build *in)
{
    const struct berth_nodes *nodes = in->nodes;
    char *name = scores->names;
    for (uint32_t i = 0; i < in->count; i++) {
        const struct node *from = nodes->items[i];
        if (in->members[i].weight == 0)
            continue;
        memcpy(name, from->text, from->name_len + 1);
        scores->nodes[scores->count++] = (struct score_node){
            .weight = (double)from->weight / (double)NUMBER_MILLION,
            .name = name,
            .len = from->name_len,
            .index = i,
        };
        name += from->name_len + 1;
    }
}

static int score_row_compare(const void *a, const void *b)
{
    const struct score_node *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static void score_row_prepare(struct score_state *scores, const struct score_row *row)
{
    if (row->by_name)
        qsort(scores->nodes, scores->count, sizeof *scores->nodes, score_row_compare);
    for (uint32_t i = 0; i < scores->count; i++) {
        if (row->hash_param)
            scores->nodes[i].seed = scores->key_hash(scores->nodes[i].name, scores->nodes[i].len);
        if (row->prepare)
            row->prepare(scores->values, &scores->nodes[i]);
    }
}

static void score_row_destroy(void *state, const struct berth_alloc *alloc)
{
    struct score_state *scores = state;
    alloc_free(alloc, scores->nodes, scores->room, sizeof *scores->nodes);
    alloc_free(alloc, scores->names, scores->names_bytes, 1);
    alloc_free(alloc, scores, 1, sizeof *scores);
}

static int score_row_build(const struct build *in, void **state, berth_error *error)
{
    const struct berth_nodes *nodes = in->nodes;
    const struct score_row *row = in->scheme->row;
    size_t params = in->scheme->info.param_count;
    struct score_state *scores = alloc_zeroed(in->alloc, 1, sizeof *scores);
    if (!scores)
        return fail_memory(error);
    for (uint32_t i = 0; i < in->count; i++)
        scores->names_bytes += nodes->items[i]->name_len + 1;
    scores->row = row;
    scores->room = in->count;
    scores->nodes = alloc_array(in->alloc, in->count, sizeof *scores->nodes);
    scores->names = alloc_array(in->alloc, scores->names_bytes, 1);
    memcpy(scores->values, in->values, params * sizeof *in->values);
    if (!scores->nodes || !scores->names) {
        score_row_destroy(scores, in->alloc);
        return fail_memory(error);
    }
    scores->key_hash =
        row->hash_param ? row->hashes[in->values[row->hash_param - 1].number] : row->key_hash;
    score_row_fill(scores, in);
    score_row_prepare(scores, row);
    *state = scores;
    return 0;
}

static size_t score_row_bytes(const void *state)
{
    const struct score_state *scores = state;
    return sizeof *scores + scores->room * sizeof *scores->nodes + scores->names_bytes;
}

/* ---- choosing ------------------------------------------------------------------------------ */

static void score_row_cut(const struct score_state *scores, const void **key, size_t *len)
{
    if (scores->row->cut)
        scores->row->cut(scores->values, key, len);
}

static uint64_t score_row_hash_key(const void *state, const void *key, size_t len)
{
    const struct score_state *scores = state;
    score_row_cut(scores, &key, &len);
    return scores->key_hash(key, len);
}

/* What is scored: the bytes that are left of a key, or its hash. */
struct score_key {
    const void *bytes;
    size_t len;
    uint64_t hash;
};

static uint64_t score_row_score(const struct score_state *scores, uint32_t i,
                                const struct score_key *key)
{
    const struct score_row *row = scores->row;
    const struct score_node *node = &scores->nodes[i];
    return row->score_key ? row->score_key(scores->values, node, key->bytes, key->len)
                          : row->score_hash(node, key->hash);
}

/* a ranks before b: larger score, then the earlier node (or the later one). */
static bool score_row_before(const struct score_row *row, uint64_t a, uint32_t i, uint64_t b,
                             uint32_t j)
{
    return a != b ? a > b : (row->last_wins ? i > j : i < j);
}

/* open: NULL = all nodes are. */
static uint32_t score_row_after(const struct score_state *scores, const struct score_key *key,
                                struct walk_score *at, const struct open_to *open)
{
    const struct score_row *row = scores->row;
    uint32_t best = BERTH_NONE;
    uint64_t best_score = 0;
    for (uint32_t i = 0; i < scores->count; i++) {
        uint64_t score = score_row_score(scores, i, key);
        if (score == 0 && row->zero_loses)
            continue;
        if (at->after && !score_row_before(row, at->score, at->after - 1, score, i))
            continue;
        if (open && !open->is(open->of, scores->nodes[i].index))
            continue;
        if (best == BERTH_NONE || score_row_before(row, score, i, best_score, best)) {
            best = i;
            best_score = score;
        }
    }
    if (best == BERTH_NONE)
        return BERTH_NONE;
    *at = (struct walk_score){.score = best_score, .after = best + 1};
    return scores->nodes[best].index;
}

static uint32_t score_row_next_open(const void *state, struct walk *walk,
                                    const struct open_to *open)
{
    const struct score_state *scores = state;
    struct score_key key = {walk->key, walk->len, walk->hash};
    if (scores->row->score_key)
        score_row_cut(scores, &key.bytes, &key.len);
    return score_row_after(scores, &key, &walk->at.score, open);
}

static uint32_t score_row_next_ranked(const void *state, struct walk *walk)
{
    return score_row_next_open(state, walk, NULL);
}

static uint32_t score_row_route(const void *state, uint64_t hash)
{
    const struct score_key key = {.hash = hash};
    struct walk_score at = {0};
    return score_row_after(state, &key, &at, NULL);
}

static uint32_t score_row_route_key(const void *state, const void *key, size_t len)
{
    struct walk walk = {.key = key, .len = len};
    return score_row_next_ranked(state, &walk);
}

/* ---- looking at it ------------------------------------------------------------------------- */

static void score_row_explain(const void *state, const struct walk *walk, struct where *out)
{
    const struct score_state *scores = state;
    struct walk rest = *walk;
    rest.at = (union walk_at){.score = {0}};
    out->kind = BERTH_KIND_SCORE;
    out->bits = scores->row->bits ? scores->row->bits : 64;
    out->real = scores->row->real;
    out->met = score_row_next_ranked(scores, &rest);
    out->position = rest.at.score.score;
    const uint32_t second =
        out->met == BERTH_NONE ? BERTH_NONE : score_row_next_ranked(scores, &rest);
    if (second != BERTH_NONE && rest.at.score.score == out->position)
        out->tied = second;
}

#define SCORE_OPS                                                                                  \
    .build = score_row_build, .destroy = score_row_destroy, .route = score_row_route,              \
    .next_ranked = score_row_next_ranked, .next_open = score_row_next_open,                        \
    .explain = score_row_explain, .bytes = score_row_bytes

const struct scheme_ops score_row_key_ops = {
    SCORE_OPS,
    .route_key = score_row_route_key,
};

const struct scheme_ops score_row_hash_ops = {
    SCORE_OPS,
    .hash_key = score_row_hash_key,
};
