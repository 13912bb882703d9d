/* SPDX-License-Identifier: MIT */
/* custom_ring.c - a ring that the spec describes: a company's own ketama without a line of C
 * Idea       every parameter is one field of a row (continuum_row.h) */
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/key_cut.h"

#include "base/fail.h"
#include "base/number.h"
#include "hash/digest.h"
#include "hash/hash.h"

#include <string.h>

enum {
    CUSTOM_LABEL,
    CUSTOM_FIRST,
    CUSTOM_POINTS,
    CUSTOM_WORDS,
    CUSTOM_HASH,
    CUSTOM_POINT_HASH,
    CUSTOM_SIGNED,
    CUSTOM_WEIGHTS,
    CUSTOM_TIE,
    CUSTOM_FIND,
    CUSTOM_TAG,
    CUSTOM_PARAMS
};
enum { CUSTOM_TIMES, CUSTOM_SHARE, CUSTOM_NONE };

/* The hash of labels: that of keys unless another one is named. NULL = there is none of that name. */
static const struct berth_hash *custom_point_hash(const struct value *values)
{
    const char *name = values[CUSTOM_POINT_HASH].text;
    return *name != '\0' ? hash_find(name, strlen(name)) : values[CUSTOM_HASH].hash;
}

/* ---- what the spec says ----------------------------------------------------------------------- */

static int custom_check_label(const char *label, berth_error *error)
{
    bool numbered = false;
    for (const char *c = label; *c != '\0'; c++) {
        if (*c != '$')
            continue;
        c++;
        if (*c == '\0' || !strchr("njihp", *c))
            return fail(
                error, BERTH_E_RANGE,
                "custom-ring: in label=%s a $ is not followed by n (the name), h (its host), "
                "p (its port), i (the node's position) or j (the point's number)",
                label);
        numbered |= *c == 'j';
    }
    if (numbered)
        return BERTH_E_OK;
    return fail(error, BERTH_E_RANGE,
                "custom-ring: label=%s has no $j, so all points of a node would be one", label);
}

static int custom_check_hashes(const struct value *values, berth_error *error)
{
    const struct berth_hash *keys = values[CUSTOM_HASH].hash, *points = custom_point_hash(values);
    if (!points)
        return fail(error, BERTH_E_NAME, "custom-ring: there is no hash \"%s\" for point_hash",
                    values[CUSTOM_POINT_HASH].text);
    if (keys->bits > points->bits)
        return fail(error, BERTH_E_RANGE,
                    "custom-ring: keys have %u bits by %s, and points only %u by %s",
                    (unsigned)keys->bits, keys->name, (unsigned)points->bits, points->name);
    if (values[CUSTOM_WORDS].number > 1 && points->digest != md5_le32)
        return fail(
            error, BERTH_E_RANGE,
            "custom-ring: words=%u takes several words of an MD5, and labels are hashed by %s",
            (unsigned)values[CUSTOM_WORDS].number, points->name);
    return BERTH_E_OK;
}

static int custom_check(const struct value *values, berth_error *error)
{
    const uint64_t points = values[CUSTOM_POINTS].number, words = values[CUSTOM_WORDS].number;
    const size_t tag = strlen(values[CUSTOM_TAG].text);
    if (points % words != 0)
        return fail(error, BERTH_E_RANGE,
                    "custom-ring: points=%u is no multiple of words=%u: a label gives that many",
                    (unsigned)points, (unsigned)words);
    if (tag != 0 && tag != 2)
        return fail(error, BERTH_E_RANGE, "custom-ring: tag=%s is not two characters, such as {}",
                    values[CUSTOM_TAG].text);
    int code = custom_check_label(values[CUSTOM_LABEL].text, error);
    return code == BERTH_E_OK ? custom_check_hashes(values, error) : code;
}

/* ---- how many labels -------------------------------------------------------------------------- */

/* points x weight, rounded down to whole labels. */
static int custom_counts_times(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    const uint64_t points = in->values[CUSTOM_POINTS].number;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = (uint64_t)((u128)points * in->build->members[i].weight / NUMBER_MILLION) /
                   in->values[CUSTOM_WORDS].number;
    return BERTH_E_OK;
}

/* A share by weight of as many labels as all nodes would have together, rounded down. */
static int custom_counts_share(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    const uint64_t labels = in->values[CUSTOM_POINTS].number / in->values[CUSTOM_WORDS].number;
    uint64_t owners = 0;
    u128 sum = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        sum += in->build->members[i].weight;
        owners += in->build->members[i].weight > 0;
    }
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = (uint64_t)((u128)labels * owners * in->build->members[i].weight / sum);
    return BERTH_E_OK;
}

static int custom_counts_none(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = in->build->members[i].weight > 0
                       ? in->values[CUSTOM_POINTS].number / in->values[CUSTOM_WORDS].number
                       : 0;
    return BERTH_E_OK;
}

/* ---- the row ---------------------------------------------------------------------------------- */

static void custom_cut(const struct value *values, const void **key, size_t *len)
{
    const char *tag = values[CUSTOM_TAG].text;
    key_cut_between(tag[0], tag[1], key, len);
}

