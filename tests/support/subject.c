/* SPDX-License-Identifier: MIT */
/* subject.c - what the contracts are tested on: every scheme, with several specs each */
#include "subject.h"

#include "dice.h"
#include "keys.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- the list -------------------------------------------------------------------------------- */

/* NUMBER_MAX is the largest number that a parameter is tried with; it keeps tables and rings
 * small. */
enum { SUBJECT_NUMBER_MAX = 4096, SUBJECT_PRESET_MAX = 60, SUBJECT_BYTES_MAX = 8 << 20 };

struct subject_list {
    struct subject *items;
    size_t count, capacity;
};

static bool subject_read(const char *spec, struct subject *out)
{
    berth_error error = {0};
    memset(out, 0, sizeof *out);
    int len = berth_spec_canonical(spec, NULL, out->spec, sizeof out->spec, &error);
    if (len < 0 || (size_t)len >= sizeof out->spec)
        return false;
    if (!berth_scheme_find(spec, &out->info, &error))
        return false;
    out->promises = out->info.promises;
    out->by_line = (out->promises & BERTH_NUMBERED) && strstr(out->spec, "order=line");
    if (out->by_line)
        out->promises &= ~(unsigned)BERTH_SET;
    /* With a bound, slots are not minimal: a full node passes its excess to other nodes. */
    if (strcmp(out->info.name, "slots") == 0 && strstr(out->spec, "bound="))
        out->promises &= ~(unsigned)BERTH_MINIMAL;
    out->plain = strcmp(out->spec, out->info.name) == 0;
    return true;
}

struct subject subject_of(const char *spec)
{
    struct subject subject;
    if (!subject_read(spec, &subject))
        fail_msg("\"%s\" is no spec", spec);
    return subject;
}

static bool subjects_has(const struct subject_list *list, const char *spec)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].spec, spec) == 0)
            return true;
    return false;
}

/* Whether a map of a few nodes can be built, in little memory. */
static bool subject_builds(const struct subject *subject)
{
    struct berth_options options = {.max_bytes = SUBJECT_BYTES_MAX};
    berth_nodes *nodes = subject_nodes(subject, 5, "node-%u");
    berth_map *map = berth_map_new(subject->spec, nodes, &options, NULL);
    berth_nodes_free(nodes);
    berth_map_free(map);
    return map != NULL;
}

/* Appends a spec to the list; returns false when it is no spec or cannot be used. */
static bool subjects_push(struct subject_list *list, const char *spec)
{
    struct subject subject;
    if (!subject_read(spec, &subject) || !subject_builds(&subject))
        return false;
    if (subjects_has(list, subject.spec))
        return true;
    if (list->count == list->capacity) {
        list->capacity = list->capacity * 2 + 32;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
    }
    list->items[list->count++] = subject;
    return true;
}

/* Draws a value for a parameter of numbers from the small numbers of its range. */
static uint64_t subject_number(const struct berth_scheme_info *info,
                               const struct berth_param *param, struct dice *dice)
{
    static const uint64_t primes[] = {7, 251, 1021, 4093};
    uint64_t most = info->promises & BERTH_NATIVE ? SUBJECT_NUMBER_MAX : SUBJECT_PRESET_MAX;
    most = param->max < most ? param->max : most;
    if (param->shape == BERTH_PRIME)
        return primes[1 + dice_below(dice, 3)];
    if (param->shape == BERTH_POWER2)
        return UINT64_C(1) << (8 + dice_below(dice, 5));
    if (param->min >= most)
        return param->min;
    return param->min +
           dice_below(dice, (uint32_t)(most - param->min) / (1 + dice_below(dice, 40)) + 1);
}

static void subjects_try_number(struct subject_list *list, const struct berth_scheme_info *info,
                                const struct berth_param *param)
{
    struct dice dice = {.state = strlen(info->name) * 100 + strlen(param->name)};
    for (unsigned attempt = 0; attempt < 8; attempt++) {
        char spec[SUBJECT_SPEC];
        unsigned long long number = subject_number(info, param, &dice);
        if (param->shape == BERTH_DECIMAL)
            snprintf(spec, sizeof spec, "%s:%s=1.%02u", info->name, param->name,
                     5 + dice_below(&dice, 90));
        else
            snprintf(spec, sizeof spec, "%s:%s=%llu", info->name, param->name, number);
        if (subjects_push(list, spec))
            return;
    }
}

