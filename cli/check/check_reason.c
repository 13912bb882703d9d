/* SPDX-License-Identifier: MIT */
/* check_reason.c - why two configurations do not agree
 *
 * All corrections together make B into A. They are dropped one after another while A and B still
 * agree; what is left is the reason, and is put into words. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "show/figures.h"
#include "frame/memory.h"
#include "show/names.h"
#include "show/text.h"

enum { REASON_NAMES = 3 };

static void reason_add(struct check_pair *pair, const char *kind, char *sentence)
{
    size_t room = sizeof pair->reason / sizeof pair->reason[0];
    if (pair->reasons == room) {
        free(sentence);
        return;
    }
    pair->kind[pair->reasons] = kind;
    pair->reason[pair->reasons++] = sentence;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void reason_missing_from(struct check_pair *pair, const struct check_side *has,
                                const struct check_side *lacks, const uint32_t *same)
{
    char names[300] = "";
    size_t count = 0;
    uint32_t *listed = names_order(has->map);
    for (size_t i = 0; i < berth_map_count(has->map); i++) {
        if (same[listed[i]] != BERTH_NONE)
            continue;
        if (count++ < REASON_NAMES)
            text_add(names, sizeof names, "%s\"%.80s\"", count > 1 ? ", " : "",
                     berth_map_name(has->map, listed[i]));
    }
    free(listed);
    if (count > 0)
        reason_add(pair, "missing node",
                   memory_text("missing node: %c has %s%s, %c has not", has->letter, names,
                               count > REASON_NAMES ? " and others" : "", lacks->letter));
}

static void reason_missing(struct check_pair *pair)
{
    uint32_t *back = check_match(pair->b->map, pair->a->map);
    reason_missing_from(pair, pair->a, pair->b, pair->same);
    reason_missing_from(pair, pair->b, pair->a, back);
    free(back);
}

/* Nodes that both have, one after another; *i is a place in pair->listed. */
static bool reason_both(const struct check_pair *pair, size_t *i, struct berth_node *a,
                        struct berth_node *b)
{
    while (*i < berth_map_count(pair->a->map)) {
        uint32_t index = pair->listed[(*i)++];
        if (pair->same[index] == BERTH_NONE)
            continue;
        berth_map_node(pair->a->map, index, a);
        berth_map_node(pair->b->map, pair->same[index], b);
        return true;
    }
    return false;
}

static void reason_weights(struct check_pair *pair)
{
    struct berth_node a, b;
    char text[400] = "";
    size_t count = 0, nodes = 0;
    double ratio = 0;
    bool one_ratio = true;
    for (size_t i = 0; reason_both(pair, &i, &a, &b); nodes++) {
        double now = a.weight > 0 ? b.weight / a.weight : 0;
        one_ratio &= nodes == 0 || fabs(now - ratio) < 1e-6;
        ratio = now;
        if (fabs(a.weight - b.weight) < 1e-9)
            continue;
        if (count++ < REASON_NAMES)
            text_add(text, sizeof text, "%s\"%.80s\" has %s in %c, %s in %c", count > 1 ? "; " : "",
                     a.name, figure_weight(a.weight).text, pair->a->letter,
                     figure_weight(b.weight).text, pair->b->letter);
    }
    if (one_ratio && nodes > 1)
        reason_add(pair, "weight normalisation",
                   memory_text("weight normalisation: all weights of %c are %s times those of %c, "
                               "and this scheme looks at more than their ratio",
                               pair->b->letter, figure_weight(ratio).text, pair->a->letter));
    else
        reason_add(pair, "weight",
                   memory_text("weight: %s%s", text, count > REASON_NAMES ? "; and others" : ""));
}

/* What tells two spellings apart. */
static const char *reason_spelling_of(const char *a, const char *b)
{
    char plain_a[CHECK_TEXT], plain_b[CHECK_TEXT];
    bool port_a = strstr(a, ":11211"), port_b = strstr(b, ":11211");
    bool bracket = (strchr(a, '[') != NULL) != (strchr(b, '[') != NULL);
    bool upper = false;
    if (!check_plain_name(a, plain_a, sizeof plain_a) ||
        !check_plain_name(b, plain_b, sizeof plain_b) || strcmp(plain_a, plain_b) != 0)
        return "the same address under another name";
    for (const char *c = a; *c != '\0'; c++)
        upper |= isupper((unsigned char)*c) != 0;
    for (const char *c = b; *c != '\0'; c++)
        upper |= isupper((unsigned char)*c) != 0;
    if (bracket)
        return port_a != port_b ? "brackets of IPv6, and the default port 11211"
                                : "brackets of IPv6";
    if (port_a != port_b)
        return "the default port 11211 is written once";
    return upper ? "upper case counts: names are hashed byte by byte"
                 : "the same address under another name";
}