static int custom_adapt(const struct continuum_in *in, struct continuum_row *row,
                        berth_error *error)
{
    static int (*const counts[])(const struct continuum_in *in, uint64_t *count,
                                 berth_error *error) = {
        [CUSTOM_TIMES] = custom_counts_times,
        [CUSTOM_SHARE] = custom_counts_share,
        [CUSTOM_NONE] = custom_counts_none,
    };
    static const enum continuum_search searches[] = {CONTINUUM_AT_OR_AFTER, CONTINUUM_AFTER,
                                                     CONTINUUM_BEFORE};
    (void)error;
    const struct value *values = in->values;
    const struct berth_hash *points = custom_point_hash(values), *keys = values[CUSTOM_HASH].hash;
    const uint64_t words = values[CUSTOM_WORDS].number;
    row->points.counts = counts[values[CUSTOM_WEIGHTS].number];
    row->points.md5_words = words > 1 ? (unsigned)words : 0;
    row->points.bits = points->bits;
    row->points.flip = values[CUSTOM_SIGNED].number == 1;
    row->label.first = values[CUSTOM_FIRST].number;
    row->label.hash = points->digest;
    row->key.hash = keys->digest;
    row->key.bits = keys->bits;
    row->key.cut = values[CUSTOM_TAG].text[0] != '\0' ? custom_cut : NULL;
    row->key.params = row->key.cut ? 1u << CUSTOM_TAG : 0;
    row->order.tie = values[CUSTOM_TIE].number == 0 ? CONTINUUM_FIRST_WINS : CONTINUUM_LAST_WINS;
    row->order.search = searches[values[CUSTOM_FIND].number];
    row->order.distinct = true;
    return BERTH_E_OK;
}

static const struct continuum_row custom_row = {
    .adapt = custom_adapt,
    .label = {.text_param = CUSTOM_LABEL + 1},
};

static enum berth_weighing custom_weighing(const struct value *values,
                                           const struct weights *weights)
{
    (void)weights;
    return values[CUSTOM_WEIGHTS].number == CUSTOM_NONE ? BERTH_WEIGHTS_IGNORED
                                                        : BERTH_WEIGHTS_EXACTLY;
}

static const struct berth_param custom_params[CUSTOM_PARAMS] = {
    [CUSTOM_LABEL] = {.name = "label",
                      .shape = BERTH_TEXT,
                      .preset = "$n-$j",
                      .help = "what a point is made of: $n name, $h host, $p port, $i position, $j "
                              "number of the point"},
    [CUSTOM_FIRST] = {.name = "first",
                      .shape = BERTH_INTEGER,
                      .max = 1000000,
                      .preset = "0",
                      .help = "number of a node's first point"},
    [CUSTOM_POINTS] = {.name = "points",
                       .aliases = "replicas vnodes",
                       .shape = BERTH_INTEGER,
                       .min = 1,
                       .max = 65536,
                       .preset = "160",
                       .help = "points of a node of weight 1"},
    [CUSTOM_WORDS] = {.name = "words",
                      .shape = BERTH_INTEGER,
                      .min = 1,
                      .max = 4,
                      .preset = "1",
                      .help = "points of one label: words of its MD5, as in ketama (4)"},
    [CUSTOM_HASH] = {.name = "hash",
                     .shape = BERTH_HASH,
                     .preset = "md5-32",
                     .help = "hash of keys, and of labels"},
    [CUSTOM_POINT_HASH] = {.name = "point_hash",
                           .shape = BERTH_TEXT,
                           .preset = "",
                           .help = "hash of labels, where it is another one"},
    [CUSTOM_SIGNED] = {.name = "signed",
                       .words = "0 1",
                       .shape = BERTH_WORD,
                       .preset = "0",
                       .help = "1: points and hashes are in signed order, as in Java"},
    [CUSTOM_WEIGHTS] = {.name = "weights",
                        .words = "times share none",
                        .shape = BERTH_WORD,
                        .preset = "times",
                        .help = "times: points x weight; share: of the points of all nodes, as in "
                                "ketama; none: weights are ignored"},
    [CUSTOM_TIE] = {.name = "tie",
                    .words = "first last",
                    .shape = BERTH_WORD,
                    .preset = "first",
                    .help =
                        "which node keeps a point that two have: the one listed first, or last"},
    [CUSTOM_FIND] = {.name = "find",
                     .words = "at after before",
                     .shape = BERTH_WORD,
                     .preset = "at",
                     .help =
                         "at: a key belongs to the first point not below its hash; after: above "
                         "it; before: to the last one not above it"},
    [CUSTOM_TAG] = {.name = "tag",
                    .shape = BERTH_TEXT,
                    .preset = "",
                    .help = "two characters: only what stands between them in a key is hashed"},
};

const struct scheme preset_custom_ring = {
    .info = {.name = "custom-ring",
             .summary = "a ring that the spec describes: label, hash, points, ties, weights",
             .compatible = "rings of your own; docs/compat.md has the specs of some",
             .quirks = "Of equal points one node's counts, by the order of listing (tie=).\n"
                       "With weights=share a change touches other nodes too.\n",
             .example = "custom-ring:label=\"$n:$j\",first=1,points=1000,hash=xxh64",
             .promises = BERTH_REPLICAS | BERTH_EXACT,
             .params = custom_params,
             .param_count = CUSTOM_PARAMS},
    .row = &custom_row,
    .ops = &continuum_row_ops,
    .check = custom_check,
    .weighing = custom_weighing,
};