static void subjects_try_words(struct subject_list *list, const struct berth_scheme_info *info,
                               const struct berth_param *param, const char *words)
{
    while (*words) {
        char spec[SUBJECT_SPEC];
        int len = (int)strcspn(words, " ");
        snprintf(spec, sizeof spec, "%s:%s=%.*s", info->name, param->name, len, words);
        subjects_push(list, spec);
        words += len;
        words += strspn(words, " ");
    }
}

static void subjects_vary(struct subject_list *list, const struct berth_scheme_info *info)
{
    for (size_t i = 0; i < info->param_count; i++) {
        const struct berth_param *param = &info->params[i];
        if (param->shape == BERTH_WORD)
            subjects_try_words(list, info, param, param->words);
        else if (param->shape == BERTH_HASH)
            subjects_try_words(list, info, param, "murmur3-32 siphash");
        else if (param->shape != BERTH_TEXT)
            subjects_try_number(list, info, param);
    }
}

struct subject *subjects_all(size_t *count)
{
    struct subject_list list = {0};
    struct berth_scheme_info info;
    for (size_t i = 0; berth_scheme_at(i, &info); i++) {
        size_t before = list.count;
        subjects_push(&list, info.name);
        subjects_push(&list, info.example);
        subjects_vary(&list, &info);
        if (list.count == before) /* the contracts of specs report that it cannot be used */
            printf("no spec of %s can be used\n", info.name);
    }
    *count = list.count;
    return list.items;
}

bool subject_wants_slots(const struct subject *subject)
{
    return (subject->promises & BERTH_NUMBERED) && !subject->by_line;
}

bool subject_any_removal(const struct subject *subject)
{
    return !(subject->promises & BERTH_NUMBERED) ||
           ((subject->promises & BERTH_ANY_REMOVAL) && !subject->by_line);
}

uint32_t subject_effort(const struct subject *subject, uint32_t n)
{
    uint32_t divisor = !(subject->promises & BERTH_NATIVE) ? 12 : subject->plain ? 1 : 5;
    return n / divisor < 20 ? (n < 20 ? n : 20) : n / divisor;
}

bool subject_shares_cheap(const struct subject *subject)
{
    bool table = (subject->promises & BERTH_EXACT) && !strstr(subject->spec, "probes=");
    return table || strcmp(subject->info.name, "hrw") == 0;
}

/* ---- nodes and maps -------------------------------------------------------------------------- */

static void subject_must(int code, const berth_error *error)
{
    if (code != BERTH_E_OK)
        fail_msg("%s", error->text);
}

void subject_set(berth_nodes *nodes, const char *name, const char *key, const char *value)
{
    berth_error error = {0};
    subject_must(berth_nodes_set(nodes, name, key, value, &error), &error);
}

/* Writes eight positions that are computed from the name, for schemes whose nodes list their
 * own. */
static void subject_tokens(const char *name, char out[200])
{
    struct dice dice = {.state = 1};
    for (const char *c = name; *c; c++)
        dice.state = dice_u64(&dice) ^ (unsigned char)*c;
    for (unsigned i = 0; i < 8; i++)
        out += sprintf(out, "%s%lld", i ? "," : "", (long long)dice_u64(&dice));
}

/* Sets the attributes without which a scheme refuses a node. */
static void subject_needs(const struct subject *subject, berth_nodes *nodes, const char *name,
                          uint32_t slot)
{
    const char *words = subject->info.attributes ? subject->info.attributes : "";
    char value[200];
    if (strcmp(words, "tokens") == 0) {
        subject_tokens(name, value);
        subject_set(nodes, name, "tokens", value);
    } else if (strncmp(words, "addr", 4) == 0) {
        snprintf(value, sizeof value, "10.1.%u.%u", slot / 200, 1 + slot % 200);
        subject_set(nodes, name, "addr", value);
    }
}

