/* SPDX-License-Identifier: MIT */
/* canonical_test.c - every spec has one canonical form, which parses back to itself */
#include "dice.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ROOM = 1200 };

static int canonical(const char *spec, char out[ROOM], berth_error *error)
{
    return berth_spec_canonical(spec, NULL, out, ROOM, error);
}

static void is_canonical(const char *spec)
{
    char text[ROOM];
    berth_error error = {0};
    int len = canonical(spec, text, &error);
    if (len < 0)
        fail_msg("\"%s\": %s", spec, error.text);
    assert_string_equal(text, spec);
    assert_int_equal(len, strlen(spec));
}

/* ---- values, drawn from the whole range of a parameter --------------------------------------- */

static bool is_prime(uint64_t x)
{
    for (uint64_t d = 2; d * d <= x; d++)
        if (x % d == 0)
            return false;
    return x > 1;
}

static uint64_t draw_number(const struct berth_param *param, struct dice *dice)
{
    uint64_t span = param->max - param->min, x;
    x = param->min + (span == UINT64_MAX ? dice_u64(dice) : dice_u64(dice) % (span + 1));
    if (dice_below(dice, 4) == 0)
        x = dice_below(dice, 2) ? param->min : param->max;
    if (param->shape == BERTH_POWER2) {
        while (x & (x - 1))
            x &= x - 1;
        return x < param->min ? param->max : x;
    }
    while (param->shape == BERTH_PRIME && !is_prime(x))
        x = x > param->min ? x - 1 : param->max;
    return x;
}

static void draw_word(const char *words, struct dice *dice, char *out)
{
    unsigned count = 1;
    for (const char *c = words; *c; c++)
        count += *c == ' ';
    for (unsigned skip = dice_below(dice, count); skip > 0; skip--)
        words += strcspn(words, " ") + 1;
    sprintf(out, "%.*s", (int)strcspn(words, " "), words);
}

static void draw_hash(struct dice *dice, char *out)
{
    size_t count = 0;
    while (berth_hash_at(count))
        count++;
    strcpy(out, berth_hash_at(dice_below(dice, (uint32_t)count))->name);
}

static void draw_value(const struct berth_param *param, struct dice *dice, char out[64])
{
    switch (param->shape) {
    case BERTH_WORD:
        draw_word(param->words, dice, out);
        break;
    case BERTH_HASH:
        draw_hash(dice, out);
        break;
    case BERTH_TEXT:
        if (dice_below(dice, 2) == 0) { /* some texts are not free: they have a form */
            sprintf(out, "\"%s\"", param->preset);
            break;
        }
        strcpy(out, (const char *[]){"a", "\"a b\"", "\"a,b\"", "\"a:b\"", "\"q\\\"q\"",
                                     "\"{}\""}[dice_below(dice, 6)]);
        break;
    case BERTH_DECIMAL: {
        uint64_t x = draw_number(param, dice);
        sprintf(out, "%llu.%06llu", (unsigned long long)(x / 1000000),
                (unsigned long long)(x % 1000000));
        break;
    }
    default:
        sprintf(out, "%llu", (unsigned long long)draw_number(param, dice));
    }
}

/* Draws some parameters, in any order, with any values. */
static void draw_spec(const struct berth_scheme_info *info, struct dice *dice, char out[ROOM])
{
    uint32_t order[16], n = (uint32_t)info->param_count;
    char value[64];
    out += sprintf(out, "%s", info->name);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = dice_below(dice, i), swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
    const char *between = ":";
    for (uint32_t i = 0; i < n; i++) {
        if (dice_below(dice, 3) == 0)
            continue;
        draw_value(&info->params[order[i]], dice, value);
        out += sprintf(out, "%s%s=%s", between, info->params[order[i]].name, value);
        between = ",";
    }
}

/* A spec with values from the ranges is accepted, unless two parameters do not go together. Its
 * canonical form is its own canonical form, and names the parameters in the scheme's order. */
static void check_drawn(const struct subject *subject)
{
    struct dice dice = {.state = 31 + strlen(subject->info.name)};
    unsigned accepted = 0;
    for (unsigned i = 0; i < 300; i++) {
        char spec[ROOM], text[ROOM];
        berth_error error = {0};
        draw_spec(&subject->info, &dice, spec);
        if (canonical(spec, text, &error) < 0) {
            assert_true(error.code < 0 && strlen(error.text) > 10);
            assert_null(strstr(error.text, "out of range"));
            continue;
        }
        is_canonical(text);
        accepted++;
    }
    assert_true(accepted >= 30);
}

static bool is_plain(const struct subject *subject)
{
    return subject->plain;
}

/* ---- one by one ------------------------------------------------------------------------------ */

static void refused(const struct subject *subject, const char *param, const char *value, int code)
{
    char spec[ROOM], text[ROOM];
    berth_error error = {0};
    sprintf(spec, "%s:%s=%s", subject->info.name, param, value);
    int got = canonical(spec, text, &error);
    if (got != code)
        fail_msg("\"%s\": %d, expected %d (%s)", spec, got, code, error.text);
    assert_int_equal(error.code, code);
    assert_true(strlen(error.text) > 10 && !strchr(error.text, '\n'));
    if (code == BERTH_E_RANGE && !strstr(error.text, param))
        fail_msg("\"%s\" does not name %s", error.text, param);
}

