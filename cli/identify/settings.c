/* SPDX-License-Identifier: MIT */
/* settings.c - usual values of every parameter, from what the library says of it */
#include "identify/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"

enum { SETTINGS_VALUES = 48, SETTINGS_PARAMS = 16, SETTINGS_PAIRS = 400 };

/* The values to try of one parameter, besides its default. */
struct settings_values {
    const char *name;
    bool few; /* words: they go with every other parameter */
    char *value[SETTINGS_VALUES];
    size_t count;
};

static void settings_add(struct settings_values *values, const struct berth_param *param,
                         const char *text, size_t len)
{
    if (values->count < SETTINGS_VALUES &&
        !(strlen(param->preset) == len && memcmp(param->preset, text, len) == 0))
        values->value[values->count++] = memory_text("%.*s", (int)len, text);
}

static void settings_words(struct settings_values *values, const struct berth_param *param)
{
    for (const char *word = param->words; *word != '\0'; word += strspn(word, " ")) {
        size_t len = strcspn(word, " ");
        settings_add(values, param, word, len);
        word += len;
    }
}

static void settings_numbers(struct settings_values *values, const struct berth_param *param,
                             const uint32_t *numbers, size_t count)
{
    char text[24];
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] < param->min || numbers[i] > param->max)
            continue;
        size_t len = (size_t)snprintf(text, sizeof text, "%u", (unsigned)numbers[i]);
        settings_add(values, param, text, len);
    }
}

static bool settings_is_called(const struct berth_param *param, const char *word)
{
    return strcmp(param->name, word) == 0 || (param->aliases && strstr(param->aliases, word));
}

/* Numbers of points that people write, and sizes of tables. */
static void settings_usual(struct settings_values *values, const struct berth_param *param)
{
    static const uint32_t points[] = {1,   3,   10,  16,  20,   25,   32,   40,  50,  64,
                                      100, 120, 128, 150, 160,  200,  256,  300, 320, 400,
                                      500, 512, 640, 800, 1000, 1024, 2000, 4096};
    static const uint32_t primes[] = {251,   509,   1021,  2039,  4093,  8191,
                                      16381, 32749, 65521, 65537, 131071};
    static const uint32_t powers[] = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 17};
    if (param->shape == BERTH_PRIME)
        settings_numbers(values, param, primes, sizeof primes / sizeof *primes);
    else if (param->shape == BERTH_POWER2)
        settings_numbers(values, param, powers, sizeof powers / sizeof *powers);
    else if (settings_is_called(param, "points") || settings_is_called(param, "replicas") ||
             settings_is_called(param, "vnodes"))
        settings_numbers(values, param, points, sizeof points / sizeof *points);
}

/* HAProxy's hash-type is a text: a method, a function, and whether its result is mixed once more. */
static void settings_hash_types(struct settings_values *values, const struct berth_param *param)
{
    static const char *const methods[] = {"map-based", "consistent"};
    static const char *const functions[] = {"", " sdbm", " djb2", " wt6", " crc32"};
    static const char *const mixes[] = {"", " avalanche"};
    for (size_t m = 0; m < 2; m++)
        for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
            for (size_t x = 0; x < (f > 0 ? 2 : 1); x++) {
                char *text = memory_text("%s%s%s", methods[m], functions[f], mixes[x]);
                settings_add(values, param, text, strlen(text));
                free(text);
            }
}

static void settings_of(struct settings_values *values, const struct berth_param *param)
{
    const struct berth_hash *hash;
    *values = (struct settings_values){.name = param->name, .few = param->shape == BERTH_WORD};
    if (param->shape == BERTH_WORD)
        settings_words(values, param);
    for (size_t i = 0; param->shape == BERTH_HASH && (hash = berth_hash_at(i)); i++)
        settings_add(values, param, hash->name, strlen(hash->name));
    if (param->shape == BERTH_TEXT && strcmp(param->name, "hash-type") == 0)
        settings_hash_types(values, param);
    settings_usual(values, param);
}

typedef void settings_take(void *context, const struct berth_scheme_info *scheme, const char *spec);

/* The spec with one value, or with two. `fixed` is what every spec of the scheme has. */
static void settings_give(const struct berth_scheme_info *scheme, const char *fixed,
                          const struct settings_values *a, size_t i,
                          const struct settings_values *b, size_t k, settings_take *take,
                          void *context)
{
    char *first = memory_text("%s%s=%s", *fixed != '\0' ? "," : ":", a->name, a->value[i]);
    char *second = b ? memory_text(",%s=%s", b->name, b->value[k]) : memory_text("%s", "");
    char *spec = memory_text("%s%s%s%s", scheme->name, fixed, first, second);
    take(context, scheme, spec);
    free(first);
    free(second);
    free(spec);
}

/* Numbers and hashes go with words only: two of them together are too many. */
static size_t settings_pair_count(const struct settings_values *a, const struct settings_values *b)
{
    const size_t pairs = a->count * b->count;
    return (a->few || b->few) && pairs <= SETTINGS_PAIRS ? pairs : 0;
}

static void settings_pairs(const struct berth_scheme_info *scheme, const char *fixed,
                           const struct settings_values *values, size_t params, settings_take *take,
                           void *context)
{
    for (size_t a = 0; a < params; a++) {
        for (size_t i = 0; i < values[a].count; i++)
            settings_give(scheme, fixed, &values[a], i, NULL, 0, take, context);
        for (size_t b = a + 1; b < params; b++)
            for (size_t i = 0; i < settings_pair_count(&values[a], &values[b]); i++)
                settings_give(scheme, fixed, &values[a], i / values[b].count, &values[b],
                              i % values[b].count, take, context);
    }
}

static void settings_scheme(const struct berth_scheme_info *scheme, settings_take *take,
                            void *context)
{
    struct settings_values values[SETTINGS_PARAMS];
    size_t params = 0;
    const char *fixed = "";
    for (size_t i = 0; i < scheme->param_count && params < SETTINGS_PARAMS; i++) {
        const struct berth_param *param = &scheme->params[i];
        if (strcmp(param->name, "order") == 0 && strcmp(param->preset, "slot") == 0)
            fixed = ":order=line"; /* nodes without numbers are numbered as listed */
        else
            settings_of(&values[params++], param);
    }
    char *spec = memory_text("%s%s", scheme->name, fixed);
    take(context, scheme, spec);
    free(spec);
    settings_pairs(scheme, fixed, values, params, take, context);
    for (size_t i = 0; i < params; i++)
        for (size_t k = 0; k < values[i].count; k++)
            free(values[i].value[k]);
}

void settings_each(settings_take *take, void *context)
{
    struct berth_scheme_info scheme;
    for (size_t i = 0; berth_scheme_at(i, &scheme); i++)
        if (strncmp(scheme.name, "custom-", 7) != 0) /* anything at all: too many to try */
            settings_scheme(&scheme, take, context);
}