void subject_add(const struct subject *subject, berth_nodes *nodes, const char *name, double weight,
                 uint32_t slot)
{
    berth_error error = {0};
    char text[16];
    subject_must(berth_nodes_add(nodes, name, weight, &error), &error);
    snprintf(text, sizeof text, "%lu", (unsigned long)slot);
    if (subject_wants_slots(subject))
        subject_set(nodes, name, "slot", text);
    subject_needs(subject, nodes, name, slot);
}

bool subject_takes_weight(const struct subject *subject, double weight)
{
    if (subject->promises & BERTH_NATIVE)
        return true;
    berth_nodes *nodes = berth_nodes_new(NULL);
    subject_add(subject, nodes, "a", 1, 0);
    subject_add(subject, nodes, "b", weight, 1);
    berth_map *map = berth_map_new(subject->spec, nodes, NULL, NULL);
    berth_map_free(map);
    berth_nodes_free(nodes);
    return map != NULL;
}

void subject_weight(berth_nodes *nodes, const char *name, double weight)
{
    berth_error error = {0};
    subject_must(berth_nodes_set_weight(nodes, name, weight, &error), &error);
}

void subject_remove(berth_nodes *nodes, const char *name)
{
    berth_error error = {0};
    subject_must(berth_nodes_remove(nodes, name, &error), &error);
}

berth_nodes *subject_nodes(const struct subject *subject, uint32_t n, const char *format)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (uint32_t i = 0; i < n; i++) {
        char name[64];
        snprintf(name, sizeof name, format, i);
        subject_add(subject, nodes, name, 1, i);
    }
    return nodes;
}

berth_map *subject_map(const struct subject *subject, const berth_nodes *nodes)
{
    berth_error error = {0};
    berth_map *map = berth_map_new(subject->spec, nodes, NULL, &error);
    if (!map)
        fail_msg("%s", error.text);
    return map;
}

berth_map *subject_next(const berth_map *map, const berth_nodes *nodes)
{
    berth_error error = {0};
    berth_map *next = berth_map_next(map, nodes, &error);
    if (!next)
        fail_msg("%s", error.text);
    return next;
}

berth_map *subject_map_of(const struct subject *subject, uint32_t n, const char *format)
{
    berth_nodes *nodes = subject_nodes(subject, n, format);
    berth_map *map = subject_map(subject, nodes);
    berth_nodes_free(nodes);
    return map;
}

bool subject_fingerprints_equal(const berth_map *a, const berth_map *b)
{
    struct berth_fingerprint x = berth_map_fingerprint(a), y = berth_map_fingerprint(b);
    return x.hi == y.hi && x.lo == y.lo;
}

void subject_same_fingerprint(const berth_map *a, const berth_map *b)
{
    if (!subject_fingerprints_equal(a, b))
        fail_msg("the fingerprints of two maps of %s differ", berth_map_spec(a));
}

static void subject_same_key(const berth_map *a, const berth_map *b, enum keys_kind kind,
                             uint32_t i)
{
    uint32_t x[3], y[3];
    size_t n = keys_replicas(a, kind, i, x, 3), m = keys_replicas(b, kind, i, y, 3);
    if (n != m || memcmp(x, y, n * sizeof *x) != 0)
        fail_msg("replicas of %s key %u differ", keys_names[kind], i);
}

void subject_same_answers(const berth_map *a, const berth_map *b, uint32_t keys)
{
    uint32_t *x = malloc(keys * sizeof *x), *y = malloc(keys * sizeof *y);
    for (unsigned kind = 0; kind < KEYS_KINDS; kind++) {
        keys_owners(a, kind, keys, x);
        keys_owners(b, kind, keys, y);
        for (uint32_t i = 0; i < keys; i++) {
            if (x[i] != y[i])
                fail_msg("%s key %u: node %u in one map, %u in the other", keys_names[kind], i,
                         x[i], y[i]);
            subject_same_key(a, b, kind, i);
        }
    }
    free(x);
    free(y);
}