static void refuses_number(const struct subject *subject, const struct berth_param *param)
{
    char value[64];
    const uint64_t unit = param->shape == BERTH_DECIMAL ? 1000000 : 1;
    const char *const words[] = {"", "x", "-1", "1x", " 1", "0x10", "nan", "inf", "1e999", "+1"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        refused(subject, param->name, words[i], BERTH_E_RANGE);
    refused(subject, param->name, "99999999999999999999999999", BERTH_E_RANGE);
    if (param->max < UINT64_MAX - unit) {
        sprintf(value, "%llu", (unsigned long long)(param->max / unit + 1));
        refused(subject, param->name, value, BERTH_E_RANGE);
    }
    if (param->min / unit > 1) {
        sprintf(value, "%llu", (unsigned long long)(param->min / unit - 1));
        refused(subject, param->name, value, BERTH_E_RANGE);
    }
    if (param->shape == BERTH_POWER2 || param->shape == BERTH_PRIME) {
        sprintf(value, "%llu", (unsigned long long)(param->max & ~UINT64_C(7)) - 2);
        refused(subject, param->name, value, BERTH_E_RANGE);
    }
}

static void check_bad_values(const struct subject *subject)
{
    const struct berth_scheme_info *info = &subject->info;
    char twice[ROOM], text[ROOM];
    refused(subject, "no-such-parameter", "1", BERTH_E_NAME);
    for (size_t i = 0; i < info->param_count; i++) {
        const struct berth_param *param = &info->params[i];
        if (param->shape == BERTH_WORD)
            refused(subject, param->name, "no-such-word", BERTH_E_RANGE);
        else if (param->shape == BERTH_HASH)
            refused(subject, param->name, "no-such-hash", BERTH_E_NAME);
        else if (param->shape != BERTH_TEXT)
            refuses_number(subject, param);
        sprintf(twice, "%s:%s=%s,%s=%s", info->name, param->name, param->preset, param->name,
                param->preset);
        assert_int_equal(canonical(twice, text, NULL), BERTH_E_SYNTAX);
    }
}

/* The default of a parameter may be written out, with the parameter's name or an alias. */
static void check_presets_and_aliases(const struct subject *subject)
{
    const struct berth_scheme_info *info = &subject->info;
    for (size_t i = 0; i < info->param_count; i++) {
        const struct berth_param *param = &info->params[i];
        char spec[ROOM], text[ROOM], names[256];
        snprintf(names, sizeof names, "%s %s", param->name, param->aliases ? param->aliases : "");
        for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
            berth_error error = {0};
            sprintf(spec, "%s:%s=%s", info->name, name, param->preset);
            if (canonical(spec, text, &error) < 0)
                fail_msg("\"%s\": %s", spec, error.text);
            assert_string_equal(text, info->name);
        }
    }
}

/* With a buffer of any size, as much as fits is written and ends with NUL, and the whole length is
 * returned. */
static void check_room(const struct subject *subject)
{
    char out[SUBJECT_SPEC + 1];
    size_t len = strlen(subject->spec);
    assert_int_equal(berth_spec_canonical(subject->spec, NULL, NULL, 0, NULL), len);
    for (size_t cap = 1; cap <= len + 1; cap++) {
        memset(out, '#', sizeof out);
        assert_int_equal(berth_spec_canonical(subject->spec, NULL, out, cap, NULL), len);
        assert_int_equal(strlen(out), cap - 1);
        assert_memory_equal(out, subject->spec, cap - 1);
        assert_int_equal(out[cap], '#');
    }
}

static void check_itself(const struct subject *subject)
{
    is_canonical(subject->spec);
    berth_map *map = subject_map_of(subject, 4, "node-%u");
    struct berth_scheme_info info;
    assert_string_equal(berth_map_spec(map), subject->spec);
    berth_map_scheme(map, &info);
    assert_string_equal(info.name, subject->info.name);
    assert_int_equal(info.promises, subject->info.promises);
    berth_map_free(map);
}

/* These texts are printed by "berth schemes" and in the documents. */
static void check_told(const struct subject *subject)
{
    const struct berth_scheme_info *info = &subject->info;
    char text[ROOM];
    assert_true(strlen(info->summary) > 10 && !strchr(info->summary, '\n'));
    assert_true(canonical(info->example, text, NULL) > 0);
    assert_true(!info->compatible == !!(info->promises & BERTH_NATIVE));
    if (info->quirks)
        assert_int_equal(info->quirks[strlen(info->quirks) - 1], '\n');
    for (size_t i = 0; i < info->param_count; i++) {
        assert_true(strlen(info->params[i].help) > 5 && !strchr(info->params[i].help, '\n'));
        assert_non_null(info->params[i].preset);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(info->params[i].name, info->params[j].name);
    }
}

static const struct property properties[] = {
    {"a canonical spec is its own canonical form", 0, check_itself, NULL},
    {"specs with values from the ranges", 0, check_drawn, is_plain},
    {"values that are refused", 0, check_bad_values, is_plain},
    {"defaults and aliases of parameters", 0, check_presets_and_aliases, is_plain},
    {"buffers of any size", 0, check_room, NULL},
    {"the texts with which a scheme describes itself", 0, check_told, is_plain},
};
PROPERTIES_MAIN(properties)
