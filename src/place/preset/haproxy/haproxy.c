/* SPDX-License-Identifier: MIT */
/* haproxy.c - HAProxy's backends that balance by hash
 *
 *   consistent   16 points per unit of weight, the nearest point on either side
 *   map-based    a table with an entry per unit of weight, dealt out smoothly */
#include "place/preset/haproxy/haproxy_base.h"
#include "place/preset/haproxy/haproxy_bounded.h"
#include "place/preset/haproxy/haproxy_key.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"
#include "base/writer.h"
#include "hash/haproxy_hash.h"

enum { HAPROXY_HASH_TYPE, HAPROXY_BALANCE, HAPROXY_HASH_KEY, HAPROXY_PARAMS };
enum { HAPROXY_WEIGHT_MAX = 256 };

/* ---- points -------------------------------------------------------------------------------- */

static int haproxy_weights(const struct continuum_in *in, uint64_t *count, uint64_t times,
                           berth_error *error)
{
    for (uint32_t i = 0; i < in->count; i++) {
        uint64_t weight = in->build->members[i].weight / NUMBER_MILLION;
        if (weight > HAPROXY_WEIGHT_MAX)
            return fail(error, BERTH_E_WEIGHT, "%s: weights are whole numbers from 0 to 256",
                        in->build->scheme->info.name);
        count[i] = times * weight;
    }
    return 0;
}

static int haproxy_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    return haproxy_weights(in, count, HAPROXY_POINTS_PER_WEIGHT, error);
}

static void haproxy_emit(const struct continuum_in *in, uint32_t node, uint64_t count,
                         uint64_t *values)
{
    uint32_t base = (uint32_t)in->build->members[node].number;
    for (uint32_t j = 0; j < count; j++)
        values[j] = haproxy_avalanche(base + j);
}

static void haproxy_tell(const struct continuum_in *in, const struct continuum_point *of,
                         struct writer *w)
{
    (void)in;
    for (uint32_t j = 0; j < of->count; j++) {
        if (haproxy_avalanche(of->number + j) != of->value)
            continue;
        continuum_write_hex(w, of->number);
        writer_text(w, " + ");
        writer_integer(w, j);
        return;
    }
}

/* 12 bits of a 32-bit number are left for the points, so ids that differ by 2^20 share theirs. */
static uint32_t haproxy_id_shifted(uint32_t id)
{
    return id << 12;
}

static int haproxy_number(const struct continuum_in *in, struct member *members, berth_error *error)
{
    return haproxy_bases(in, (enum haproxy_hash_key)in->values[HAPROXY_HASH_KEY].number,
                         haproxy_id_shifted, members, error);
}

static int haproxy_number_3_0(const struct continuum_in *in, struct member *members,
                              berth_error *error)
{
    return haproxy_bases(in, (enum haproxy_hash_key)in->values[HAPROXY_HASH_KEY].number,
                         haproxy_avalanche, members, error);
}

/* ---- the table of map-based ---------------------------------------------------------------- */