static void reason_spelling(struct check_pair *pair)
{
    struct berth_node a, b;
    size_t count = 0;
    for (size_t i = 0; reason_both(pair, &i, &a, &b);) {
        if (strcmp(a.name, b.name) == 0 || count++ >= REASON_NAMES)
            continue;
        reason_add(pair, "spelling",
                   memory_text("spelling: \"%.80s\" in %c is \"%.80s\" in %c (%s)", a.name,
                               pair->a->letter, b.name, pair->b->letter,
                               reason_spelling_of(a.name, b.name)));
    }
    if (count > REASON_NAMES)
        reason_add(pair, "spelling",
                   memory_text("spelling: and %zu nodes more", count - REASON_NAMES));
}

static void reason_attributes(struct check_pair *pair)
{
    struct berth_scheme_info info;
    berth_map_scheme(pair->b->map, &info);
    reason_add(pair, "attributes",
               memory_text("attributes: the nodes carry other values of zone, slot, state%s%s",
                           info.attributes ? " or " : "", info.attributes ? info.attributes : ""));
}

/* ---- schemes --------------------------------------------------------------------------------- */

static void reason_param(struct check_pair *pair, const struct check_params *params, size_t i)
{
    const char *name = params->name[i], *kind = "parameter";
    const char *a = *params->a[i] != '\0' ? params->a[i] : "not set";
    const char *b = *params->b[i] != '\0' ? params->b[i] : "not set";
    if (strstr(name, "tag"))
        kind = "hash tag";
    else if (strstr(name, "prefix") || strcmp(name, "namespace") == 0)
        kind = "key prefix";
    else if (strncmp(name, "hash", 4) == 0 || strcmp(name, "point_hash") == 0)
        kind = "hash";
    else if (strcmp(name, "char") == 0)
        kind = "platform";
    reason_add(pair, kind,
               memory_text("%s: %s is %s in %c, %s in %c", kind, name, a, pair->a->letter, b,
                           pair->b->letter));
}

/* Points of a ring with their owners as A numbers them. */
struct reason_points {
    struct berth_mark *mark;
    size_t count;
};

