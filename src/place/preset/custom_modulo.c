/* SPDX-License-Identifier: MIT */
/* custom_modulo.c - a number made of a key's hash, as the spec describes it: modulo the nodes
 * (custom-modulo), or modulo a table in which nodes have entries by weight (custom-table)
 *
 *   key --tag--> --hash--> --shift, bits--> number --sign, slots--> node 0..n-1
 *                                                  --mod entries--> entry --> node */
#include "place/mechanism/bucket_row.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/key_cut.h"

#include "base/fail.h"
#include "base/number.h"

#include <string.h>

/* Both schemes have these parameters at the same positions. */
enum { CUSTOM_FIRST, CUSTOM_HASH, CUSTOM_SHIFT, CUSTOM_BITS, CUSTOM_TAG, CUSTOM_SHARED };
enum { MODULO_SIGN = CUSTOM_SHARED, MODULO_SLOTS, MODULO_PARAMS };
enum { TABLE_ENTRIES = CUSTOM_SHARED, TABLE_PARAMS };
enum { SIGN_NONE, SIGN_FLOOR, SIGN_ABS };

/* ---- the number --------------------------------------------------------------------------------- */

/* How many bits the number has: those asked for, else those that the shift leaves. */
static unsigned custom_width(const struct value *values)
{
    const uint64_t bits = values[CUSTOM_BITS].number;
    return (unsigned)(bits ? bits : values[CUSTOM_HASH].hash->bits - values[CUSTOM_SHIFT].number);
}

static uint64_t custom_number(const struct value *values, const void *key, size_t len)
{
    const char *tag = values[CUSTOM_TAG].text;
    if (*tag != '\0')
        key_cut_between(tag[0], tag[1], &key, &len);
    const uint64_t hash = values[CUSTOM_HASH].hash->digest(key, len);
    return hash >> values[CUSTOM_SHIFT].number & UINT64_MAX >> (64 - custom_width(values));
}

static int custom_check_number(const struct value *values, const char *name, berth_error *error)
{
    const struct berth_hash *hash = values[CUSTOM_HASH].hash;
    const uint64_t shift = values[CUSTOM_SHIFT].number, bits = values[CUSTOM_BITS].number;
    const size_t tag = strlen(values[CUSTOM_TAG].text);
    if (shift >= hash->bits || shift + bits > hash->bits)
        return fail(error, BERTH_E_RANGE, "%s: shift=%u,bits=%u: %s has only %u bits", name,
                    (unsigned)shift, (unsigned)bits, hash->name, (unsigned)hash->bits);
    if (tag != 0 && tag != 2)
        return fail(error, BERTH_E_RANGE, "%s: tag=%s is not two characters, such as {}", name,
                    values[CUSTOM_TAG].text);
    return BERTH_E_OK;
}

/* Whether the number is the hash of the whole key and nothing else. */
static bool custom_plain(const struct value *values)
{
    return values[CUSTOM_SHIFT].number == 0 && values[CUSTOM_BITS].number == 0 &&
           values[CUSTOM_TAG].text[0] == '\0';
}

static const struct key_hash custom_made = {
    "custom-number", "hash= of the key, cut and turned as the other parameters say", 64};

#define CUSTOM_NUMBER_PARAMS                                                                       \
    [CUSTOM_HASH] = {.name = "hash",                                                               \
                     .shape = BERTH_HASH,                                                          \
                     .preset = "crc32",                                                            \
                     .help = "hash of keys"},                                                      \
    [CUSTOM_SHIFT] = {.name = "shift",                                                             \
                      .shape = BERTH_INTEGER,                                                      \
                      .max = 63,                                                                   \
                      .preset = "0",                                                               \
                      .help = "low bits of the hash that are left out"},                           \
    [CUSTOM_BITS] = {.name = "bits",                                                               \
                     .shape = BERTH_INTEGER,                                                       \
                     .max = 64,                                                                    \
                     .preset = "0",                                                                \
                     .help = "how many bits of the rest count; 0 = all"},                          \
    [CUSTOM_TAG] = {.name = "tag",                                                                 \
                    .shape = BERTH_TEXT,                                                           \
                    .preset = "",                                                                  \
                    .help = "two characters: only what stands between them in a key is hashed"}

/* ---- custom-modulo ------------------------------------------------------------------------------ */

static uint64_t modulo_slot(const struct value *values, uint64_t number)
{
    const uint64_t slots = values[MODULO_SLOTS].number;
    if (values[MODULO_SIGN].number == SIGN_FLOOR)
        return bucket_floor(number, (uint32_t)slots);
    return number % slots;
}

static uint64_t modulo_hash(const struct value *values, const void *key, size_t len)
{
    uint64_t number = custom_number(values, key, len);
    const unsigned spare = 64 - custom_width(values);
    const bool negative = number << spare >> 63;
    if (values[MODULO_SIGN].number != SIGN_NONE && negative)
        number |= ~(UINT64_MAX >> spare);
    if (values[MODULO_SIGN].number == SIGN_ABS && negative)
        number = -number;
    if (values[MODULO_SLOTS].number == 0)
        return number;
    return bucket_part(modulo_slot(values, number), values[MODULO_SLOTS].number);
}

static numbered_rule *modulo_choose(const struct value *values)
{
    if (values[MODULO_SLOTS].number > 0)
        return bucket_share;
    return values[MODULO_SIGN].number == SIGN_FLOOR ? bucket_floor : bucket_modulo;
}