static uint64_t haproxy_gcd(uint64_t a, uint64_t b)
{
    while (b > 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int haproxy_table_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    uint64_t divisor = 0;
    int code = haproxy_weights(in, count, 1, error);
    for (uint32_t i = 0; i < in->count; i++)
        divisor = haproxy_gcd(divisor, count[i]);
    for (uint32_t i = 0; i < in->count && divisor > 0; i++)
        count[i] /= divisor;
    return code;
}

/* Each entry goes to the first of the servers whose scores are furthest in whole tables, not to the
 * highest score, which is what other smooth round robins take. Scores never fall below -total;
 * they are kept with total added. */
static int haproxy_deal(const struct continuum_in *in, const uint64_t *count, uint32_t *entries,
                        size_t total, berth_error *error)
{
    const struct berth_alloc *alloc = in->build->alloc;
    uint64_t *score = alloc_array(alloc, in->count, sizeof *score);
    if (!score)
        return fail_memory(error);
    for (uint32_t i = 0; i < in->count; i++)
        score[i] = total;
    for (size_t at = 0; at < total; at++) {
        uint32_t chosen = 0;
        uint64_t furthest = 0; /* the weights add up to total, so some score is beyond it */
        for (uint32_t i = 0; i < in->count; i++) {
            score[i] += count[i];
            if (count[i] == 0 || score[i] / total <= furthest)
                continue;
            furthest = score[i] / total;
            chosen = i;
        }
        score[chosen] -= total;
        entries[at] = chosen;
    }
    alloc_free(alloc, score, in->count, sizeof *score);
    return 0;
}

/* ---- rows ---------------------------------------------------------------------------------- */

static void haproxy_cut(const struct value *values, const void **key, size_t *len)
{
    struct haproxy_balance balance;
    haproxy_read_balance(values[HAPROXY_BALANCE].text, &balance, NULL);
    haproxy_cut_balance(&balance, key, len);
}

/* What the two lines of the configuration change. */
static int haproxy_adapt(const struct continuum_in *in, struct continuum_row *row,
                         berth_error *error)
{
    struct haproxy_hash_type type;
    struct haproxy_balance balance;
    int code = haproxy_read_hash_type(in->values[HAPROXY_HASH_TYPE].text, &type, error);
    if (code || (code = haproxy_read_balance(in->values[HAPROXY_BALANCE].text, &balance, error)))
        return code;
    row->key.hash = type.hash;
    if (balance.kind == HAPROXY_SOURCE)
        row->key.hash = haproxy_source_hash(&type);
    if (balance.kind != HAPROXY_SOURCE && balance.kind != HAPROXY_HASH) {
        row->key.cut = haproxy_cut;
        row->key.params = 1u << HAPROXY_BALANCE;
    }
    if (!type.consistent) {
        row->order.search = CONTINUUM_MODULO;
        row->points.counts = haproxy_table_counts;
        row->points.deal = haproxy_deal;
        row->points.number = NULL;
    }
    return 0;
}

static int haproxy_check(const struct value *values, berth_error *error)
{
    struct haproxy_hash_type type;
    struct haproxy_balance balance;
    int code = haproxy_read_hash_type(values[HAPROXY_HASH_TYPE].text, &type, error);
    return code ? code : haproxy_read_balance(values[HAPROXY_BALANCE].text, &balance, error);
}

#define HAPROXY_ROW(numbers)                                                                       \
    {                                                                                              \
        .adapt = haproxy_adapt,                                                                    \
        .points = {.counts = haproxy_counts,                                                       \
                   .number = numbers,                                                              \
                   .emit = haproxy_emit,                                                           \
                   .tell = haproxy_tell},                                                          \
        .order = {.search = CONTINUUM_NEAREST}, .rules = {                                         \
            .whole_weights = true                                                                  \
        }                                                                                          \
    }

static const struct continuum_row haproxy_row = HAPROXY_ROW(haproxy_number);
static const struct continuum_row haproxy_row_3_0 = HAPROXY_ROW(haproxy_number_3_0);

static const struct key_hash *haproxy_words(const struct value *values)
{
    struct haproxy_hash_type type;
    struct haproxy_balance balance;
    if (haproxy_read_hash_type(values[HAPROXY_HASH_TYPE].text, &type, NULL) ||
        haproxy_read_balance(values[HAPROXY_BALANCE].text, &balance, NULL))
        return NULL;
    return balance.kind == HAPROXY_SOURCE ? haproxy_source_words(&type) : type.words;
}

/* ---- load ---------------------------------------------------------------------------------- */

static bool haproxy_ignores(const struct value *values)
{
    struct haproxy_hash_type type;
    return haproxy_read_hash_type(values[HAPROXY_HASH_TYPE].text, &type, NULL) == 0 &&
           !type.consistent;
}

/* The walk along the ring ends at its last point, and that point's server takes the request. */
static const struct scheme_bound haproxy_bound = {.grain = HAPROXY_PERCENT,
                                                  .least = 101 * HAPROXY_PERCENT,
                                                  .whole = true,
                                                  .starts = true,
                                                  .ignored = haproxy_ignores,
                                                  .last = continuum_row_last,
                                                  .accepts = haproxy_bound_accepts};

#define HAPROXY_PARAMETERS(hash_keys)                                                              \
    {                                                                                              \
        {.name = "hash-type",                                                                      \
         .aliases = "hash_type",                                                                   \
         .shape = BERTH_TEXT,                                                                      \
         .preset = "map-based",                                                                    \
         .help =                                                                                   \
             "METHOD [FUNCTION [avalanche]]: consistent or map-based; sdbm djb2 wt6 crc32 none"},  \
            {.name = "balance",                                                                    \
             .shape = BERTH_TEXT,                                                                  \
             .preset = "hash",                                                                     \
             .help = "what a key is: hash EXPRESSION, hdr(NAME), uri [len N] [depth N] [whole] "   \
                     "[path-only], url_param NAME, source"},                                       \
        {                                                                                          \
            .name = "hash-key", .aliases = "hash_key", .words = hash_keys, .shape = BERTH_WORD,    \
            .preset = "id",                                                                        \
            .help =                                                                                \
                "consistent: what places a server's points; attribute hash_key= says it for one"   \
        }                                                                                          \
    }

static const struct berth_param haproxy_params[HAPROXY_PARAMS] =
    HAPROXY_PARAMETERS("id addr addr-port id32 guid");
static const struct berth_param haproxy_params_3_0[HAPROXY_PARAMS] =
    HAPROXY_PARAMETERS("id addr addr-port");

#define HAPROXY_QUIRKS                                                                             \
    "Names do not place a server, its id does: attribute id=N, else the next free number in the "  \
    "order of listing. Without ids, a line taken out renumbers the servers after it.\n"            \
    "No hash-type is map-based, which moves most keys at any change. \"consistent\" alone hashes " \
    "with sdbm and avalanche, \"consistent sdbm\" without avalanche.\n"                            \
    "A key is what HAProxy hashes: the sample, the header's value, the URI, the parameter's "      \
    "value, the client's address. An empty key goes round robin there; here it is hashed.\n"       \
    "balance source takes no hash function; a key that is no address is hashed by sdbm here.\n"    \
    "hash-key addr needs addr=IP[:PORT] as text; servers without it are placed by id. guid needs " \
    "guid=.\n"                                                                                     \
    "A server that is down or drains leaves ring and table, which are built without it. "          \
    "Redispatch goes on clockwise; the table of map-based knows no next server, berth takes the "  \
    "next entry's.\n"                                                                              \
    "Backup servers are ignored. hash-balance-factor is no part of the placement but the "         \
    "bound on its load, which is above 1; map-based ignores it. A server's room is its cumulated " \
    "share of the requests, not a rounded one. The sums are those of the start: servers that go "  \
    "down or get another weight stay in them as they were, servers that were down, drained or of " \
    "weight 0 then, or join later, are in none. When all servers are full, that of the ring's "    \
    "last point takes the request.\n"

const struct scheme preset_haproxy = {
    .info = {.name = "haproxy",
             .summary = "HAProxy, balance by hash: consistent (16 points per weight) or map-based",
             .compatible =
                 "HAProxy 2.6 to 2.9, 3.3 and later, 3.0 to 3.2 with the fix of 2025-10-16; "
                 "recorded from 2.6.12 and 3.4.0",
             .quirks = "Ids that differ by 2^20 have the same points.\n" HAPROXY_QUIRKS,
             .example = "haproxy:hash-type=\"consistent crc32 avalanche\"",
             .attributes = "id hash_key addr port guid",
             .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT,
             .params = haproxy_params,
             .param_count = HAPROXY_PARAMS},
    .row = &haproxy_row,
    .key_hash_of = haproxy_words,
    .check = haproxy_check,
    .drops_down = true,
    .drops_drain = true,
    .bound = &haproxy_bound,
    .ops = &continuum_row_ops,
};

const struct scheme preset_haproxy_3_0 = {
    .info = {.name = "haproxy-3.0",
             .summary = "HAProxy 3.0 before the fix of 2025-10-16: another consistent ring",
             .compatible = "HAProxy 3.0.0 until commit 03e9a5a1e (3.3-dev10) reaches the branch; "
                           "recorded from 3.0.0",
             .quirks = "The id is hashed once more, so the ring is not the one of 2.9 or of "
                       "3.3.\n" HAPROXY_QUIRKS,
             .example = "haproxy-3.0:hash-type=consistent",
             .attributes = "id hash_key addr port",
             .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT,
             .params = haproxy_params_3_0,
             .param_count = HAPROXY_PARAMS},
    .row = &haproxy_row_3_0,
    .key_hash_of = haproxy_words,
    .check = haproxy_check,
    .drops_down = true,
    .drops_drain = true,
    .bound = &haproxy_bound,
    .ops = &continuum_row_ops,
};