static int reason_compare(const void *a, const void *b)
{
    const struct berth_mark *x = a, *y = b;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* same: where an owner of the other map stands in this one's numbering. */
static struct reason_points reason_points(const berth_map *map, const uint32_t *number)
{
    struct reason_points points = {0};
    struct berth_mark mark;
    if (berth_map_kind(map) != BERTH_KIND_POINT)
        return points;
    while (berth_map_mark(map, points.count, &mark))
        points.count++;
    points.mark = memory_new(points.count + 1, sizeof *points.mark);
    for (size_t i = 0; i < points.count; i++) {
        berth_map_mark(map, i, &points.mark[i]);
        if (number && points.mark[i].index != BERTH_NONE)
            points.mark[i].index = number[points.mark[i].index];
    }
    qsort(points.mark, points.count, sizeof *points.mark, reason_compare);
    return points;
}

static size_t reason_common(const struct reason_points *a, const struct reason_points *b)
{
    size_t i = 0, j = 0, common = 0;
    while (i < a->count && j < b->count) {
        int order = reason_compare(&a->mark[i], &b->mark[j]);
        common += order == 0;
        i += order <= 0;
        j += order >= 0;
    }
    return common;
}

/* The first node that has another number of points in B. */
static void reason_counts(struct check_pair *pair, const struct reason_points *a,
                          const struct reason_points *b)
{
    size_t n = berth_map_count(pair->a->map);
    size_t *count = memory_new(2 * n + 2, sizeof *count);
    for (size_t i = 0; i < a->count; i++)
        if (a->mark[i].index < n)
            count[a->mark[i].index]++;
    for (size_t i = 0; i < b->count; i++)
        if (b->mark[i].index < n)
            count[n + b->mark[i].index]++;
    size_t at = 0;
    while (at + 1 < n && count[pair->listed[at]] == count[n + pair->listed[at]])
        at++;
    size_t i = n > 0 ? pair->listed[at] : 0;
    reason_add(pair, "weight rounding",
               memory_text("weight rounding: the points are the same, but weights become other "
                           "numbers of them: \"%.80s\" has %zu in %c, %zu in %c",
                           n > 0 ? berth_map_name(pair->a->map, (uint32_t)i) : "", count[i],
                           pair->a->letter, count[n + i], pair->b->letter));
    free(count);
}

/* Do both rings have their points in common? False when there is nothing to say. */
static bool reason_rings(struct check_pair *pair)
{
    uint32_t *back = check_match(pair->b->map, pair->a->map);
    struct reason_points a = reason_points(pair->a->map, NULL);
    struct reason_points b = reason_points(pair->b->map, back);
    size_t most = a.count > b.count ? a.count : b.count, common = reason_common(&a, &b);
    bool hash =
        berth_map_hash(pair->a->map, "berth", 5) != berth_map_hash(pair->b->map, "berth", 5);
    bool said = common > 0 && common * 2 > most;
    if (said && common < most)
        reason_counts(pair, &a, &b);
    if (said && hash)
        reason_add(pair, "hash",
                   memory_text("hash: the rings are alike, but keys are hashed otherwise"));
    if (said && !hash && common == most)
        reason_add(
            pair, "tie or boundary rule",
            memory_text("tie or boundary rule: points and hashes are the same; they part where "
                        "a key falls on a point, or points fall together"));
    free(a.mark);
    free(b.mark);
    free(back);
    return said;
}

/* The first word of a name is its system: "haproxy" and "haproxy-3.0", "caddy-hrw-v2-8" and
 * "caddy-hrw-v2-6-3" belong together. */
static bool reason_family(const char *a, const char *b)
{
    size_t word = strcspn(a, "-:");
    return word == strcspn(b, "-:") && memcmp(a, b, word) == 0;
}

static void reason_scheme(struct check_pair *pair)
{
    struct berth_scheme_info a, b;
    berth_map_scheme(pair->a->map, &a);
    berth_map_scheme(pair->b->map, &b);
    if (reason_family(a.name, b.name) && a.compatible && b.compatible)
        reason_add(pair, "era",
                   memory_text("era: %c is %s (%s), %c is %s (%s)", pair->a->letter, a.name,
                               a.compatible, pair->b->letter, b.name, b.compatible));
    else if (!reason_rings(pair))
        reason_add(pair, "scheme",
                   memory_text("scheme: %c is %s, %c is %s: they place by other rules",
                               pair->a->letter, a.name, pair->b->letter, b.name));
}

/* ---- which of them --------------------------------------------------------------------------- */

static bool reason_has_port(const struct check_side *side)
{
    for (uint32_t i = 0; i < berth_map_count(side->map); i++)
        if (strstr(berth_map_name(side->map, i), ":11211"))
            return true;
    return false;
}

static void reason_say(struct check_pair *pair, const struct check_params *params, unsigned fixes)
{
    if ((fixes & FIX_MISSING) != 0)
        reason_missing(pair);
    if ((fixes & FIX_WEIGHTS) != 0)
        reason_weights(pair);
    if ((fixes & FIX_SPELLING) != 0)
        reason_spelling(pair);
    if ((fixes & FIX_PORT) != 0)
        reason_add(
            pair, "port",
            memory_text("port: one of them writes the default port 11211 into its points, the "
                        "other leaves it out; without it they agree"));
    if ((fixes & FIX_ORDER) != 0)
        reason_add(
            pair, "order",
            memory_text("order: the nodes are listed in another order, and %.60s places by it",
                        pair->b->spec));
    if ((fixes & FIX_ATTRIBUTES) != 0)
        reason_attributes(pair);
    for (size_t i = 0; i < params->count; i++)
        if ((fixes & (unsigned)FIX_PARAM << i) != 0)
            reason_param(pair, params, i);
    if ((fixes & FIX_SCHEME) != 0)
        reason_scheme(pair);
}

void check_reasons(struct check_pair *pair)
{
    static const unsigned drops[] = {FIX_SCHEME,   FIX_ATTRIBUTES, FIX_ORDER,  FIX_PORT,
                                     FIX_SPELLING, FIX_WEIGHTS,    FIX_MISSING};
    struct check_params params;
    check_params(&params, pair->a->map, pair->b->map);
    unsigned fixes = FIX_ATTRIBUTES | FIX_ORDER | FIX_SPELLING | FIX_WEIGHTS | FIX_MISSING;
    fixes |= params.same_scheme ? 0 : FIX_SCHEME;
    fixes |= reason_has_port(pair->a) || reason_has_port(pair->b) ? FIX_PORT : 0;
    for (size_t i = 0; i < params.count; i++)
        fixes |= (unsigned)FIX_PARAM << i;
    if (!check_fixed(pair, &params, fixes))
        return;
    for (size_t i = 0; i < sizeof drops / sizeof drops[0]; i++)
        if ((fixes & drops[i]) != 0 && check_fixed(pair, &params, fixes & ~drops[i]))
            fixes &= ~drops[i];
    for (size_t i = 0; i < params.count; i++)
        if (check_fixed(pair, &params, fixes & ~((unsigned)FIX_PARAM << i)))
            fixes &= ~((unsigned)FIX_PARAM << i);
    reason_say(pair, &params, fixes);
}