static int modulo_fits(const struct value *values, uint32_t n, berth_error *error)
{
    return bucket_fits("custom-modulo: slots", values[MODULO_SLOTS].number, n, error);
}

static int modulo_check(const struct value *values, berth_error *error)
{
    return custom_check_number(values, "custom-modulo", error);
}

/* NULL: it is the parameter hash=. */
static const struct key_hash *modulo_key_hash(const struct value *values)
{
    const bool plain = custom_plain(values) && values[MODULO_SIGN].number == SIGN_NONE &&
                       values[MODULO_SLOTS].number == 0;
    return plain ? NULL : &custom_made;
}

static const struct bucket_row custom_modulo_row = {
    .rule = bucket_modulo, .choose = modulo_choose, .fits = modulo_fits, .hash = modulo_hash};

static const struct berth_param custom_modulo_params[MODULO_PARAMS] = {
    [CUSTOM_FIRST] = BUCKET_ROW_ORDER,
    CUSTOM_NUMBER_PARAMS,
    [MODULO_SIGN] = {.name = "sign",
                     .words = "none floor abs",
                     .shape = BERTH_WORD,
                     .preset = "none",
                     .help = "floor, abs: the number is signed; its remainder is at least 0, as "
                             "with Java's floorMod, or its sign is dropped"},
    [MODULO_SLOTS] = {.name = "slots",
                      .shape = BERTH_INTEGER,
                      .max = 1u << 26,
                      .preset = "0",
                      .help = "modulo so many slots, of which each node has as many in sequence; 0 "
                              "= modulo the nodes"},
};

const struct scheme preset_custom_modulo = {
    .info = {.name = "custom-modulo",
             .summary = "modulo that the spec describes: hash, bits, sign, slots",
             .compatible = "shards of your own; docs/compat.md has the specs of some",
             .quirks = "A change of the number of nodes moves nearly every key, unless slots= is a "
                       "multiple of both numbers: then shards are split in whole.\n",
             .example = "custom-modulo:order=line,hash=murmur3-32,sign=floor",
             .promises = BERTH_NUMBERED | BERTH_SET,
             .params = custom_modulo_params,
             .param_count = MODULO_PARAMS},
    .row = &custom_modulo_row,
    .key_hash_of = modulo_key_hash,
    .ops = &bucket_row_ops,
    .check = modulo_check,
};

/* ---- custom-table ------------------------------------------------------------------------------- */

enum { TABLE_TIMES, TABLE_NONE };

static int table_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    const uint64_t entries = in->values[TABLE_ENTRIES].number;
    const bool times = in->values[CUSTOM_FIRST].number == TABLE_TIMES;
    (void)error;
    for (uint32_t i = 0; i < in->count; i++) {
        const uint64_t weight = in->build->members[i].weight;
        count[i] =
            times ? (uint64_t)((u128)entries * weight / NUMBER_MILLION) : (weight > 0) * entries;
    }
    return BERTH_E_OK;
}

static int table_adapt(const struct continuum_in *in, struct continuum_row *row, berth_error *error)
{
    (void)error;
    row->points.bits = in->values[CUSTOM_HASH].hash->bits;
    row->key.hash = in->values[CUSTOM_HASH].hash->digest;
    row->key.bits = custom_width(in->values);
    return BERTH_E_OK;
}

static const struct continuum_row custom_table_row = {
    .adapt = table_adapt,
    .points = {.counts = table_counts},
    .key = {.position = custom_number,
            .params = 1u << CUSTOM_SHIFT | 1u << CUSTOM_BITS | 1u << CUSTOM_TAG},
    .order = {.search = CONTINUUM_MODULO},
};

static int table_check(const struct value *values, berth_error *error)
{
    return custom_check_number(values, "custom-table", error);
}

static const struct key_hash *table_key_hash(const struct value *values)
{
    return custom_plain(values) ? NULL : &custom_made;
}

static enum berth_weighing table_weighing(const struct value *values, const struct weights *weights)
{
    (void)weights;
    return values[CUSTOM_FIRST].number == TABLE_NONE ? BERTH_WEIGHTS_IGNORED
                                                     : BERTH_WEIGHTS_EXACTLY;
}

static const struct berth_param custom_table_params[TABLE_PARAMS] = {
    [CUSTOM_FIRST] = {.name = "weights",
                      .words = "times none",
                      .shape = BERTH_WORD,
                      .preset = "times",
                      .help = "times: entries x weight, rounded down; none: weights are ignored"},
    CUSTOM_NUMBER_PARAMS,
    [TABLE_ENTRIES] = {.name = "entries",
                       .shape = BERTH_INTEGER,
                       .min = 1,
                       .max = 65536,
                       .preset = "1",
                       .help = "entries of a node of weight 1"},
};

const struct scheme preset_custom_table = {
    .info = {.name = "custom-table",
             .summary = "a table that the spec describes: each node has as many entries as its "
                        "weight says, a key the entry hash mod size",
             .compatible = "tables of your own; docs/compat.md has the specs of some",
             .quirks = "Entries are in the order of listing, so another order is another map.\n"
                       "A change of the sum of weights moves nearly every key.\n",
             .example = "custom-table:hash=crc32,shift=16,bits=15",
             .promises = BERTH_EXACT,
             .params = custom_table_params,
             .param_count = TABLE_PARAMS},
    .row = &custom_table_row,
    .key_hash_of = table_key_hash,
    .ops = &continuum_row_unranked_ops,
    .check = table_check,
    .weighing = table_weighing,
};
